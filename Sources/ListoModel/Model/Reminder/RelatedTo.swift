package import ICalendar

/// As nearly all programs write it.
private let relationToParent = Array(";RELTYPE=PARENT".utf8)

/// The relation that RELATED-TO names (RFC 5545 §3.8.4.5).
extension Property {
  /// RELTYPE in upper case; `PARENT` where none is given (RFC 5545 §3.2.15).
  package var relationType: String { parameter("RELTYPE")?.value.uppercased() ?? "PARENT" }

  /// It names what the reminder is a part of.
  package var namesParent: Bool { isWritten(with: relationToParent) || relationType == "PARENT" }

  /// It names a part of the reminder.
  package var namesChild: Bool { !isWritten(with: relationToParent) && relationType == "CHILD" }

  /// It names what the reminder waits for (RFC 9253 §5).
  package var namesDependency: Bool { relationType == "DEPENDS-ON" }
}

extension Component {
  /// The lines that name what it is a part of.
  package var parentLines: [Property] { all(.relatedTo).filter(\.namesParent) }
}

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
