internal import ICalendar

/// What a reminder says of those it belongs to, by the hashes of their UIDs (``IdentityInList/hash(uid:)``).
struct ParentLink: Sendable {
  /// The hash of its own UID, where it is an override.
  let overridden: UInt64?
  /// The hash of the UID of what it is a part of.
  let parent: UInt64?

  /// Nil where it belongs to none.
  init?(_ reminder: some ReminderProperties) {
    overridden =
      reminder.first(.recurrenceID) == nil ? nil : reminder.first(.uid).flatMap(IdentityInList.hash(uidIn:))
    parent = reminder.parentLine.flatMap(IdentityInList.hash(uidIn:))
    if overridden == nil && parent == nil { return nil }
  }

  /// The hashes of the UIDs of the others.
  var names: [UInt64] { [overridden, parent].compactMap(\.self) }
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
