package import ICalendar

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
