package import ICalendar
package import ListoModel

/// The changes to a reminder that repeats, and to its overrides, when an occurrence that was completed in its
/// place, or all of the series, is opened again. A completed copy is a reminder of its own: opening it
/// changes no series.
package struct RepeatingReopening: Sendable {
  /// The master's component, which is the same bytes where it stays.
  package private(set) var master: Component
  /// Overrides that change, by their index among those that were given.
  package private(set) var changed: [Int: Component] = [:]
  /// An override that comes into the list, beside the master.
  package private(set) var override: Component?

  /// Opens the series again: what was completed with it, and not before, is open.
  ///
  /// - Parameters:
  ///   - series: the master, which is done.
  ///   - overrides: reminders of its list with its UID and a RECURRENCE-ID.
  package init(of series: Reminder, overrides: [Reminder] = [], in context: EditContext) {
    master = series.component.reopened.stamped(context.view.now)
    for (index, override) in overrides.enumerated()
    where override.isCompleted && override.completed != nil && override.completed == series.completed {
      changed[index] = override.component.reopened.stamped(context.view.now)
    }
  }

  /// Opens an occurrence again. Where the whole series is done it is opened too, and the one occurrence that
  /// was completed with it stays done, as an override.
  ///
  /// - Parameter index: of the override that is opened.
  package init(occurrence index: Int, of series: Reminder, overrides: [Reminder], in context: EditContext) {
    master = series.component
    changed[index] = overrides[index].component.reopened.stamped(context.view.now)
    guard !series.isOpen else { return }
    master = series.component.reopened.stamped(context.view.now)
    guard let position = SeriesPosition(series, overrides, context.view) else { return }
    // The opened one still counts as done here.
    guard let last = position.firstOpen().time, position.override(at: last) == nil,
      position.next(after: last).time == nil
    else { return }
    let completed = series.completed.map { context.view.instant(of: $0, zones: series.calendar.zones) }
    override = position.content(at: last, recurrenceID: true).completed(at: completed ?? context.view.now)
  }
}

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
