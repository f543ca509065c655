import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct TodoTxtTaskTests {
  private static func task(_ line: String) -> TodoTxtTask {
    var problems: [(code: Diagnostic.Code, message: String)] = []
    return TodoTxtTask(TodoTxtLine(Array(line.utf8)[...]), problems: &problems)
  }

  private static func problems(_ line: String) -> [String] {
    var problems: [(code: Diagnostic.Code, message: String)] = []
    _ = TodoTxtTask(TodoTxtLine(Array(line.utf8)[...]), problems: &problems)
    return problems.map(\.message)
  }

  @Test func everyFieldComesBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<4000 {
      let fields =
        try round % 3 == 0 ? GeneratedFields.oddFields(&random) : GeneratedFields.fields(&random)
      let status = fields.writtenStatus ?? fields.impliedStatus
      let project = Bool.random(using: &random) ? GeneratedFields.text(&random, upTo: 2) : nil
      let task = TodoTxtTask(fields, status: status, project: project)
      let line = task.line
      let back = Self.task(line)
      #expect(!line.contains("\n"))
      #expect(back == task, "seed \(seed), round \(round): \(line)")
      guard back == task else { return }
    }
  }

  /// Where there was no STATUS there is none, until the line says something else.
  @Test func noStatusIsAdded() {
    var fields = ReminderFields()
    fields.set(.title, "Milk")
    fields[.percent] = .integer(100)
    let line = TodoTxtTask(fields, status: .completed, project: nil).line
    #expect(line == "x Milk implied:completed percent:100")
    #expect(Self.task(line).fields[.status] == nil)
    #expect(Self.task(String(line.dropFirst(2))).fields.writtenStatus == .needsAction)
    #expect(Self.task("Milk implied:needs-action").fields[.status] == nil)
    #expect(Self.task("x Milk implied:needs-action").fields.writtenStatus == .completed)
    // It was done elsewhere.
    #expect(Self.task("x 2026-12-01 Milk implied:needs-action").fields.writtenStatus == .completed)
    #expect(Self.task("Milk percent:100 implied:in-process").fields.writtenStatus == .needsAction)
    #expect(Self.task("Milk implied:milk").fields.text(.title) == "Milk implied:milk")
  }

  @Test func examplesOfTheFormat() {
    // github.com/todotxt/todo.txt
    var task = Self.task("(A) Thank Mom for the meatballs @phone")
    #expect(task.fields.text(.title) == "Thank Mom for the meatballs")
    #expect(task.fields.texts(.tags) == ["phone"] && task.fields.integer(.priority) == 1)
    task = Self.task("(B) Schedule Goodwill pickup +GarageSale @phone")
    #expect(task.project == "GarageSale" && task.fields.integer(.priority) == 2)
    task = Self.task("@GroceryStore Eskimo pies")
    #expect(task.fields.text(.title) == "Eskimo pies" && task.fields.texts(.tags) == ["GroceryStore"])
    task = Self.task("Really gotta call Mom (A) @phone @someday")
    #expect(task.fields[.priority] == nil && task.fields.text(.title) == "Really gotta call Mom (A)")
    task = Self.task("(b) Get back to the boss")
    #expect(task.fields.text(.title) == "(b) Get back to the boss")
    task = Self.task("(B)->Submit TPS report")
    #expect(task.fields.text(.title) == "(B)->Submit TPS report")
    task = Self.task("2011-03-02 Document +TodoTxt task format")
    #expect(task.fields.moment(.created) == Day(iso: "2011-03-02").map(Moment.date))
    #expect(task.fields.text(.title) == "Document +TodoTxt task format" && task.project == "TodoTxt")
    task = Self.task("(A) Call Mom 2011-03-02")
    #expect(task.fields.text(.title) == "Call Mom 2011-03-02" && task.fields[.created] == nil)
    task = Self.task("x 2011-03-03 Call Mom")
    #expect(task.isDone && task.fields.moment(.completed) == Day(iso: "2011-03-03").map(Moment.date))
    #expect(!Self.task("xylophone lesson").isDone && !Self.task("X 2012-01-01 Make resolutions").isDone)
    #expect(!Self.task("(A) x Find ticket prices").isDone)
    task = Self.task("x 2011-03-02 2011-03-01 Review Tim's pull request +TodoTxtTouch @github pri:C")
    #expect(task.fields.moment(.created) == Day(iso: "2011-03-01").map(Moment.date))
    #expect(task.fields.integer(.priority) == 3)
    task = Self.task("Email SoAndSo at soandso@example.com about 1+1=2")
    #expect(task.fields.texts(.tags) == [] && task.project == nil)
  }

  @Test func wordsOfOthersStayInTheText() {
    var task = Self.task("Meet at 12:30, see http://example.org/x id:/7 h:1 due:tomorrow")
    #expect(
      task.fields.text(.title) == "Meet at 12:30, see http://example.org/x id:/7 h:1 due:tomorrow")
    #expect(task.line == "Meet at 12:30, see http://example.org/x id:/7 h:1 due:tomorrow")
    #expect(Self.problems("Meet due:tomorrow").count == 1)
    task = Self.task("Pay due:2026-01-01 due:2026-02-02")
    #expect(task.fields.text(.title) == "Pay due:2026-02-02")
    #expect(
      Self.problems("Pay due:2026-01-01 due:2026-02-02") == [
        "due: occurs twice; the first counts, the second stays in the text"
      ])
    task = Self.task("Two  spaces\tstay +a +b @c")
    #expect(task.fields.text(.title) == "Two  spaces\tstay")
    #expect(task.project == "a" && task.fields.texts(.tags) == ["+b", "c"])
  }

  @Test func signsInTheTextStay() {
    for line in [
      "Talk to @Anna about it +Work", "Post signs around +GarageSale tomorrow", "Ask @a or @b then @z",
    ] {
      let task = Self.task(line)
      let written = TodoTxtTask(task.fields, status: .needsAction, project: task.project)
      #expect(Self.task(written.line).fields == task.fields, "\(written.line)")
    }
    let task = Self.task("Talk to @Anna about it +Work")
    #expect(task.fields.text(.title) == "Talk to @Anna about it" && task.fields.texts(.tags) == ["Anna"])
    #expect(task.line == "Talk to @Anna about it +Work")
  }

  @Test func dates() {
    var task = Self.task(
      "Pay due:2026-12-01 due-time:101500 due-zone:Europe/Berlin t:2026-11-30 t-time:080000Z")
    #expect(task.fields.moment(.due)?.description == "2026-12-01T10:15:00[Europe/Berlin]")
    #expect(task.fields.moment(.start)?.description == "2026-11-30T08:00:00Z")
    // A zone of what has none.
    #expect(Self.problems("Pay due:2026-12-01 due-zone:Europe/Berlin").count == 1)
    #expect(Self.problems("Pay due:2026-12-01 due-time:101500Z due-zone:Europe/Berlin").count == 1)
    // Another program moved the day: the time goes along.
    task = Self.task("Pay due:2026-12-02 due-time:101500")
    #expect(task.fields.moment(.due)?.description == "2026-12-02T10:15:00")
    var fields = ReminderFields()
    fields[.created] = Day(iso: "2026-11-01").map { .moment(.date($0)) }
    fields.set(.title, "Done without a date")
    fields.set(.status, "completed")
    // A date behind x would be the one on which it was done.
    #expect(
      TodoTxtTask(fields, status: .completed, project: nil).line == "x Done without a date created:2026-11-01"
    )
  }

  /// A combining mark joins the sign before it into one character.
  @Test func namesThatBeginWithACombiningMark() {
    let task = Self.task("Milk +\u{301}y @\u{301}x @b")
    #expect(task.project == "\u{301}y" && task.fields.texts(.tags) == ["\u{301}x", "b"])
  }

  /// In a title as well, where the text must not say anything else.
  @Test(arguments: [
    "a note:\u{301}x b", "a uid:\u{301}a:b b", "a +\u{301} b", "a @\u{FE0F} b", "a loc:\u{FE0F}",
  ])
  func titlesWithCombiningMarks(_ title: String) {
    var fields = ReminderFields()
    fields.set(.uid, "u")
    fields.set(.title, title)
    fields.set(.tags, texts: ["\u{301}", "\u{FE0F}", "+\u{301}"])
    let task = TodoTxtTask(fields, status: .needsAction, project: "t")
    let back = Self.task(task.line)
    #expect(back.fields.text(.title)?.utf8.elementsEqual(title.utf8) == true, "\(task.line)")
    #expect(back.fields.text(.uid) == "u" && back.project == "t", "\(task.line)")
    #expect(Set(back.fields.texts(.tags)) == Set(fields.texts(.tags)), "\(task.line)")
  }

  @Test func zonesOfAnyName() throws {
    for zone in ["Europe/Berlin", "\u{D6}sterreich", "\u{301}x", "a/b: 5%41"] {
      let moment = try Moment.decode(Array("20261201T100000".utf8)[...], tzid: zone)
      var fields = ReminderFields()
      for id in [FieldID.due, .modified, .recurrenceID] { fields[id] = .moment(moment) }
      let back = Self.task(TodoTxtTask(fields, status: .needsAction, project: nil).line).fields
      for id in [FieldID.due, .modified, .recurrenceID] { #expect(back.moment(id) == moment, "\(zone)") }
    }
  }

  @Test func recurrence() {
    #expect(TodoTxtRecurrence.word("FREQ=WEEKLY") == "+1w")
    #expect(TodoTxtRecurrence.word("FREQ=MONTHLY;INTERVAL=6") == "+6m")
    #expect(TodoTxtRecurrence.word("FREQ=WEEKLY;BYDAY=MO") == nil)
    #expect(TodoTxtRecurrence.word("FREQ=WEEKLY;INTERVAL=02") == nil)
    #expect(TodoTxtRecurrence.rule("1b")?.rule == "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR")
    #expect(TodoTxtRecurrence.rule("+-1d") == nil && TodoTxtRecurrence.rule("++1d") == nil)
    #expect(TodoTxtRecurrence.rule("0d") == nil && TodoTxtRecurrence.rule("w") == nil)
    #expect(
      Self.task("Water rec:2w").kept.repeatsFromCompletion && Self.task("Water rec:2w").line == "Water rec:2w"
    )
    #expect(!Self.task("Water rec:+2w").kept.repeatsFromCompletion)
    #expect(Self.task("Water rec:5b").line == "Water rec:5b" && Self.problems("Water rec:5b").count == 1)
  }

  @Test func lettersOfLowPriorities() {
    for line in ["(J) Milk", "(Z) Milk", "(I) Milk", "x Milk pri:K"] {
      let task = Self.task(line)
      #expect(task.fields.integer(.priority) == 9 && task.line == line)
    }
    var task = Self.task("(J) Milk")
    task.fields[.priority] = .integer(8)
    #expect(task.line == "(H) Milk")
  }

  /// A title that stands as it is by its bytes is what its words make of it.
  @Test func titlesByTheirBytesAreThoseByTheirWords() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = [
      "x", "(A)", "2026-12-01", "Milk", "due:", "due:2026-12-01", "http://a", ":", "+", "@", "+a", "@b", " ",
      "  ",
      "\u{A0}", "\u{85}", "\u{2028}", "é", "日本", "\u{7F}", "\t", "%41", "-",
    ]
    var plain = 0
    for _ in 0..<4000 {
      let count = Int.random(in: 0...5, using: &random)
      let title = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined(
        separator: Bool.random(using: &random) ? " " : "")
      let tags = Bool.random(using: &random) ? ["b", "+a"] : []
      let whole = TodoTxtTitle(words: title, tags: tags, project: "a")
      #expect(TodoTxtTitle(title, tags: tags, project: "a") == whole, "LISTO_SEED=\(seed) \(title)")
      if TodoTxtTitle.isPlain(title) { plain += 1 }
    }
    #expect(plain > 100)
  }

  @Test func onlyWhatWouldBreakIsEncoded() {
    #expect(PercentEncoding.encode("a_b-c.d 100% %41") == "a_b-c.d%20100%%20%2541")
    #expect(PercentEncoding.decode("100%%20%2541%zz") == "100% %41%zz")
    #expect(PercentEncoding.decode("%FF") == nil)
  }
}

extension TodoTxtTask {
  /// The line without its end.
  fileprivate var line: String {
    var writer = TodoTxtLineWriter(isPlain: false)
    writer.begin(project: project ?? "")
    writer.kept = kept
    return String(
      WrittenFields.text(fields, status: isDone ? .completed : .needsAction, with: writer).dropLast())
  }
}
