import Testing

@testable import ICalendar

/// Every limit of the table: what goes beyond is kept byte for byte, not read, and named; what stands beside
/// it is read.
@Suite struct LimitTests {
  private static func limits(_ limit: Limit, _ value: Int, blockBytes: Int = 64) -> ReadingLimits {
    var limits = ReadingLimits(blockBytes: blockBytes)
    limits[limit] = value
    return limits
  }

  private static func todo(_ lines: String) -> String {
    "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:a\r\n\(lines)END:VTODO\r\n"
      + "BEGIN:VTODO\r\nUID:b\r\nSUMMARY:behind\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
  }

  /// The names of the properties that were read of the two reminders, and the problems; the bytes of all
  /// items must be those of the input.
  private func read(_ text: String, _ limits: ReadingLimits) throws -> (
    names: [[String]], problems: [Diagnostic]
  ) {
    var names: [[String]] = []
    var problems: [Diagnostic] = []
    var bytes: [UInt8] = []
    for item in try Reading.items(text, limits: limits) {
      bytes += item.bytes
      switch item {
      case .component(let component): names.append(component.properties.map(\.name))
      case .problem(let problem): problems.append(problem)
      default: continue
      }
    }
    #expect(bytes == Array(text.utf8))
    return (names, problems)
  }

  @Test func aLongLineIsKeptUnread() throws {
    let text = Self.todo("SUMMARY:0123456789\r\nDUE:20261201\r\nX-A:0123\r\n 45678\r\nX-B:0123\r\n 4567\r\n")
    let (names, problems) = try read(text, Self.limits(.lineLength, 12))
    // Folds do not count: the second has thirteen bytes, the last twelve.
    #expect(names == [["UID", "", "DUE", "", "X-B"], ["UID", ""]])
    #expect(problems.map(\.code) == [.lineTooLong, .lineTooLong, .lineTooLong])
    #expect(problems.map(\.line) == [4, 6, 13])
    #expect(problems[0].message == "a line of more than 12 bytes; it is kept but not parsed")
  }

  @Test func propertiesBehindTheLimitAreKeptUnread() throws {
    let text = Self.todo(
      "X-A:1\r\nbroken\r\nX-B:2\r\nBEGIN:VALARM\r\nACTION:AUDIO\r\nEND:VALARM\r\nX-C:3\r\n")
    let (names, problems) = try read(text, Self.limits(.properties, 3))
    #expect(names == [["UID", "X-A", "", "", ""], ["UID", "SUMMARY"]])
    #expect(problems.map(\.code) == [.tooManyProperties])
    #expect(problems.map(\.line) == [6])
    let items = try Reading.items(text, limits: Self.limits(.properties, 3))
    let alarm = items.compactMap { if case .component(let it) = $0 { it.children.first } else { nil } }.first
    #expect(alarm?.first(.action)?.text == "AUDIO")
  }

