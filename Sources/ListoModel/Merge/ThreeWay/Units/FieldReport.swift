internal import ICalendar

/// Tells what was decided of a component's own lines, field by field, with every line that the result does
/// not have.
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
  ///   - holders: which of them have which units.
  ///   - numbers: the places of the versions in the order in which they were given.
  init(
    _ choices: [MergeUnit: UnitDecision], _ versions: [ComponentUnits], _ holders: Holders<MergeUnit>,
    _ result: ComponentUnits, numbers: [Int]
  ) {
    let present = (versions + [result]).reduce(into: PropertySet()) { $0.formUnion($1.present) }
    var order: [String] = []
    var fields: [String: Field] = [:]
    let field = { (label: String, rule: MergeRule) in
      if fields[label] == nil {
        order.append(label)
        fields[label] = Field(rule: rule)
      }
    }
    for unit in holders.keys {
      guard let choice = choices[unit], let rule = choice.rule else { continue }
      let label = unit.label(present)
      field(label, rule)
      if choice.isConflict {
        fields[label]?.rule = rule
        fields[label]?.isConflict = true
      }
      let state = result.state(unit)
      // A deletion is chosen from none, not even from a version with a line that says nothing.
      guard !state.isEmpty else { continue }
      for index in holders[unit] where versions[index].state(unit) == state {
        fields[label]?.chosen.insert(numbers[index])
      }
    }
    let counts = Self.counts(result)
    for (index, version) in versions.enumerated() {
      var met: [[UInt8]: Int] = [:]
      for (line, units) in version.all where Self.exceeds(line, counts, &met) {
        let label = units[0].label(present)
        // A silent line is reported only if its field is reported anyway.
        if line.isSilent && fields[label] == nil { continue }
        field(label, .union)
        fields[label]?.dropped[numbers[index], default: []].append(Self.line(line.property))
      }
    }
    let shared = Self.shared(versions)
    var met: [[UInt8]: Int] = [:]
    for (line, units) in result.all where Self.exceeds(line, shared, &met) {
      let label = units[0].label(present)
      if line.isSilent && fields[label] == nil { continue }
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
    units.all.reduce(into: [:]) { counts, found in
      let line = found.line
      for element in PropertyDefaults.isSet(line.property.id) ? line.elements : [line.said] {
        counts[element, default: 0] += 1
      }
    }
  }

  /// How often what a line says stands in all versions, which is as often as in the one that has it least;
  /// none where one lacks it.
  private static func shared(_ versions: [ComponentUnits]) -> [[UInt8]: Int] {
    var least: [[UInt8]: (count: Int, holders: Int)] = [:]
    for version in versions {
      for (line, count) in counts(version) {
        let before = least[line] ?? (count, 0)
        least[line] = (min(before.count, count), before.holders + 1)
      }
    }
    return least.compactMapValues { $0.holders == versions.count ? $0.count : nil }
  }

  /// Counts a line, and whether it says what is not among these, or says it once more than they do. Of a set
  /// it does not count how often something is said.
  private static func exceeds(
    _ line: ComponentUnits.Line, _ counts: [[UInt8]: Int], _ met: inout [[UInt8]: Int]
  ) -> Bool {
    if PropertyDefaults.isSet(line.property.id) { return line.elements.contains { counts[$0] == nil } }
    let said = line.said
    met[said, default: 0] += 1
    return counts[said, default: 0] < met[said, default: 0]
  }
}
