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

  /// A file, and what of it no query changes.
  private struct Input {
    let file: TestFolder.File
    let limits: ReadingLimits
    let folder = TestFolder("/s/f", []).folder
    let survey: Survey
    let parts: Parts

    init(_ file: TestFolder.File, block: Int = 1 << 20) throws {
      self.file = file
      limits = ReadingLimits(blockBytes: block)
      var names = ListNames()
      survey = try Survey(
        of: MemorySource(file.bytes), file: file.name, fileName: file.name, in: folder, names: &names,
        limits: limits)
      parts = try Parts(file.bytes)
    }
  }

  /// The components of a file.
  private struct Parts {
    var reminders: [[UInt8]] = []
    var others: [[UInt8]] = []
    /// None lacks its END.
    var areWhole = true

    init(_ bytes: [UInt8]) throws {
      var reader = ItemReader(bytes)
      while let item = try reader.next() {
        guard case .component(let component) = item else { continue }
        if component.kind == .vtodo {
          reminders.append(Array(component.bytes))
        } else {
          others.append(Array(component.bytes))
        }
        areWhole = areWhole && component.isComplete && component.completed().bytes == component.bytes
      }
    }
  }

  private static func run(_ filter: Filter, _ input: Input) throws -> Output {
    let (file, survey, limits) = (input.file, input.survey, input.limits)
    var series = Filter.SeriesMatches([survey])
    if survey.needsSeries {
      var reader = SurveyedReader(MemorySource(file.bytes), survey: survey, limits: limits)
      while let batch = try reader.next() { series.learn(batch) }
      series.decide(filter)
    }
    var output = Output()
    var reader = SurveyedReader(MemorySource(file.bytes), survey: survey, limits: limits)
    while let batch = try reader.next() {
      let result = filter.apply(batch, series: series)
      for range in result.ranges { output.bytes += file.bytes[range] }
      output.dropped += result.dropped
    }
    output.kept = survey.reminderCount - output.dropped
    // Where one pass is enough, it says the same.
    if let scan = try filter.scanWithSeries(
      file.bytes, file: file.name, in: input.folder, limits: limits)
    {
      #expect(scan.ranges.flatMap { file.bytes[$0] } == output.bytes, "\(file.name) \(filter.query)")
      #expect(scan.kept == output.kept && scan.dropped == output.dropped, "\(file.name) \(filter.query)")
      #expect(scan.calendars == survey.calendars.count && scan.size == survey.size, "\(file.name)")
      #expect(scan.isEmpty == survey.isEmpty, "\(file.name)")
    }
    return output
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

  private func expectLaws(_ input: Input, _ query: Query, _ note: String) throws {
    let kept = try Self.run(Filter(query, context: Self.context), input)
    let dropped = try Self.run(Filter(query, isInverted: true, context: Self.context), input)
    let all = input.parts
    #expect(kept.kept + kept.dropped == all.reminders.count, "\(note)")
    #expect(kept.kept == dropped.dropped && kept.dropped == dropped.kept, "\(note)")
    // Each reminder, byte for byte, in one of the two; everything else in both, in its order.
    let (left, right) = (try Parts(kept.bytes), try Parts(dropped.bytes))
    #expect(Self.counts(left.reminders + right.reminders) == Self.counts(all.reminders), "\(note)")
    #expect(left.others == all.others && right.others == all.others, "\(note)")
  }

  @Test func withoutAConditionNothingChanges() throws {
    let filter = Filter(.all, context: Self.context)
    for file in Self.files() {
      #expect(try Self.run(filter, Input(file)).bytes == file.bytes, "\(file.name)")
    }
  }

  /// Each fourth of the files, so that all cores have some.
  @Test(arguments: 0..<4)
  func samplesAndCorpusArePartitioned(fourth: Int) throws {
    for (number, file) in Self.files().enumerated() where number % 4 == fourth {
      let input = try Input(file)
      // Where an END is missing, what follows is read differently once a neighbour is gone.
      guard input.parts.areWhole else { continue }
      for query in Self.queries { try expectLaws(input, query, "\(file.name) \(query)") }
    }
  }

  @Test func generatedFilesArePartitioned() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<Rounds.times(100) {
      let file = TestFolder.File("g.ics", Collisions.file(&random))
      let input = try Input(file)
      #expect(
        try Self.run(Filter(.all, context: Self.context), input).bytes == file.bytes,
        "seed \(seed), round \(round)")
      guard input.parts.areWhole, let query = Self.queries.randomElement(using: &random) else { continue }
      try expectLaws(input, query, "seed \(seed), round \(round), \(query)")
      let filter = Filter(query, context: Self.context)
      let small = try Self.run(filter, Input(file, block: 37))
      #expect(small.bytes == (try Self.run(filter, input).bytes), "seed \(seed), round \(round)")
    }
  }

  /// A series may stand in several files of one list, which one pass and two read alike.
  @Test func seriesInSeveralFilesAreDecidedAlike() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var decided = 0
    for round in 0..<Rounds.times(300) {
      let folder = TestFolder("/s/f", Self.itemFiles(&random))
      let query = Self.queries.pick(using: &random)
      let filter = Filter(query, isInverted: .random(using: &random), context: Self.context)
      let surveyed = try TestFolder.surveys([folder]).0
      var series = Filter.SeriesMatches(surveyed.map(\.1))
      func forEachBatch(_ file: TestFolder.File, _ survey: Survey, _ body: (SurveyedBatch) -> Void) throws {
        var reader = SurveyedReader(MemorySource(file.bytes), survey: survey)
        while let batch = try reader.next() { body(batch) }
      }
      for (file, survey) in surveyed { try forEachBatch(file, survey) { series.learn($0) } }
      series.decide(filter)
      guard let scans = try filter.scansWithSeries(of: folder) else { continue }
      for ((file, survey), scan) in zip(surveyed, scans) {
        var (ranges, dropped): ([Range<Int>], Int) = ([], 0)
        try forEachBatch(file, survey) { batch in
          let result = filter.apply(batch, series: series)
          ranges.appendJoining(result.ranges)
          dropped += result.dropped
        }
        #expect(scan.ranges == ranges, "seed \(seed), round \(round), \(file.name), \(query)")
        #expect(scan.dropped == dropped && scan.kept == survey.reminderCount - dropped)
        if scan.needsSeries { decided += 1 }
      }
    }
    #expect(decided > 100)
  }

  /// Files of a folder, of one or several reminders each, with and without a name of their own.
  private static func itemFiles(_ random: inout SplitMix64) -> [TestFolder.File] {
    var parts = Component.all(in: Array(QueryAgreementTests.calendar(&random).utf8))
      .map { String(decoding: $0.bytes, as: UTF8.self) }
    var files: [TestFolder.File] = []
    while !parts.isEmpty {
      let some = Array(parts.prefix(Int.random(in: 1...3, using: &random)))
      parts.removeFirst(some.count)
      let header = ["NAME:f", "NAME:B"].filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.prefix(1)
      files.append(TestFolder.File("\(files.count).ics", Make.calendar(Array(header), some)))
    }
    return files
  }

  @Test(arguments: [false, true])
  func aMasterAndItsOverridesStayTogether(isInverted: Bool) throws {
    let text = Make.calendar(
      ["NAME:A"], Make.todo("UID:1", "DUE;VALUE=DATE:20260101", "RRULE:FREQ=DAILY"),
      Make.todo("UID:1", "RECURRENCE-ID:20260101", "STATUS:COMPLETED"),
      Make.todo("UID:2", "STATUS:COMPLETED"), Make.todo("UID:3", "RRULE:FREQ=DAILY"),
      Make.todo("UID:3", "RECURRENCE-ID:20260102"),
      Make.todo("UID:1", "RECURRENCE-ID:20260103"),
      // A finished series, and a completed master with an open override.
      Make.todo("UID:5", "DUE;VALUE=DATE:20260101", "RRULE:FREQ=DAILY;COUNT=1"),
      Make.todo("UID:5", "RECURRENCE-ID:20260101", "STATUS:COMPLETED"),
      Make.todo("UID:6", "DUE;VALUE=DATE:20260101", "RRULE:FREQ=DAILY", "STATUS:COMPLETED"),
      Make.todo("UID:6", "RECURRENCE-ID:20260105"))
    // The same UIDs in another calendar are other reminders.
    let other = Make.calendar(["NAME:B"], Make.todo("UID:1", "SUMMARY:open"), Make.todo("UID:4"))
    let input = try Input(TestFolder.File("a.ics", text + other))
    let output = try Self.run(
      Filter(.test(.status, .equal, .text("completed")), isInverted: isInverted, context: Self.context), input
    )
    let uids = try Parts(output.bytes).reminders.map { Component($0)?.first(.uid)?.rawText ?? "?" }
    #expect(
      uids == (isInverted ? ["1", "1", "3", "3", "1", "6", "6", "1", "4"] : ["2", "5", "5"]))
  }

  @Test func eventsAndZonesStayUnlessOnlyRemindersAreWanted() throws {
    let event = "BEGIN:VEVENT\r\nUID:e\r\nEND:VEVENT\r\n"
    let zone = "BEGIN:VTIMEZONE\r\nTZID:Z\r\nEND:VTIMEZONE\r\n"
    let journal = "BEGIN:VJOURNAL\r\nUID:j\r\nEND:VJOURNAL\r\n"
    let text = Make.calendar(
      [], event, zone, Make.todo("UID:1"), journal, "X-BEHIND:1\r\n", Make.todo("UID:2", "PRIORITY:1"))
    let input = try Input(TestFolder.File("a.ics", text))
    let kept = try Self.run(Filter(.hasPriority(.high), context: Self.context), input)
    #expect(String(decoding: kept.bytes, as: UTF8.self) == text.replacing(Make.todo("UID:1"), with: ""))
    let only = try Self.run(Filter(.all, remindersOnly: true, context: Self.context), input)
    #expect(
      String(decoding: only.bytes, as: UTF8.self)
        == text.replacing(event, with: "").replacing(journal, with: ""))
    let none = try Self.run(Filter(.all, isInverted: true, context: Self.context), input)
    #expect(none.kept == 0 && none.dropped == 2)
  }
}

extension Filter {
  /// The scan of one pass, with its decisions about series at the end; nil where a survey is needed.
  func scanWithSeries(
    _ bytes: [UInt8], file: String, in folder: CatalogBuilder.Folder, limits: ReadingLimits = ReadingLimits()
  ) throws -> Scan? {
    guard
      let scan = try scan(
        MemorySource(bytes), file: file, fileName: file, in: folder, on: SerialPipeline(), limits: limits)
    else { return nil }
    var scans = [scan]
    return decideSeries(in: &scans) { Array(bytes[$1]) } == nil ? nil : scans[0]
  }

  /// The same of all files of a folder.
  func scansWithSeries(of folder: TestFolder) throws -> [Scan]? {
    var scans: [Scan] = []
    for file in folder.files {
      guard
        let scan = try scan(
          MemorySource(file.bytes), file: file.name, fileName: file.name, in: folder.folder,
          on: SerialPipeline())
      else { return nil }
      scans.append(scan)
    }
    return decideSeries(in: &scans) { Array(folder.files[$0].bytes[$1]) } == nil ? nil : scans
  }
}
