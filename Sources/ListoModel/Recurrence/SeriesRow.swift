package import ICalendar

/// A series as one row of a view.
package struct SeriesRow: Sendable {
  package let series: ReminderSeries
  package let position: ReminderSeries.Position
  /// The reminder of the row: the content and the dates of the current occurrence with the rules of the
  /// master. A finished series shows its last closed override, or its master as completed.
  package let shown: Reminder
  /// The override that the row shows, and its identifier; nil where the row shows none.
  package internal(set) var override: (reminder: Reminder, identifier: ModelIdentifier)?
  /// The steps that the search took.
  let steps: Int
  /// The time of the occurrence whose override the row shows.
  package let shownOverride: LocalDateTime?

  /// How many occurrences were missed before the one of today that the row shows; nil where it shows the
  /// current one.
  package let missed: Int?

  /// - Parameter leadsWithToday: an open occurrence of today is shown, where there is one.
  package init(
    _ series: ReminderSeries, in context: ViewContext, leadsWithToday: Bool = false,
    steps: Int = Recurrence.steps
  ) {
    self.series = series
    let found = series.position(in: context, steps: steps)
    position = found.position
    switch found.position {
    case .current(var occurrence):
      var missed: Int?
      var rest = found.stepsLeft
      if leadsWithToday, let today = series.openOccurrence(ofToday: context, after: occurrence, &rest) {
        missed = series.missed(before: today.instant, in: context, steps: rest)
        occurrence = today
      }
      self.missed = missed
      self.steps = steps - rest
      shown = series.row(at: occurrence)
      shownOverride = occurrence.isOverride ? occurrence.time : nil
    case .finished:
      (missed, self.steps) = (nil, steps - found.stepsLeft)
      (shown, shownOverride) = series.finishedRow(in: context)
    case .unknown:
      (missed, self.steps) = (nil, steps - found.stepsLeft)
      (shown, shownOverride) = (series.master, nil)
    }
  }

  /// The reminder that repeats, as it stands in its file.
  package var master: Reminder { series.master }

  /// How the search ended.
  var course: RecurrenceRule.Course {
    if case .unknown(let course) = position { course } else { .ended }
  }

  /// The reminders of whose texts a query may ask: the master and its overrides.
  package var parts: [Reminder] { [master] + series.changed }
}
