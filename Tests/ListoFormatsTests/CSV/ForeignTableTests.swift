import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Tables as spreadsheets and other programs write them.
@Suite struct ForeignTableTests {
  /// The reminders of a table, each as its lines without UID and DTSTAMP, and what was reported.
  private static func read(
    _ bytes: [UInt8], _ choice: String = "csv"
  ) throws -> (reminders: [[String]], problems: [Diagnostic]) {
    let choice = try FormatChoice(choice)
    let (output, problems) = try choice.format.iCalendar(of: bytes, options: choice.options)
    let reminders = try ThereAndBack.reminders(output).map { reminder in
      reminder.component.properties.map { String(decoding: $0.unfolded, as: UTF8.self) }.filter {
        !$0.hasPrefix("UID:") && !$0.hasPrefix("DTSTAMP:")
      }
    }
    return (reminders, problems)
  }

  private static func read(
    _ text: String, _ choice: String = "csv"
  ) throws -> (reminders: [[String]], problems: [Diagnostic]) { try read(Array(text.utf8), choice) }

  /// The only reminder of a table of one row.
  private static func row(_ header: String, _ row: String, _ choice: String = "csv") throws -> [String] {
    try #require(try read("title,\(header)\nA,\(row)\n", choice).reminders.first)
  }

  // MARK: Encodings

