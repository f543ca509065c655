/// The description of the query language for the help, the manual and the tests.
package enum QueryGrammar {
  /// A form of the language, with its meaning.
  public struct Row: Sendable, Hashable {
    /// The form, as it is written in an expression.
    public let form: String
    /// The meaning, for people.
    public let meaning: String

    init(_ form: String, _ meaning: String) { (self.form, self.meaning) = (form, meaning) }
  }

  /// The forms of expressions.
  public static let forms = [
    Row("A and B, A or B, not A, (A)", "not binds tightest, then and, then or"),
    Row("FIELD = VALUE", "also != < <= > >=; a field that is not set matches only !="),
    Row(
      "FIELD contains TEXT", "the field contains the text; for tags and alarms, one of them equals the text"),
    Row("FIELD ~ REGEX, FIELD !~ REGEX", "a regular expression (Perl's) matches, or does not"),
    Row("FIELD in (VALUE, VALUE), FIELD not in (…)", "the field is one of the values, or none of them"),
    Row("FIELD between VALUE and VALUE", "from the first to the second, both included"),
    Row("FIELD is set, FIELD is empty, has FIELD", "the field is set, or is not"),
    Row("has subtask, has open subtask", "it has a subtask; also with parent and dependency"),
    Row("parent (A), subtask (A), dependency (A)", "the expression matches that other reminder"),
    Row("all", "every reminder"),
  ]

  /// Words that are expressions by themselves.
  public static let words = QueryExpression.Condition.allCases.map { Row($0.rawValue, $0.summary) }

  /// The names of the fields, each with its kind.
  public static let fields = QueryField.all.map { Row($0.name, "\($0.summary) (\($0.kind))") }

  /// The forms of values.
  public static let values = [
    Row("milk, \"two words\", 'it'", "a text, ignoring case and accents"),
    Row("\"Milk\"c, 'Milk'c", "a text or regular expression with exact case and accents"),
    Row("1, -5", "a whole number; priority also takes high, medium, low and none"),
    Row("2026-12-01", "a day; any time on that day is equal to it"),
    Row("2026-12-01T09:00, …Z, …+02:00", "a time, on the viewer's clock, in UTC, or with its offset"),
    Row("2026-12-01T09:00[Europe/Berlin]", "a time on the clock of a zone (RFC 9557)"),
    Row("now, today, tomorrow, yesterday", "relative to --now and --timezone, or else to the system"),
    Row("monday, fri, last monday", "the next one after today, the last one before today"),
    Row("friday this week, friday next week", "that day of this week, of next week"),
    Row("in 3 days, 2 weeks ago", "that much later or earlier than today; for hours, than now"),
    Row("1 dec, dec 1, 1 dec 2027, 5th", "without a year, the next one, including today"),
    Row("2026-W50, 2026-W50-3", "the Monday, or another day, of an ISO 8601 week"),
    Row("tomorrow 9:00, fri 5pm, today noon", "a time of such a day, on the viewer's clock"),
    Row(
      "start of week, end of next month",
      "the first or last day of this, the last or the next week, month or year"),
    Row(
      "today+7d, -2w, now-90m",
      "later or earlier, in m (minutes), h, d, w, mo (months) or y; without a start, from today"),
  ]

  /// Examples of expressions, with their meaning.
  public static let examples = [
    Row("overdue", "overdue reminders"),
    Row("status not in (completed, cancelled) and due < 2025-06-01", "open, and due before a day"),
    Row("due = today", "due today, at whatever time"),
    Row("due <= end of week and not recurring", "due by the end of this week, without repeating reminders"),
    Row("due between today and today+7d", "due within a week"),
    Row("due is empty and priority = high", "important, and without a date"),
    Row("due < -2w and open", "two weeks late, or more"),
    Row("due < 2026-12-04T18:00[Europe/Berlin]", "due before a time in Berlin"),
    Row("startable and not blocked", "reminders that can be started now"),
    Row("startable and not has open subtask", "reminders that can be started and have no open subtask"),
    Row("priority <= 4 or tag = urgent", "with high priority or with the tag"),
    Row("tags in (errands, \"buy online\")", "with one of these tags"),
    Row("list = Home and not parent", "in a list, without subtasks"),
    Row("list in (Home, Family) and percent between 1 and 99", "started, in one of two lists"),
    Row("text contains zurich", "with Zürich in title, notes or location, or as a tag"),
    Row("title ~ \"^(call|write)\\b\"", "whose title begins with one of two words"),
    Row("title contains \"IT\"c", "with exactly these letters"),
    Row("completed > -1w", "done within the last week"),
    Row("parent (title contains renovation)", "subtasks of reminders about one thing"),
    Row("blocked and dependency (overdue)", "waiting for an overdue reminder"),
    Row("modified >= start of month and source = iCloud", "changed this month, in one source"),
  ]
}

extension QueryField {
  /// The type of its values, in a word.
  var kind: String {
    switch type {
    case .text: "text"
    case .texts: "texts"
    case .integer: "number"
    case .moment: "date"
    }
  }
}
