internal import ICalendar

extension Reminder {
  /// The identity within its list: its UID, and for an override its RECURRENCE-ID.
  ///
  /// It is the same for every version of a reminder, so a view can follow the reminder across changes of the
  /// file. For a reminder without UID it is derived from the content, so an edit changes it. Reminders of
  /// different lists, or with the same UID in one list, differ by their identifiers:
  /// ``Catalog/ListNode/entries``.
  ///
  /// - Complexity: linear in its bytes; without a UID it is hashed (SHA-256).
  public var identity: IdentityInList { IdentityInList(self) }
}

/// Two reminders are equal if they are the same bytes, in calendars that say the same: whose own lines and
/// zones are the same bytes too. Where they were read, a file or a line, does not count. Whether two versions
/// mean the same is another question: ``Component/isEqual(to:_:zone:otherZone:)``.
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
