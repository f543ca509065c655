import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// A decision from the bytes agrees with the typed reading.
@Suite struct ByteQueryTests {
  private static let statuses = [
    "", "STATUS:NEEDS-ACTION", "STATUS:COMPLETED", "STATUS:completed", "STATUS:CANCELLED",
    "STATUS:IN-PROCESS",
    "STATUS:FAILED", "STATUS:", "STATUS;X-A=1:COMPLETED", "STATUS:COMP\r\n LETED", "STATUS:COMPLETES",
    "STATUS",
    "status:COMPLETED", "PERCENT-COMPLETE:100", "PERCENT-COMPLETE:40", "COMPLETED:20250101T000000Z",
    "COMPLETED:junk",
  ]
  private static let names = ["DUE", "DUE", "DUE", "DTSTART", "COMPLETED", "due", "D\r\n UE"]
  private static let parameters = [
    "", "", ";VALUE=DATE", ";VALUE=DATE-TIME", ";value=date", ";TZID=America/New_York", ";TZID=Nowhere",
    ";TZID=Pacific/Kiritimati", ";TZID=\"Etc/GMT+12\"", ";TZID=A;VALUE=DATE", ";X-A=1", ";TZID=",
    ";TZID=a:b",
  ]
  private static let days = [
    "20250528", "20250529", "20250531", "20250601", "20250602", "20250604", "20250605", "20240229",
    "20250229",
    "20250431", "19991231", "20301231", "00010101", "99991231", "20251301", "20250100", "2025060", "junkjunk",
  ]
  private static let times = [
    "", "T000000", "T235959Z", "T120000Z", "T120000", "T240000Z", "T126000Z", "T120060", "T120000z",
    "X120000",
    "T1200", "T12000Z",
  ]
  private static let zones = ["UTC", "Europe/Berlin", "Pacific/Apia", "Pacific/Kiritimati"]

  private static func moments() throws -> [FieldValue] {
    try ["20250601", "20250601T000000", "20250601T120000Z", "00010102", "99991230"].map {
      .moment(try Moment.decode(Array($0.utf8)[...], valueIsDate: $0.count == 8))
    }
  }

  @Test func theBytesSayWhatTheTypedReadingSays() throws {
    var random = SplitMix64(seed: Seed.current)
    let moments = try Self.moments()
    var decided = 0
    for _ in 0..<6_000 {
      let query = Self.query(moments, depth: 2, &random)
      let zone = try #require(Zone.resolve(tzid: Self.zones.pick(using: &random))?.zone)
      let context = ViewContext(now: Instant(seconds: 1_748_700_000), zone: zone)
      let bytes = Array(Make.todo(Self.lines(&random)).utf8)
      var reader = BatchReader(MemorySource(bytes))
      let batch = try #require(try reader.next())
      let walked = batch.walk(WalkedReminder.selection)
      guard let answer = ByteQuery(query, in: context).matches(walked, row: 0, in: batch.bytes) else {
        continue
      }
      decided += 1
      let reminder = Reminder(try #require(Component(bytes)), in: .none)
      let typed = query.matches(reminder, at: QueryTests.place, in: context)
      #expect(
        answer == typed,
        "\(query) of \(String(decoding: bytes, as: UTF8.self)), seed \(random.seed)")
    }
    // If it never dared to answer, nothing was tested.
    #expect(decided > 1_000, "seed \(random.seed)")
  }

  /// Of two reminders the one whose places are all before the other's stands before it.
  @Test func thePlacesSayWhatTheOrderSays() throws {
    var random = SplitMix64(seed: Seed.current)
    let orders = try ["natural", "due", "-due", "-overdue,due", "open,-open,-due,title"].map {
      try SortOrder($0)
    }
    var decided = 0
    for _ in 0..<4_000 {
      let order = orders.pick(using: &random)
      let zone = try #require(Zone.resolve(tzid: Self.zones.pick(using: &random))?.zone)
      let context = ViewContext(now: Instant(seconds: 1_748_700_000), zone: zone)
      let texts = [Make.todo(Self.lines(&random)), Make.todo(Self.lines(&random))]
      // Within a calendar, so that one batch holds both.
      let bytes = Array(Make.calendar([], texts).utf8)
      var reader = BatchReader(MemorySource(bytes))
      let batch = try #require(try reader.next())
      let walked = batch.walk(WalkedReminder.selection)
      let reminders = batch.indices.compactMap(batch.component(at:)).map { Reminder($0, in: .none) }
      try #require(reminders.count == 2)
      let places = try reminders.enumerated().map { row, reminder in
        try #require(ByteOrder(order)).places(
          ReminderCounts.State(reminder, context), walked, row: row, in: batch.bytes)
      }
      let sorted = order.sorted([0, 1], of: reminders, context)
      guard !places[0].overlaps(places[1]) else { continue }
      decided += 1
      #expect(
        places[sorted[0]].upperBound < places[sorted[1]].lowerBound,
        "\(order) of \(texts), seed \(random.seed)")
    }
    #expect(decided > 400, "seed \(random.seed)")
    #expect(ByteOrder(.manual) == nil && ByteOrder(SortOrder([])) == nil)
  }

  private static func lines(_ random: inout SplitMix64) -> [String] {
    var lines = ["UID:1", statuses.pick(using: &random)]
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      lines.append(
        names.pick(using: &random) + parameters.pick(using: &random) + ":" + days.pick(using: &random)
          + times.pick(using: &random))
    }
    if Int.random(in: 0..<8, using: &random) == 0 { lines.append("DURATION:P1D") }
    return lines.filter { !$0.isEmpty }.shuffled(using: &random)
  }

  private static func query(_ moments: [FieldValue], depth: Int, _ random: inout SplitMix64) -> Query {
    let field: FieldID = [.due, .start, .completed].pick(using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: return .isOpen
    case 1: return .isOverdue
    case 2: return .has(field)
    case 3...5:
      return .test(field, Query.Operator.allCases.pick(using: &random), moments.pick(using: &random))
    case 6: return .hasPriority(.none)
    case 7: return .not(query(moments, depth: depth - 1, &random))
    case 8: return .and((0..<2).map { _ in query(moments, depth: depth - 1, &random) })
    default: return .or((0..<3).map { _ in query(moments, depth: depth - 1, &random) })
    }
  }
}