  @Test func aListWithTooManyValuesIsKeptUnread() throws {
    let lines =
      "CATEGORIES:a,b\\,c,d\r\nCATEGORIES:a,b,c,d\r\nEXDATE:20260101,20260102,20260103,20260104\r\n"
      + "DESCRIPTION:a,b,c,d,e\r\nATTENDEE;MEMBER=\"1,2\",\"3\",\"4\":x\r\nATTENDEE;MEMBER=1,2,3,4:x\r\n"
    let (names, problems) = try read(Self.todo(lines), Self.limits(.values, 3))
    #expect(names[0] == ["UID", "CATEGORIES", "", "", "DESCRIPTION", "ATTENDEE", ""])
    #expect(problems.map(\.code) == [.tooManyValues, .tooManyValues, .tooManyValues])
    #expect(problems.map(\.line) == [5, 6, 9])
    #expect(
      problems[2].message == "a parameter of ATTENDEE has more than 3 values; the line is kept but not parsed"
    )
  }

  @Test func aPropertyWithTooManyParametersIsKeptUnread() throws {
    let lines = "X-A;A=1;B=2:x\r\nX-B;A=1;B=\";;;\":x\r\nX-C;A=1;B=2;C=3:x\r\n"
    let (names, problems) = try read(Self.todo(lines), Self.limits(.parameters, 2))
    #expect(names[0] == ["UID", "X-A", "X-B", ""])
    #expect(problems.map(\.code) == [.tooManyParameters])
    #expect(problems.map(\.line) == [6])
  }

  @Test func whatNestsTooDeepIsKeptUnread() throws {
    let text = Self.todo("BEGIN:A\r\nBEGIN:B\r\nno line\r\nEND:B\r\nEND:A\r\nno line either\r\n")
    let limits = Self.limits(.nesting, 2)
    let (names, problems) = try read(text, limits)
    #expect(names == [["UID", ""], ["UID", "SUMMARY"]])
    #expect(problems.map(\.code) == [.nestedTooDeep])
    var reader = BatchReader(MemorySource(Array(text.utf8)), limits: limits)
    var malformed: [Int?] = []
    while let batch = try reader.next() { malformed += batch.malformedLines.map(\.line) }
    #expect(malformed == [9])
  }

  @Test func anItemThatIsTooLargePassesUnread() throws {
    let text = Self.todo("DESCRIPTION:\(String(repeating: "x", count: 3000))\r\n")
    let (names, problems) = try read(text, Self.limits(.itemSize, 200))
    #expect(names == [["UID", "SUMMARY"]])
    #expect(problems.map(\.code) == [.tooLarge])
    #expect(problems.map(\.line) == [2])
  }

  /// An unread line stays one in copies, edits and walks, and counts as none of the properties that it would
  /// have been.
  @Test func unreadStaysUnread() throws {
    let limits = Self.limits(.lineLength, 12)
    let component = try #require(
      Component(Array("BEGIN:VTODO\r\nSUMMARY:0123456789\r\nSUMMARY:x\r\nEND:VTODO\r\n".utf8), limits: limits)
    )
    var copy = component.detached()
    for reminder in [component, copy, component.completed()] {
      #expect(reminder.first(.summary)?.text == "x")
      #expect(reminder.hasUnreadLines)
      var places: [LinePlace] = []
      reminder.places(into: &places)
      #expect(places.map(\.id) == [.malformed, .summary])
      #expect(
        reminder.properties.map { String(decoding: $0.value, as: UTF8.self) }[0] == "SUMMARY:0123456789")
    }
    copy.set(.summary, value: Array("y".utf8))
    #expect(copy.bytes.elementsEqual("BEGIN:VTODO\r\nSUMMARY:0123456789\r\nSUMMARY:y\r\nEND:VTODO\r\n".utf8))
    #expect(copy.hasUnreadLines)
  }

  @Test func walkedLinesAreTheSame() throws {
    let text = Self.todo("SUMMARY:0123456789\r\nno line at all\r\n")
    var reader = BatchReader(
      MemorySource(Array(text.utf8)), limits: Self.limits(.lineLength, 12, blockBytes: 1 << 18))
    let batch = try #require(try reader.next())
    let lines = batch.walk(PropertySelection([.summary]))
    let component = try #require(
      batch.lazy.compactMap { if case .component(let it) = $0 { it } else { nil } }.first)
    #expect(lines.first(.summary, row: 0, of: component)?.map(\.text) == .some(nil))
    // It is named as too long, not as malformed.
    #expect(lines.malformed == [])
  }

  @Test func aZoneOfWhichLinesAreUnreadIsNone() throws {
    let text = """
      BEGIN:VTIMEZONE\nTZID:x\nBEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200
      RDATE:20210101T000000,20220101T000000,20230101T000000\nEND:STANDARD\nEND:VTIMEZONE\n
      """
    let whole = try #require(Component(Array(text.utf8)))
    #expect(try Zone(vtimezone: whole).transitions.count == 4)
    let part = try #require(Component(Array(text.utf8), limits: Self.limits(.values, 2)))
    #expect(#expect(throws: ValueError.self) { try Zone(vtimezone: part) }?.code == .limit)
    let tight = try #require(Component(Array(text.utf8), limits: Self.limits(.zoneChanges, 3)))
    #expect(#expect(throws: ValueError.self) { try Zone(vtimezone: tight) }?.code == .zoneChanges)
  }

  // MARK: The table

  @Test(arguments: Limit.allCases)
  func rows(limit: Limit) {
    let row = limit.row
    #expect(Limit.named(row.name.uppercased()) == limit)
    #expect(row.range.contains(row.standard))
    #expect(ReadingLimits()[limit] == row.standard)
    #expect(limit.value(limit.text(row.standard)) == row.standard)
    #expect(limit.value(limit.text(row.range.upperBound)) == row.range.upperBound)
    #expect(limit.value("none") == row.range.upperBound)
    #expect(!row.summary.isEmpty && row.name.allSatisfy { $0 == "-" || $0.isLowercase })
    for text in ["", "K", "-1", "0", "1T", "1.5M", "٣", "99999999999999999999", "9999999999999G"] {
      #expect(limit.value(text) == nil, "\(text)")
    }
    var limits = ReadingLimits()
    limits[limit] = 0
    #expect(limits[limit] == 1)
  }

  @Test func units() {
    #expect(Limit.inputSize.value("2g") == 2 << 30)
    #expect(Limit.lineLength.value("64K") == 64 << 10)
    #expect(Limit.values.value("20k") == 20_000)
    #expect(Limit.itemSize.text(16 << 20) == "16M")
    #expect(Limit.itemSize.text(1500) == "1500")
    #expect(Limit.inputSize.text(Limit.inputSize.row.range.upperBound) == "none")
  }

  /// Each has its own code, but those that change nothing of what is read, and the two that are about
  /// nesting.
  @Test func codes() {
    let codes = Limit.allCases.filter { $0 != .valueNesting }.compactMap(\.row.code)
    #expect(Set(codes).count == codes.count)
    #expect(Limit.valueNesting.row.code == Limit.nesting.row.code)
    #expect(Limit.allCases.filter { $0.row.code == nil } == [.openFiles, .diagnostics])
  }
}
