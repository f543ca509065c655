internal import ICalendar
public import ListoModel

/// Single occurrences of what repeats.
extension Editing {
  /// The identifier of the current occurrence of a series (``ReminderSeries/position(in:steps:)``): that of
  /// its override, or the one that ``Catalog/unrolled(over:in:on:)`` gives it. Changes to it leave the rest
  /// of the series as it is.
  ///
  /// - Returns: nil if the identifier names no series, or the series is finished or cannot be followed.
  public mutating func currentOccurrence(of identifier: ModelIdentifier) -> ModelIdentifier? {
    guard let (series, occurrence) = current(of: identifier) else { return nil }
    if occurrence.isOverride {
      return overrides(of: identifier).last { name in
        self[name]?.recurrenceID.map(series.recurrence.time(ofOverride:)) == occurrence.time
      }
    }
    guard let uid = identifier.uid, let text = series.identifierText(of: occurrence) else { return nil }
    return ModelIdentifier(
      source: identifier.source, list: identifier.list, uid: uid, recurrenceID: text)
  }

  /// The current occurrence of a series, whose dates people see; nil for every other reminder.
  package mutating func currentReminder(of identifier: ModelIdentifier) -> Reminder? {
    current(of: identifier)?.occurrence.reminder
  }

  private mutating func current(
    of identifier: ModelIdentifier
  ) -> (series: ReminderSeries, occurrence: ReminderSeries.Occurrence)? {
    guard let reminder = self[identifier], RepeatingCompletion.repeats(reminder.component),
      let series = ReminderSeries(reminder, overrides: overrides(of: identifier).compactMap { self[$0] }),
      case .current(let occurrence) = series.position(in: context.view).position
    else { return nil }
    return (series, occurrence)
  }

  /// The series of which an occurrence is the last open one, so that none is left when it is deleted; nil for
  /// every other reminder.
  package func seriesEnded(byDeleting occurrence: ModelIdentifier) -> ModelIdentifier? {
    let series = ModelIdentifier(source: occurrence.source, list: occurrence.list, uid: occurrence.uid)
    guard occurrence.recurrenceID != nil, self[series]?.isOpen == true else { return nil }
    var trial = self
    guard (try? trial.apply(.delete(.keep), to: occurrence)) != nil, trial.isFinished(series) else {
      return nil
    }
    return series
  }

  /// No occurrence of a series is open.
  mutating func isFinished(_ identifier: ModelIdentifier) -> Bool {
    guard let reminder = self[identifier],
      let series = ReminderSeries(reminder, overrides: overrides(of: identifier).compactMap { self[$0] }),
      case .finished = series.position(in: context.view).position
    else { return false }
    return true
  }

  // MARK: Lines of its own

  /// The reminder that holds the lines of what an identifier names. An occurrence that a rule makes gets its
  /// own: an override where its list has overrides, else a reminder with its own UID, and the series moves
  /// past it.
  ///
  /// - Throws: ``EditError`` where the identifier names nothing, or the occurrence cannot be taken out of its
  ///   series.
  mutating func detached(_ identifier: ModelIdentifier) throws(EditError) -> ModelIdentifier {
    if let override = self[identifier], override.first(.recurrenceID) != nil, let uid = override.uid,
      master(of: uid, in: list(of: identifier)) != identifier
    {
      if override.isOfLaterOccurrences { throw Refusal(identifier).ofRange() }
      note(identifier, "only this occurrence changed")
    }
    guard self[identifier] == nil, let path = catalog.masterPath(ofOccurrence: identifier),
      let holder = catalog.modelIdentifier(at: path),
      let moment = identifier.recurrenceID.flatMap(Moment.init(recurrenceID:))
    else { return identifier }
    let master = try editable(holder)
    let list = list(of: holder)
    let family = family(of: list)
    let overrides = overrides(of: holder)
    let before = self
    let result = try RepeatingCompletion(
      detaching: moment, of: master, overrides: overrides.compactMap { self[$0] },
      asOverride: reminders(in: list).contains { $0.reminder.first(.recurrenceID) != nil },
      identifier: identifier, in: context,
      existing: { uid in family.holders(of: uid).first.flatMap { before[$0] } })
    let own = try write(result, of: holder, overrides: overrides) ?? holder
    note(
      own,
      own.recurrenceID == nil && own != holder
        ? "only this occurrence changed; it is now a separate reminder" : "only this occurrence changed")
    for text in result.notes { note(own, text) }
    return own
  }

  /// Writes what became of a series.
  ///
  /// - Returns: the reminder that came; of several the first.
  @discardableResult
  mutating func write(
    _ result: RepeatingCompletion, of holder: ModelIdentifier, overrides: [ModelIdentifier]
  ) throws(EditError) -> ModelIdentifier? {
    let list = list(of: holder)
    let zones = self[holder]?.calendar.zones
    put(result.master, as: holder, stamps: false)
    for (index, component) in result.changed.sorted(by: { $0.key < $1.key }) {
      put(component, as: overrides[index], stamps: false)
    }
    for index in result.removed { put(nil, as: overrides[index]) }
    var first: ModelIdentifier?
    for component in result.copies + [result.override].compactMap({ $0 }) {
      let identifier = try insert(component, in: list, zones: zones)
      if first == nil { first = identifier }
    }
    return first
  }
}
