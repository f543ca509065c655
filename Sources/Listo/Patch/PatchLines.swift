internal import ICalendar

/// What a patch changes of a calendar's own lines.
struct PatchLines: Sendable {
  private struct Line {
    let name: String
    let canonical: [UInt8]
    let unfolded: [UInt8]
  }

  private let removed: [Line]
  private let added: [Line]
  /// What both have.
  private let kept: Set<[UInt8]>
  private let preference: MergePreference

  init(base: [[UInt8]], theirs: [[UInt8]], _ preference: MergePreference) {
    let (was, now) = (Self.read(base), Self.read(theirs))
    let (old, new) = (Set(was.map(\.canonical)), Set(now.map(\.canonical)))
    removed = was.filter { !new.contains($0.canonical) }
    added = now.filter { !old.contains($0.canonical) }
    kept = old.intersection(new)
    self.preference = preference
  }

  private static func read(_ lines: [[UInt8]]) -> [Line] {
    let text = Array("BEGIN:VCALENDAR\r\n".utf8) + lines.flatMap { ContentLineText.fold($0[...]) }
    guard let header = Component(text) else { return [] }
    return header.properties.map {
      Line(name: $0.name, canonical: CanonicalLine.bytes(of: $0), unfolded: Array($0.unfolded))
    }
  }

  /// The lines before the first component with the changes: a line that was changed on both sides stays, unless theirs is preferred.
  ///
  /// - Parameter trailing: those behind it.
  func applied(to header: Component, trailing: [Component]) -> Component {
    let going = Set(removed.map(\.canonical))
    let ours = header.properties.map { (property: $0, canonical: CanonicalLine.bytes(of: $0)) }
    let all = ours + trailing.flatMap(\.properties).map { ($0, CanonicalLine.bytes(of: $0)) }
    var edits = ours.filter { going.contains($0.canonical) }.map { Component.Edit.remove($0.property) }
    let present = Set(all.map(\.canonical))
    for line in added where !present.contains(line.canonical) {
      // Ours is neither what was nor what is: it was changed here.
      let others = all.filter {
        $0.property.name == line.name && !going.contains($0.canonical) && !kept.contains($0.canonical)
      }
      let isChanged = !others.isEmpty && removed.contains { $0.name == line.name }
      if isChanged {
        guard preference == .theirs else { continue }
        edits += others.map { .remove($0.property) }
      }
      edits.append(.append(ContentLineText.fold(line.unfolded[...], lineEnd: header.lineEnd)))
    }
    return header.edited(edits)
  }

  /// The bytes of the lines behind the first component without those that go.
  func applied(toTrailing lines: Component) -> [UInt8] {
    let (going, bytes) = (Set(removed.map(\.canonical)), lines.bytes)
    var result: [UInt8] = []
    var position = bytes.startIndex
    for property in lines.properties where going.contains(CanonicalLine.bytes(of: property)) {
      result += bytes[position..<property.bytes.startIndex]
      position = property.bytes.endIndex
    }
    return result + bytes[position...]
  }
}
