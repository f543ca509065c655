internal import ICalendar

/// What becomes of one unit: which version's lines the result has.
struct UnitDecision {
  /// Index of a version.
  var source: Int
  /// Nil where all versions say the same.
  var rule: MergeRule?
  var isConflict = false
  /// Versions that wanted something else, in a conflict.
  var losers: [Int] = []
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
  let mode: ComponentMerge.Mode
  /// Why the first of two versions settles a conflict with the second.
  let rule: (Int, Int) -> MergeRule

  func decide(_ unit: MergeUnit) -> UnitDecision {
    let states = versions.map { $0.state(unit) }
    switch mode {
    case .threeWay: return threeWay(unit, base?.state(unit) ?? [], states)
    case .uniting: return uniting(unit, states)
    }
  }

  // MARK: Against a base

  private func threeWay(_ unit: MergeUnit, _ base: [[UInt8]], _ states: [[[UInt8]]]) -> UnitDecision {
    let changed = states.indices.filter { states[$0] != base }
    guard let first = changed.first else { return UnitDecision(source: 0) }
    guard changed.contains(where: { states[$0] != states[first] }) else {
      return UnitDecision(source: first, rule: changed.count == states.count ? nil : .changed)
    }
    switch unit {
    case .stamp(let id): return extreme(id, changed)
    case .line: return counted(base.count, states)
    case .element(let name, _):
      // Removed by one and changed by another.
      let kept = changed.filter { !states[$0].isEmpty }
      if kept.count < changed.count, rule(first, changed[1]) != .preferred {
        var decision = conflict(kept, states)
        (decision.rule, decision.isConflict) = (.editKept, true)
        return decision
      }
      if name == PropertyID.attendee.name, let merged = mergedParameters(unit, changed) { return merged }
      return conflict(changed, states)
    case .group(.dates):
      if let base = self.base?.component, changed.count > 1,
        let latest = MovedDates.latest(of: changed.map { versions[$0].component }, from: base)
      {
        return UnitDecision(source: changed[latest], rule: .laterOccurrence)
      }
      return conflict(changed, states)
    case .property, .group, .parent, .value: return conflict(changed, states)
    }
  }

  /// The first of these wins.
  private func conflict(_ changed: [Int], _ states: [[[UInt8]]]) -> UnitDecision {
    var decision = UnitDecision(source: changed[0])
    decision.losers = changed.filter { states[$0] != states[changed[0]] }
    decision.isConflict = !decision.losers.isEmpty
    decision.rule = decision.losers.first.map { rule(changed[0], $0) } ?? .changed
    return decision
  }

  /// How many of a line there are: of several that added or removed some, the one that did most of it.
  private func counted(_ base: Int, _ states: [[[UInt8]]]) -> UnitDecision {
    let counts = states.map(\.count)
    let (least, most) = (min(base, counts.min() ?? 0), counts.max() ?? 0)
    var decision = UnitDecision(source: counts.firstIndex(of: most) ?? 0, rule: .union)
    decision.count = least + max(0, most - base)
    return decision
  }

  // MARK: Without one

  private func uniting(_ unit: MergeUnit, _ states: [[[UInt8]]]) -> UnitDecision {
    guard states.contains(where: { $0 != states[0] }) else { return UnitDecision(source: 0) }
    let first = states.indices.first { !states[$0].isEmpty } ?? 0
    switch unit {
    case .stamp(let id): return extreme(id, Array(states.indices))
    case .line: return counted(0, states)
    case .element(let name, _):
      if name == PropertyID.attendee.name, let merged = mergedParameters(unit, [first]) { return merged }
      fallthrough
    case .parent, .value:
      var decision = UnitDecision(source: first, rule: .union)
      decision.losers = states.indices.filter { !states[$0].isEmpty && states[$0] != states[first] }
      if let loser = decision.losers.first {
        (decision.rule, decision.isConflict) = (rule(first, loser), true)
      }
      return decision
    case .property, .group: return conflict(Array(states.indices), states)
    }
  }

  // MARK: Stamps

  /// The greatest stamp, or number; of CREATED the least. What cannot be read is less than all that can.
  private func extreme(_ id: PropertyID, _ candidates: [Int]) -> UnitDecision {
    let isLeast = id == .created
    let isNumber = id == .sequence || id == .xMozGeneration
    let found = candidates.compactMap { index -> (index: Int, value: Int64, octets: [UInt8])? in
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
    return UnitDecision(source: chosen?.index ?? candidates[0], rule: isLeast ? .least : .greatest)
  }
}
