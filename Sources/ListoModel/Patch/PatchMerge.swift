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

/// The counterparts of a patch section's pairs in a collection, and the places for the results.
struct PatchMeeting: Sendable {
  let search: PatchSearch
  let section: Patch.Section
  /// The lists of the collection that it comes from and goes to.
  let source: Int?
  let target: Int?
  /// A list that is made, by its number.
  let draft: Int?
  let preference: MergePreference

  /// Whether the calendars of these lists define the same zones, and those of the patch among them: whatever
  /// is put wherever there, no zone gets another name. Not asked of lists that have a file for each item, and
  /// of those that come new.
  func keepsNames(_ zones: inout PatchZones) -> Bool {
    guard let target, search.targets[target].metadata == nil, let home = search.targets[target].calendar
    else {
      return false
    }
    let calendars = search.calendars[target] + (source.map { $0 == target ? [] : search.calendars[$0] } ?? [])
    let areAlike = calendars.allSatisfy {
      zones.keepsNames(of: $0.zones, in: home) && zones.keepsNames(of: home.zones, in: $0)
    }
    return areAlike
      && [section.base, section.theirs].allSatisfy { zones.keepsNames(of: $0?.zones ?? .empty, in: home) }
  }

  /// A pair with what it meets, zones called as they are where it is put.
  func merge(of pair: PatchPair, _ zones: inout PatchZones) -> PatchMerge {
    let ours = found(pair)
    let addition = addition(pair.uid) ?? PatchPlace(home: .newList(draft ?? 0), calendar: nil)
    let stays = ours.map { pair.theirs == nil || $0.list == target } ?? false
    let place = stays ? ours.map { PatchPlace(home: .init($0.calendar), calendar: $0.calendar) } : nil
    let (home, calendar) = (place ?? addition).parts
    let base = pair.base.map { zones.naming($0, section.base?.zones ?? .empty, at: home, calendar) }
    let own = ours.map { zones.naming($0.component, $0.calendar.zones, at: home, calendar) }
    let theirs = pair.theirs.map { zones.naming($0, section.theirs?.zones ?? .empty, at: home, calendar) }
    return PatchMerge(
      pair: pair, found: ours, base: base, ours: own, theirs: theirs, source: source, target: target,
      addition: addition, home: home, zones: zones.table(home, calendar), preference: preference)
  }

  /// The collection's version: in the list that the patch means, or where it has moved to already.
  private func found(_ pair: PatchPair) -> PatchSearch.Found? {
    for list in [source, target] {
      if let list, let found = search.found(pair, in: list) { return found }
    }
    return nil
  }

  /// Where what comes new to the list is put: where each item has a file, into that of its UID, else into a
  /// new one. Nil where the collection has no such list.
  ///
  /// - Parameter uid: asked for only where it counts.
  func addition(_ uid: @autoclosure () -> [UInt8]) -> PatchPlace? {
    guard let target else { return nil }
    let calendar =
      search.targets[target].metadata == nil
      ? search.targets[target].calendar : search.files[target][uid()]
    guard let calendar else { return PatchPlace(home: .newItems(list: target), calendar: nil) }
    return PatchPlace(home: .init(calendar), calendar: calendar)
  }
}
