package import ICalendar
package import ListoModel

/// Writes todo.txt (github.com/todotxt/todo.txt): each reminder is a line, in constant memory.
///
///     (A) 2026-11-01 Water the plants +House @garden due:2026-12-01 rec:+1w uid:4711
///
/// A list is a `+project`, a tag a `@context`; every other field is a `key:value` (``TodoTxtKey``), so that each comes back as it
/// was. A title that would be read otherwise, since it has a line end or a word such as `+1`, stands as it reads best, and
/// exactly in `title:`.
///
/// What is no field has no place and is counted: attachments, exceptions of a recurrence, details of alarms, other components,
/// properties of the calendar.
package struct TodoTxtWriter: FormatWriter {
  package var losses: Losses
  private let isPlain: Bool
  private let recurrence: FormatOptions.Recurrence
  private var line: TodoTxtLineWriter
  private var intake = FieldIntake()

  /// - Parameters:
  ///   - isPlain: only what other programs know of the format: lists, tags, priority, dates without time, `rec`.
  ///   - recurrence: what becomes in a plain line of a rule that `rec` cannot say: words behind the title, nothing, or its occurrences.
  package init(
    isPlain: Bool = false, recurrence: FormatOptions.Recurrence = .text, losses: Losses = Losses()
  ) {
    (self.isPlain, self.recurrence, self.losses) = (isPlain, recurrence, losses)
    line = TodoTxtLineWriter(isPlain: isPlain)
  }

  package var isStateless: Bool { true }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let header = calendar.context.header else { return }
    losses.add(header.properties, besides: Self.held, in: calendar.context)
  }

  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    guard isPlain else {
      return intake.write(component, in: calendar, with: &line, &losses, to: &output)
    }
    let context = calendar.context
    guard var reminder = losses.decomposed(component, in: context) else { return }
    reminder.dropUnfit()
    let status = reminder.status(in: context)
    var missing: [FieldID] = []
    for fields in occurrences(of: reminder, in: context) {
      var task = TodoTxtTask(fields, status: status, project: calendar.ownTitle)
      missing = task.makePlain(hasWords: recurrence != .next)
      intake.write(task.fields, status: status, in: calendar, with: &line, to: &output)
    }
    losses.add(restOf: reminder, without: missing, in: context)
    countChanges(of: reminder, in: context)
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: Self.held, in: calendar)
  }

  /// The reminder, or its occurrences, where they were asked for and its rule has no place in a plain line.
  private func occurrences(of reminder: DecomposedReminder, in calendar: CalendarContext) -> [ReminderFields]
  {
    guard case .expand(let count) = recurrence, let rule = reminder.fields.text(.recurrence),
      TodoTxtRecurrence.word(rule) == nil
    else { return [reminder.fields] }
    return reminder.occurrences(count, in: calendar) ?? [reminder.fields]
  }

  /// Of a plain line the dates stay, and what time of the day it was is lost; so is what a title has that a line cannot.
  private mutating func countChanges(of reminder: DecomposedReminder, in calendar: CalendarContext) {
    if let title = reminder.fields.text(.title),
      TodoTxtTitle(title).text != title
        || TodoTxtRecurrence.isTaken(from: title, hasRule: reminder.fields.has(.recurrence))
    {
      losses.add(
        Losses.Entry(
          kind: "exact title", file: calendar.file, uid: reminder.fields.text(.uid),
          name: Field[.title].property.name))
    }
    for id in TodoTxtTask.plainDates where reminder.fields.moment(id)?.local != nil {
      losses.add(
        Losses.Entry(
          kind: "time of day", file: calendar.file, uid: reminder.fields.text(.uid),
          name: Field[id].property.name))
    }
  }

  /// Each line has the list's title.
  private static let held: Set<PropertyID> = [.name, .xWrCalname]
}
