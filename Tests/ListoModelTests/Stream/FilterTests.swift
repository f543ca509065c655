import ICalendar
import Testing

import ListoTestSupport
@testable import ListoModel

/// The laws of filtering, over the samples, the corpus and generated collections.
@Suite struct FilterTests {
  private struct Output {
    var bytes: [UInt8] = []
    var kept = 0
    var dropped = 0
  }

  private static let context = ViewContext(now: Instant(seconds: 1_770_000_000), zone: .utc)

  private static func run(_ filter: Filter, _ file: TestFolder.File, block: Int = 1 << 20) throws -> Output {
    let limits = ReadingLimits(blockBytes: block)
    var names = ListNames()
    let folder = TestFolder("/s/f", []).folder
    let survey = try Survey(
      of: MemorySource(file.bytes), file: file.name, fileName: file.name, in: folder, names: &names,
      limits: limits)
    var groups = Filter.Groups()
    if !survey.overriddenUIDs.isEmpty {
      var reader = SurveyedReader(MemorySource(file.bytes), survey: survey, limits: limits)
      while let batch = try reader.next() { filter.learn(batch, into: &groups) }
    }
    var output = Output()
    var reader = SurveyedReader(MemorySource(file.bytes), survey: survey, limits: limits)
    while let batch = try reader.next() {
      let result = filter.apply(batch, groups: groups)
      for range in result.ranges { output.bytes += file.bytes[range] }
      output.dropped += result.dropped
    }
    output.kept = survey.reminderCount - output.dropped
    // Where one pass is enough, it says the same.
    if let scan = try filter.scan(
      MemorySource(file.bytes), file: file.name, fileName: file.name, in: folder, on: SerialPipeline(),
      limits: limits)
    {
      #expect(scan.ranges.flatMap { file.bytes[$0] } == output.bytes, "\(file.name) \(filter.query)")
      #expect(scan.kept == output.kept && scan.dropped == output.dropped, "\(file.name) \(filter.query)")
      #expect(scan.calendars == survey.calendars.count && scan.size == survey.size, "\(file.name)")
      #expect(scan.isEmpty == survey.isEmpty, "\(file.name)")
    }
    return output
  }

  private static func components(_ bytes: [UInt8], _ kind: ComponentKind? = .vtodo) throws -> [[UInt8]] {
    var reader = ItemReader(bytes)
    var result: [[UInt8]] = []
    while let item = try reader.next() {
      if case .component(let component) = item, kind == nil || component.kind == kind {
        result.append(Array(component.bytes))
      }
    }
    return result
  }

