public import ICalendar

extension Catalog {
  /// Returns the catalog in which each open repeating reminder is replaced by its occurrences in a range of
  /// time: those that are due in it or, without a due date, begin in it. Occurrences are reminders with a
  /// RECURRENCE-ID and without rules, named like overrides of a file. All other reminders are unchanged.
  ///
  /// The total cost is bounded (`ExpansionRation`), and shared so that the result does not depend on the
  /// order of the reminders.
  ///
  /// - Parameters:
  ///   - range: the wanted range of time.
  ///   - pipeline: distributes the expansion of rules over threads.
  /// - Returns: the catalog, and problems with rules that no date satisfies or that need too many steps. If a
  ///   rule was not expanded at all, its reminder is unchanged.
  /// - Complexity: linear in the catalog.
  public func unrolled(
    over range: Range<Instant>, in context: ViewContext, on pipeline: any Pipeline = SerialPipeline()
  ) -> (
    catalog: Catalog, problems: [Diagnostic]
  ) {
    expanded(.range(range), in: context, on: pipeline)
  }

  /// Returns the catalog for views: each series is one row, at its current occurrence
  /// (``ReminderSeries/position(in:steps:)``), under the identifier of the series. An override that its
  /// series shows has no separate row; all others do.
  ///
  /// - Parameters:
  ///   - leadsWithToday: whether a series with an open occurrence today is shown at that occurrence, even if
  ///     earlier ones were missed.
  ///   - lists: the lists to process; the others are unchanged. Nil for all.
  ///   - pipeline: distributes the expansion of rules over threads.
  /// - Returns: the catalog, and the series for which no open occurrence was found; these stay at their
  ///   masters' dates.
  /// - Complexity: linear in the catalog, and in the occurrences before the current ones.
  public func atCurrentOccurrences(
    in context: ViewContext, leadsWithToday: Bool = false, of lists: Set<ModelIdentifier>? = nil,
    on pipeline: any Pipeline = SerialPipeline()
  ) -> (
    catalog: Catalog, problems: [Diagnostic]
  ) {
    expanded(.current(leadsWithToday: leadsWithToday), in: context, of: lists, on: pipeline)
  }

  /// A series in it is not shown as it was read.
  package var hasSeriesRows: Bool { sources.contains { $0.lists.contains { !$0.series.isEmpty } } }

  private func expanded(
    _ unrolling: UnrolledList.Unrolling, in context: ViewContext, of meant: Set<ModelIdentifier>? = nil,
    on pipeline: any Pipeline
  ) -> (catalog: Catalog, problems: [Diagnostic]) {
    var lists = sources.map { source in
      source.lists.map { list in
        UnrolledList(list, isLeft: meant.map { !$0.contains(list.identifier) } ?? false, on: pipeline)
      }
    }
    func follow(_ ration: ExpansionRation, again: Bool) {
      for source in lists.indices {
        for list in lists[source].indices {
          lists[source][list].follow(unrolling, context, ration, again: again, on: pipeline)
        }
      }
    }
    let count = lists.joined().reduce(0) { $0 + $1.count(unrolling, context) }
    guard count > 0 else { return (self, []) }
    let first = ExpansionRation(sharedBy: count)
    follow(first, again: false)
    // The share that most reminders did not use goes to those that need more.
    let all = lists.joined().map(\.tally).reduce(UnrolledList.Tally(), +)
    if let second = first.larger(all) { follow(second, again: true) }
    let sources = zip(sources, lists).map { source, lists in
      SourceNode(source: source.source, identifier: source.identifier, lists: lists.map(\.node))
    }
    return (Catalog(sources: sources), lists.joined().flatMap(\.problems))
  }
}

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
    guard
      let found = ReminderSeries(master, overrides: node.overrides(of: master))?.occurrence(
        at: id, in: context),
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
