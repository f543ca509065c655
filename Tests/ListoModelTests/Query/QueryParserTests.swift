import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The expressions that the parser accepts, their printed form, and the errors in other text.
@Suite struct QueryParserTests {
  /// An expression and how it is printed; empty where that is the same.
  @Test(arguments: [
    ("", "all"), ("  all ", "all"), ("open", ""), ("NOT Overdue", "not overdue"),
    ("status not in (completed, cancelled) and due < 2025-06-01", ""),
    ("status=completed", "status = completed"), ("status == \"Completed\"", "status = Completed"),
    ("status = \"done\"", ""), ("a or b", "!"), ("open or overdue and blocked", ""),
    ("(open or overdue) and blocked", ""), ("open or (overdue and blocked)", "open or overdue and blocked"),
    ("((open))", "open"), ("not (open)", "not open"), ("not not open", ""), ("not (open and overdue)", ""),
    ("(open and overdue) and blocked", ""), ("completed", ""), ("completed > 2026-01-01", ""),
    ("completed is set and completed", ""),
    ("completed not between -2w and today", "completed not between today-2w and today"),
    ("title contains 'Buy milk'", "title contains \"Buy milk\""), ("title = 'Milk'c", "title = \"Milk\"c"),
    ("title ~ \"^(a|b)\\d+\"", "title ~ \"^(a|b)\\\\d+\""), ("title !~ x", ""),
    ("not title ~ x", "title !~ x"),
    ("title = \"\\\"\"", ""), ("title = '\"'", "title = \"\\\"\""), ("title = '\\\\'", "title = \"\\\\\""),
    ("tag = errands", "tags = errands"), ("tags in (a,'b c')", "tags in (a, \"b c\")"),
    ("list = Home", ""), ("list != \"Haus & Hof\"", ""), ("source in (iCloud)", ""),
    ("text contains müll", "text contains \"müll\""),
    ("priority = high", ""), ("priority <= 4", ""), ("priority not in (none, low, 5)", ""),
    ("percent between 1 and 99", ""), ("order < -5", ""), ("due is empty", ""),
    ("due is not set", "due is empty"),
    ("due is not empty", "due is set"), ("has due", "due is set"), ("has subtask", ""),
    ("has subtasks", "has subtask"),
    ("has open subtask", ""), ("has open parent", ""), ("has dependency", ""), ("parent", "parent is set"),
    ("parent = A-1", "parent = A-1"), ("parent (priority = high)", ""), ("subtask (due < today)", ""),
    ("dependency(parent(open))", "dependency (has open parent)"), ("subtask (all)", "has subtask"),
    ("recurring and startable", ""), ("due < today", ""), ("due<=tomorrow", "due <= tomorrow"),
    ("due = yesterday", ""),
    ("due < now", ""), ("due < now+2h", ""), ("due < today+7d-2h", ""),
    ("due < today + 7d", "due < today+7d"),
    ("due > -2w", "due > today-2w"), ("due > -90min", "due > now-90min"), ("due < +1y", "due < today+1y"),
    ("due = monday", ""), ("due > last friday", ""), ("due <= end of month", ""), ("due > start of week", ""),
    ("due < end of next year", ""), ("due < start of this month+3d", "due < start of month+3d"),
    ("due > start of last week", ""), ("due in (today, tomorrow)", ""),
    ("due between today and end of week+1w", ""),
    ("due < 2026-12-01T09:00", "due < 2026-12-01T09:00:00"),
    ("due < 2026-12-01t09:00:00z", "due < 2026-12-01T09:00:00Z"),
    ("due < 2026-12-01T09:00:00+02:00", "due < 2026-12-01T07:00:00Z"),
    ("due < 2026-12-01T09:00[Europe/Berlin]", "due < 2026-12-01T09:00:00[Europe/Berlin]"),
    ("due < 2026-12-01T09:00:00+01:00[Europe/Berlin]", "due < 2026-12-01T08:00:00Z"),
    ("due < 2026-12-01T09:00:00Z[Europe/Berlin][u-ca=gregory]", "due < 2026-12-01T09:00:00Z"),
    ("due < '2026-12-01'", "due < 2026-12-01"), ("due < \"today+7d\"", "due < today+7d"),
    ("due > 0001-01-01 and due < 9999-12-31", ""), ("title = and", "!"), ("title = \"and\"", ""),
  ])
  func expressions(text: String, printed: String) throws {
    guard printed != "!" else {
      #expect(throws: QuerySyntaxError.self) { try QueryExpression(text) }
      return
    }
    let expression = try QueryExpression(text)
    let again = printed.isEmpty ? text : printed
    #expect(expression.description == again)
    #expect(try QueryExpression(again) == expression)
  }

