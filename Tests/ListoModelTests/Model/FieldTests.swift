import ICalendar
import Testing

import ListoTestSupport
@testable import ListoModel

/// The table of fields: complete, and what is set is read back and touches only its lines.
@Suite struct FieldTests {
  static let settable = FieldID.allCases.filter { Field[$0].set != nil }

  @Test(arguments: FieldID.allCases)
  func everyFieldHasARow(id: FieldID) {
    #expect(Field.all.filter { $0.id == id }.count == 1)
    #expect(Field[id].id == id)
    #expect(FieldID.allCases[id.position] == id)
    #expect(Field.named(id.rawValue)?.id == id)
    #expect(Field.named(id.rawValue.uppercased())?.id == id)
    #expect(!Field[id].summary.isEmpty && !Field[id].property.name.isEmpty)
  }

  @Test func noOtherNames() {
    #expect(Field.all.count == FieldID.allCases.count)
    for name in ["", "summary", "titel", "due "] { #expect(Field.named(name) == nil) }
  }

  /// A reminder with a line of every kind, some folded, in a file of mixed line ends.
  static let full = [
    "uid:1@example", "SUMMARY;LANGUAGE=de;X-A=b:Ti", "\ttel", "DESCRIPTION:a\\nb", "STATUS:IN-PROCESS",
    "X-OTHER;A=b:keep",
    "DUE;TZID=Europe/Berlin;X-B=c:20260301T100000", "DTSTART;VALUE=DATE:20260201", "PRIORITY:5",
    "CATEGORIES:a,b",
    "CATEGORIES:c", "PERCENT-COMPLETE:20", "CREATED:20260101T000000Z", "LAST-MODIFIED:20260101T000000Z",
    "DTSTAMP:20260101T000000Z", "SEQUENCE:2", "X-APPLE-SORT-ORDER:7", "GEO:1;2", "CLASS:PRIVATE",
    "URL:https://a.example",
    "RRULE:FREQ=DAILY", "LOCATION:here", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260201T000000Z",
    "COMPLETED:20260102T000000Z",
    "no line", "BEGIN:VALARM", "SUMMARY:alarm", "END:VALARM",
  ]

  @Test(arguments: settable)
  func setAndReadBack(id: FieldID) throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let field = Field[id]
    let set = try #require(field.set)
    for lines in [[], Self.full] {
      for round in 0..<100 {
        let before = Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none)
        let value = Self.value(id, field.type, &random)
        var after = before
        try set(&after, value)
        #expect(field.get(after) == value, "seed \(seed), round \(round)")
        #expect(Self.others(after, than: id) == Self.others(before, than: id), "seed \(seed), round \(round)")
        var again = after
        try set(&again, value)
        #expect(again.component.bytes == after.component.bytes, "seed \(seed), round \(round)")
        let read = Reminder(try #require(Component(Array(after.component.bytes))), in: .none)
        #expect(field.get(read) == value, "seed \(seed), round \(round)")
        try set(&after, nil)
        #expect(field.get(after) == field.get(try Make.reminder()) || id == .order || id == .status)
        #expect(after.component.all(field.property).isEmpty)
        #expect(Self.others(after, than: id) == Self.others(before, than: id), "seed \(seed), round \(round)")
      }
    }
  }

  /// Nothing is lost (Documentation/Laws.md): what is set to what it is stays as it is written.
  @Test(arguments: settable)
  func settingWhatItHoldsChangesNothing(id: FieldID) throws {
    let before = Reminder(try #require(Component(Array(Make.todo(Self.full).utf8))), in: .none)
    var after = before
    try Field[id].set?(&after, Field[id].get(before))
    #expect(String(decoding: after.component.bytes, as: UTF8.self) == Make.todo(Self.full))
  }

  @Test func otherParametersStay() throws {
    var reminder = Reminder(try #require(Component(Array(Make.todo(Self.full).utf8))), in: .none)
    try Field[.title].set?(&reminder, .text("Neu"))
    #expect(
      reminder.component.first(.summary)?.unfolded.elementsEqual("SUMMARY;LANGUAGE=de;X-A=b:Neu".utf8) == true
    )
    try Field[.due].set?(&reminder, .moment(.date(Day(daysSince1970: 0))))
    #expect(
      reminder.component.first(.due)?.unfolded.elementsEqual("DUE;X-B=c;VALUE=DATE:19700101".utf8) == true)
    try Field[.recurrenceID].set?(&reminder, .moment(.date(Day(daysSince1970: 0))))
    #expect(reminder.component.first(.recurrenceID)?.parameters.map(\.name) == ["RANGE", "VALUE"])
  }

