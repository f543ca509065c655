package import ICalendar

extension Catalog {
  /// What an identifier of an occurrence that a rule makes, as ``unrolled(over:in:on:)`` names them, is an occurrence of; nil for every other
  /// identifier, those of the catalog's own elements among them.
  public func masterPath(ofOccurrence identifier: ModelIdentifier) -> IndexPath? {
    guard identifier.recurrenceID != nil, let uid = identifier.uid, indexPath(for: identifier) == nil else {
      return nil
    }
    return indexPath(for: ModelIdentifier(source: identifier.source, list: identifier.list, uid: uid))
  }

  /// The catalog with an occurrence that a rule makes in the place of what repeats, and where it stands.
  ///
  /// - Returns: nil where the identifier names no such occurrence.
  /// - Complexity: linear in the catalog, and in the occurrences before it.
  public func showingOccurrence(
    _ identifier: ModelIdentifier, in context: ViewContext
  ) -> (catalog: Catalog, path: IndexPath)? {
    guard let path = masterPath(ofOccurrence: identifier), let master = reminder(at: path), master.isOpen,
      let row = path.list, let index = path.reminder, let text = identifier.recurrenceID
    else { return nil }
    let node = sources[path.source].lists[row]
    let overrides = node.reminders.filter {
      $0.uid.map(UID.init) == master.uid.map(UID.init) && $0.first(.recurrenceID) != nil
    }
    guard let id = Moment(recurrenceID: text),
      let found = ReminderSeries(master, overrides: overrides)?.occurrence(at: id, in: context),
      RecurrenceIDText.text(of: found.reminder) == text
    else { return nil }
    var reminders = node.reminders
    var identifiers = node.identifiers
    (reminders[index], identifiers[index]) = (found.reminder, identifier)
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
  /// As an identifier has it: in RFC 5545's form, a zone behind a space.
  package init?(recurrenceID text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let value = parts.first,
      let moment = try? Moment.decode(
        Array(value.utf8)[...], tzid: parts.count == 2 ? String(parts[1]) : nil)
    else { return nil }
    self = moment
  }
}
