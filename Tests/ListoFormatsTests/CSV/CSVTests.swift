import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct CSVTests {
  /// STATUS is what the cell says, and none where there was none; unless nothing else in the table says it.
  @Test(arguments: ["PERCENT-COMPLETE:50", "PERCENT-COMPLETE:100", "COMPLETED:20261210T101500Z", "X-A:1"])
  func noStatusIsAdded(line: String) throws {
    let calendar = Conversion.calendar("UID:1\nSUMMARY:Milk\n\(line)")
    for format in [Format.csv, .tsv, .todoTxt, .taskwarrior, .org] {
      let back = try ThereAndBack(calendar, format)
      #expect(back.after.map(\.writtenStatus) == [nil], "\(format.name)")
      #expect(back.after.map(\.status) == back.before.map(\.status), "\(format.name)")
    }
    let options = try FormatChoice("csv+columns=title,status").options
    let word = try ThereAndBack.reminders(Array(calendar.utf8))[0].status.word
    #expect(try Conversion(calendar, to: .csv, options: options).text == "title,status\r\nMilk,\(word)\r\n")
  }

  private static func records(_ text: String, delimiter: UInt8 = 0x2C, limit: Int = 8 << 20) -> [CSVRecords
    .Record]
  {
    var reader = CSVRecords(delimiter: delimiter, limit: limit)
    var records: [CSVRecords.Record] = []
    var lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, bytes) in lines.enumerated() {
      reader.take(bytes.last == 0x0D ? bytes.dropLast() : bytes[...], line: index + 1) { records.append($0) }
    }
    reader.finish { records.append($0) }
    return records
  }

  private static func texts(_ record: CSVRecords.Record) -> [String] {
    record.cells.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func recordsAreThoseOfRFC4180() {
    let records = Self.records("a,\"b \"\"c\"\",\nd\" ,\r\n,\"\",x\n\n 1 , 2")
    #expect(records.map(Self.texts) == [["a", "b \"c\",\nd ", ""], ["", "", "x"], [""], [" 1 ", " 2"]])
    #expect(records.map(\.line) == [1, 3, 4, 5])
    #expect(records.allSatisfy { $0.problem == nil })
    #expect(Self.records("a\tb,c", delimiter: 9).map(Self.texts) == [["a", "b,c"]])
  }

  @Test func oneBadQuotationMarkCostsNothing() {
    let records = Self.records("a,\"open\nb,2\nc,\"3\"x,4\nd\"e,5\n")
    #expect(
      records.map(Self.texts) == [["a", "\"open"], ["b", "2"], ["c", "3x", "4"], ["d\"e", "5"]])
    let lone = Self.records("a,\"open\nb,2\nc,3\n")
    #expect(lone.map(Self.texts) == [["a", "\"open"], ["b", "2"], ["c", "3"]])
    #expect(lone.map(\.line) == [1, 2, 3] && lone[0].problem != nil && lone[1].problem == nil)
    let cut = Self.records("a,b\n1,\"one\ntwo, or\nthree")
    #expect(cut.map(Self.texts) == [["a", "b"], ["1", "one\ntwo, or\nthree"]] && cut[1].problem != nil)
    let stray = Self.records("a,b\n1,\"one\n2,two\n3,three\n")
    #expect(stray.map(Self.texts) == [["a", "b"], ["1", "\"one"], ["2", "two"], ["3", "three"]])
    // Not more than the limit is kept, and read twice.
    let long = Self.records("a,\"open\n" + String(repeating: "b,2\n", count: 2000), limit: 1000)
    #expect(long.count == 2001)
  }

  @Test func everyFieldComesBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let columnsOf: [[CSVColumn]] = [CSVColumn.all, CSVColumn.all.filter { $0 != .zone(.due) }]
    for round in 0..<3000 {
      let fields =
        try round % 3 == 0 ? GeneratedFields.oddFields(&random) : GeneratedFields.fields(&random)
      let list = GeneratedFields.text(&random, upTo: 2)
      let columns = columnsOf.pick(using: &random)
      let isSafe = Bool.random(using: &random)
      let delimiter: UInt8 = [0x2C, 0x09, 0x3B].pick(using: &random)
      var writer = CSVRowWriter(columns, CSVQuoting(delimiter: delimiter, isSafe: isSafe))
      writer.begin(list: list, source: "")
      let text = WrittenFields.text(fields, with: writer)
      let records = Self.records(text, delimiter: delimiter)
      let record = try #require(records.first)
      let cells = isSafe ? record.cells.map(CSVQuoting.unguarded) : record.cells
      let back = CSVRow(columns).reminder(CSVRecords.Record(cells: cells, line: 1))
      #expect(records.count == 1 && record.problem == nil && back.unread.isEmpty && back.list == list)
      let isSame = back.component(line: 0).bytes == fields.component().bytes
      #expect(isSame, "seed \(seed), round \(round): \(text)")
      guard isSame else { return }
    }
  }

  /// The remaining cells of a row do not keep the cells that are left out in memory.
  @Test func aRowOfTooManyCellsIsCut() throws {
    let row = (1...10_005).map { "c\($0)" }.joined(separator: ",")
    let record = try #require(Self.records("a,b\n" + row + "\nx,y\n").dropFirst().first)
    #expect(Self.texts(record) == (1...10_000).map { "c\($0)" })
    #expect(record.bytes.count == record.cells.reduce(0) { $0 + $1.count })
    #expect(record.problem?.contains("10000 cells") == true)
  }

  /// The size of a record limits the memory in use: spreadsheets export rows of empty columns.
  @Test func emptyCellsCount() throws {
    let row = "x" + String(repeating: ",", count: 9_999) + "\n"
    let record = try #require(Self.records(row).first)
    #expect(record.cells.count == 10_000)
    #expect(record.size >= 10_000 * MemoryLayout<CSVRecords.Record.Place>.stride)
  }

  @Test func columnsAreKnownByManyNames() {
    #expect(CSVColumn.named("Title") == .field(.title) && CSVColumn.named("SUMMARY") == .field(.title))
    #expect(CSVColumn.named("Due Date") == .field(.due) && CSVColumn.named("due_zone") == .zone(.due))
    #expect(
      CSVColumn.named("dueZone") == .zone(.due) && CSVColumn.named("Recurrence-ID") == .field(.recurrenceID))
    #expect(CSVColumn.named("Project") == .list && CSVColumn.named("Assignee") == nil)
  }

  @Test func cellsThatPeopleType() {
    #expect(CSVCell.value("2026-12-01 10:15", of: .due)?.description == "2026-12-01T10:15:00")
    #expect(CSVCell.value(" 2026-12-01 ", of: .due)?.description == "2026-12-01")
    #expect(
      CSVCell.value("2026-12-01 10:15:30 Europe/Berlin", of: .due)?.description
        == "2026-12-01T10:15:30 Europe/Berlin")
    // Which of the two is the month, no one can know.
    #expect(CSVCell.value("12/01/2026", of: .due) == nil)
    #expect(
      CSVCell.value("High", of: .priority) == .integer(1)
        && CSVCell.value("40 %", of: .percent) == .integer(40))
    #expect(
      CSVCell.value(" +5 ", of: .priority) == .integer(5) && CSVCell.value("5.0", of: .priority) == nil)
    #expect(CSVCell.value("In Progress", of: .status) == .text("in-process"))
    #expect(CSVCell.value("DONE", of: .status) == .text("completed"))
    #expect(CSVCell.value("a, b\\, c , ,d", of: .tags) == .texts(["a", "b, c", "d"]))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("'=1", "''=1"), ("'x", "'x"), ("-PT15M", "'-PT15M"), ("a=b", "a=b"),
    ("@x,y", "\"'@x,y\""),
    // A program that divides at other signs sees other cells.
    ("a;=1+1;b", "\"a;'=1+1;b\""), ("a\t@x", "\"a\t'@x\""), ("a,b", "\"a,b\""), ("a;b", "\"a;b\""),
    ("a\n=1", "\"a\n'=1\""),
    ("a;'=1", "\"a;''=1\""), (";=1", "\";'=1\""), ("\t=1", "\"'\t'=1\""), ("- a; -b", "\"'- a; -b\""),
    // In full width, and behind a NUL, which a program drops.
    ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠a", "'＠a"), ("'＝1", "''＝1"), ("a;＝1", "\"a;'＝1\""),
    ("1＝", "1＝"), ("ｘ", "ｘ"), ("\0=1", "'\0=1"), ("'\0", "''\0"),
    // A spreadsheet keeps fifteen digits, and no zeros at the ends.
    ("1234567890123456789", "'1234567890123456789"), ("'1234567890123456789", "''1234567890123456789"),
    ("123456789012345", "123456789012345"), ("007", "'007"), ("0", "0"), ("0.5", "0.5"), ("1.50", "'1.50"),
    ("1E5", "'1E5"),
    ("12e+34", "'12e+34"), ("1E", "1E"), ("12345678901234567890 apples", "12345678901234567890 apples"),
    ("1.2.30", "1.2.30"),
    ("", ""), ("'", "'"), (";", "\";\""), (".", "."),
  ])
  func cellsThatASpreadsheetWouldRunOrChangeAreMadeSafe(cell: String, written: String) throws {
    var bytes: [UInt8] = []
    CSVQuoting(delimiter: 0x2C, isSafe: true).append([cell, "x"], to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == written + ",x\r\n")
    let record = try #require(Self.records(String(decoding: bytes, as: UTF8.self)).first)
    #expect(
      Self.texts(CSVRecords.Record(cells: record.cells.map(CSVQuoting.unguarded), line: 1)) == [cell, "x"])
  }

  /// The beginnings of the cells that a spreadsheet runs.
  private static let started = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\0"]

  @Test func whateverIsMadeSafeComesBack() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = [
      "'", "''", "=", "+", "-", "@", ";", ",", "\t", "\r", "\n", "\"", " ", "0", "1", "123456789012345678",
      ".", "e", "E5", "a", "＝", "＋", "－", "＠", "\0",
    ]
    for _ in 0..<20_000 {
      let cell = (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.pick(using: &random) }.joined()
      let guarded = CSVQuoting.guarded(Array(cell.utf8))
      #expect(
        CSVQuoting.unguarded(guarded[...]).elementsEqual(cell.utf8),
        "LISTO_SEED=\(seed) \(String(reflecting: cell))")
      // No piece of it, wherever a program divides it, begins with what is run.
      let parts = guarded.split(maxSplits: .max, omittingEmptySubsequences: false) {
        [0x2C, 0x3B, 0x09, 0x0A, 0x0D].contains($0)
      }
      #expect(
        parts.allSatisfy { part in !Self.started.contains { part.starts(with: $0.utf8) } },
        "LISTO_SEED=\(seed) \(String(reflecting: cell))")
    }
  }

  @Test func theWriterNamesWhatHasNoColumn() throws {
    let calendar = Conversion.calendar(
      """
      UID:1
      SUMMARY;LANGUAGE=en:Water, the "plants"
      DUE;VALUE=DATE:20261201
      RRULE:FREQ=WEEKLY
      ATTACH:https://example.org/a.pdf
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT15M
      DESCRIPTION:Water, the "plants"
      END:VALARM
      """)
    let whole = try Conversion(calendar, to: .csv)
    let lines = whole.text.split(separator: "\r\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("list,title,status,due,due-zone,start,start-zone,priority,tags,notes"))
    #expect(
      lines[1].hasPrefix(
        #"House,"Water, the ""plants""",,2026-12-01,,,,,,,,,FREQ=WEEKLY,-PT15M,"#))
    #expect(whole.losses.counts == ["parameter": 1, "attachment": 1, "calendar property": 1])
    let options = try FormatChoice("csv+safe+bom+columns=title,due").options
    let chosen = try Conversion(calendar, to: .csv, options: options)
    #expect(chosen.text == "\u{FEFF}title,due\r\n\"Water, the \"\"plants\"\"\",2026-12-01\r\n")
    #expect(chosen.losses.counts["recurrence rule"] == 1 && chosen.losses.counts["alarm"] == 1)
    #expect(chosen.losses.counts["UID"] == 1 && chosen.losses.counts["calendar property"] == 2)
  }

  @Test func oddValuesInRows() throws {
    let rows = try Conversion(OddFields.few, to: .csv).text.split(separator: "\r\n").dropFirst()
    #expect(
      Array(rows) == [
        """
        House,"(A) +House @plus key:value
        next",,2024-02-29T10:15:60,Own: 5%41,,,,"plus, \\ lead, trail\\ , a\\,b, back\\\\slash, +more, ü, 1, 2, 3, 4",,,"data:x\\,y\\n",FREQ=DAILY;BYDAY=SU,PT0S,,,,2024-02-29T00:00:00 Europe/Berlin,,2024-02-29T00:00:00 Europe/Berlin,,,,,,"e,1"
        """,
        """
        House,,,,,,,,,"semi;colon, comma\\n
        next ""quoted"" 50%zz 50%41",a\u{3000}b,,,,p:1,40,,,,,,-7,48.1;11.5,"odd\\, one",,2
        """,
        """
        House,Nap (every day),failed,,,,,,,,,,,,,,2026-02-28T10:15:00,2026-02-28,2026-01-31T23:59:59Z,2026-01-31T23:59:59Z,,,,,,3
        """,
      ])
    let options = try FormatChoice("csv+safe+semicolon+columns=order,priority,tags,due,recurrence").options
    #expect(
      try Conversion(OddFields.few, to: .csv, options: options).text.split(separator: "\r\n").dropFirst()
        == [
          #";;"plus, \ lead, trail\ , a\,b, back\\slash, +more, ü, 1, 2, 3, 4";2024-02-29T10:15:60 Own: 5%41;"FREQ=DAILY;BYDAY=SU""#,
          "'-7;;;;", ";;;;",
        ])
  }
}
