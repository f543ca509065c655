internal import ICalendar

/// What a reminder says of those it belongs to, by the hashes of their UIDs (``ReminderName/hash(uid:)``).
struct ParentLink: Sendable {
  /// Of its own UID, where it is an override.
  let overridden: UInt64?
  /// Of what it is a part of.
  let parent: UInt64?

  /// Nil where it belongs to none.
  init?(_ reminder: Reminder) {
    overridden =
      reminder.component.first(.recurrenceID) == nil ? nil : ReminderName.hash(uidOf: reminder.component)
    parent = reminder.parent.map(ReminderName.hash(uid:))
    if overridden == nil && parent == nil { return nil }
  }

  /// Those of others.
  var names: [UInt64] { [overridden, parent].compactMap(\.self) }
}

extension ReminderName {
  /// The hash of a component's UID; nil where it has none.
  static func hash(uidOf component: Component) -> UInt64? {
    guard let uid = component.first(.uid) else { return nil }
    let bytes = uid.value
    return hash(plain: bytes.span, 0..<bytes.count) ?? Reminder(component, in: .none).uid.map(hash(uid:))
  }
}
