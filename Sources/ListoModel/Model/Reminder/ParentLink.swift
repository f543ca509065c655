internal import ICalendar

/// The reminders that one belongs to, and those that it names as its parts, by the hashes of their UIDs
/// (``IdentityInList/hash(uid:)``).
struct ParentLink: Sendable {
  /// The hash of its own UID, where it is an override.
  let overridden: UInt64?
  /// The hash of the UID of what it is a part of.
  let parent: UInt64?

  /// The hashes of the UIDs that it names as its parts (RELTYPE=CHILD, RFC 5545 §3.2.15). They are its parts
  /// where they name no parent themselves.
  let children: [UInt64]

  /// Nil where it belongs to none and names no parts.
  init?(_ reminder: some ReminderProperties) {
    overridden =
      reminder.first(.recurrenceID) == nil ? nil : reminder.first(.uid).flatMap(IdentityInList.hash(uidIn:))
    parent = reminder.parentLine.flatMap(IdentityInList.hash(uidIn:))
    children =
      reminder.first(.relatedTo) == nil
      ? [] : reminder.all(.relatedTo).filter(\.namesChild).compactMap(IdentityInList.hash(uidIn:))
    if overridden == nil && parent == nil && children.isEmpty { return nil }
  }

  /// The hashes of the UIDs of the others.
  var names: [UInt64] { [overridden, parent].compactMap(\.self) + children }
}

extension IdentityInList {
  /// The hash of a component's UID; nil where it has none.
  static func hash(uidOf component: Component) -> UInt64? { component.first(.uid).flatMap(hash(uidIn:)) }

  /// The hash of a UID that is a line's value; nil where that is empty.
  static func hash(uidIn property: Property) -> UInt64? {
    let bytes = property.value
    guard !bytes.isEmpty else { return nil }
    return hash(plain: bytes.span, 0..<bytes.count) ?? hash(uid: property.text)
  }
}
