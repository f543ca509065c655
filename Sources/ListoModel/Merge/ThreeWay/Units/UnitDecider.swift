internal import ICalendar

/// The decision on one unit: the version whose lines the result has.
struct UnitDecision {
  /// Index of a version.
  var source: Int
  /// Nil where all versions say the same.
  var rule: MergeRule?
  var isConflict = false
  /// Versions that have something of it and wanted something else, in a conflict.
  var losers: [Int] = []
  /// And so did all that have nothing of it.
  var lackingLose = false
  /// For ``MergeUnit/line(_:_:)``: how many of the line there are.
  var count: Int?
  /// A line made of those of several versions, with its line end, in the place of the source's.
  var line: [UInt8]?

  init(source: Int, rule: MergeRule? = nil) { (self.source, self.rule) = (source, rule) }
}

/// Decides units one by one.
struct UnitDecider {
  let base: ComponentUnits?
  let versions: [ComponentUnits]
  let holders: Holders<MergeUnit>
  /// Indices of versions that say what the base says: their stamps do not count. Empty without a base.
  let unchanged: Set<Int>
  let mode: ComponentMerge.Mode
  /// The function that finds the zone of a TZID.
  let zone: (String) -> Zone?
  /// Why the first of two versions settles a conflict with the second.
  let rule: (Int, Int) -> MergeRule
  /// The version that was asked for, by the names of properties.
  let preferred: [String: Int]

  init(
    base: ComponentUnits?, versions: [ComponentUnits], unchanged: Set<Int>, mode: ComponentMerge.Mode,
    zone: @escaping (String) -> Zone?, preferred: [String: Int] = [:],
    rule: @escaping (Int, Int) -> MergeRule
  ) {
    (self.base, self.versions, self.unchanged, self.mode) = (base, versions, unchanged, mode)
    (self.zone, self.preferred, self.rule) = (zone, preferred, rule)
    holders = Holders(versions.map(\.order))
  }

  /// - Complexity: linear in what the versions that have the unit have of it.
  func decide(_ unit: MergeUnit) -> UnitDecision {
    if mode != .filling, case .property(let name) = unit, ChildKey.uidNames.contains(name) {
      // An alarm that was given a UID keeps it: snoozes point to it.
      return UnitDecision(source: holders[unit].first ?? 0)
    }
    let claims = UnitClaims(
      holding: holders[unit].map { UnitClaims.Claim(version: $0, state: versions[$0].state(unit)) },
      firstLacking: holders.firstLacking(unit))
    if let decision = asked(unit, claims) { return decision }
    switch mode {
    case .threeWay: return threeWay(unit, base?.state(unit) ?? [], claims)
    case .uniting, .filling: return uniting(unit, claims)
    }
  }

  /// The claim of the version that was asked for about this unit, if it changed the unit and others want
  /// something else.
  private func asked(_ unit: MergeUnit, _ all: UnitClaims) -> UnitDecision? {
    guard !preferred.isEmpty, let index = unit.names.lazy.compactMap({ preferred[$0] }).first else {
      return nil
    }
    let claims = mode == .threeWay ? all.changing(base?.state(unit) ?? []) : all
    let state = versions[index].state(unit)
    let hasClaim =
      state.isEmpty ? claims.firstLacking != nil : claims.holding.contains { $0.version == index }
    let claim = UnitClaims.Claim(version: index, state: state)
    guard hasClaim, !claims.others(than: claim).isEmpty else { return nil }
    var decision = conflict(claims, first: claim)
    decision.rule = .preferred
    return decision
  }

  // MARK: Against a base

