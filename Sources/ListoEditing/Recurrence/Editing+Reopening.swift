internal import ICalendar
internal import ListoModel

extension Editing {
  /// Opens again what repeats, or an occurrence of it (``RepeatingReopening``).
  ///
  /// - Returns: false where the reminder is no part of a series.
  mutating func reopenOccurrence(
    _ identifier: ModelIdentifier, _ reminder: Reminder
  ) throws(EditError) -> Bool {
    // One that neither repeats nor belongs to what does is no reason to look at the others of its list.
    guard let uid = reminder.uid,
      isOverride(identifier) || RepeatingCompletion.repeats(reminder.component)
    else { return false }
    let holders = family(of: list(of: identifier)).holders(of: uid)
    let holder = isOverride(identifier) ? holders.first { !isOverride($0) } : identifier
    guard let holder, let master = self[holder], RepeatingCompletion.repeats(master.component) else {
      return false
    }
    let overrides = holders.filter { $0 != holder && isOverride($0) }
    let components = overrides.compactMap { self[$0] }
    let result: RepeatingReopening
    if let index = overrides.firstIndex(of: identifier) {
      result = RepeatingReopening(occurrence: index, of: master, overrides: components, in: context)
    } else {
      result = RepeatingReopening(of: master, overrides: components, in: context)
    }
    put(result.master, as: holder, stamps: false)
    for (index, component) in result.changed.sorted(by: { $0.key < $1.key }) {
      put(component, as: overrides[index], stamps: false)
    }
    if let override = result.override {
      try insert(override, in: list(of: identifier), zones: master.calendar.zones)
    }
    if holder != identifier, !master.isOpen {
      note(identifier, "the series that it belongs to is open again")
    }
    return true
  }

  private func isOverride(_ identifier: ModelIdentifier) -> Bool {
    self[identifier]?.first(.recurrenceID) != nil
  }
}
