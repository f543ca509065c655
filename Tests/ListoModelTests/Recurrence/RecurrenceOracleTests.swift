import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Occurrences beside those of python-dateutil, of recurring-ical-events and of calcard. What differs is in
/// ``explained``, and why.
@Suite struct RecurrenceOracleTests {
  private static let python = PythonEnvironment.with("recurring-ical-events==3.8.2")

  /// Rules that dateutil reads otherwise.
  private static let explained: [(isMeant: @Sendable (RecurrenceRule) -> Bool, why: String)] = [
    (
      { !$0.byWeekNumber.isEmpty && $0.byDay.isEmpty && $0.byMonthDay.isEmpty && $0.byYearDay.isEmpty },
      "dateutil takes all days of a week, RFC 5545 §3.3.10 the one that DTSTART has"
    ),
    (
      { $0.byWeekNumber.contains { $0 <= -52 } },
      "dateutil knows the days of the next year's first week as week 1, and not from the end of that year"
    ),
    (
      { $0.byWeekNumber.contains { $0 >= 52 } },
      "dateutil counts the weeks of the year before with the length of this one (rrule.py, lnumweeks), so that the first days of January may be in a week 53 that does not exist"
    ),
    (
      { $0.frequency == .weekly && !$0.bySetPosition.isEmpty },
      "dateutil counts the positions of the first week from DTSTART on, RFC 5545 §3.3.10 those of all of it"
    ),
  ]