  private static func windows(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8(truncatingIfNeeded: $0.value) }
  }

  @Test func windows1252IsRead() throws {
    let bytes = Self.windows("Titel;Fällig\nKäse für 5 €;2026-12-01\nBrot;\n")
    let (reminders, problems) = try Self.read(bytes)
    #expect(reminders == [["SUMMARY:Käse für 5 €", "DUE;VALUE=DATE:20261201"], ["SUMMARY:Brot"]])
    let told = problems.filter { $0.code == .encoding }
    #expect(told.map(\.severity) == [.note] && told.map(\.line) == [1])
    #expect(!problems.contains { $0.severity == .warning }, "\(problems)")
    guard case .format(let format) = Recognition(name: "a.csv", beginning: bytes[...]) else {
      Issue.record("not recognised")
      return
    }
    #expect(format.name == "csv")
  }

  @Test func aNamedEncodingIsUsed() throws {
    let bytes = Self.windows("title\n€ä\n")
    #expect(try Self.read(bytes, "csv+encoding=Windows-1252").reminders == [["SUMMARY:€ä"]])
    #expect(try Self.read(bytes, "csv+encoding=iso-8859-1").reminders == [["SUMMARY:\u{80}ä"]])
    let (reminders, problems) = try Self.read(bytes, "csv+encoding=utf-8")
    #expect(reminders == [["SUMMARY:\u{FFFD}\u{FFFD}"]])
    #expect(problems.contains { $0.code == .invalidUTF8 } && !problems.contains { $0.code == .encoding })
    #expect(
      try Self.read("title\nä\n", "tsv+encoding=iso-8859-1").reminders == [["SUMMARY:Ã¤"]])
    #expect(throws: FormatChoice.Problem.self) { try FormatChoice("csv+encoding=klingon") }
  }

  /// A file that was put together from two: both come out right, and it is a warning.
  @Test func bothEncodingsInOneFile() throws {
    let bytes = Array("title\nKäse\n".utf8) + Self.windows("Öl\n") + Array("Müsli\n".utf8)
    let (reminders, problems) = try Self.read(bytes)
    #expect(reminders == [["SUMMARY:Käse"], ["SUMMARY:Öl"], ["SUMMARY:Müsli"]])
    let told = try #require(problems.first { $0.code == .encoding })
    #expect(told.severity == .warning && told.line == 3 && told.message.contains("line 2"))
    #expect(try Self.read("title\nKäse\n").problems.allSatisfy { $0.code != .encoding })
  }

  @Test(arguments: [ByteEncoding.windows1252, .iso88591])
  func noByteIsLost(_ encoding: ByteEncoding) {
    let texts = (UInt8.min...UInt8.max).map { String(decoding: encoding.inUTF8([$0]), as: UTF8.self) }
    #expect(Set(texts).count == 256 && texts.allSatisfy { $0.unicodeScalars.count == 1 })
    #expect(!texts.contains("\u{FFFD}"))
  }

  /// Half of a letter of UTF-16 is no text in Windows-1252.
  @Test func damagedUTF16IsNotWindows1252() throws {
    let units: [UInt16] = [0xFEFF] + Array("title\nab".utf16) + [0xD83D, 0x0A]
    let (reminders, problems) = try Self.read(
      units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    #expect(reminders == [["SUMMARY:ab\u{FFFD}\u{FFFD}\u{FFFD}"]])
    #expect(problems.contains { $0.code == .invalidUTF8 } && !problems.contains { $0.code == .encoding })
  }

  @Test func todoistInWindows1252() throws {
    let (reminders, problems) = try Self.read(
      Self.windows("TYPE,CONTENT\ntask,Müll\n"), "todoist")
    #expect(reminders.first?.first == "SUMMARY:Müll" && problems.contains { $0.code == .encoding })
  }

  // MARK: The header

  @Test func theTitleMustBeNamed() throws {
    let text = "Ticket ID,Thing,Due Date\n1,Milk,2026-12-01\n"
    let (reminders, problems) = try Self.read(text)
    let told = try #require(problems.first { $0.code == .badSyntax })
    #expect(reminders == [] && told.message.contains("Ticket ID, Thing, Due Date"))
    #expect(told.message.contains("-f 'csv+map=Thing:title'"))
    #expect(Format.csv.argument(for: Array(text.utf8)[...]) == "'csv+map=Thing:title'")
    #expect(Format.csv.argument(for: Array("title,x\n".utf8)[...]) == "csv")
    #expect(try Self.read(text, "csv+map=Thing:title").reminders.first?.first == "SUMMARY:Milk")
    let semicolons = try Self.read("Ding;Wer\nMilch;Ann\n").problems
    #expect(semicolons.contains { $0.message.contains("csv+map=Ding:title") })
    // A table of known columns alone was meant to be so.
    #expect(try Self.read("due,uid\n2026-12-01,1\n").reminders == [["DUE;VALUE=DATE:20261201"]])
  }

  @Test(arguments: ["sep=;\r\nTask;Due\r\nA;2026-12-01\r\n", "SEP=|\nTask|Due\nA|2026-12-01\n"])
  func theLineOfASeparator(_ text: String) throws {
    #expect(try Self.read(text).reminders == [["SUMMARY:A", "DUE;VALUE=DATE:20261201"]])
    #expect(try Self.read(text, "csv+semicolon").reminders == [["SUMMARY:A", "DUE;VALUE=DATE:20261201"]])
    guard case .format(let format) = Recognition(name: "a.csv", beginning: Array(text.utf8)[...]) else {
      Issue.record("not recognised")
      return
    }
    #expect(format.name == "csv")
  }

  @Test func wordsForValues() throws {
    let choice = "csv+map=Erledigt?:status(ja=completed,Nein=needs-action)+map=Stufe:priority(dringend=1)"
    let (reminders, problems) = try Self.read(
      "title,Erledigt?,Stufe\nA, JA ,dringend\nB,nein,3\nC,cancelled,\nD,vielleicht,\n", choice)
    #expect(
      reminders == [
        ["SUMMARY:A", "STATUS:COMPLETED", "PRIORITY:1"], ["SUMMARY:B", "STATUS:NEEDS-ACTION", "PRIORITY:3"],
        ["SUMMARY:C", "STATUS:CANCELLED"], ["SUMMARY:D", "X-LISTO-CELL;X-COLUMN=Erledigt?:vielleicht"],
      ])
    #expect(problems.filter { $0.code == .badValue }.count == 1)
    let wrong = try Self.read("title,Fertig\nA,ja\n", "csv+map=Fertig:status(ja=fertigstellung)").problems
    #expect(wrong.contains { $0.message.contains("\"fertigstellung\" is not a value of status") })
    for bad in ["Fertig:status(ja)", "Fertig:status(", "Fertig:statsu(ja=completed)", ":status(a=b)"] {
      #expect(throws: FormatChoice.Problem.self) { try FormatChoice("csv+map=" + bad) }
    }
  }

  // MARK: Completion and changes

  @Test(arguments: ["Completed", "Completed At", "Completed Time", "Date Completed", "Done", "Erledigt am"])
  func aDateOfCompletionCompletes(_ name: String) throws {
    let lines = try Self.row(name, "2026-11-27T10:00:00Z")
    #expect(lines == ["SUMMARY:A", "STATUS:COMPLETED", "COMPLETED:20261127T100000Z"])
    #expect(try Self.row(name, "") == ["SUMMARY:A"])
  }

  @Test func completionByOtherColumns() throws {
    #expect(try Self.row("Due Complete", "true") == ["SUMMARY:A", "STATUS:COMPLETED"])
    #expect(try Self.row("Progress", "100%") == ["SUMMARY:A", "STATUS:COMPLETED", "PERCENT-COMPLETE:100"])
    #expect(try Self.row("Progress", "Not started") == ["SUMMARY:A", "STATUS:NEEDS-ACTION"])
    #expect(
      try Self.row("Completed,Completed At", "FALSE,") == ["SUMMARY:A", "STATUS:NEEDS-ACTION"])
    #expect(
      try Self.row("Completed At,Completed", "2026-11-27T10:00:00Z,TRUE")
        == ["SUMMARY:A", "STATUS:COMPLETED", "COMPLETED:20261127T100000Z"])
    // Listo's own table has a column that says it.
    #expect(
      try Self.row("status,completed", ",2026-11-27T10:00:00Z")
        == ["SUMMARY:A", "COMPLETED:20261127T100000Z"])
  }

  @Test func aChangeIsTheStamp() throws {
    let text = "title,Last Modified,Created\nA,2026-11-27 10:00,\nB,,2026-11-26\n"
    let (output, problems) = try Format.csv.iCalendar(of: Array(text.utf8))
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\r\n")
    #expect(
      lines.filter { $0.hasPrefix("DTSTAMP") }.map { $0.suffix(16) } == [
        "20261127T120000Z", "20261126T120000Z",
      ])
    #expect(!problems.contains { $0.code == .inventedStamp })
  }

  // MARK: Tags

  @Test(arguments: [
    ("a;b", ["a", "b"]), ("\"a, b; c\"", ["a", "b", "c"]), ("\"[a, b]\"", ["a", "b"]), ("[a;b]", ["a", "b"]),
    ("\"[\"\"a\"\", 'b c']\"", ["a", "b c"]), ("\"[\"\"a, b\"\", c]\"", ["a, b", "c"]), ("[]", []),
    ("a\\;b", ["a;b"]), ("\\[a]", ["[a]"]), ("[a", ["[a"]), ("it's", ["it's"]),
  ])
  func tagsOfOtherPrograms(_ cell: String, _ tags: [String]) throws {
    let text = "title,tags\nA,\(cell)\n"
    let (output, _) = try Format.csv.iCalendar(of: Array(text.utf8))
    #expect(try ThereAndBack.reminders(output).first?.tags == tags)
  }

  @Test func anyTagsComeBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = [";", ",", "[", "]", "\\", "\"", "'", " ", "a", "ü", "\t"]
    for _ in 0..<5000 {
      var seen: Set<String> = []
      let texts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.pick(using: &random) }.joined()
      }.filter { seen.insert($0).inserted }
      let cell = CSVCell.text(texts)
      #expect(CSVCell.value(cell, of: .tags) == .texts(texts), "LISTO_SEED=\(seed) \(cell)")
    }
  }

  // MARK: Times

  @Test(arguments: [
    ("2026-05-10 17:00:00 +0500", "DUE:20260510T120000Z"),
    ("2026-05-10 17:00 +05:00", "DUE:20260510T120000Z"),
    ("2026-05-10T17:00:00 -03", "DUE:20260510T200000Z"), ("2026-05-10 17:00:00 Z", "DUE:20260510T170000Z"),
    ("2026-05-10 05:00 PM", "DUE:20260510T170000"), ("2026-05-10 5:00pm", "DUE:20260510T170000"),
    ("2026-05-10 17:00:00 [+0500]", "DUE;TZID=+0500:20260510T170000"),
    ("2026-05-10 17:00:00 Europe/Berlin", "DUE;TZID=Europe/Berlin:20260510T170000"),
    ("\"Oct 5, 2026\"", "DUE;VALUE=DATE:20261005"), ("1 Dec 2026", "DUE;VALUE=DATE:20261201"),
    ("5 October 2026 10:15 PM", "DUE:20261005T221500"), ("1. Dezember 2026", "DUE;VALUE=DATE:20261201"),
    ("\"Mon, 5 Oct 2026\"", "DUE;VALUE=DATE:20261005"), ("20261201", "DUE;VALUE=DATE:20261201"),
    ("20261201T101500Z", "DUE:20261201T101500Z"), ("2026/12/01", "DUE;VALUE=DATE:20261201"),
    ("2026/12/01 9:30", "DUE:20261201T093000"), ("27.11.2026", "DUE;VALUE=DATE:20261127"),
  ])
  func datesOfOtherPrograms(_ cell: String, _ line: String) throws {
    #expect(try Self.row("due", cell) == ["SUMMARY:A", line])
  }

  /// A reader has no clock: a date that depends on the day is kept aside.
  @Test(arguments: [
    "tomorrow", "5 Oct", "next friday 2026", "in 10 days", "Dec 2026", "99 Dec 2026", "20261301",
  ])
  func otherTextsAreKept(_ cell: String) throws {
    #expect(try Self.row("due", cell) == ["SUMMARY:A", "X-LISTO-CELL;X-COLUMN=due:" + cell])
  }

  /// The name of a zone that looks like an offset, or has brackets.
  @Test(arguments: ["+0500", "-03", "[x]", "[+01]", "Europe/Berlin", "PM."])
  func zonesComeBack(_ zone: String) throws {
    let local = try #require(LocalDateTime(iso: "2026-12-01T10:15:00"))
    var fields = ReminderFields()
    fields[.due] = .moment(.zoned(local, tzid: zone))
    let text = WrittenFields.text(fields, with: CSVRowWriter([.field(.due)], CSVQuoting(delimiter: 0x2C)))
    #expect(try Self.read("due\n" + text).reminders == [["DUE;TZID=\(zone):20261201T101500"]])
  }

  @Test func aTimeBesideItsDate() throws {
    #expect(try Self.row("Due Date,Due Time", "2026-12-01,9:15 pm") == ["SUMMARY:A", "DUE:20261201T211500"])
    #expect(
      try Self.row(
        "Start Time,Start Date,due,due-zone,time", "8:00,2026-12-01,12/31/2026,Europe/Berlin,18:00:30")
        == ["SUMMARY:A", "DTSTART:20261201T080000", "DUE;TZID=Europe/Berlin:20261231T180030"])
    #expect(
      try Self.row("Uhrzeit,Wann", "8:00,2026-12-01", "csv+map=Wann:due")
        == ["SUMMARY:A", "DUE:20261201T080000"])
    #expect(
      try Self.row("due,Clock", "2026-12-01,8:00", "csv+map=Clock:due-time")
        == ["SUMMARY:A", "DUE:20261201T080000"])
    // Alone it is date and time; and a time that has no date to belong to is kept.
    #expect(try Self.row("Due Time", "2026-12-01 8:00") == ["SUMMARY:A", "DUE:20261201T080000"])
    for cells in [",8:00", "2026-12-01T10:00:00,8:00", "2026-12-01,soon"] {
      let lines = try Self.row("due,Due Time", cells)
      #expect(lines.contains { $0.hasPrefix("X-LISTO-CELL;X-COLUMN=Due Time:") }, "\(lines)")
    }
  }

  @Test func oneOrderForAllDatesOfATable() throws {
    let (reminders, problems) = try Self.read("title,due,start\nA,3/4/2026,\nB,,27/4/2026\n")
    #expect(
      reminders == [["SUMMARY:A", "DUE;VALUE=DATE:20260403"], ["SUMMARY:B", "DTSTART;VALUE=DATE:20260427"]])
    let told = try #require(problems.first { $0.code == .dateOrder })
    #expect(told.severity == .note && told.line == 2 && told.message.contains("csv+dates=mdy"))
    #expect(told.message.contains("27/4/2026") && told.message.contains("line 3"))
    // No note is needed where no date could be another one.
    let plain = try Self.read("title,due\nA,27/4/2026\nB,2026/03/04\n")
    #expect(!plain.problems.contains { $0.code == .dateOrder })
    #expect(plain.reminders[0] == ["SUMMARY:A", "DUE;VALUE=DATE:20260427"])
    let open = try Self.read("title,due\nA,3/4/2026\n")
    #expect(open.problems.contains { $0.message.contains("ambiguous") })
    #expect(open.reminders == [["SUMMARY:A", "X-LISTO-CELL;X-COLUMN=due:3/4/2026"]])
    #expect(
      try Self.read("title,due\nA,3/4/2026\n", "csv+dates=mdy").reminders
        == [["SUMMARY:A", "DUE;VALUE=DATE:20260304"]])
  }

  // MARK: Rules

  @Test(arguments: [
    ("RRULE:FREQ=WEEKLY", "RRULE:FREQ=WEEKLY"), (" FREQ=DAILY ", "RRULE:FREQ=DAILY"),
    ("every week", "RRULE:FREQ=WEEKLY"), ("Every 2 weeks", "RRULE:FREQ=WEEKLY;INTERVAL=2"),
    ("jeden Montag", "RRULE:FREQ=WEEKLY;BYDAY=MO"), ("monthly", "RRULE:FREQ=MONTHLY"),
    ("every week until 2027-03-01", "RRULE:FREQ=WEEKLY;UNTIL=20270301"),
  ])
  func rulesOfOtherPrograms(_ cell: String, _ line: String) throws {
    #expect(try Self.row("start,Repeat", "2026-12-01,\(cell)").contains(line))
  }

  @Test func theEndOfARuleIsAsItsDates() throws {
    let rule = "every week until 2027-03-01"
    func lines(_ start: String) throws -> String? {
      try Self.row("start,recurrence", "\(start),\(rule)").first { $0.hasPrefix("RRULE") }
    }
    #expect(try lines("2026-12-01 10:00") == "RRULE:FREQ=WEEKLY;UNTIL=20270301T235959")
    #expect(try lines("2026-12-01 10:00:00 Europe/Berlin") == "RRULE:FREQ=WEEKLY;UNTIL=20270301T225959Z")
    #expect(try lines("2026-12-01T10:00:00Z") == "RRULE:FREQ=WEEKLY;UNTIL=20270301T235959Z")
    #expect(try lines("2026-12-01 10:00:00 Nowhere/Land") == nil)
    #expect(try Self.row("recurrence", "every week until friday").contains { $0.hasPrefix("X-LISTO-CELL") })
  }
}
