package import ICalendar

extension ModelIdentifier {
  /// The name of a reminder of a surveyed calendar: the one that it has in a ``Catalog``.
  ///
  /// - Parameter holder: which holder of its name it is, as ``Survey/holders`` has it.
  package init(_ component: Component, holder: Int, in calendar: Survey.Calendar) {
    let name = IdentityInList(Reminder(component, in: calendar.context))
    self.init(
      source: calendar.place.source.identifier, list: calendar.list, uid: Name(name.uid, holder: holder),
      recurrenceID: name.recurrenceID)
  }
}
