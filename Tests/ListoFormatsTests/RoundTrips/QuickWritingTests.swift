import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// What ``QuickReading`` and ``QuickFields`` serve for is what is written, counted and read in the complete way.
@Suite struct QuickWritingTests {
  @Test func generatedRemindersAreWrittenTheSame() throws {
    var random = SplitMix64(seed: Seed.fresh())
    var quick = 0
    for _ in 0..<60 {
      quick += try compare(Array(QuickReminderTests.calendar(&random).utf8), "seed \(random.seed)")
    }
    #expect(quick > 0, "seed \(random.seed)")
  }

  @Test func ownFilesAreWrittenTheSame() throws {
    let quick = try Corpus.own.reduce(0) { try $0 + compare(Corpus.bytes($1), $1) }
    #expect(quick > 0)
  }

  /// In every format, also where each thing that is lost is told.
  @Test func aPlainReminderIsWrittenQuickly() throws {
    let bytes = QuickWriting.calendar(
      of: "UID:a\nSUMMARY:Water the plants\nSTATUS:NEEDS-ACTION\nDUE;VALUE=DATE:20261201")
    // Three kinds of columns by three delimiters, and todo.txt.
    #expect(try compare(bytes, "plain") == 10)
    #expect(try compare(bytes, "plain", Losses(keepingEntries: true)) > 0)
  }

  /// - Returns: how many reminders were written quickly, of all formats together.
  private func compare(_ bytes: [UInt8], _ file: String, _ losses: Losses = Losses()) throws -> Int {
    var quick = 0
    for columns in [nil, ["title", "due", "status", "tags", "alarms"], ["uid", "list", "notes"]] {
      for delimiter: UInt8 in [0x2C, 0x3B, 0x09] {
        var complete = CSVWriter(delimiter: delimiter, columns: columns)
        complete.isQuick = false
        quick += try compare(
          CSVWriter(delimiter: delimiter, columns: columns), complete, losses, bytes, file
        ).quickCount
      }
    }
    var complete = TodoTxtWriter()
    complete.isQuick = false
    return try quick + compare(TodoTxtWriter(), complete, losses, bytes, file).quickCount
  }

  private func compare<Writer: FormatWriter>(
    _ quick: Writer, _ complete: Writer, _ losses: Losses, _ bytes: [UInt8], _ file: String
  ) throws -> Writer {
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(of: MemorySource(bytes), file: file, fileName: "a.ics", in: folder, names: &names)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    var (quick, complete) = (quick, complete)
    (quick.losses, complete.losses) = (losses, losses)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        guard case .component(let component) = item, let calendar else { return }
        var (left, right): ([UInt8], [UInt8]) = ([], [])
        quick.write(component, holder: batch.holder(ordinal), in: calendar, &left)
        complete.write(component, holder: batch.holder(ordinal), in: calendar, &right)
        #expect(
          left == right && quick.losses == complete.losses,
          """
          \(file):\(component.lineNumber)
          \(String(decoding: left, as: UTF8.self))
          \(String(decoding: right, as: UTF8.self))
          """)
      }
    }
    return quick
  }

  /// A row that is read quickly is read as its fields say.
  @Test func rowsAreReadTheSame() throws {
    var random = SplitMix64(seed: Seed.fresh())
    let columns: [CSVColumn?] = CSVColumn.all + [nil]
    let row = QuickRow(columns)
    var quick = 0
    for _ in 0..<2000 {
      let fields = GeneratedFields.fields(&random)
      var bytes: [UInt8] = []
      CSVRow(fields, list: "Home", source: nil).append(
        CSVPlan.all(CSVColumn.all), CSVQuoting(delimiter: 0x2C), to: &bytes)
      var records = CSVRecords(delimiter: 0x2C)
      var found: [CSVRecords.Record] = []
      for line in bytes.dropLast(2).split(separator: 0x0A, omittingEmptySubsequences: false) {
        records.take(line + [], line: 1) { found.append($0) }
      }
      let read = try #require(found.first)
      let record = CSVRecords.Record(cells: read.cells + [[]], line: read.line)
      guard let component = row.component(record) else { continue }
      quick += 1
      var unread: [Int] = []
      let complete = CSVRow(record.cells, columns: columns, unread: &unread).fields.component(line: 1)
      #expect(component.bytes == complete.bytes && unread.isEmpty, "seed \(random.seed)")
    }
    #expect(quick > 0, "seed \(random.seed)")
  }
}
