internal import ICalendar

/// Tells what was decided of a component's own lines, field by field, with every line that the result does not have.
struct FieldReport {
  private(set) var decisions: [FieldDecision] = []

  private struct Field {
    var rule: MergeRule
    var isConflict = false
    var chosen: Set<Int> = []
    /// By version.
    var dropped: [Int: [MergeDecision.Line]] = [:]
    var instead: [MergeDecision.Line] = []
  }

  /// - Parameters:
  ///   - versions: the winner first.
  ///   - numbers: the places of the versions in the order in which they were given.
  init(
    _ choices: [MergeUnit: UnitDecision], _ versions: [ComponentUnits], _ result: ComponentUnits,
    numbers: [Int]
  ) {
    let present = (versions + [result]).reduce(into: Set<PropertyID>()) { $0.formUnion($1.present) }
    var order: [String] = []
    var fields: [String: Field] = [:]
    let field = { (label: String, rule: MergeRule) in
      if fields[label] == nil {
        order.append(label)
        fields[label] = Field(rule: rule)
      }
    }
    var seen: Set<MergeUnit> = []
    for unit in versions.flatMap(\.order) where seen.insert(unit).inserted {
      guard let choice = choices[unit], let rule = choice.rule else { continue }
      let label = unit.label(present)
      field(label, rule)
      if choice.isConflict {
        fields[label]?.rule = rule
        fields[label]?.isConflict = true
      }
      let state = result.state(unit)
      for index in versions.indices where versions[index].state(unit) == state && !state.isEmpty {
        fields[label]?.chosen.insert(numbers[index])
      }
    }
    let counts = Self.counts(result)
    for (index, version) in versions.enumerated() {
      var left = counts
      for (line, units) in version.all where !Self.take(line.canonical, from: &left) {
        let label = units[0].label(present)
        field(label, .union)
        fields[label]?.dropped[numbers[index], default: []].append(Self.line(line.property))
      }
    }
    var lacking = versions.map(Self.counts)
    for (line, units) in result.all {
      var isNew = false
      for index in lacking.indices where !Self.take(line.canonical, from: &lacking[index]) { isNew = true }
      guard isNew else { continue }
      let label = units[0].label(present)
      field(label, .union)
      fields[label]?.instead.append(Self.line(line.property))
    }
    decisions = order.compactMap { label in
      fields[label].map { field in
        FieldDecision(
          path: [], field: label, rule: field.rule, isConflict: field.isConflict,
          chosen: field.chosen.sorted(),
          losers: field.dropped.sorted { $0.key < $1.key }.map {
            FieldDecision.Loser(version: $0.key, lines: $0.value)
          }, instead: field.instead)
      }
    }
  }

  private static func line(_ property: Property) -> MergeDecision.Line {
    MergeDecision.Line(path: [], octets: Array(property.unfolded))
  }

  private static func counts(_ units: ComponentUnits) -> [[UInt8]: Int] {
    units.all.reduce(into: [:]) { $0[$1.line.canonical, default: 0] += 1 }
  }

  /// Takes one of a line away; false where there is none left.
  private static func take(_ line: [UInt8], from counts: inout [[UInt8]: Int]) -> Bool {
    guard let count = counts[line], count > 0 else { return false }
    counts[line] = count - 1
    return true
  }
}
