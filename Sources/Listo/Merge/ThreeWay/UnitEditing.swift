internal import ICalendar

/// The changes that make the winner what was decided: no other line of it is touched.
struct UnitEditing {
  private(set) var edits: [Component.Edit] = []
  private let winner: ComponentUnits
  private let lineEnd: [UInt8]
  /// Values that lines with several lose, and that are added, by the first byte of the line.
  private var removed: [Int: Set<Int>] = [:]
  private var added: [ComponentUnits.Value] = []

  /// - Parameter versions: the winner first.
  init(_ choices: [MergeUnit: UnitDecision], _ versions: [ComponentUnits]) {
    winner = versions[0]
    lineEnd = winner.component.lineEnd
    var seen: Set<MergeUnit> = []
    for unit in versions.flatMap(\.order) where seen.insert(unit).inserted {
      guard let choice = choices[unit] else { continue }
      if case .value = unit {
        guard choice.source != 0 else { continue }
        settle(winner.values[unit] ?? [], versions[choice.source].values[unit] ?? [])
      } else if let count = choice.count {
        repeatLine(unit, count, versions)
      } else if let line = choice.line {
        replace(winner.lines[unit] ?? [], by: [line])
      } else if choice.source != 0 {
        take(versions[choice.source].lines[unit] ?? [], inPlaceOf: winner.lines[unit] ?? [])
      }
    }
    rewriteValues()
  }

  // MARK: Lines

  /// Lines that both have stay; of the others each takes the place of one with its name.
  private mutating func take(_ lines: [ComponentUnits.Line], inPlaceOf own: [ComponentUnits.Line]) {
    var (wanted, unwanted) = (lines, own)
    for line in lines {
      guard let same = unwanted.firstIndex(where: { $0.canonical == line.canonical }) else { continue }
      unwanted.remove(at: same)
      if let index = wanted.firstIndex(where: { $0.canonical == line.canonical }) { wanted.remove(at: index) }
    }
    for line in unwanted {
      if let index = wanted.firstIndex(where: { $0.property.name == line.property.name }) {
        edits.append(.replace(line.property, written(wanted.remove(at: index).property)))
      } else {
        edits.append(.remove(line.property))
      }
    }
    for line in wanted { edits.append(.append(written(line.property))) }
  }

  private mutating func replace(_ own: [ComponentUnits.Line], by lines: [[UInt8]]) {
    guard let first = own.first else {
      edits += lines.map { .append($0) }
      return
    }
    edits.append(.replace(first.property, Array(lines.joined())))
    edits += own.dropFirst().map { .remove($0.property) }
  }

  private mutating func repeatLine(_ unit: MergeUnit, _ count: Int, _ versions: [ComponentUnits]) {
    let own = winner.lines[unit] ?? []
    for line in own.dropFirst(count) { edits.append(.remove(line.property)) }
    guard count > own.count, let richest = versions.first(where: { ($0.lines[unit]?.count ?? 0) >= count })
    else { return }
    for line in (richest.lines[unit] ?? []).dropFirst(own.count).prefix(count - own.count) {
      edits.append(.append(written(line.property)))
    }
  }

  /// The bytes of a line of any version, with the winner's line ends.
  private func written(_ property: Property) -> [UInt8] {
    let bytes = property.bytes
    let isCRLF = bytes.suffix(2).elementsEqual(ContentLineText.crlf)
    let hasOwn = lineEnd == ContentLineText.crlf ? isCRLF : bytes.last == lineEnd.last && !isCRLF
    return hasOwn ? Array(bytes) : ContentLineText.fold(property.unfolded, lineEnd: lineEnd)
  }

  // MARK: Values

  private mutating func settle(_ own: [ComponentUnits.Value], _ wanted: [ComponentUnits.Value]) {
    if wanted.isEmpty {
      for value in own {
        removed[value.property.bytes.startIndex, default: []].insert(value.octets.startIndex)
      }
    } else if own.isEmpty {
      added.append(wanted[0])
    }
  }

  /// Each line with several values whose values changed; a value that is new joins a line of its kind.
  private mutating func rewriteValues() {
    guard !removed.isEmpty || !added.isEmpty else { return }
    var pending = added
    for property in winner.component.properties where MergeUnit.valued.contains(property.id) {
      let start = property.bytes.startIndex
      let joining = pending.filter { Self.isAlike($0.property, property) }
      pending.removeAll { Self.isAlike($0.property, property) }
      guard removed[start] != nil || !joining.isEmpty else { continue }
      // By their place among the line's values: octets of an unfolded line have no place in the input.
      let values = winner.values.values.joined().filter { $0.property.bytes.startIndex == start }
        .sorted { $0.octets.startIndex < $1.octets.startIndex }
      let kept = values.filter { !(removed[start]?.contains($0.octets.startIndex) ?? false) }
      let octets = (kept + joining).map(\.octets)
      if octets.isEmpty {
        edits.append(.remove(property))
      } else {
        edits.append(.replace(property, line(like: property, octets)))
      }
    }
    while let first = pending.first {
      let alike = pending.filter { Self.isAlike($0.property, first.property) }
      pending.removeAll { Self.isAlike($0.property, first.property) }
      edits.append(.append(line(like: first.property, alike.map(\.octets))))
    }
  }

  private func line(like property: Property, _ values: [ArraySlice<UInt8>]) -> [UInt8] {
    let line = property.unfolded
    let bytes = Array(line.dropLast(property.value.count)) + Array(values.joined(separator: [0x2C]))
    return ContentLineText.fold(bytes[...], lineEnd: lineEnd)
  }

  private static func isAlike(_ left: Property, _ right: Property) -> Bool {
    left.id == right.id && left.parameters == right.parameters
  }
}
