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
    guard let found = ReminderSeries(master, overrides: node.overrides(of: master))?.occurrence(at: id, in: context),
      RecurrenceIDText.text(of: found.reminder) == text
    else { return nil }
    return found.reminder
  }

  /// Returns the next occurrences of a repeating reminder, from today on, with their own dates and texts.
  ///
  ///     let dates = store.catalog.occurrences(of: id, next: 3, in: view).map(\.due)
  ///
  /// - Parameters:
  ///   - identifier: of the repeating reminder.
  ///   - count: the greatest number of occurrences.
  ///   - context: today, and the zone of days and floating times.
  /// - Returns: the occurrences by time, changed ones included; fewer if the rule ends, empty for a reminder
  ///   that does not repeat.
  /// - Complexity: linear in the reminders of its list, and in the occurrences before today.
  public func occurrences(
    of identifier: ModelIdentifier, next count: Int, in context: ViewContext
  ) -> [Reminder] {
    guard count > 0, let path = indexPath(for: identifier), let master = reminder(at: path),
      let node = list(at: path), let series = ReminderSeries(master, overrides: node.overrides(of: master))
    else { return [] }
    let today = context.zone.instant(of: LocalDateTime(startOf: context.today))
    let end = Instant(utc: LocalDateTime(startOf: Day(year: 9999, month: 12, day: 31) ?? context.today))
    return series.occurrences(from: today, to: end, in: context, most: count).occurrences.map(\.reminder)
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

extension Catalog.ListNode {
  /// The changed occurrences of a repeating reminder.
  fileprivate func overrides(of master: Reminder) -> [Reminder] {
    reminders.filter {
      $0.uid.map(UID.init) == master.uid.map(UID.init) && $0.first(.recurrenceID) != nil
    }
  }
}

extension Moment {
  /// As an identifier has it: ``RecurrenceIDText``.
  package init?(recurrenceID text: String) {
    guard let moment = RecurrenceIDText.moment(text) else { return nil }
    self = moment
  }
}
