package import ICalendar

extension Catalog {
  /// The series of an occurrence that a rule makes, by the identifier that ``unrolled(over:in:on:)`` gives
  /// it; nil for every other identifier, those of the catalog's own elements among them.
  public func masterPath(ofOccurrence identifier: ModelIdentifier) -> IndexPath? {
    guard identifier.recurrenceID != nil, let uid = identifier.uid, indexPath(for: identifier) == nil else {
      return nil
    }
    return indexPath(for: ModelIdentifier(source: identifier.source, list: identifier.list, uid: uid))
  }

  /// The occurrence of an open series that an identifier names, as ``unrolled(over:in:on:)`` makes it; nil
  /// for every other identifier, those of the catalog's own elements among them.
  ///
  /// - Complexity: linear in the reminders of its list, and in the occurrences before it.
  public func occurrence(_ identifier: ModelIdentifier, in context: ViewContext) -> Reminder? {
    guard let path = masterPath(ofOccurrence: identifier), let master = reminder(at: path), master.isOpen,
      let node = list(at: path), let text = identifier.recurrenceID, let id = RecurrenceIDText.moment(text)
    else { return nil }
    let overrides = node.reminders.filter {
      $0.uid.map(UID.init) == master.uid.map(UID.init) && $0.first(.recurrenceID) != nil
    }
    guard let found = ReminderSeries(master, overrides: overrides)?.occurrence(at: id, in: context),
      RecurrenceIDText.text(of: found.reminder) == text
    else { return nil }
    return found.reminder
  }

  /// Returns the catalog with an occurrence of a rule shown instead of its repeating reminder, and the path
  /// of the occurrence.
  ///
  /// - Returns: nil if the identifier names no such occurrence.
  /// - Complexity: linear in the catalog, and in the occurrences before it.
  public func showingOccurrence(
    _ identifier: ModelIdentifier, in context: ViewContext
  ) -> (catalog: Catalog, path: IndexPath)? {
    guard let path = masterPath(ofOccurrence: identifier), let row = path.list, let index = path.reminder,
      let occurrence = occurrence(identifier, in: context)
    else { return nil }
    let node = sources[path.source].lists[row]
    var reminders = node.reminders
    var identifiers = node.identifiers
    (reminders[index], identifiers[index]) = (occurrence, identifier)
    var lists = sources[path.source].lists
    lists[row] = ListNode(
      list: node.list, identifier: node.identifier, reminders: reminders, identifiers: identifiers,
      otherItems: node.otherItems, calendars: node.calendars, place: node.place)
    var sources = self.sources
    sources[path.source] = SourceNode(
      source: sources[path.source].source, identifier: sources[path.source].identifier, lists: lists)
    return (Catalog(sources: sources), path)
  }
}

extension Moment {
  /// As an identifier has it: ``RecurrenceIDText``.
  package init?(recurrenceID text: String) {
    guard let moment = RecurrenceIDText.moment(text) else { return nil }
    self = moment
  }
}
