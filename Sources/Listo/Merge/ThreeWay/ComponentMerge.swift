internal import ICalendar

/// Versions of a component that are all there, merged unit by unit.
struct ComponentMerge {
  enum Mode {
    /// Changes against a base; without one everything was added.
    case threeWay
    /// Without a base, what is in a set stays there.
    case uniting
  }

  /// The first version's bytes with the lines changed that differ.
  private(set) var component: Component
  private(set) var decisions: [FieldDecision] = []
  /// Indices of versions that lost a conflict.
  private(set) var losers: [Int] = []

  /// - Parameter versions: at least one; the one that settles conflicts first.
  init(base: Component?, versions: [MergeVersion], mode: Mode, options: ThreeWayOptions) {
    let all = versions.map(\.component)
    let repeated = ComponentUnits.repeated(in: all + [base].compactMap { $0 })
    let units = { ComponentUnits($0, repeated: repeated, zone: options.zone) }
    let decider = UnitDecider(
      base: base.map(units), versions: all.map(units), mode: mode,
      rule: { versions[$0].rule(over: versions[$1]) })
    let choices = Self.choices(decider)
    var edits = UnitEditing(choices, decider.versions).edits
    let children = ChildMerge(base: base, versions: versions, mode: mode, options: options)
    edits += children.edits
    component = versions[0].component.edited(edits)
    let result = units(component)
    decisions =
      FieldReport(choices, decider.versions, result, numbers: versions.map(\.number)).decisions
      + children.decisions
    losers = Set(choices.values.flatMap { $0.isConflict ? $0.losers : [] } + children.losers).sorted()
  }

  private static func choices(_ decider: UnitDecider) -> [MergeUnit: UnitDecision] {
    var choices: [MergeUnit: UnitDecision] = [:]
    for unit in (decider.versions + [decider.base].compactMap { $0 }).flatMap(\.order)
    where choices[unit] == nil {
      choices[unit] = decider.decide(unit)
    }
    settleExceptions(&choices, decider)
    return choices
  }

  /// EXDATE says something about the dates beside it: where those are in conflict, or differ and nothing tells why, it is that of
  /// the version whose dates these are.
  private static func settleExceptions(
    _ choices: inout [MergeUnit: UnitDecision], _ decider: UnitDecider
  ) {
    let dates = choices[.group(.dates)] ?? UnitDecision(source: 0)
    let states = decider.versions.map { $0.state(.group(.dates)) }
    for unit in choices.keys {
      guard case .value(PropertyID.exdate.name, _) = unit, var choice = choices[unit] else { continue }
      let isApart: Bool
      switch decider.mode {
      case .threeWay: isApart = dates.isConflict
      case .uniting: isApart = states[choice.source] != states[dates.source]
      }
      guard isApart else { continue }
      let differing = decider.versions.indices.filter {
        decider.versions[$0].state(unit) != decider.versions[dates.source].state(unit)
      }
      choice = UnitDecision(source: dates.source, rule: differing.isEmpty ? nil : dates.rule)
      (choice.isConflict, choice.losers) = (dates.isConflict && !differing.isEmpty, differing)
      choices[unit] = choice
    }
  }
}
