package import ICalendar

/// The differences between producers, each with its evidence.
package enum Quirks {
  /// Whether a reminder is done. Tasks.org writes COMPLETED without STATUS, and older Nextcloud Tasks only
  /// PERCENT-COMPLETE:100; a STATUS that is there decides alone. A COMPLETED or PERCENT-COMPLETE that cannot
  /// be read, an empty one too, says nothing: what is shown as open by mistake is seen, what is hidden as
  /// done is not.
  ///
  /// - Parameter absent: a property that is not asked, as if it were not there.
  static func status(of reminder: some ReminderProperties, without absent: PropertyID = .other) -> Status {
    if absent != .status, let written = reminder.writtenStatus { return written }
    return status(
      hasCompleted: reminder.completed != nil,
      percent: absent == .percentComplete ? nil : reminder.percent)
  }

  /// Returns the status of a reminder without STATUS, from COMPLETED and PERCENT-COMPLETE.
  public static func status(hasCompleted: Bool, percent: Int?) -> Status {
    if hasCompleted { return .completed }
    switch percent {
    case 100: return .completed
    case .some(1...): return .inProcess
    default: return .needsAction
    }
  }

  /// Apple writes a trigger of this instant for "no alarm".
  public static let appleNoAlarm = Instant(
    utc: LocalDateTime(
      day: Day(daysSince1970: 2282), hour: 0, minute: 55, second: 45)
      ?? LocalDateTime(startOf: Day(daysSince1970: 0)))

  /// The occurrence that a repeating reminder stands at. KOrganizer leaves DTSTART where it was, adds no
  /// override for an occurrence that is done, and writes the next one into this property (KCalendarCore,
  /// Todo::recurrenceDate; Samples/KOrganizer).
  static func currentOccurrence(of reminder: some ReminderProperties) -> Moment? {
    guard let property = reminder.first(.xKdeLibkcalDtrecurrence) else { return nil }
    return try? property.moment()
  }

  /// The line that says so.
  package static func currentOccurrenceLine(of component: Component) -> Property? {
    component.first(.xKdeLibkcalDtrecurrence)
  }

  /// Whether the next date of a repeating reminder is counted from its completion. RFC 5545 has no word for
  /// it; Listo writes `X-LISTO-REPEAT-FROM:COMPLETION` beside an RRULE that other programs understand.
  /// Tasks.org adds a part to its rules.
  static func repeatsFromCompletion(_ reminder: some ReminderProperties) -> Bool {
    if let line = reminder.first(.xListoRepeatFrom) { return line.rawText.uppercased() == "COMPLETION" }
    return reminder.recurrence?.uppercased().split(separator: ";").contains("FROM=COMPLETION") ?? false
  }

  static let currentOccurrenceName = PropertyID.xKdeLibkcalDtrecurrence.name

  /// RFC 5545 §3.8.1.9: 1 to 4 high, 5 medium, 6 to 9 low. 0 and what is out of range is none.
  static func priorityBucket(of priority: Int?) -> PriorityBucket {
    switch priority {
    case .some(1...4): .high
    case .some(5): .medium
    case .some(6...9): .low
    default: .none
    }
  }

  /// 2001-01-01T00:00:00Z: Nextcloud and Tasks.org sort a reminder without X-APPLE-SORT-ORDER by the seconds
  /// of its CREATED from here.
  public static let orderEpoch = Instant(utc: LocalDateTime(startOf: Day(daysSince1970: 11_323)))
}
