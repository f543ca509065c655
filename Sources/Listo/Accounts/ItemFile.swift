internal import ICalendar
internal import ListoModel

/// A file of an account's folder, and what a sync makes of it: component by component where it can be, so
/// that a history can name them and each can be taken back by itself.
struct ItemFile {
  let path: String
  private let source: String
  private let list: String

  init(_ source: String, _ list: String, _ file: String) {
    (self.source, self.list) = (source, list)
    path = source.withSlash + "\(list)/\(file)"
  }

  /// - Parameters:
  ///   - old: nil for a file that is new.
  ///   - isInNewFolder: its folder is not there yet.
  func change(from old: [UInt8]?, to new: [UInt8], inNewFolder isInNewFolder: Bool) -> FileChange {
    guard let old else {
      let splices = Self.segments(new).map { segment in
        FileChange.Splice(
          offset: 0, new: Array(new[segment.range]), item: segment.component.flatMap(identifier))
      }
      return FileChange(path, .created, splices, ownsFolder: isInNewFolder)
    }
    let (before, after) = (Self.segments(old), Self.segments(new))
    guard before.map(\.name) == after.map(\.name) else {
      return FileChange(path, .changed, [FileChange.Splice(offset: 0, old: old, new: new)])
    }
    let splices = zip(before, after).compactMap { was, becomes -> FileChange.Splice? in
      guard old[was.range] != new[becomes.range] else { return nil }
      let line = old[..<was.range.lowerBound].lineFeedCount + 1
      return FileChange.Splice(
        offset: was.range.lowerBound, line: line, old: Array(old[was.range]), new: Array(new[becomes.range]),
        item: was.component.flatMap(identifier))
    }
    return FileChange(path, .changed, splices)
  }

  func removal(of old: [UInt8]) -> FileChange {
    let splices = Self.segments(old).map { segment in
      FileChange.Splice(
        offset: segment.range.lowerBound, old: Array(old[segment.range]),
        item: segment.component.flatMap(identifier))
    }
    return FileChange(path, .removed, splices)
  }

  private func identifier(_ component: Component) -> ModelIdentifier? {
    guard let uid = component.first(.uid)?.text, !uid.isEmpty else { return nil }
    return ModelIdentifier(
      source: source, list: .init(list), uid: .init(uid),
      recurrenceID: component.first(.recurrenceID)?.rawText)
  }

  /// A component, or what stands between two.
  private struct Segment {
    let range: Range<Int>
    /// Nil for what stands between.
    let component: Component?

    /// The name, UID and RECURRENCE-ID of the component, which must be equal for one segment to replace
    /// another; nil between components.
    var name: String? {
      component.map {
        "\($0.name) \($0.first(.uid)?.rawText ?? "") \($0.first(.recurrenceID)?.rawText ?? "")"
      }
    }
  }

  /// All of the bytes: what stands between, a component, what stands between, …
  private static func segments(_ bytes: [UInt8]) -> [Segment] {
    var segments: [Segment] = []
    var position = 0
    // Bytes in memory can be read.
    try? FilePiece.forEach(in: MemorySource(bytes)) { piece in
      guard let component = piece.component, component.kind != .vtimezone else { return }
      segments.append(Segment(range: position..<piece.range.lowerBound, component: nil))
      segments.append(Segment(range: piece.range, component: component))
      position = piece.range.upperBound
    }
    return segments + [Segment(range: position..<bytes.count, component: nil)]
  }
}