  private func threeWay(_ unit: MergeUnit, _ base: [[UInt8]], _ all: UnitClaims) -> UnitDecision {
    if case .stamp(let id) = unit, InsignificantContent.isStamp(id) { return stamp(unit, id, all) }
    let changed = all.changing(base)
    guard let first = changed.first else { return UnitDecision(source: 0) }
    let others = changed.others(than: first)
    guard let other = others.first else {
      let isByAll =
        changed.holding.count == all.holding.count && changed.firstLacking == all.firstLacking
      return UnitDecision(source: first.version, rule: isByAll ? nil : .changed)
    }
    switch unit {
    case .stamp(let id): return extreme(id, changed)
    case .line: return counted(base.count, all)
    case .element(let name, _):
      // Removed by one and changed by another.
      if changed.firstLacking != nil, rule(first.version, other.version) != .preferred {
        var decision = conflict(changed.ofHolders)
        (decision.rule, decision.isConflict) = (.editKept, true)
        return decision
      }
      if name == PropertyID.attendee.name, let merged = mergedParameters(unit, from: first.version) {
        return merged
      }
      return conflict(changed)
    case .group(.dates):
      // Who has no dates moved none.
      if let base = self.base?.component, changed.firstLacking == nil,
        let latest = MovedDates.latest(
          of: changed.holding.map { versions[$0.version].component }, from: base, zone: zone)
      {
        return UnitDecision(source: changed.holding[latest].version, rule: .laterOccurrence)
      }
      return conflict(changed)
    case .group(.completion): return completed(changed) ?? conflict(changed)
    case .property(Quirks.currentOccurrenceName):
      if let base = self.base?.component, changed.firstLacking == nil,
        let latest = MovedDates.latestOccurrence(
          of: changed.holding.map { versions[$0.version].component }, from: base)
      {
        return UnitDecision(source: changed.holding[latest].version, rule: .laterOccurrence)
      }
      return conflict(changed)
    case .property, .group, .parent, .value: return conflict(changed)
    }
  }

  /// All who changed it completed it: the first to do so counts. Nil where one of them did something else.
  private func completed(_ changed: UnitClaims) -> UnitDecision? {
    guard changed.firstLacking == nil else { return nil }
    let sources = changed.holding.map(\.version)
    let words = sources.map { source in
      (versions[source].lines[.group(.completion)] ?? [])
        .filter { $0.property.id != .completed && !$0.isSilent }
        .map(\.said).sorted { $0.lexicographicallyPrecedes($1) }
    }
    guard Set(words).count == 1,
      let earliest = SameCompletion.earliest(sources.map { versions[$0].component })
    else { return nil }
    return UnitDecision(source: sources[earliest], rule: .least)
  }

  /// The first of these wins, or the one that is given.
  private func conflict(_ claims: UnitClaims, first given: UnitClaims.Claim? = nil) -> UnitDecision {
    guard let first = given ?? claims.first else { return UnitDecision(source: 0) }
    let others = claims.others(than: first)
    var decision = UnitDecision(source: first.version)
    decision.losers = others.holding.map(\.version)
    decision.lackingLose = others.firstLacking != nil
    decision.isConflict = !others.isEmpty
    decision.rule = others.first.map { rule(first.version, $0.version) } ?? .changed
    return decision
  }

  /// How many of a line there are: of several that added or removed some, the one that did most of it.
  private func counted(_ base: Int, _ claims: UnitClaims) -> UnitDecision {
    let counts = claims.holding.map(\.state.count)
    let (least, most) = (claims.firstLacking == nil ? counts.min() ?? 0 : 0, counts.max() ?? 0)
    let richest = claims.holding.first { $0.state.count == most }
    var decision = UnitDecision(source: richest?.version ?? 0, rule: .union)
    decision.count = min(base, least) + max(0, most - base)
    return decision
  }

  // MARK: Without one

  private func uniting(_ unit: MergeUnit, _ claims: UnitClaims) -> UnitDecision {
    guard let winners = claims.first, !claims.others(than: winners).isEmpty,
      let first = claims.holding.first
    else { return UnitDecision(source: 0) }
    switch unit {
    case .stamp(let id): return extreme(id, claims)
    case .line: return counted(0, claims)
    case .element(let name, _):
      if name == PropertyID.attendee.name, let merged = mergedParameters(unit, from: first.version) {
        return merged
      }
      fallthrough
    case .parent, .value:
      var decision = UnitDecision(source: first.version, rule: .union)
      let others = claims.ofHolders.others(than: first)
      decision.losers = others.holding.map(\.version)
      if let loser = decision.losers.first {
        (decision.rule, decision.isConflict) = (rule(first.version, loser), true)
      }
      return decision
    // Whether it is done is what the newest says.
    case .property, .group:
      guard mode == .filling, unit != .group(.completion) else { return conflict(claims) }
      return unit == .group(.dates) ? mostExact(claims.ofHolders) : conflict(claims.ofHolders)
    }
  }