  @Test func dueTakesThePlaceOfADuration() throws {
    let lines = ["DTSTART:20260101T100000Z", "DURATION:PT1H"]
    for value in [nil, FieldValue.moment(.date(Day(daysSince1970: 20_000)))] {
      var reminder = Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none)
      #expect(reminder.due != nil)
      try Field[.due].set?(&reminder, value)
      #expect(Field[.due].get(reminder) == value)
      // RFC 5545 §3.6.2: not both.
      #expect(reminder.component.first(.duration) == nil)
    }
  }

  @Test(arguments: settable)
  func repeatedPropertiesAreRemovedTogether(id: FieldID) throws {
    let field = Field[id]
    let line = try #require(Self.full.first { $0.uppercased().hasPrefix(field.property.name) })
    let lines = [line, line].map { $0 == "SUMMARY;LANGUAGE=de;X-A=b:Ti" ? "SUMMARY:Ti" : $0 }
    var reminder = Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none)
    try field.set?(&reminder, nil)
    #expect(reminder.component.all(field.property).isEmpty)
  }

  @Test(arguments: settable)
  func wrongTypesAreRefused(id: FieldID) throws {
    let values: [(FieldType, FieldValue)] = [
      (.text, .text("x")), (.texts, .texts(["x"])), (.integer, .integer(1)),
      (.moment, .moment(.date(Day(daysSince1970: 0)))),
    ]
    for (type, value) in values where type != Field[id].type {
      var reminder = try Make.reminder("UID:1")
      #expect(throws: FieldError.self) { try Field[id].set?(&reminder, value) }
      #expect(reminder.component.bytes.elementsEqual(Make.todo("UID:1").utf8))
    }
  }

  @Test(arguments: [
    (FieldID.priority, -1), (.priority, 10), (.percent, 101), (.percent, -1), (.sequence, -1),
  ])
  func numbersOutOfRangeAreRefused(id: FieldID, number: Int) throws {
    var reminder = try Make.reminder()
    #expect(throws: FieldError.self) { try Field[id].set?(&reminder, .integer(number)) }
  }

  // MARK: Reading what producers write

  @Test(arguments: [
    (["STATUS:COMPLETED"], Status.completed), (["STATUS:completed"], .completed),
    (["STATUS:NEEDS-ACTION"], .needsAction),
    (["STATUS:CANCELLED"], .cancelled), (["STATUS:X-LATER"], .other("X-LATER")), ([], .needsAction),
    (["COMPLETED:20260101T000000Z"], .completed), (["PERCENT-COMPLETE:100"], .completed),
    (["PERCENT-COMPLETE:1"], .inProcess),
    (["PERCENT-COMPLETE:0"], .needsAction), (["STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:100"], .needsAction),
    (["STATUS:", "COMPLETED:20260101T000000Z"], .completed), (["STATUS:PENDING"], .pending),
    (["STATUS:FAILED"], .failed),
    // An unreadable value counts as none.
    (["COMPLETED:nonsense"], .needsAction), (["COMPLETED:"], .needsAction),
    (["COMPLETED:nonsense", "PERCENT-COMPLETE:40"], .inProcess),
  ])
  func status(lines: [String], expected: Status) throws {
    let reminder = Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none)
    #expect(reminder.status == expected)
    #expect(reminder.isCompleted == (expected == .completed))
  }

  @Test(arguments: [
    (["RELATED-TO:p"], "p"), (["RELATED-TO;RELTYPE=PARENT:p"], "p"), (["RELATED-TO;RELTYPE=parent:p"], "p"),
    (["RELATED-TO;RELTYPE=CHILD:c"], nil), (["RELATED-TO;RELTYPE=SIBLING:c", "RELATED-TO:p"], "p"),
    (["RELATED-TO:"], nil), ([], nil),
  ])
  func parent(lines: [String], expected: String?) throws {
    #expect(Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none).parent == expected)
  }

  @Test(arguments: [
    (["X-APPLE-SORT-ORDER:5", "CREATED:20260101T000000Z"], 5), (["CREATED:20010101T000001Z"], 1),
    (["CREATED:20001231T235959Z"], -1),
    (["X-APPLE-SORT-ORDER:x", "CREATED:20010101T000000Z"], 0), ([], nil), (["CREATED:x"], nil),
  ])
  func order(lines: [String], expected: Int?) throws {
    #expect(Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none).order == expected)
  }

  @Test(arguments: [
    (nil, PriorityBucket.none), (0, .none), (1, .high), (4, .high), (5, .medium), (6, .low), (9, .low),
    (10, .none), (-1, .none),
  ])
  func priority(number: Int?, bucket: PriorityBucket) throws {
    let lines = number.map { ["PRIORITY:\($0)"] } ?? []
    #expect(
      Reminder(try #require(Component(Array(Make.todo(lines).utf8))), in: .none).priorityBucket == bucket)
  }

  @Test func tagsOfAllLinesEachOnce() throws {
    let reminder = try Make.reminder("CATEGORIES:a,b\\,c,,a", "CATEGORIES:d,a")
    #expect(reminder.tags == ["a", "b,c", "d"])
  }

  // MARK: Generated values

  /// The component's lines but those of this field, as they stand.
  private static func others(_ reminder: Reminder, than id: FieldID) -> [String] {
    let property = Field[id].property
    return reminder.component.properties.filter { $0.id != property }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
      + reminder.component.children.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static func value(_ id: FieldID, _ type: FieldType, _ random: inout SplitMix64) -> FieldValue {
    func text(_ pieces: [String]) -> String {
      "x"
        + (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.pick(using: &random) }
        .joined()
    }
    switch type {
    case .integer: return .integer(Int.random(in: 0...9, using: &random))
    case .texts:
      let texts = (0..<Int.random(in: 1...5, using: &random)).map {
        "\($0)" + text(["a", ",", "\\", ";", "ü", "\n"])
      }
      return .texts(texts)
    case .moment:
      let day = Day(daysSince1970: Int.random(in: -10_000...40_000, using: &random))
      let seconds = Int64.random(in: 0..<86_400, using: &random)
      let local = LocalDateTime(startOf: day).adding(seconds: seconds)
      return .moment(
        [.date(day), .floating(local), .utc(local), .zoned(local, tzid: "Europe/Ber:lin")].pick(
          using: &random))
    case .text where id == .status:
      return .text(
        ["needs-action", "in-process", "completed", "cancelled", "pending", "failed", "X-MINE"].pick(
          using: &random))
    case .text where [.title, .notes, .location, .uid].contains(id):
      return .text(text(["a", ",", "\\", "\\n", ";", ":", "\"", "ü", "\n", " ", "\u{1F600}", "long word "]))
    case .text: return .text(text(["a", ",", ";", ":", "\"", "=", "\\", "/"]))
    }
  }
}