  private static func counts(_ components: [[UInt8]]) -> [[UInt8]: Int] {
    components.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static func files() -> [TestFolder.File] { Files.folders().flatMap(\.files) }

  private static let queries: [Query] = [
    .test(.status, .equal, .text("completed")), .isOpen, .isOverdue, .has(.due), .hasPriority(.high),
    .has(.tags),
    .test(.title, .contains, .text("e")), .test(.due, .less, .moment(.date(Day(daysSince1970: 16_000)))),
    .not(.all),
    .inList("f"), .or([.has(.alarms), .has(.recurrence)]),
  ]

  private func expectLaws(_ file: TestFolder.File, _ query: Query, _ note: String) throws {
    let kept = try Self.run(Filter(query, context: Self.context), file)
    let dropped = try Self.run(Filter(query, isInverted: true, context: Self.context), file)
    let all = try Self.components(file.bytes)
    #expect(kept.kept + kept.dropped == all.count, "\(note)")
    #expect(kept.kept == dropped.dropped && kept.dropped == dropped.kept, "\(note)")
    // Each reminder, byte for byte, in one of the two, in its order.
    let left = try Self.components(kept.bytes)
    let right = try Self.components(dropped.bytes)
    let counts = Self.counts(all)
    #expect(Self.counts(left + right) == counts, "\(note)")
    // Everything else stands in both.
    let others = try Self.components(file.bytes, nil).filter { counts[$0] == nil }
    for output in [kept.bytes, dropped.bytes] {
      #expect(try Self.components(output, nil).filter { counts[$0] == nil } == others, "\(note)")
    }
  }

  @Test func withoutAConditionNothingChanges() throws {
    let filter = Filter(.all, context: Self.context)
    #expect(filter.keepsEverything)
    for file in Self.files() { #expect(try Self.run(filter, file).bytes == file.bytes, "\(file.name)") }
  }

  @Test(arguments: queries)
  func samplesAndCorpusArePartitioned(query: Query) throws {
    // Where an END is missing, what follows is read differently once a neighbour is gone.
    for file in Self.files() where try Self.isWhole(file.bytes) {
      try expectLaws(file, query, "\(file.name) \(query)")
    }
  }

  @Test func generatedFilesArePartitioned() throws {
    let seed = Seed.fresh()
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let text = Collisions.file(&random)
      let file = TestFolder.File("g.ics", text)
      #expect(
        try Self.run(Filter(.all, context: Self.context), file).bytes == file.bytes,
        "seed \(seed), round \(round)")
      guard try Self.isWhole(file.bytes), let query = Self.queries.randomElement(using: &random) else {
        continue
      }
      try expectLaws(file, query, "seed \(seed), round \(round), \(query)")
      let small = try Self.run(Filter(query, context: Self.context), file, block: 37)
      #expect(
        small.bytes == (try Self.run(Filter(query, context: Self.context), file).bytes),
        "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [false, true])
  func aMasterAndItsOverridesStayTogether(isInverted: Bool) throws {
    let text = Make.calendar(
      ["NAME:A"], Make.todo("UID:1", "RRULE:FREQ=DAILY"),
      Make.todo("UID:1", "RECURRENCE-ID:20260101", "STATUS:COMPLETED"),
      Make.todo("UID:2", "STATUS:COMPLETED"), Make.todo("UID:3", "RRULE:FREQ=DAILY"),
      Make.todo("UID:3", "RECURRENCE-ID:20260102"),
      Make.todo("UID:1", "RECURRENCE-ID:20260103"))
    // The same UIDs in another calendar are other reminders.
    let other = Make.calendar(["NAME:B"], Make.todo("UID:1", "SUMMARY:open"), Make.todo("UID:4"))
    let file = TestFolder.File("a.ics", text + other)
    let output = try Self.run(
      Filter(.test(.status, .equal, .text("completed")), isInverted: isInverted, context: Self.context), file)
    let uids = try Self.components(output.bytes).map { Component($0)?.first(.uid)?.rawText ?? "?" }
    #expect(uids == (isInverted ? ["3", "3", "1", "4"] : ["1", "1", "2", "1"]))
  }

  @Test func eventsAndZonesStayUnlessOnlyRemindersAreWanted() throws {
    let event = "BEGIN:VEVENT\r\nUID:e\r\nEND:VEVENT\r\n"
    let zone = "BEGIN:VTIMEZONE\r\nTZID:Z\r\nEND:VTIMEZONE\r\n"
    let journal = "BEGIN:VJOURNAL\r\nUID:j\r\nEND:VJOURNAL\r\n"
    let text = Make.calendar(
      [], event, zone, Make.todo("UID:1"), journal, "X-BEHIND:1\r\n", Make.todo("UID:2", "PRIORITY:1"))
    let file = TestFolder.File("a.ics", text)
    let kept = try Self.run(Filter(.hasPriority(.high), context: Self.context), file)
    #expect(String(decoding: kept.bytes, as: UTF8.self) == text.replacing(Make.todo("UID:1"), with: ""))
    let only = try Self.run(Filter(.all, remindersOnly: true, context: Self.context), file)
    #expect(
      String(decoding: only.bytes, as: UTF8.self)
        == text.replacing(event, with: "").replacing(journal, with: ""))
    let none = try Self.run(Filter(.all, isInverted: true, context: Self.context), file)
    #expect(none.kept == 0 && none.dropped == 2)
  }

  private static func isWhole(_ bytes: [UInt8]) throws -> Bool {
    var reader = ItemReader(bytes)
    while let item = try reader.next() {
      if case .component(let component) = item,
        !component.isComplete || component.completed().bytes != component.bytes
      {
        return false
      }
    }
    return true
  }
}
