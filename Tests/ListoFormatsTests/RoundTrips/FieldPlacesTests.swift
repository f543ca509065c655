import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The fields that are read from the lines of a reminder are those of the model, and what is written of their
/// places is what is written of their values.
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

  /// A STATUS that no program knows shows as open, beside COMPLETED too, and comes back as open.
  @Test func anUnknownStatusStaysOpen() throws {
    let bytes = QuickWriting.calendar(
      of: "UID:a\nDTSTAMP:20260101T000000Z\nSTATUS:DOING\nCOMPLETED:20260101T000000Z")
    for format in [Format.csv, .todoTxt] {
      let conversion = try Conversion(bytes, to: format)
      #expect(conversion.losses.counts["unreadable value"] == 1, "\(format)")
      let back = String(decoding: try format.iCalendar(of: conversion.output).bytes, as: UTF8.self)
      #expect(back.contains("STATUS:NEEDS-ACTION") && !back.contains("X-TODOTXT-LINE"), "\(format)")
    }
  }

  @Test func generatedReminders() throws {
    var random = SplitMix64(seed: Seed.current)
    var count = 0
    for _ in 0..<40 {
      let calendar = OddFields.calendar(25, &random)
      count += try compare(Array(calendar.utf8), "LISTO_SEED=\(random.seed)")
    }
    #expect(count > 400, "LISTO_SEED=\(random.seed)")
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
    #expect(count == 400, "LISTO_SEED=\(random.seed)")
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

  /// - Returns: how many reminders were read.
  private func compare(_ bytes: [UInt8], _ file: String) throws -> Int {
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(of: MemorySource(bytes), file: file, fileName: "a.ics", in: folder, names: &names)
    var surveyed = SurveyedReader(MemorySource(bytes), survey: survey)
    var (reader, count) = (FieldReader(), 0)
    while let batch = try surveyed.next() {
      batch.forEach { item, calendar, _ in
        guard case .component(let component) = item, component.kind == .vtodo, let calendar else { return }
        count += 1
        reader.read(component, in: calendar.context)
        let place = "\(file):\(component.lineNumber)"
        compareWithModel(&reader, component, calendar.context, place)
        compareWritten(reader, component, calendar, place)
      }
    }
    return count
  }

  /// Each field has the model's value, or its line is in the rest.
  private func compareWithModel(
    _ reader: inout FieldReader, _ component: Component, _ calendar: CalendarContext, _ place: String
  ) {
    let (values, reminder) = (reader.values(of: component), Reminder(component, in: calendar))
    for field in Field.all where field.id != .alarms && field.id != .status {
      // Without a line of its own the order follows from the creation date.
      let model = field.id == .order ? reminder.writtenOrder.map(FieldValue.integer) : field.get(reminder)
      let isLost = reader.rest.contains { $0.line.id == field.property && $0.reason != .repeated }
      #expect(values[field.id] == model || isLost, "\(place) \(field.name)")
    }
    #expect(reader.fields.status == reminder.status, "\(place)")
    let lines = component.properties.count { FieldID.of($0.id) == nil && $0.id != .duration }
    #expect(reader.rest.count { $0.reason == .foreign } >= lines, "\(place)")
  }

  private func compareWritten(
    _ reader: FieldReader, _ component: Component, _ calendar: Survey.Calendar, _ place: String
  ) {
    var complete = FieldPlaces()
    complete.take(reader.values(of: component), status: reader.fields.status)
    for writer in Self.writers {
      var writer = writer
      writer.begin(calendar)
      let (left, right) = (
        WrittenFields.bytes(reader.fields, reader.bytes(of: component), with: writer),
        WrittenFields.bytes(complete, complete.own[...], with: writer)
      )
      #expect(
        left == right && left != nil,
        """
        \(place)
        \(String(decoding: left ?? [], as: UTF8.self))
        \(String(decoding: right ?? [], as: UTF8.self))
        """)
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
