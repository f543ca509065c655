import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Whether a reminder is taken in by the places of its lines or by its fields, the same is written of it and
/// counted.
@Suite struct FieldPlacesTests {
  /// VALUE and RELATED beside a parent have no place, and are told.
  @Test(arguments: ["VALUE=URI", "RELATED=END", "RELTYPE=PARENT;VALUE=URI"])
  func parametersOfAParent(_ parameters: String) throws {
    let bytes = QuickWriting.calendar(of: "UID:a\nDTSTAMP:20260101T000000Z\nRELATED-TO;\(parameters):p")
    for format in [Format.csv, .todoTxt] {
      #expect(try Conversion(bytes, to: format).losses.counts["parameter"] == 1, "\(format)")
    }
    let tasks = try Conversion(bytes, to: .taskwarrior)
    let back = try Format.taskwarrior.iCalendar(of: tasks.output)
    #expect(try CalendarComparison(bytes, back.bytes, remindersOnly: true).differences.isEmpty)
  }

  @Test func generatedReminders() throws {
    var random = SplitMix64(seed: Seed.current)
    var count = 0
    for _ in 0..<40 {
      let calendar = OddFields.calendar(25, &random)
      count += try compare(Array(calendar.utf8), "LISTO_SEED=\(random.seed)")
    }
    #expect(count > 40, "LISTO_SEED=\(random.seed)")
  }

  @Test func ownFiles() throws {
    #expect(try Corpus.own.reduce(0) { try $0 + compare(Corpus.bytes($1), $1) } > 50)
  }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func theCorpus() throws {
    #expect(try Corpus.others.reduce(0) { try $0 + compare(Corpus.bytes($1), $1) } > 50)
  }

  /// Fields as the lines that they are read from.
  @Test func oddValues() throws {
    var random = SplitMix64(seed: Seed.current)
    var count = 0
    for _ in 0..<400 {
      let lines = try String(decoding: GeneratedFields.oddFields(&random).component().bytes, as: UTF8.self)
      let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(lines)END:VCALENDAR\r\n"
      count += try compare(Array(calendar.utf8), "LISTO_SEED=\(random.seed)")
    }
    #expect(count > 10, "LISTO_SEED=\(random.seed)")
  }

  private static let columns: [[CSVColumn]] = [
    CSVColumn.all, CSVColumn.all.filter { $0 != .zone(.due) },
    [.field(.title), .field(.status), .field(.tags), .field(.alarms), .list, .source],
  ]

  private static let writers: [any FieldWriting] =
    [TodoTxtLineWriter(isPlain: false), TodoTxtLineWriter(isPlain: true)]
    + columns.flatMap { columns in
      [(UInt8(0x2C), false), (0x3B, false), (0x09, false), (0x2C, true)].map {
        CSVRowWriter(columns, CSVQuoting(delimiter: $0, isSafe: $1))
      }
    }

  /// - Returns: how many reminders were taken in by their lines.
  private func compare(_ bytes: [UInt8], _ file: String) throws -> Int {
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(of: MemorySource(bytes), file: file, fileName: "a.ics", in: folder, names: &names)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    var (lines, places, count) = (FieldLines(), FieldPlaces(), 0)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, _ in
        guard case .component(let component) = item, let calendar else { return }
        var place = ReminderPlace(
          calendar.context, source: source, list: calendar.list, listTitle: calendar.place.listTitle)
        guard lines.take(component, &place, into: &places),
          lines.takeAlarms(of: component, &place, into: &places)
        else { return }
        count += 1
        let reminder = DecomposedReminder(component, in: calendar.context)
        compareWritten(places, lines.bytes(of: component), reminder, calendar, file)
        compareCounted(lines, places, reminder, calendar, file)
      }
    }
    return count
  }

  private func compareWritten(
    _ places: FieldPlaces, _ bytes: ArraySlice<UInt8>, _ reminder: DecomposedReminder,
    _ calendar: Survey.Calendar, _ file: String
  ) {
    var complete = FieldPlaces()
    complete.take(reminder.fields, status: reminder.status(in: calendar.context))
    for writer in Self.writers {
      var writer = writer
      writer.begin(calendar)
      let (left, right) = (
        WrittenFields.bytes(places, bytes, with: writer),
        WrittenFields.bytes(complete, complete.own[...], with: writer)
      )
      #expect(
        left == right && left != nil,
        """
        \(file):\(reminder.component.lineNumber)
        \(String(decoding: left ?? [], as: UTF8.self))
        \(String(decoding: right ?? [], as: UTF8.self))
        """)
    }
  }

  private func compareCounted(
    _ lines: FieldLines, _ places: FieldPlaces, _ reminder: DecomposedReminder,
    _ calendar: Survey.Calendar, _ file: String
  ) {
    let bytes = lines.bytes(of: reminder.component)
    for missing in [[], [.uid, .stamp], FieldID.allCases, [.alarms, .tags]] {
      var (left, right, zones) = (Losses(), Losses(), ZoneLosses())
      guard lines.count(places, bytes.span, without: missing, areLeftOut: true, in: &left) else { continue }
      right.add(restOf: reminder, without: missing, areLeftOut: true, in: calendar.context)
      zones.count(reminder, in: calendar.context, &right)
      #expect(left == right, "\(file):\(reminder.component.lineNumber) \(left.counts) \(right.counts)")
      var kept = Losses(keepingEntries: true)
      if lines.count(places, bytes.span, without: missing, areLeftOut: true, in: &kept) {
        #expect(right.isEmpty && kept.isEmpty, "\(file):\(reminder.component.lineNumber)")
      }
    }
  }

  /// Where there is too little room it is used up, and nothing else is written in it.
  @Test func tooLittleRoomIsSeen() throws {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<60 {
      var places = FieldPlaces()
      try places.take(GeneratedFields.oddFields(&random), status: .needsAction)
      for writer in Self.writers {
        let all = WrittenFields.bytes(places, places.own[...], with: writer)
        let whole = try #require(all)
        for room in [0, 1] + (0..<20).map({ _ in Int.random(in: 0...whole.count + 60, using: &random) }) {
          let written = WrittenFields.bytes(places, places.own[...], with: writer, room: room)
          #expect(written == nil || written == whole, "LISTO_SEED=\(random.seed)")
          #expect(written == nil || room > whole.count, "LISTO_SEED=\(random.seed)")
        }
      }
    }
  }

  /// More is written than there is room for at first.
  @Test func moreRoomIsMade() throws {
    let title = String(repeating: "House \"1\" ", count: 2000) + "end"
    let calendar = Conversion.calendar("UID:1\nSUMMARY:Milk\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:Bread")
    let bytes = calendar.replacing(
      "X-WR-CALNAME:House", with: "X-WR-CALNAME:\(title)")
    let rows = try Conversion(bytes, to: .csv).text.split(separator: "\r\n")
    #expect(rows.count == 3 && rows.dropFirst().allSatisfy { $0.utf8.count > title.utf8.count })
    #expect(rows[1].contains("\",Milk,") && rows[2].contains("\",Bread,"))
    let lines = try Conversion(bytes, to: .todoTxt).lines
    #expect(lines.count == 2 && lines.allSatisfy { $0.utf8.count > title.utf8.count })
    #expect(lines[0].hasPrefix("Milk +House%20") && lines[1].hasSuffix(" implied:needs-action uid:2"))
  }
}