  /// The dates of the first version that has any; or of the first that says all of them and more: a time on
  /// the same day, a due date beside the same start, a rule.
  private func mostExact(_ claims: UnitClaims) -> UnitDecision {
    var decision = conflict(claims)
    let least = versions[decision.source].component
    guard
      let richest = claims.holding.first(where: {
        $0.version != decision.source && Self.covers(versions[$0.version].component, least)
      })
    else { return decision }
    decision.source = richest.version
    decision.losers = claims.others(than: richest).holding.map(\.version)
    decision.rule = .union
    decision.isConflict = false
    return decision
  }

  /// A component has every date and rule of another, each the same or more exact, and says something more.
  private static func covers(_ component: Component, _ other: Component) -> Bool {
    var isMore = false
    for id in [PropertyID.dtstart, .due, .duration, .rrule, .rdate, .exdate, .exrule] {
      let (own, others) = (component.all(id), other.all(id))
      guard own.count >= others.count else { return false }
      if own.count > others.count { isMore = true }
      for (left, right) in zip(own, others) where !left.value.elementsEqual(right.value) {
        guard id == .dtstart || id == .due, let exact = try? left.moment(), let rough = try? right.moment(),
          case .date(let day) = rough, exact.local != nil, exact.day == day
        else { return false }
        isMore = true
      }
    }
    return isMore
  }

  // MARK: Stamps

  /// The stamp of the versions that changed anything, whatever they changed: which saved last is no change of
  /// a field.
  private func stamp(_ unit: MergeUnit, _ id: PropertyID, _ all: UnitClaims) -> UnitDecision {
    let counting = UnitClaims(
      holding: all.holding.filter { !unchanged.contains($0.version) }, firstLacking: nil)
    guard let first = counting.first else {
      // None of them has it any longer.
      return UnitDecision(source: versions.indices.first { !unchanged.contains($0) } ?? 0)
    }
    guard counting.others(than: first).isEmpty else {
      var decision = extreme(id, counting)
      let before = base?.state(unit) ?? []
      let taken = counting.holding.first { $0.version == decision.source }
      // The others left it as it was.
      if let taken, taken.state != before,
        counting.others(than: taken).holding.allSatisfy({ $0.state == before })
      {
        decision.rule = .changed
      }
      return decision
    }
    let isByAll = all.firstLacking == nil && all.others(than: first).isEmpty
    return UnitDecision(source: first.version, rule: isByAll ? nil : .changed)
  }

  /// The greatest stamp, or number; of CREATED the least. What cannot be read is less than all that can.
  private func extreme(_ id: PropertyID, _ claims: UnitClaims) -> UnitDecision {
    let isLeast = id == .created
    let isNumber = id == .sequence || id == .xMozGeneration
    let found = claims.holding.compactMap { claim -> (index: Int, value: Int64, octets: [UInt8])? in
      let index = claim.version
      guard let property = versions[index].component.first(id) else { return nil }
      let value =
        isNumber ? StampValue.integer(property.value).map(Int64.init) : StampValue.seconds(property.value)
      guard let value else { return nil }
      return (index, value, Array(property.value))
    }
    let order:
      ((index: Int, value: Int64, octets: [UInt8]), (index: Int, value: Int64, octets: [UInt8])) -> Bool =
        { left, right in
          if left.value != right.value { return left.value < right.value }
          if left.octets != right.octets { return left.octets.lexicographicallyPrecedes(right.octets) }
          // Of equal ones the winner's.
          return isLeast ? left.index < right.index : left.index > right.index
        }
    let chosen = isLeast ? found.min(by: order) : found.max(by: order)
    return UnitDecision(
      source: chosen?.index ?? claims.first?.version ?? 0, rule: isLeast ? .least : .greatest)
  }
}