  /// An expression with an error, the piece of it that is wrong, and words of the message.
  @Test(arguments: [
    ("deu < today", "deu", "unknown field 'deu'; did you mean 'due'?"),
    ("overdu", "overdu", "did you mean 'overdue'?"),
    ("status = complete", "complete", "did you mean 'completed'?"),
    ("due < tomorow", "tomorow", "did you mean 'tomorrow'?"),
    ("due < 2026-02-30", "2026-02-30", "not a date"),
    (
      "due < 2026-12-01T09:00[Europe/Berlni]", "2026-12-01T09:00[Europe/Berlni]",
      "did you mean 'Europe/Berlin'?"
    ),
    (
      "due < 2026-12-01T09:00:00+05:00[Europe/Berlin]", "2026-12-01T09:00:00+05:00[Europe/Berlin]",
      "has another offset"
    ),
    ("due < 2026-12-01T09:00[!x=y]", "2026-12-01T09:00[!x=y]", "critical"),
    ("due ~ x", "~", "'~' does not work with due; expected = != < <= > >="),
    ("due contains x", "contains", "does not work with"),
    ("tags < x", "<", "does not work with"), ("text between a and b", "between", "does not work with"),
    ("due", "", "the expression ends too early; expected = != < <= > >=, in, between, or is"),
    ("due <", "", "ends too early"),
    ("due today", "today", "not allowed here"), ("open overdue", "overdue", "expected and, or, or the end"),
    ("title = buy milk", "milk", "several words in quotation marks"), ("(open", "(", "not closed"),
    ("open)", ")", "unmatched closing"), ("title = 'x", "'x", "closing quotation mark"),
    ("title =< x", "=<", "unknown operator"), ("status in completed", "completed", "expected ("),
    ("status in (completed", "", "a comma or )"), ("due between today", "", "expected and"),
    ("due is late", "late", "set, empty"), ("due not today", "today", "in, contains or between"),
    ("priority = urgent", "urgent", "high, medium, low or none"),
    ("priority < high", "high", "a range of priorities"),
    ("percent = half", "half", "whole number"), ("title ~ \"(\"", "\"(\"", "not a regular expression"),
    ("title = or", "or", "a word of the language"), ("has open title", "title", "unknown field"),
    ("has tilte", "tilte", "did you mean 'title'?"), ("due < today+7", "today+7", "today+7d"),
    ("due < today+9999999d", "today+9999999d", "six digits"),
    ("due < end of moth", "moth", "week, month or year"),
    ("due < last moonday", "moonday", "a day of the week"), ("due < -", "-", "not a date"),
    ("not", "", "ends too early"),
    ("parent (parent (parent (parent (open))))", "parent", "nested more than 3 deep"),
    ("and", "and", "not allowed here"), ("due < \"tomorow\"", "\"tomorow\"", "did you mean"),
  ])
  func errors(text: String, place: String, said: String) throws {
    let error = try #require(throws: QuerySyntaxError.self) { try QueryExpression(text) }
    let piece = Array(text.utf8)[error.range]
    #expect(String(decoding: piece, as: UTF8.self) == place)
    #expect(error.description.contains(said), "\(error.description)")
  }

  @Test func depthAndLengthAreBounded() {
    for opening in ["(", "not ", "not (", "parent ("] {
      let text = String(repeating: opening, count: 10_000) + "open"
      #expect(throws: QuerySyntaxError.self) { try QueryExpression(text) }
    }
    let flat = String(repeating: "open or ", count: 20_000) + "open"
    #expect(throws: QuerySyntaxError.self) { try QueryExpression(flat) }
  }

  @Test func aLongFlatOneIsTaken() throws {
    let text = (0..<5_000).map { _ in "open" }.joined(separator: " or ")
    #expect(try QueryExpression(text).description == text)
  }

  /// Generated expressions print text that parses back to them.
  @Test func generatedOnesSurvive() throws {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<5_000 {
      let node = GeneratedQuery.node(depth: 4, &random)
      let text = QueryExpression(node).description
      let again = try? QueryExpression(text)
      #expect(again?.node == node, "\(text), seed \(random.seed)")
    }
  }
}
