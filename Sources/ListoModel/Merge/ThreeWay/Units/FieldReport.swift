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

/// The decision of a merge about one property, group or set of a component, or about the whole component.
public struct FieldDecision: Sendable, Hashable {
  /// Lines of one version that the result does not have.
  public struct Loser: Sendable, Hashable {
    /// Which version: its place in the order in which they were given.
    public let version: Int
    /// Its lines as they were.
    public let lines: [MergeDecision.Line]
  }

  /// The names of the components inside that it is about, outermost first: `["VALARM"]`; empty for the
  /// component's own.
  public let path: [String]
  /// The names of its properties, with commas between them: `STATUS, COMPLETED`; empty for all of the
  /// component.
  public let field: String
  /// By which rule it was decided.
  public let rule: MergeRule
  /// Several versions wanted different things, and one of them did not get it. Otherwise only one wanted
  /// something, or a rule fits all.
  public let isConflict: Bool
  /// The versions that have the chosen value; empty for a deletion.
  public let chosen: [Int]
  /// The other values.
  public let losers: [Loser]
  /// The result's lines of the field that a loser lacks.
  public let instead: [MergeDecision.Line]
}

extension FieldDecision {
  /// The field in its component, such as `SUMMARY`, `DTSTART, DUE` or `VALARM/TRIGGER`. It ends in a slash
  /// for all of a component inside, and is empty for all of the reminder.
  public var name: String { path.map { $0 + "/" }.joined() + field }

  /// The lines of the first side, unfolded; empty if it has none, or has deleted the reminder.
  public var ours: [String] { lines(ofVersion: 0) }

  /// The lines of the second side, unfolded; empty if it has none, or has deleted the reminder.
  public var theirs: [String] { lines(ofVersion: 1) }

  /// The lines of a version about which the decision is, counted from 0 in the order of the inputs.
  private func lines(ofVersion version: Int) -> [String] {
    if let loser = losers.first(where: { $0.version == version }) { return loser.lines.map(\.text) }
    return chosen.contains(version) ? instead.map(\.text) : []
  }
}
