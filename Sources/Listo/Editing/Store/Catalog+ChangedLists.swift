internal import ListoModel

extension Catalog {
  /// The lists that are not what they were in an earlier state of the same places: what was read again counts
  /// as another, what was not is the same.
  ///
  /// - Returns: nil where lists came, went or stand elsewhere.
  /// - Complexity: linear in the calendars: of a folder its files, of a file one.
  func changedLists(since old: Catalog) -> Set<ModelIdentifier>? {
    let (now, before) = (lists, old.lists)
    guard now.map(\.identifier) == before.map(\.identifier) else { return nil }
    return Set(zip(now, before).filter { !$0.isUnchanged(since: $1) }.map(\.0.identifier))
  }
}

extension Catalog.ListNode {
  fileprivate func isUnchanged(since old: Self) -> Bool {
    list == old.list && reminders.count == old.reminders.count && calendars.count == old.calendars.count
      && zip(calendars, old.calendars).allSatisfy { $0 === $1 }
  }
}