  @Test(.enabled(if: python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func rulesAreThoseOfDateutil() throws {
    let python = try #require(Self.python)
    var random = SplitMix64(seed: Seed.current)
    var cases: [(rule: RecurrenceRule, times: [String])] = []
    var input = Data()
    while cases.count < 800 {
      // Anywhere in the year: what is counted from its beginning shows there.
      let day = Day(daysSince1970: Int.random(in: 19_000...21_000, using: &random))
      let start = try #require(LocalDateTime(day: day, hour: 8, minute: 30, second: 15))
      let rule = try RecurrenceRule.parse(Array(Self.rule(&random).utf8)[...])
      var times: [String] = []
      var steps = 30_000
      let course = rule.follow(from: start, notBefore: start, &steps) { local in
        times.append(local.description)
        return times.count < 10
      }
      guard course == .ended, times.count == 10, times.last ?? "" < "2100" else { continue }
      cases.append((rule, times))
      input +=
        try JSONSerialization.data(
          withJSONObject: ["start": start.description, "rule": rule.text, "count": 10]) + Data("\n".utf8)
    }
    let answers = try Self.ask(python, input)
    #expect(answers.count == cases.count)
    var counts: [Int: Int] = [:]
    for (item, answer) in zip(cases, answers) where item.times != answer {
      if let known = Self.explained.firstIndex(where: { $0.isMeant(item.rule) }) {
        counts[known, default: 0] += 1
        continue
      }
      Issue.record("\(item.rule.text): \(item.times) and not \(answer), seed \(random.seed)")
    }
    print("rules beside dateutil: \(cases.count), explained: \(counts.sorted { $0.key < $1.key })")
  }

  /// EXRULE, which recurring-ical-events passes over: beside the rule sets of dateutil.
  @Test(.enabled(if: python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func exceptingRulesAreThoseOfDateutil() throws {
    let python = try #require(Self.python)
    var random = SplitMix64(seed: Seed.current)
    let start = try #require(LocalDateTime(iso: "2026-01-05T08:30:00"))
    let rules = [
      "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TU,FR", "FREQ=DAILY;COUNT=9",
      "FREQ=HOURLY",
      "FREQ=MONTHLY;BYMONTHDAY=5,20", "FREQ=WEEKLY;UNTIL=20260401T000000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
    ]
    var input = Data()
    var ours: [(words: String, times: [String])] = []
    for _ in 0..<200 {
      // Where nothing is left of a rule without end, dateutil looks for the next one for ever.
      let bare = rules.pick(using: &random)
      let isEnding = bare.contains("COUNT") || bare.contains("UNTIL")
      let rule = bare + (isEnding ? "" : ";UNTIL=20260901T000000")
      let excepting = (0..<Int.random(in: 1...2, using: &random)).map { _ in rules.pick(using: &random) }
      let parsed = try excepting.map { try RecurrenceRule.parse(Array($0.utf8)[...]) }
      let recurrence = Recurrence(
        from: .floating(start), rules: [try RecurrenceRule.parse(Array(rule.utf8)[...])],
        exceptingRules: parsed, zones: .empty)
      let end = try #require(LocalDateTime(iso: "2027-01-01T00:00:00"))
      let found = recurrence.times(through: end, limit: 10)
      #expect(found.course == .ended)
      ours.append(("\(rule) \(excepting)", found.times.map(\.description)))
      input +=
        try JSONSerialization.data(
          withJSONObject: [
            "start": start.description, "rules": [rule], "exrules": excepting, "count": 10,
          ]) + Data("\n".utf8)
    }
    for (item, answer) in zip(ours, try Self.ask(python, input)) {
      #expect(item.times == answer, "\(item.words), seed \(random.seed)")
    }
    #expect(ours.contains { !$0.times.isEmpty } && ours.contains { $0.times.isEmpty })
  }

  private static func ask(_ python: PythonEnvironment, _ input: Data) throws -> [[String]] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Oracles/recurrence-oracle.py")
    return try python.run(script, input: input).split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String] ?? []
    }
  }

  private static func rule(_ random: inout SplitMix64) -> String {
    func often(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
    func numbers(_ range: ClosedRange<Int>, _ most: Int = 3) -> String {
      Set((0..<Int.random(in: 1...most, using: &random)).map { _ in Int.random(in: range, using: &random) })
        .filter { $0 != 0 || range.lowerBound == 0 }
        .sorted().map(String.init).joined(separator: ",")
    }
    func part(_ name: String, _ value: String) -> String { value.isEmpty ? "" : ";\(name)=\(value)" }
    let frequency = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"].pick(
      using: &random)
    var rule = "FREQ=" + frequency
    if often(2) { rule += ";INTERVAL=\([1, 2, 3, 5, 7].pick(using: &random))" }
    if often(4) { rule += part("BYMONTH", numbers(1...12)) }
    if often(4), frequency != "WEEKLY" { rule += part("BYMONTHDAY", numbers(-10...28)) }
    if often(3) {
      let plain = ["MO", "TU,TH", "MO,WE,FR", "SA,SU"]
      let ordinal = frequency == "MONTHLY" ? ["1MO", "-1FR", "2TU,4TU", "MO"] : plain
      rule += ";BYDAY=" + (often(2) ? ordinal : plain).pick(using: &random)
    }
    if often(8), frequency == "YEARLY" { rule += part("BYYEARDAY", numbers(1...365)) }
    if often(4), frequency == "YEARLY" { rule += part("BYWEEKNO", numbers(-53...53)) }
    if often(4) { rule += part("BYHOUR", numbers(0...23)) }
    if often(5) { rule += part("BYMINUTE", numbers(0...59)) }
    if often(7) { rule += part("BYSECOND", numbers(0...59)) }
    if often(6), rule.contains("BYDAY") || rule.contains("BYMONTHDAY") || rule.contains("BYHOUR") {
      rule += ";BYSETPOS=" + ["1", "-1", "2", "1,-1"].pick(using: &random)
    }
    if often(6) { rule += ";WKST=" + ["SU", "MO", "TH"].pick(using: &random) }
    return rule
  }

  // MARK: Calendars

  @Test(.enabled(if: python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func calendarsAreThoseOfRecurringICalEvents() throws {
    let python = try #require(Self.python)
    var random = SplitMix64(seed: Seed.current)
    let context = ViewContext(now: Instant(seconds: 0), zone: .utc)
    let (from, to) = (Instant(seconds: 1_767_225_600), Instant(seconds: 1_775_001_600))
    var input = Data()
    var ours: [(text: String, times: [String])] = []
    for _ in 0..<150 {
      let text = Self.calendar(&random)
      var builder = CatalogBuilder()
      builder.add(
        try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "a.ics"), fileName: "a.ics",
        in: TestFolder("/s/f", []).folder)
      let catalog = builder.catalog().unrolled(over: from..<to, in: context).catalog
      let times = catalog.reminderPaths.compactMap { path -> String? in
        guard let reminder = catalog.reminder(at: path), let due = reminder.due else { return nil }
        let instant = context.instant(of: due, zones: reminder.calendar.zones)
        guard instant >= from, instant < to else { return nil }
        return instant.utc.description + "+00:00"
      }
      ours.append((text, times.sorted()))
      input +=
        try JSONSerialization.data(
          withJSONObject: [
            "calendar": text, "from": "2026-01-01T00:00:00+00:00", "to": "2026-04-01T00:00:00+00:00",
          ])
        + Data("\n".utf8)
    }
    let answers = try Self.ask(python, input)
    #expect(answers.count == ours.count)
    for (item, answer) in zip(ours, answers) {
      #expect(item.times == answer, "seed \(random.seed)\n\(item.text)")
    }
    #expect(ours.reduce(0) { $0 + $1.times.count } > 500)
  }

  private static func calendar(_ random: inout SplitMix64) -> String {
    func often(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
    let start = Day(daysSince1970: Int.random(in: 20_400...20_480, using: &random))
    func time(_ days: Int, hour: Int = 9) -> String {
      start.adding(days: days).iCalendarText + "T\(hour < 10 ? "0" : "")\(hour)0000"
    }
    let zone = ["Europe/Berlin", "America/New_York", "Asia/Tokyo"].pick(using: &random)
    func line(_ name: String, _ values: [String]) -> String {
      "\(name);TZID=\(zone):" + values.joined(separator: ",")
    }
    let step = [1, 2, 7].pick(using: &random)
    var rule = step == 7 ? "FREQ=WEEKLY" : "FREQ=DAILY;INTERVAL=\(step)"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: rule += ";COUNT=\(Int.random(in: 2...20, using: &random))"
    case 1: rule += ";UNTIL=" + time(Int.random(in: 5...60, using: &random)) + "Z"
    default: break
    }
    var master = [
      "UID:1", "DTSTAMP:20260101T000000Z", line("DTSTART", [time(0)]), line("DUE", [time(0, hour: 10)]),
      "RRULE:" + rule,
    ]
    if often(2) { master.append(line("EXDATE", (1...3).map { time($0 * step) })) }
    if often(3) { master.append(line("RDATE", [time(Int.random(in: 1...50, using: &random), hour: 15)])) }
    var todos = [Make.todo(master)]
    if often(2) {
      // One that no EXDATE takes away; moved by some hours.
      let days = 5 * step
      let isThere = !rule.contains("COUNT") && !rule.contains("UNTIL")
      if isThere {
        todos.append(
          Make.todo(
            "UID:1", "DTSTAMP:20260101T000000Z",
            line(often(2) ? "RECURRENCE-ID;RANGE=THISANDFUTURE" : "RECURRENCE-ID", [time(days)]),
            line("DTSTART", [time(days, hour: 17)]), line("DUE", [time(days, hour: 18)])))
      }
    }
    return Make.calendar(["PRODID:-//test//"], todos)
  }

  // MARK: calcard

  /// Files of calcard whose expansion there is another, and why.
  private static let calcardDiffers = [
    "010": alien, "089": alien, "102": alien,
    "019": "the times are UTC in the file, and on the clock of Auckland in the expansion beside it",
    "034": stray, "181": stray, "213": stray,
    "044": replaced, "259": replaced,
    "117": "calcard follows RSCALE=CHINESE on the Gregorian calendar",
    "177": century, "226": century,
    "219": "a date is on no clock, TZID or not (RFC 5545 §3.2.19); calcard takes that of the TZID",
    "255": "two RRULEs, both of which add their occurrences; calcard follows the last",
    "298": "times within the hour that summer time leaves out: RFC 5545 §3.3.5 puts them behind it",
  ]
  private static let alien =
    "its zone is defined by the file alone; calcard takes the time for a floating one"
  private static let stray =
    "DTSTART is not of its rule; it is the first occurrence (RFC 5545 §3.8.5.3), which calcard leaves out"
  private static let replaced = "calcard gives the occurrence as well that an override stands for"
  private static let century = "from 2100 on it is always summer time in calcard's Auckland"

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func eventsAreThoseOfCalcard() throws {
    let files = Corpus.others.filter { $0.contains("stalwartlabs+calcard/resources__ical__") }
    var compared = 0
    var differences: [String] = []
    for file in files {
      let stem = file.replacing(".ics.out", with: "").replacing(".ics", with: "")
      guard let json = FileManager.default.contents(atPath: stem + ".json"),
        let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any],
        let events = object["events"] as? [[String: Any]]
      else { continue }
      if file.hasSuffix(".out"), FileManager.default.fileExists(atPath: stem + ".ics") { continue }
      var expected: [Int: [Instant]] = [:]
      for event in events {
        guard let id = event["comp_id"] as? Int, let start = event["start"] as? String,
          let instant = Instant(iso: start)
        else { continue }
        expected[id, default: []].append(instant)
      }
      for (id, found) in try Self.expansions(file, limits: expected.mapValues(\.count)) {
        compared += 1
        let name = String(stem.suffix(3))
        if found != expected[id]?.sorted(), Self.calcardDiffers[name] == nil {
          differences.append(
            "\(name) \(id): \(found.prefix(4)) and not \((expected[id] ?? []).sorted().prefix(4)), \(found.count) \(expected[id]?.count ?? 0)"
          )
        }
      }
    }
    print("components beside calcard: \(compared)")
    #expect(compared > 0)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  /// The first instants of each component that repeats, by its number in the file, depth first; as many as
  /// were asked for.
  private static func expansions(_ file: String, limits: [Int: Int]) throws -> [Int: [Instant]] {
    let bytes = try Corpus.bytes(file)
    // Floating times are read there on the clock of Auckland.
    let context = ViewContext(
      now: Instant(seconds: 0), zone: try #require(Zone.system(named: "Pacific/Auckland")))
    let parsed = try CalendarFile(reading: MemorySource(bytes), file: file)
    guard parsed.calendars.count == 1 else { return [:] }
    let calendar = parsed.calendars[0].context
    var number = 0
    var components: [(Int, Component)] = []
    func take(_ component: Component) {
      number += 1
      components.append((number, component))
      component.children.forEach(take)
    }
    var items = ItemReader(bytes)
    while let item = try items.next() {
      if case .component(let component) = item { take(component) }
    }
    let overrides = components.filter { $0.1.first(.recurrenceID) != nil }
    var result: [Int: [Instant]] = [:]
    for (id, component) in components where component.first(.rrule) != nil {
      guard let limit = limits[id], component.kind != .standard, component.kind != .daylight,
        let recurrence = Recurrence(Reminder(component, in: calendar))
      else { continue }
      let taken = Set(
        overrides.filter { $0.1.rawUID == component.rawUID }.compactMap {
          Reminder($0.1, in: calendar).recurrenceID.map(recurrence.local)
        })
      let times = recurrence.times(
        through: LocalDateTime(startOf: Day(daysSince1970: Int.max)), limit: limit + taken.count)
      let instants = times.times.filter { !taken.contains($0) }.prefix(limit).map {
        context.instant(of: recurrence.moment(at: $0), zones: calendar.zones)
      }
      result[id] = Array(instants)
    }
    return result
  }
}
