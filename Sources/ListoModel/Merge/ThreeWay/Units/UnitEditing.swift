internal import ICalendar

/// The changes that make the winner what was decided: no other line of it is touched.
struct UnitEditing {
  private(set) var edits: [Component.Edit] = []
  private let winner: ComponentUnits
  private let lineEnd: [UInt8]
  /// Values that lines with several lose, and that are added, by the first byte of the line.
  private var removed: [Int: Set<Int>] = [:]
  private var added: [ComponentUnits.Value] = []

  /// - Parameters:
  ///   - versions: the winner first.
  ///   - holders: which of them have which units.
  init(
    _ choices: [MergeUnit: UnitDecision], _ versions: [ComponentUnits], _ holders: Holders<MergeUnit>
  ) {
    winner = versions[0]
    lineEnd = winner.component.lineEnd
    for unit in holders.keys {
      guard let choice = choices[unit] else { continue }
      if case .value = unit {
        guard choice.source != 0 else { continue }
        settle(winner.values[unit] ?? [], versions[choice.source].values[unit] ?? [])
      } else if let count = choice.count {
        repeatLine(unit, count, holders[unit].lazy.map { versions[$0].lines[unit] ?? [] })
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
    let wanted = Self.subtract(own, from: lines)
    // By name, the first one last.
    var places = Dictionary(grouping: wanted.indices.reversed()) { wanted[$0].property.name }
    var taken: Set<Int> = []
    for line in Self.subtract(lines, from: own) {
      if let place = places[line.property.name]?.popLast() {
        edits.append(.replace(line.property, written(wanted[place].property)))
        taken.insert(place)
      } else {
        edits.append(.remove(line.property))
      }
    }
    for place in wanted.indices where !taken.contains(place) {
      edits.append(.append(written(wanted[place].property)))
    }
  }

  /// Those that the others lack, each of which counts once.
  private static func subtract(
    _ others: [ComponentUnits.Line], from lines: [ComponentUnits.Line]
  ) -> [ComponentUnits.Line] {
    var counts: [[UInt8]: Int] = [:]
    for line in others { counts[line.canonical, default: 0] += 1 }
    return lines.filter { line in
      guard let count = counts[line.canonical], count > 0 else { return true }
      counts[line.canonical] = count - 1
      return false
    }
  }

  private mutating func replace(_ own: [ComponentUnits.Line], by lines: [[UInt8]]) {
    guard let first = own.first else {
      edits += lines.map { .append($0) }
      return
    }
    edits.append(.replace(first.property, Array(lines.joined())))
    edits += own.dropFirst().map { .remove($0.property) }
  }

  /// - Parameter held: the lines of each version that has some.
  private mutating func repeatLine(
    _ unit: MergeUnit, _ count: Int, _ held: some Sequence<[ComponentUnits.Line]>
  ) {
    let own = winner.lines[unit] ?? []
    for line in own.dropFirst(count) { edits.append(.remove(line.property)) }
    guard count > own.count, let richest = held.first(where: { $0.count >= count }) else { return }
    for line in richest.dropFirst(own.count).prefix(count - own.count) {
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

  /// Lines whose values can stand together.
  private struct Kind: Hashable {
    let id: PropertyID
    let parameters: [Parameter]

    init(_ property: Property) { (id, parameters) = (property.id, property.parameters) }
  }

  /// Writes each line whose values changed. A new value joins the first line of its kind that has values; an
  /// empty line stays empty.
  private mutating func rewriteValues() {
    guard !removed.isEmpty || !added.isEmpty else { return }
    var kinds: [Kind] = []
    var pending: [Kind: [ComponentUnits.Value]] = [:]
    for value in added {
      let kind = Kind(value.property)
      if pending[kind] == nil { kinds.append(kind) }
      pending[kind, default: []].append(value)
    }
    let own = Dictionary(grouping: winner.values.values.joined()) { $0.property.bytes.startIndex }
    for property in winner.component.properties where MergeUnit.valued.contains(property.id) {
      let start = property.bytes.startIndex
      guard let found = own[start] else { continue }
      let joining = pending.removeValue(forKey: Kind(property)) ?? []
      guard removed[start] != nil || !joining.isEmpty else { continue }
      // By their place among the line's values: octets of an unfolded line have no place in the input.
      let values = found.sorted { $0.octets.startIndex < $1.octets.startIndex }
      let kept = values.filter { !(removed[start]?.contains($0.octets.startIndex) ?? false) }
      let octets = (kept + joining).map(\.octets)
      if octets.isEmpty {
        edits.append(.remove(property))
      } else {
        edits.append(.replace(property, line(like: property, octets)))
      }
    }
    for kind in kinds {
      guard let alike = pending[kind], let first = alike.first else { continue }
      edits.append(.append(line(like: first.property, alike.map(\.octets))))
    }
  }

  private func line(like property: Property, _ values: [ArraySlice<UInt8>]) -> [UInt8] {
    let line = property.unfolded
    let bytes = Array(line.dropLast(property.value.count)) + Array(values.joined(separator: [0x2C]))
    return ContentLineText.fold(bytes[...], lineEnd: lineEnd)
  }
}
