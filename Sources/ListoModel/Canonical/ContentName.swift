package import ICalendar

/// The name of a component that has none of its own: a hash of its content, by a rule that never changes.
///
/// It names reminders without UID, makes the UIDs that they and the copies of a conflict get, and finds
/// components without UID in a patch. Names are kept in files and selections, so that they do not follow what
/// counts as equal (``EqualityLevel``): the lines are those of `CanonicalLine/Rule/name`, own DTSTAMP and UID
/// left out.
package struct ContentName: Sendable, Hashable, CustomStringConvertible {
  let digest: CanonicalDigest

  /// - Complexity: O(n log n) in the component's lines.
  package init(_ component: Component) { digest = CanonicalContent(naming: component).digest }

  /// The 32 bytes of the hash.
  package var bytes: [UInt8] { digest.bytes }

  /// The first eight of them as a number.
  package var leadingBits: UInt64 { digest.leadingBits }

  /// 64 hexadecimal digits in lower case.
  package var description: String { digest.description }

  /// The same in ASCII.
  package var digits: [UInt8] { digest.digits }
}

extension Component {
  /// The UID that a reminder without one gets: the same for the same content, DTSTAMP left out, so that
  /// importing a newer export of it gives the same again.
  package var derivedUID: String { UUIDv5.string(name: ContentName(self).bytes) }

  /// The component with that UID written, in the place of an empty one or behind its last property.
  func withDerivedUID() -> Component {
    var component = self
    component.set(.uid, value: Array(derivedUID.utf8))
    return component
  }

  /// The component with a UID: its own, else the derived one.
  var identified: Component { first(.uid)?.value.isEmpty ?? true ? withDerivedUID() : self }
}
