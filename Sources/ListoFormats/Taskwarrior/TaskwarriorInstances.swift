internal import ICalendar
internal import ListoModel

/// Taskwarrior keeps what repeats as a template, which it does not show (`status:recurring`), and a task of
/// its own for each time that has come (`parent`, `imask`): a reminder with a rule, and changed occurrences
/// of it (RFC 5545 §3.8.4.4).
///
/// An occurrence may stand before its template: it waits for it. One whose template does not come is a
/// reminder of its own.
struct TaskwarriorInstances {
  /// A task on its way to iCalendar.
  struct Entry {
    var reminder: TaskwarriorReminder
    let line: Int
    /// The template that it was made of, and which of its occurrences it is, counted from 0.
    let instance: (template: String, number: Int)?
  }

  private struct Template {
    let uid: String?
    let project: String?
    /// Where its rule counts from.
    let anchor: Moment
    let rule: RecurrenceRule
    /// Occurrences that were there: a second task for one of them is a reminder of its own.
    var numbers: Set<Int> = []
  }

  private var templates: [String: Template] = [:]
  private var waiting: [Entry] = []

  /// As many wait at most.
  static let most = 10_000

  /// Takes a task in.
  ///
  /// - Returns: what can be written.
  mutating func take(_ task: TaskwarriorTask, _ reminder: TaskwarriorReminder, line: Int) -> [Entry] {
    let entry = Entry(reminder: reminder, line: line, instance: task.instance)
    if entry.instance != nil {
      if let whole = placed(entry) { return [whole] }
      waiting.append(entry)
      return waiting.count > Self.most ? finish() : []
    }
    guard task.isTemplate else { return [entry] }
    let fields = reminder.values
    if let uuid = task.text(.uuid)?.lowercased(), templates[uuid] == nil,
      let anchor = fields.moment(.start) ?? fields.moment(.due),
      let rule = fields.text(.recurrence).flatMap({ try? RecurrenceRule.parse(Array($0.utf8)[...]) })
    {
      templates[uuid] = Template(
        uid: fields.text(.uid), project: reminder.project, anchor: anchor, rule: rule)
    }
    return [entry]
  }

  /// The entries that waited for their templates.
  mutating func finish() -> [Entry] {
    defer { waiting = [] }
    return waiting.map { placed($0) ?? $0 }
  }

  /// The occurrence of its template; nil where that is not there.
  private mutating func placed(_ entry: Entry) -> Entry? {
    guard let (name, number) = entry.instance, let template = templates[name] else { return nil }
    // In another project it would be an occurrence of nothing.
    guard let uid = template.uid, template.project == entry.reminder.project,
      let moment = Self.occurrence(number, of: template.rule, from: template.anchor),
      templates[name]?.numbers.insert(number).inserted == true
    else { return entry }
    var entry = entry
    if let own = entry.reminder.values.text(.uid) {
      entry.reminder.rest += TaskwarriorExtra.line("uuid", .text(own))
    }
    entry.reminder.set(.uid, uid)
    entry.reminder.fields.set(.recurrenceID, moment)
    return entry
  }

  /// The time that an occurrence stands for, whatever became of its dates: that many steps from the first. Of
  /// a month that is too short the last day, as Taskwarrior has it.
  static func occurrence(_ number: Int, of rule: RecurrenceRule, from anchor: Moment) -> Moment? {
    let day = anchor.day
    let steps = number * rule.interval
    switch rule.frequency {
    case .daily where rule.byDay.isEmpty: return anchor.adding(days: steps)
    case .daily: return anchor.adding(days: weekdays(steps, from: day))
    case .weekly: return anchor.adding(days: 7 * steps)
    case .monthly, .yearly:
      let other = day.adding(months: steps * (rule.frequency == .yearly ? 12 : 1))
      return anchor.adding(days: other.daysSince1970 - day.daysSince1970)
    default: return nil
    }
  }

  /// The days to the weekday that is so many weekdays behind a day.
  private static func weekdays(_ count: Int, from day: Day) -> Int {
    guard count > 0 else { return 0 }
    // Days since a Monday; 1970-01-01 was a Thursday.
    let place = ((day.daysSince1970 + 3) % 7 + 7) % 7
    // From a weekend the first step is to Monday.
    let (start, left) = place < 5 ? (place, count) : (0, count - 1)
    let weekdays = start + left
    return (place < 5 ? -place : 7 - place) + weekdays / 5 * 7 + weekdays % 5
  }
}

extension TaskwarriorTask {
  /// Which occurrence of which template it is.
  var instance: (template: String, number: Int)? {
    guard let parent = text(.parent)?.lowercased(), case .json(let text)? = value(.imask),
      let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }), (0...100_000).contains(number)
    else { return nil }
    return (parent, number)
  }
}
