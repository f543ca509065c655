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
  let addition: PatchPlace
  /// Where the result is put.
  let home: PatchZones.Home
  /// The zones by their names there.
  let zones: ZoneTable
  let preference: MergePreference

  /// The merge, and what came of it.
  struct Settled: Sendable {
    let work: PatchMerge
    let component: Component?
    let siblings: [Component]
    let fields: PatchDecision.Fields
    let outcome: PatchDecision.Outcome
    /// The bytes that replace the collection's version; empty where it is not changed.
    let bytes: ArraySlice<UInt8>

    fileprivate init(
      _ work: PatchMerge, _ component: Component?, siblings: [Component] = [], _ fields: PatchDecision.Fields
    ) {
      (self.work, self.component, self.siblings, self.fields) = (work, component, siblings, fields)
      outcome = work.outcome(component)
      guard outcome == .changed, let component, let found = work.found else {
        bytes = []
        return
      }
      bytes = PatchPlan.slice(component, lineEnd: found.component.lineEnd)
    }
  }

  /// - Complexity: that of ``ThreeWay/merge(base:ours:theirs:options:)``; any thread may ask.
  var settled: Settled {
    // Most of a collection is what the patch was made of. What is said of that is only made for who asks.
    if let base, let ours, let theirs, let change = PatchDecision.OnlyChange(base, ours, theirs, zones) {
      return Settled(self, theirs, .ofOnlyChange(change))
    }
    let result = ThreeWay.merge(
      base: base, ours: ours, theirs: theirs,
      options: ThreeWayOptions(preference: preference) { [zones] in zones.zone($0) })
    return Settled(self, result.component, siblings: result.siblings, .told(result.decisions))
  }

  private func outcome(_ result: Component?) -> PatchDecision.Outcome {
    guard let found else { return result == nil ? .unchanged : .added }
    guard let result else { return .removed }
    // A component that the patch only removes, and that stays all the same, stays where it is.
    if pair.theirs != nil, target != found.list { return .moved }
    // Another spelling is no change.
    return result.isEqual(to: found.component, .canonical) ? .unchanged : .changed
  }
}

/// Where something that comes new is put, and the calendar that this is, where it is one.
struct PatchPlace: Sendable {
  let home: PatchZones.Home
  let calendar: CalendarContext?

  var parts: (PatchZones.Home, CalendarContext?) { (home, calendar) }
}

extension PatchDecision {
  /// The reported decisions on a component, property by property.
  enum Fields: Sendable {
    case told([FieldDecision])
    case ofOnlyChange(OnlyChange)
  }

  /// The collection has what was, byte for byte, and the patch something else: that is taken, whole
  /// (``ThreeWay/merge(base:ours:theirs:options:)`` comes to the same).
  struct OnlyChange: Sendable {
    private let base: Component
    private let theirs: Component
    private let zones: ZoneTable

    init?(_ base: Component, _ ours: Component, _ theirs: Component, _ zones: ZoneTable) {
      guard base.isRead(like: ours), base.bytes != theirs.bytes, base.standsAlone, theirs.standsAlone else {
        return nil
      }
      (self.base, self.theirs, self.zones) = (base, theirs, zones)
    }

    var fields: [FieldDecision] {
      ThreeWay.merge(
        base: base, ours: base, theirs: theirs, options: ThreeWayOptions { [zones] in zones.zone($0) }
      ).decisions
    }
  }
}
