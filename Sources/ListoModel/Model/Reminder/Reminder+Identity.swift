internal import ICalendar

extension Reminder: Identifiable {
  /// What names it within its list: its UID, and of an override the occurrence that it stands for.
  ///
  /// The same for every version of a reminder, whatever of it was changed, so that a view may follow it from one reading of a file to the
  /// next. One without UID is named by what it says, and an edit gives it another name. Two that share a name in one list are told apart by
  /// their identifiers, as reminders of different lists are: ``Catalog/ListNode/entries``.
  ///
  /// - Complexity: linear in its bytes; without a UID it is hashed (SHA-256).
  public var id: IdentityInList { IdentityInList(self) }
}

/// Two reminders are equal if they are the same bytes, in calendars that say the same: whose own lines and zones are the same bytes too.
/// Where they were read, a file or a line, does not count. Whether two versions mean the same is another question:
/// ``Component/isEqual(to:_:zone:otherZone:)``.
extension Reminder: Hashable {
  /// - Complexity: linear in the bytes; those of the calendars are compared only where they were read apart.
  public static func == (left: Reminder, right: Reminder) -> Bool {
    left.component.bytes == right.component.bytes && left.calendar.isSame(as: right.calendar)
  }

  /// By its own bytes; reminders of one text in different calendars share a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteHash(component.bytes))
  }
}

extension CalendarContext {
  /// A reminder says the same in both.
  fileprivate func isSame(as other: CalendarContext) -> Bool {
    if self === other { return true }
    return header?.bytes == other.header?.bytes && trailing.map(\.bytes) == other.trailing.map(\.bytes)
      && zones.definitions.mapValues(\.bytes) == other.zones.definitions.mapValues(\.bytes)
  }
}
