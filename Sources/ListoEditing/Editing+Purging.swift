public import ICalendar
public import ListoModel

/// Clearing away what is done.
extension Editing {
  /// The completed and cancelled reminders of a list that can go without harm: those that were done before an instant, by COMPLETED, else
  /// by LAST-MODIFIED.
  ///
  /// What repeats stays, and so does each reminder that one which stays is a part of, at any depth. An override goes with its master
  /// alone, since without it its date would be to be done again; it is not named here.
  ///
  /// - Complexity: linear in the list.
  public func purgeable(before instant: Instant, in list: ModelIdentifier) -> [ModelIdentifier] {
    var old: Set<ModelIdentifier> = []
    var parents: [ModelIdentifier: UID] = [:]
    var holders: [UID: [ModelIdentifier]] = [:]
    let all = reminders(in: list)
    for (identifier, reminder) in all {
      let placed = PlacedReminder(reminder)
      if let parent = placed.parent.map(UID.init) { parents[identifier] = parent }
      if let uid = placed.uid.map(UID.init) { holders[uid, default: []].append(identifier) }
      let isOccurrence = placed.first(.recurrenceID) != nil
      guard !isOccurrence, !placed.isOpen, !RepeatingCompletion.repeats(reminder.component) else { continue }
      guard let time = placed.completed ?? placed.modified else { continue }
      if context.view.instant(of: time, zones: reminder.calendar.zones) < instant { old.insert(identifier) }
    }
    // What stays keeps what it is a part of. An occurrence belongs to its master as well.
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

  /// Takes ``purgeable(before:in:)`` out, each with its overrides.
  ///
  /// - Returns: what went, without the overrides.
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
