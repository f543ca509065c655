internal import ICalendar
internal import ListoEditing
internal import ListoFormats
internal import ListoModel

/// The series of some inputs, each as one reminder, for formats that cannot hold overrides: its current
/// occurrence, with the rest of its rule.
///
/// Closed overrides are reminders of their own. Other open ones are left out, since the rule names their
/// occurrences.
struct SingleSeries: Sendable {
  private var parts = SeriesParts([])
  private var rows: [SeriesParts.Key: SeriesRow] = [:]
  private var showsOverrides = false

  /// No series.
  init() {}

  /// - Parameter showsOverrides: overrides stay as they are, but for the one that the series itself shows.
  /// - Complexity: linear in the bytes of the inputs if one of them has a series of which the current
  ///   occurrence may be another than the first, else constant; memory for these series.
  init(_ inputs: [SurveyedInput], showsOverrides: Bool) throws(WorkError) {
    guard inputs.contains(where: \.survey.needsSeries) else { return }
    self.showsOverrides = showsOverrides
    parts = SeriesParts(inputs.map(\.survey))
    for input in inputs { try input.forEachBatch { parts.learn($0) } }
    // The current occurrence does not depend on the clock; floating times count in UTC, so that all machines
    // write the same.
    let context = ViewContext(now: Instant(seconds: 0), zone: .utc)
    for (key, found) in parts.all {
      guard let series = found.series else { continue }
      let row = SeriesRow(series, in: context)
      if case .unknown = row.position { continue }
      rows[key] = row
    }
  }

  /// Counts what is lost of the series: that occurrences were changed, and the dates of masters that moved
  /// on.
  func count(_ losses: inout Losses) {
    for key in parts.keys {
      guard let row = rows[key] else { continue }
      func add(_ kind: String, of reminder: Reminder, _ name: String) {
        losses.add(
          Losses.Entry(kind: kind, file: reminder.calendar.file, uid: reminder.uid, name: name))
      }
      for override in parts.all[key]?.overrides ?? [] where !showsOverrides || row.shows(override) {
        add(Losses.word(for: .recurrenceID), of: override, "RECURRENCE-ID")
      }
      if row.shown.start != row.master.start || row.shown.due != row.master.due {
        add("first date", of: row.master, row.master.start == nil ? "DUE" : "DTSTART")
      }
    }
  }

  /// An item as it is written; nil for a part of a series that is left out.
  func item(for item: Item, in calendar: Survey.Calendar?) -> Item? {
    guard !rows.isEmpty, case .component(let component) = item, component.kind == .vtodo, let calendar,
      let key = parts.key(of: component, in: calendar), let row = rows[key]
    else { return item }
    let reminder = Reminder(component, in: calendar.context)
    guard reminder.recurrenceID != nil else { return .component(row.alone.component) }
    if row.shows(reminder) { return nil }
    if showsOverrides { return item }
    return reminder.isOpen ? nil : .component(row.alone(reminder).component)
  }
}
