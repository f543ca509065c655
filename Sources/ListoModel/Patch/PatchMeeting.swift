internal import ICalendar

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
