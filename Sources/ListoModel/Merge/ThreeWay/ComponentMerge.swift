internal import ICalendar

/// Versions of a component that are all there, merged unit by unit.
struct ComponentMerge {
  enum Mode {
    /// Changes against a base; without one everything was added.
    case threeWay
    /// Without a base, what is in a set stays there.
    case uniting
    /// The same of reminders with different UIDs, of which none lacks anything on purpose: what one has
    /// stays.
    case filling
  }

  /// The first version's bytes with the lines changed that differ.
  private(set) var component: Component
  private(set) var decisions: [FieldDecision] = []
  /// Indices of versions that lost a conflict.
  private(set) var losers: [Int] = []

  /// - Parameters:
  ///   - versions: at least one; the one that settles conflicts first.
  ///   - firstUnchanged: from this one on they say what the base says, and none before does; nil where nobody
  ///     has compared them.
  init(
    base: Component?, versions: [MergeVersion], firstUnchanged: Int? = nil, mode: Mode,
    options: ThreeWayOptions
  ) {
    // All other lines are the same in all versions.
    let differing = PropertySet(differingIn: versions.map(\.component) + [base].compactMap { $0 })
    self.init(
      base: base, versions: versions, firstUnchanged: firstUnchanged, mode: mode, options: options,
      properties: MergeUnit.properties(decidedWith: differing))
  }

  /// - Parameter properties: what is looked at; the versions' other lines stay as they are in the first.
  init(
    base: Component?, versions: [MergeVersion], firstUnchanged: Int? = nil, mode: Mode,
    options: ThreeWayOptions, properties: PropertySet
  ) {
    let all = versions.map(\.component)
    let versionsAndBase = all + [base].compactMap { $0 }
    let repeated = properties.contains(.other) ? ComponentUnits.repeated(in: versionsAndBase) : []
    let units = { ComponentUnits($0, properties, repeated: repeated, zone: options.zone) }
    let decider = UnitDecider(
      base: base.map(units), versions: all.map(units),
      unchanged: firstUnchanged.map { Set($0..<versions.count) } ?? Self.unchanged(all, base, options),
      mode: mode, zone: options.zone,
      preferred: options.fieldSides.compactMapValues { side in versions.firstIndex { $0.number == side } },
      rule: { versions[$0].rule(over: versions[$1]) })
    let choices = Self.choices(decider)
    let edits = UnitEditing(choices, decider.versions, decider.holders).edits
    let children: ChildMerge
    if let base, let moved = Self.moved(choices) {
      var settled = versions
      settled[0] = versions[0].with(versions[0].component.edited(edits))
      let alarms = MovedAlarms(base: base, settling: versions[moved].component)
      for index in settled.indices where index != moved {
        settled[index] = settled[index].with(alarms.settled(settled[index].component))
      }
      children = ChildMerge(base: base, versions: settled, mode: mode, options: options)
      component = settled[0].component.edited(children.edits)
    } else {
      children = ChildMerge(base: base, versions: versions, mode: mode, options: options)
      component = versions[0].component.edited(edits + children.edits)
    }
    let rules = options.tells(properties) ? [] : Self.rules(choices, decider.holders)
    // Where no unit was decided by a rule, what differs in how it is written is told all the same.
    decisions =
      rules.isEmpty
      ? FieldReport(
        choices, decider.versions, decider.holders, units(component), numbers: versions.map(\.number)
      ).decisions : rules
    decisions += children.decisions
    var losing = VersionTally(of: versions.count)
    for (unit, choice) in choices where choice.isConflict {
      losing.insert(choice.losers)
      if choice.lackingLose { losing.insertAll(but: decider.holders[unit]) }
    }
    losing.insert(children.losers)
    losers = losing.versions
  }

