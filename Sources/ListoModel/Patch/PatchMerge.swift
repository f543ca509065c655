internal import ICalendar

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
    let work: PatchMerge
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
    return Settled(work: self, result: result, outcome: outcome, bytes: bytes)
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
