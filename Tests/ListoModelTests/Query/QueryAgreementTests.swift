import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The fast evaluation, by bytes where they decide, in passes where other reminders are asked for, says what
/// the plain one says.
@Suite struct QueryAgreementTests {
  private static let statuses = [
    nil, nil, "STATUS:NEEDS-ACTION", "STATUS:COMPLETED", "STATUS:CANCELLED", "STATUS:IN-PROCESS",
    "STATUS:FAILED",
    "STATUS:completed", "STATUS:X-OWN", "PERCENT-COMPLETE:100", "COMPLETED:20260105T120000Z",
  ]
  private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia"]

  @Test func generatedQueriesOverGeneratedCollections() throws {
    var random = SplitMix64(seed: Seed.current)
    var (matched, others, compared) = (0, 0, 0)
    for _ in 0..<120 {
      let text = Self.calendar(&random)
      let file = try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "Home.ics")
      var builder = CatalogBuilder()
      let folder = TestFolder("/s/f", []).folder
      builder.add(file, fileName: "Home.ics", in: folder)
      let catalog = builder.catalog()
      let reminders = catalog.reminderPaths.compactMap { catalog.reminder(at: $0) }
      let place = try #require(catalog.places.first)
      let zone = Self.zones.pick(using: &random)
      let context = ViewContext(
        now: Instant(seconds: 1_767_700_800), zone: try #require(Zone.system(named: zone)))
      let naive = NaiveQuery(
        reminders, at: place, now: Date(timeIntervalSince1970: 1_767_700_800),
        zone: try #require(TimeZone(identifier: zone)))
      for _ in 0..<12 {
        let node = GeneratedQuery.node(depth: 3, &random)
        let query = QueryExpression(node).query(in: context)
        let expected = reminders.map { naive.holds(node, for: $0) }
        let paths = catalog.matches(query, in: context).paths
        let found = catalog.reminderPaths.map { paths.contains($0) }
        let words = "\(QueryExpression(node)) from \(zone), seed \(random.seed)"
        for (index, reminder) in reminders.enumerated() where expected[index] != found[index] {
          Issue.record(
            "\(words): expected \(expected[index]) for \(String(decoding: reminder.component.bytes, as: UTF8.self))"
          )
        }
        matched += expected.count { $0 }
        others += expected.count { !$0 }
        let kept = try Self.filtered(text, query, context)
        let dropped = try Self.filtered(text, .not(query), context)
        #expect((kept + dropped).sorted() == Self.texts(reminders).sorted(), "\(words)\n\(text)")
        // The current occurrence decides about a series (SeriesOracleTests).
        guard !Self.hasSeries(reminders) else { continue }
        compared += 1
        #expect(kept == Self.texts(zip(reminders, expected).filter(\.1).map(\.0)), "\(words)\n\(text)")
      }
    }
    // If all or nothing matched, nothing was tested.
    #expect(matched > 1_000 && others > 1_000 && compared > 300)
  }

  /// One of them overrides an occurrence of another.
  private static func hasSeries(_ reminders: [Reminder]) -> Bool {
    let overridden = Set(reminders.filter { $0.recurrenceID != nil }.compactMap(\.uid))
    return reminders.contains { overridden.contains($0.uid ?? "") && ReminderSeries($0) != nil }
  }

  private static func texts(_ reminders: [Reminder]) -> [String] {
    reminders.map { String(decoding: $0.component.bytes, as: UTF8.self) }
  }

  private static func filtered(_ text: String, _ query: Query, _ context: ViewContext) throws -> [String] {
    let bytes = Array(text.utf8)
    let folder = TestFolder("/s/f", []).folder
    var filter = Filter(query, context: context)
    var ranges: [Range<Int>] = []
    if let scan = try filter.scanWithSeries(bytes, file: "Home.ics", in: folder) {
      ranges = scan.ranges
    } else {
      var names = ListNames()
      let survey = try Survey(
        of: MemorySource(bytes), file: "Home.ics", fileName: "Home.ics", in: folder, names: &names)
      var problems: [Diagnostic] = []
      while filter.relations.needsPass {
        var reader = SurveyedReader(MemorySource(bytes), survey: survey)
        while let batch = try reader.next() { filter.learnRelations(batch, &problems) }
        filter.relations.endPass()
      }
      var series = Filter.SeriesMatches([survey])
      var reader = SurveyedReader(MemorySource(bytes), survey: survey)
      while let batch = try reader.next() { series.learn(batch) }
      series.decide(filter)
      reader = SurveyedReader(MemorySource(bytes), survey: survey)
      while let batch = try reader.next() { ranges += filter.apply(batch, series: series).ranges }
    }
    var items = ItemReader(ranges.flatMap { bytes[$0] })
    var result: [String] = []
    while let item = try items.next() {
      if case .component(let component) = item {
        result.append(String(decoding: component.bytes, as: UTF8.self))
      }
    }
    return result
  }

  // MARK: Collections

  static func calendar(_ random: inout SplitMix64) -> String {
    let name = ["Home", "errands", "Büro", "x\\\\y"].pick(using: &random)
    return Make.calendar(["X-WR-CALNAME:" + name], (1...8).map { todo($0, &random) })
  }

  private static func todo(_ number: Int, _ random: inout SplitMix64) -> String {
    var lines = ["UID:u-\(Int.random(in: 0..<12, using: &random) == 0 ? 1 : number)"]
    if Int.random(in: 0..<25, using: &random) == 0 { lines = [] }
    func often(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
    func word() -> String {
      let word = GeneratedQuery.words.pick(using: &random)
      return String(decoding: TextValue.encode(word), as: UTF8.self)
    }
    if let status = statuses.pick(using: &random) { lines.append(status) }
    if !often(4) { lines.append("SUMMARY:" + word()) }
    if often(3) { lines.append("DESCRIPTION:" + word() + " " + word()) }
    if often(4) { lines.append("LOCATION:" + word()) }
    if often(2) { lines.append("CATEGORIES:" + word() + "," + word()) }
    if !often(3) { lines.append("DUE" + moment(&random)) }
    if often(2) { lines.append("DTSTART" + moment(&random)) }
    if often(6) { lines.append("DURATION:P\(Int.random(in: 1...9, using: &random))D") }
    if often(2) { lines.append("PRIORITY:\(Int.random(in: 0...10, using: &random))") }
    if often(4) { lines.append("RELATED-TO:u-\(Int.random(in: 1...9, using: &random))") }
    if often(3) { lines.append("RELATED-TO;RELTYPE=DEPENDS-ON:u-\(Int.random(in: 1...9, using: &random))") }
    if often(40) { lines.append("RELATED-TO;RELTYPE=CHILD:u-\(Int.random(in: 1...9, using: &random))") }
    if often(6) { lines.append("RRULE:FREQ=DAILY") }
    if often(12) { lines.append("RECURRENCE-ID;VALUE=DATE:20260101") }
    if often(8) { lines.append("X-APPLE-SORT-ORDER:\(Int.random(in: -9...9, using: &random))") }
    if often(8) { lines.append("CREATED:20260101T0\(Int.random(in: 0...9, using: &random))0000Z") }
    if often(8) { lines.append("SEQUENCE:\(Int.random(in: 0...9, using: &random))") }
    return Make.todo(lines.shuffled(using: &random))
  }

  private static func moment(_ random: inout SplitMix64) -> String {
    let day = Day(daysSince1970: Int.random(in: 20_440...20_480, using: &random)).iCalendarText
    let time = "T\(["000000", "120000", "233000", "050000"].pick(using: &random))"
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: ";VALUE=DATE:" + day
    case 1: ":" + day + time
    case 2: ":" + day + time + "Z"
    default: ";TZID=" + ["America/New_York", "Asia/Tokyo"].pick(using: &random) + ":" + day + time
    }
  }
}
