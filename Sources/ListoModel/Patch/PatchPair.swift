internal import ICalendar

/// What the patch says of one component: what was and what is.
struct PatchPair {
  let key: ItemKey
  /// Of several with one key, the first is 0.
  let holder: Int
  var base: Component?
  var theirs: Component?

  /// The pairs of a list, by key: first what is, in its order.
  static func all(in section: Patch.Section) -> [PatchPair] {
    var result: [PatchPair] = []
    var places: [ItemKey: [Int]] = [:]
    for item in section.theirs?.items ?? [] {
      let key = ItemKey(item, zones: section.theirs?.zones ?? .empty)
      result.append(PatchPair(key: key, holder: places[key]?.count ?? 0, theirs: item))
      places[key, default: []].append(result.count - 1)
    }
    var seen: [ItemKey: Int] = [:]
    for item in section.base?.items ?? [] {
      let key = ItemKey(item, zones: section.base?.zones ?? .empty)
      let holder = seen[key, default: 0]
      seen[key] = holder + 1
      if let known = places[key], holder < known.count {
        result[known[holder]].base = item
      } else {
        result.append(PatchPair(key: key, holder: holder, base: item))
      }
    }
    return result
  }
}

/// A pair of the patch and what it meets in the collection: one three-way merge.
struct PatchMerge: Sendable {
  let pair: PatchPair
  /// The collection's version.
  let found: PatchSearch.Found?
  /// With the names that zones have where the result is put.
  let base: Component?
  let ours: Component?
  let theirs: Component?
  /// The lists of the collection that the pair comes from and goes to.
  let source: Int?
  let target: Int?
  /// Where what comes new to the list is put.
  let addition: (home: PatchZones.Home, calendar: CalendarContext?)
  /// Where the result is put.
  let home: PatchZones.Home
  /// What zones are called there.
  let zones: ZoneTable
  let preference: MergePreference

  /// The merge, and what came of it.
  struct Settled: Sendable {
    let merge: PatchMerge
    let result: ThreeWayResult
    let outcome: PatchDecision.Outcome
    /// What takes the place of the collection's version; empty where it is not changed.
    let bytes: [UInt8]
  }

  /// - Complexity: that of ``ThreeWay/merge(base:ours:theirs:options:)``; any thread may ask.
  var settled: Settled {
    let result = ThreeWay.merge(
      base: base, ours: ours, theirs: theirs,
      options: ThreeWayOptions(preference: preference) { [zones] in zones.zone($0) })
    let outcome = outcome(result.component)
    var bytes: [UInt8] = []
    if outcome == .changed, let component = result.component, let found {
      bytes = PatchPlan.bytes(component, lineEnd: found.component.lineEnd)
    }
    return Settled(merge: self, result: result, outcome: outcome, bytes: bytes)
  }

  private func outcome(_ result: Component?) -> PatchDecision.Outcome {
    guard let found else { return result == nil ? .unchanged : .added }
    guard let result else { return .removed }
    // What is only removed by the patch, and stays all the same, stays where it is.
    if pair.theirs != nil, target != found.list { return .moved }
    // Another spelling is no change.
    return result.isEqual(to: found.component, .canonical) ? .unchanged : .changed
  }
}