  /// By which rules it was decided, without the lines.
  private static func rules(
    _ choices: [MergeUnit: UnitDecision], _ holders: Holders<MergeUnit>
  ) -> [FieldDecision] {
    holders.keys.compactMap { unit in
      guard let choice = choices[unit], let rule = choice.rule else { return nil }
      return FieldDecision(
        path: [], field: "", rule: rule, isConflict: choice.isConflict, chosen: [], losers: [], instead: [])
    }
  }

  /// The version that completed most occurrences of those that did, where they are several.
  private static func moved(_ choices: [MergeUnit: UnitDecision]) -> Int? {
    [.group(.dates), .property(Quirks.currentOccurrenceName)].compactMap { choices[$0] }
      .first { $0.rule == .laterOccurrence }?.source
  }

  /// Indices of versions that say what the base says.
  private static func unchanged(
    _ versions: [Component], _ base: Component?, _ options: ThreeWayOptions
  ) -> Set<Int> {
    guard let base else { return [] }
    return Set(versions.indices.filter { versions[$0].isEqual(to: base, .canonical, zone: options.zone) })
  }

  /// One version with the stamps that a merge with others gives it, where these say nothing else that counts:
  /// the greatest, of CREATED the least (``InsignificantContent/stamps``).
  ///
  /// - Parameter versions: the one first.
  static func stamped(
    base: Component?, versions: [Component], mode: Mode, options: ThreeWayOptions
  ) -> Component {
    let unchanged = unchanged(versions, base, options)
    guard versions.indices.contains(where: { $0 > 0 && !unchanged.contains($0) }) else { return versions[0] }
    let units = { ComponentUnits($0, InsignificantContent.stamps, repeated: [], zone: options.zone) }
    let decider = UnitDecider(
      base: base.map(units), versions: versions.map(units), unchanged: unchanged, mode: mode,
      zone: options.zone,
      rule: { _, _ in .greatest })
    var choices: [MergeUnit: UnitDecision] = [:]
    for unit in decider.holders.keys { choices[unit] = decider.decide(unit) }
    return versions[0].edited(UnitEditing(choices, decider.versions, decider.holders).edits)
  }

  private static func choices(_ decider: UnitDecider) -> [MergeUnit: UnitDecision] {
    var choices: [MergeUnit: UnitDecision] = [:]
    for unit in decider.holders.keys + (decider.base?.order ?? []) where choices[unit] == nil {
      choices[unit] = decider.decide(unit)
    }
    settleExceptions(&choices, decider)
    return choices
  }

  /// EXDATE says something about the dates beside it: where those are in conflict, or differ and nothing
  /// tells why, it is that of the version whose dates these are.
  private static func settleExceptions(
    _ choices: inout [MergeUnit: UnitDecision], _ decider: UnitDecider
  ) {
    let exceptions = choices.keys.filter { unit in
      if case .value(PropertyID.exdate.name, _) = unit { true } else { false }
    }
    guard !exceptions.isEmpty else { return }
    let dates = choices[.group(.dates)] ?? UnitDecision(source: 0)
    let states = decider.versions.map { $0.state(.group(.dates)) }
    let areApart = states.map { $0 != states[dates.source] }
    for unit in exceptions {
      guard var choice = choices[unit] else { continue }
      let isApart: Bool
      switch decider.mode {
      case .threeWay: isApart = dates.isConflict
      case .uniting, .filling: isApart = areApart[choice.source]
      }
      guard isApart else { continue }
      // A version has it or not: there is nothing else to differ in.
      let isThere = decider.versions[dates.source].values[unit] != nil
      choice = UnitDecision(source: dates.source)
      choice.losers = isThere ? [] : decider.holders[unit]
      choice.lackingLose = isThere && decider.holders.firstLacking(unit) != nil
      let isDiffering = choice.lackingLose || !choice.losers.isEmpty
      choice.rule = isDiffering ? dates.rule : nil
      choice.isConflict = isDiffering && dates.isConflict
      choices[unit] = choice
    }
  }
}
