import ListoTestSupport
import Testing

@testable import ICalendar

@Suite struct RecurrenceRuleTests {
  @Test func allParts() throws {
    let text =
      "FREQ=YEARLY;INTERVAL=2;COUNT=7;WKST=SU;BYMONTH=1,12;BYWEEKNO=20,-53;BYYEARDAY=366,-1;"
      + "BYMONTHDAY=-31,5;BYDAY=+1SU,-1MO,TU;BYHOUR=8,9;BYMINUTE=30;BYSECOND=60;BYSETPOS=-1,366"
    let rule = try RecurrenceRule.parse(bytes(text))
    #expect(rule.text == text)
    #expect(rule.frequency == .yearly && rule.interval == 2 && rule.count == 7 && rule.weekStart == .sunday)
    #expect(
      rule.byMonth == [.init(1), .init(12)] && rule.byWeekNumber == [20, -53] && rule.byYearDay == [366, -1])
    #expect(rule.byDay == [.init(.sunday, ordinal: 1), .init(.monday, ordinal: -1), .init(.tuesday)])
    #expect(
      rule.byMonthDay == [-31, 5] && rule.byHour == [8, 9] && rule.byMinute == [30] && rule.bySecond == [60])
    #expect(rule.bySetPosition == [-1, 366] && rule.rscale == nil && rule.skip == .omit && rule.until == nil)
  }

  @Test func otherCalendars() throws {
    let rule = try RecurrenceRule.parse(
      bytes("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L,13;BYMONTHDAY=8;SKIP=FORWARD"))
    #expect(rule.rscale == "HEBREW" && rule.skip == .forward)
    #expect(rule.byMonth == [.init(5, isLeap: true), .init(13)])
  }

  @Test func spellingsThatProducersUse() throws {
    #expect(
      try RecurrenceRule.parse(bytes("freq=weekly;byday=mo, tu;")).byDay == [.init(.monday), .init(.tuesday)])
    #expect(try RecurrenceRule.parse(bytes("UNTIL=20261231;FREQ=DAILY")).until?.description == "2026-12-31")
    #expect(
      try RecurrenceRule.parse(bytes("FREQ=DAILY;UNTIL=20261231T100000Z")).until?.description
        == "2026-12-31T10:00:00Z")
    let one = try RecurrenceRule.parse(bytes("FREQ=WEEKLY;BYDAY=MO,TU"))
    #expect(one == (try RecurrenceRule.parse(bytes("byday=TU,MO;INTERVAL=1;WKST=MO;FREQ=weekly"))))
    #expect(one != (try RecurrenceRule.parse(bytes("FREQ=WEEKLY;BYDAY=MO,WE"))))
  }

  /// Those in the first lines are wrapped, dropped or taken by libical without complaint.
  @Test(arguments: [
    "FREQ=DAILY;INTERVAL=70000", "FREQ=YEARLY;BYDAY=255SU", "FREQ=DAILY;UNTIL=20261332",
    "FREQ=DAILY;COUNT=99999999999",
    "FREQ=YEARLY;BYDAY=0SU", "FREQ=YEARLY;BYDAY=54SU", "FREQ=YEARLY;BYYEARDAY=367", "FREQ=YEARLY;BYWEEKNO=54",
    "FREQ=YEARLY;SKIP=FORWARD", "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=5L",
    "", "FREQ=", "INTERVAL=2", "FREQ=FORTNIGHTLY", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;COUNT=-3",
    "FREQ=DAILY;COUNT=2;UNTIL=20260101", "FREQ=DAILY;FREQ=WEEKLY", "FREQ=DAILY;BYHOUR=24",
    "FREQ=DAILY;BYSECOND=61",
    "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=WEEKLY;WKST=XX", "FREQ=WEEKLY;BYDAY=",
    "FREQ=WEEKLY;BYDAY=MO,", "FREQ=DAILY;X-FOO=1", "FREQ = DAILY", "FREQ=DAILY;BYHOUR=3x",
    "FREQ=DAILY;UNTIL=junk",
    "FREQ=DAILY\u{0};COUNT=2", "FREQ=DAILY;\u{131}NTERVAL=5", "FREQ=MONTHLY;WK\u{17F}T=MO",
    "FREQ=DAILY;BYSETPO\u{17F}=1", "FREQ=DAILY;UNT\u{131}L=20261231",
  ])
  func refused(_ text: String) {
    let error = #expect(throws: ValueError.self) { try RecurrenceRule.parse(bytes(text)) }
    #expect(error?.code == .recurrence)
  }

  @Test func tooLong() {
    let long = "FREQ=DAILY;BYHOUR=" + Array(repeating: "1", count: 5000).joined(separator: ",")
    #expect(throws: ValueError.self) { try RecurrenceRule.parse(bytes(long)) }
    // Longer than libical's list: it would keep the first 61.
    let list = "FREQ=DAILY;BYHOUR=" + Array(repeating: "1", count: 100).joined(separator: ",")
    #expect(throws: ValueError.self) { try RecurrenceRule.parse(bytes(list)) }
  }

  @Test func impossibleDays() throws {
    for (text, has) in [
      ("FREQ=DAILY;BYMONTHDAY=30;BYMONTH=2", false), ("FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2", true),
      ("FREQ=YEARLY;BYMONTHDAY=-30;BYMONTH=2", false), ("FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1", false),
      ("FREQ=MONTHLY;BYDAY=5MO;BYMONTH=2", true), ("FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", false),
      ("FREQ=YEARLY;BYDAY=53MO", true), ("FREQ=DAILY", true),
    ] {
      #expect(try RecurrenceRule.parse(bytes(text)).hasDays == has, "\(text)")
    }
  }

  /// Each part of a rule that libical might yet read otherwise than the bytes say is noticed.
  @Test(arguments: [
    "FREQ=WEEKLY", "INTERVAL=2", "COUNT=3", "UNTIL=20270101", "WKST=SU", "BYSECOND=1", "BYMINUTE=1",
    "BYHOUR=1",
    "BYDAY=MO", "BYMONTHDAY=1", "BYYEARDAY=1", "BYWEEKNO=1", "BYMONTH=1",
  ])
  func everyPartIsCompared(_ part: String) throws {
    let name = String(part.prefix { $0 != "=" })
    let base = name == "FREQ" ? "" : "FREQ=YEARLY;"
    let plain = try RecurrenceRule.parse(bytes("FREQ=YEARLY"))
    guard let other = LibicalRecurrence(bytes(base + part)) else {
      Issue.record("libical refuses \(part)")
      return
    }
    #expect(plain.difference(from: other) == name)
    #expect(try RecurrenceRule.parse(bytes(base + part)).difference(from: other) == nil)
  }

  /// libical, which is not asked about plain rules, reads them as they are read; so every list that is taken
  /// for plain is of a length that it holds.
  @Test func plainRules() throws {
    var random = SplitMix64(seed: 3311)
    func list(_ range: ClosedRange<Int>, signed: Bool = false, _ suffix: () -> String = { "" }) -> String {
      (0..<Int.random(in: 1...13, using: &random)).map { _ in
        (signed && Bool.random(using: &random) ? "-" : "") + String(Int.random(in: range, using: &random))
          + suffix()
      }.joined(separator: ",")
    }
    func day() -> String { Weekday.allCases.randomElement(using: &random)?.rawValue ?? "MO" }
    var plain = 0
    for _ in 0..<4000 {
      var parts = [
        "FREQ=\((RecurrenceRule.Frequency.allCases.randomElement(using: &random) ?? .daily).rawValue)"
      ]
      let choices: [() -> String] = [
        { "INTERVAL=\([1, 2, 32_767, 32_768, 70_000].randomElement(using: &random) ?? 1)" },
        { "BYMONTH=\(list(0...13))" }, { "BYMONTHDAY=\(list(1...32, signed: true))" },
        { "BYSETPOS=\(list(1...367, signed: true))" }, { "WKST=\(day())" },
        { "BYDAY=\(Bool.random(using: &random) ? list(1...53, signed: true, day) : day() + "," + day())" },
        {
          [
            "COUNT=1", "COUNT=2147483647", "COUNT=2147483648", "UNTIL=20301231T000000Z", "UNTIL=20301231",
            "UNTIL=20301231T235960", "UNTIL=00010101", "UNTIL=99991231T235959Z", "UNTIL=20300229",
          ].randomElement(using: &random) ?? "COUNT=1"
        },
      ]
      for choice in choices where Int.random(in: 0..<3, using: &random) == 0 { parts.append(choice()) }
      let text = parts.shuffled(using: &random).joined(separator: ";")
      guard let grammar = try? RecurrenceGrammar(bytes(text)), grammar.isPlain,
        let rule = try? RecurrenceRule(grammar, text: text)
      else { continue }
      plain += 1
      if Self.isRefusedByLibical4(text) { continue }
      guard let read = LibicalRecurrence(bytes(text)) else {
        Issue.record("libical refuses \(text)")
        continue
      }
      #expect(rule.difference(from: read) == nil, "\(text)")
    }
    #expect(plain > 2000)
  }

  @Test(arguments: [
    "FREQ=WEEKLY;BYDAY=mo", "FREQ=DAILY;BYHOUR=1", "FREQ=DAILY;BYMONTHDAY=+1", "FREQ=WEEKLY;BYDAY=MO, TU",
    "FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13", "RSCALE=GREGORIAN;FREQ=DAILY",
    "FREQ=DAILY;X-A=1",
  ])
  func notPlain(_ text: String) throws {
    #expect(try !RecurrenceGrammar(bytes(text)).isPlain)
  }

  /// Days of months in a rule by weeks, which RFC 5545 §3.3.10 does not allow and libical 3 takes.
  private static func isRefusedByLibical4(_ text: String) -> Bool {
    LibicalVersion.built >= LibicalVersion.four && text.contains("FREQ=WEEKLY")
      && text.contains("BYMONTHDAY=")
  }

  /// Rules within the grammar are read, and libical agrees.
  @Test func randomRules() throws {
    var random = SplitMix64(seed: 3310)
    func list(_ range: ClosedRange<Int>, signed: Bool = false) -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let sign = signed ? ["", "+", "-"].randomElement(using: &random) ?? "" : ""
        return sign + String(Int.random(in: range, using: &random))
      }.joined(separator: ",")
    }
    for _ in 0..<2000 {
      let frequency = RecurrenceRule.Frequency.allCases.randomElement(using: &random) ?? .daily
      var parts = ["FREQ=\(frequency.rawValue)"]
      let choices: [() -> String] = [
        { "INTERVAL=\(Int.random(in: 1...32_767, using: &random))" },
        { "BYSECOND=\(list(0...60))" }, { "BYMINUTE=\(list(0...59))" }, { "BYHOUR=\(list(0...23))" },
        { "BYMONTH=\(list(1...12))" }, { "BYMONTHDAY=\(list(1...31, signed: true))" },
        { "BYDAY=\(list(1...53, signed: true).replacing(",", with: "MO,"))SU" },
        {
          Bool.random(using: &random)
            ? "COUNT=\(Int.random(in: 1...9999, using: &random))" : "UNTIL=20301231T000000Z"
        },
      ]
      for choice in choices where Bool.random(using: &random) { parts.append(choice()) }
      let text = parts.shuffled(using: &random).joined(separator: ";")
      if Self.isRefusedByLibical4(text) { continue }
      #expect(throws: Never.self, "\(text), seed \(random.seed)") { try RecurrenceRule.parse(bytes(text)) }
    }
  }

  /// The decision whether a rule has days is held to a walk over all days of 28 years.
  @Test func hasDaysAsAWalkFindsThem() throws {
    var random = SplitMix64(seed: Seed.current)
    func some(_ range: ClosedRange<Int>, _ name: String) -> String {
      guard Int.random(in: 0...2, using: &random) > 0 else { return "" }
      let numbers = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        let number = Int.random(in: range, using: &random)
        return range.lowerBound == 1 && range.upperBound > 12 && Bool.random(using: &random)
          ? -number : number
      }
      return ";\(name)=" + Set(numbers).map(String.init).joined(separator: ",")
    }
    var counts = (with: 0, without: 0)
    for _ in 0..<200 {
      let frequency = Bool.random(using: &random) ? "YEARLY" : "MONTHLY"
      let ordinal = Int.random(in: -5...5, using: &random)
      let weekday = Bool.random(using: &random) ? ";BYDAY=\(ordinal == 0 ? "" : "\(ordinal)")SU" : ""
      let yearDay = frequency == "YEARLY" ? some(1...366, "BYYEARDAY") : ""
      let text =
        "FREQ=\(frequency)" + some(1...12, "BYMONTH") + some(1...31, "BYMONTHDAY") + yearDay + weekday
      guard let rule = try? RecurrenceRule.parse(bytes(text)) else { continue }
      let found = Self.walk(rule)
      #expect(rule.hasDays == found, "\(text), seed \(random.seed)")
      if found { counts.with += 1 } else { counts.without += 1 }
    }
    #expect(counts.with > 10 && counts.without > 10, "seed \(random.seed)")
  }

  private static func walk(_ rule: RecurrenceRule) -> Bool {
    for year in 2001...2028 {
      let length = Day.isLeap(year) ? 366 : 365
      for dayOfYear in 1...length {
        let day = Day(daysSince1970: Day.days(toYear: year) + dayOfYear - 1)
        let monthLength = Day.daysInMonth(day.month, year: year)
        func allows(_ numbers: [Int], _ number: Int, _ length: Int) -> Bool {
          numbers.isEmpty || numbers.contains(number) || numbers.contains(number - length - 1)
        }
        let inMonth = rule.frequency == .monthly || !rule.byMonth.isEmpty
        let (place, last) = inMonth ? (day.day, monthLength) : (dayOfYear, length)
        let fits =
          rule.byDay.isEmpty
          || rule.byDay.contains {
            $0.weekday == day.weekday
              && ($0.ordinal == nil || $0.ordinal == (place - 1) / 7 + 1
                || $0.ordinal == -((last - place) / 7 + 1))
          }
        if fits, rule.byMonth.isEmpty || rule.byMonth.contains(where: { $0.number == day.month }),
          allows(rule.byMonthDay, day.day, monthLength), allows(rule.byYearDay, dayOfYear, length)
        {
          return true
        }
      }
    }
    return false
  }
}
