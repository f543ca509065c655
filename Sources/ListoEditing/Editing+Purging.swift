public import ICalendar
public import ListoModel

/// Clearing away what is done.
extension Editing {
  /// Returns the completed and cancelled reminders of a list that can be purged: those that were completed
  /// before an instant, by COMPLETED, else by LAST-MODIFIED.
  ///
  /// A series is purged if it is finished and its latest COMPLETED is before the instant. A reminder stays if
  /// one of its subtasks stays, at any depth. An override is purged only with its master, because without it
  /// its date would be open again; the result does not contain overrides.
  ///
  /// - Complexity: linear in the list.
  public func purgeable(before instant: Instant, in list: ModelIdentifier) -> [ModelIdentifier] {
    purgeable(in: list) { $0.map { $0 < instant } ?? false }
  }

  /// The same by any rule about the time of completion.
  ///
  /// - Parameter isOld: called with COMPLETED, else LAST-MODIFIED; with nil if there is neither.
  package func purgeable(in list: ModelIdentifier, where isOld: (Instant?) -> Bool) -> [ModelIdentifier] {
    var old: Set<ModelIdentifier> = []
    var parents: [ModelIdentifier: UID] = [:]
    var holders: [UID: [ModelIdentifier]] = [:]
    var series: [ModelIdentifier] = []
    let all = reminders(in: list)
    for (identifier, reminder) in all {
      let placed = PlacedReminder(reminder)
      if let parent = placed.parent.map(UID.init) { parents[identifier] = parent }
      if let uid = placed.uid.map(UID.init) { holders[uid, default: []].append(identifier) }
      let isOccurrence = placed.first(.recurrenceID) != nil
      guard !isOccurrence else { continue }
      let zones = reminder.calendar.zones
      if RepeatingCompletion.repeats(reminder.component) {
        series.append(identifier)
      } else if !placed.isOpen {
        let time = (placed.completed ?? placed.modified).map { context.view.instant(of: $0, zones: zones) }
        if isOld(time) { old.insert(identifier) }
      }
    }
    for identifier in series {
      let overrides = (self[identifier]?.uid).flatMap { holders[UID($0)] } ?? []
      let parts = overrides.filter { $0 != identifier && self[$0]?.first(.recurrenceID) != nil }
      if isFinished(identifier, overrides: parts.compactMap { self[$0] }, where: isOld) {
        old.insert(identifier)
      }
    }
    // A reminder that stays keeps the reminders that it is a part of. An occurrence belongs to its master as
    // well.
    var staying = all.map(\.identifier).filter { !old.contains($0) }
    var isOccurrenceOfOld: Set<ModelIdentifier> = []
    for (identifier, reminder) in all where reminder.first(.recurrenceID) != nil {
      let masters = holders[UID(reminder.uid ?? "")] ?? []
      if masters.contains(where: old.contains) { isOccurrenceOfOld.insert(identifier) }
    }
    staying.removeAll { isOccurrenceOfOld.contains($0) }
    while let next = staying.popLast() {
      guard let uid = parents[next] else { continue }
      for parent in holders[uid] ?? [] where old.remove(parent) != nil { staying.append(parent) }
    }
    return all.map(\.identifier).filter(old.contains)
  }

  /// No occurrence of a series is open, and the last was completed long enough ago.
  private func isFinished(
    _ identifier: ModelIdentifier, overrides: [Reminder], where isOld: (Instant?) -> Bool
  ) -> Bool {
    guard let master = self[identifier], let series = ReminderSeries(master, overrides: overrides),
      case .finished = series.position(in: context.view).position
    else { return false }
    let times = ([master] + overrides).compactMap(\.completed).map {
      context.view.instant(of: $0, zones: master.calendar.zones)
    }
    return isOld(times.max())
  }

  /// Deletes the reminders of ``purgeable(before:in:)``, each with its overrides.
  ///
  /// - Returns: the deleted reminders, without the overrides.
  /// - Throws: ``EditError``; then nothing is changed.
  @discardableResult
  public mutating func purge(
    before instant: Instant, in list: ModelIdentifier
  ) throws(EditError) -> [ModelIdentifier] {
    let gone = purgeable(before: instant, in: list)
    try asOne { (editing) throws(EditError) in
      try editing.requireWritable(list)
      for identifier in gone {
        for override in editing.overrides(of: identifier) { editing.put(nil, as: override) }
        editing.put(nil, as: identifier)
      }
    }
    return gone
  }
}
