import CLibical

extension RecurrenceRule {
  /// Parses the value of an RRULE (RFC 5545 §3.3.10), such as `FREQ=WEEKLY;BYDAY=MO`.
  ///
  /// - Throws: ``ValueError`` with code `.recurrence`.
  public init(_ text: String) throws(ValueError) { self = try Self.parse(Array(text.utf8)[...]) }
}

extension RecurrenceRule {
  /// Parses a RECUR value by its grammar, and except for plain rules also with libical's
  /// `icalrecurrencetype_from_string`.
  ///
  /// Values that libical would wrap, drop, or accept although calendars do not know them are refused. Parts
  /// may be in any order and in any case, with a semicolon at the end. Nearly all rules are plain. For these
  /// it is known that both parsers agree, and loading libical would take longer than all other work on a
  /// small file.
  ///
  /// - Throws: ``ValueError`` with code `.recurrence`.
  public static func parse(_ value: ArraySlice<UInt8>) throws(ValueError) -> RecurrenceRule {
    guard value.count <= 8192 else { throw ValueError(.limit, "a recurrence rule of more than 8192 bytes") }
    let grammar = try RecurrenceGrammar(value)
    let known = grammar.value(of: "FROM") == nil ? value : withoutFrom(value)
    let rule = try RecurrenceRule(grammar, text: String(decoding: known, as: UTF8.self))
    if grammar.isPlain { return rule }
    guard let read = LibicalRecurrence(known) else {
      throw ValueError(.recurrence, "not a recurrence rule such as FREQ=WEEKLY;BYDAY=MO")
    }
    if let difference = rule.difference(from: read) {
      throw ValueError(.recurrence, "\(difference) is beyond what can be read")
    }
    return rule
  }

  /// Without the part that Astrid and Tasks.org add to rules that are counted from the completion:
  /// `FROM=COMPLETION`.
  private static func withoutFrom(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    Array(
      value.split(separator: UInt8(ascii: ";")).filter { part in
        part.prefix(5).map(\.upper) != Array("FROM=".utf8)
      }.joined(separator: [UInt8(ascii: ";")]))[...]
  }

  /// Without libical's opinion.
  init(_ grammar: RecurrenceGrammar, text: String) throws(ValueError) {
    guard let frequency = grammar.word("FREQ").flatMap(Frequency.init(rawValue:)) else {
      throw ValueError(.recurrence, "an unknown FREQ")
    }
    self.frequency = frequency
    self.text = text
    // libical keeps the interval in 16 bits.
    interval = try grammar.number("INTERVAL", 1...32_767) ?? 1
    count = try grammar.number("COUNT", 1...Int(Int32.max))
    if let value = grammar.value(of: "UNTIL") {
      do throws(ValueError) {
        until = try Moment.decode(value)
      } catch {
        throw ValueError(.recurrence, "UNTIL is \(error.reason)")
      }
    } else {
      until = nil
    }
    guard let weekStart = Weekday(rawValue: grammar.word("WKST") ?? "MO") else {
      throw ValueError(.recurrence, "WKST is not a day such as MO")
    }
    self.weekStart = weekStart
    bySecond = try grammar.numbers("BYSECOND")
    byMinute = try grammar.numbers("BYMINUTE")
    byHour = try grammar.numbers("BYHOUR")
    byDay = try grammar.weekdays()
    byMonthDay = try grammar.numbers("BYMONTHDAY")
    byYearDay = try grammar.numbers("BYYEARDAY")
    byWeekNumber = try grammar.numbers("BYWEEKNO")
    bySetPosition = try grammar.numbers("BYSETPOS")
    byMonth = try grammar.months()
    rscale = grammar.word("RSCALE")
    guard let skip = Skip(rawValue: grammar.word("SKIP") ?? "OMIT") else {
      throw ValueError(.recurrence, "an unknown SKIP")
    }
    self.skip = skip
  }

  /// The first part that libical reads otherwise; `nil` where both agree. libical may sort BYDAY.
  func difference(from read: borrowing LibicalRecurrence) -> String? {
    let frequencies = [
      ICAL_SECONDLY_RECURRENCE, ICAL_MINUTELY_RECURRENCE, ICAL_HOURLY_RECURRENCE, ICAL_DAILY_RECURRENCE,
      ICAL_WEEKLY_RECURRENCE, ICAL_MONTHLY_RECURRENCE, ICAL_YEARLY_RECURRENCE,
    ]
    let skips: [Skip: icalrecurrencetype_skip] = [
      .omit: ICAL_SKIP_OMIT, .backward: ICAL_SKIP_BACKWARD, .forward: ICAL_SKIP_FORWARD,
    ]
    let untilDay = unsafe Day(
      year: Int(read.until.year), month: Int(read.until.month), day: Int(read.until.day))
    let weekStartIndex = Int(read.weekStart.rawValue) - 1
    let checks: [(name: String, isSame: Bool)] = [
      (
        "FREQ",
        Frequency.allCases.firstIndex(of: frequency).map { frequencies[$0] == read.frequency } ?? false
      ),
      ("INTERVAL", interval == read.interval),
      ("COUNT", (count ?? 0) == read.count),
      ("UNTIL", until?.day == untilDay),
      ("WKST", Weekday.allCases.firstIndex(of: weekStart) == weekStartIndex),
      ("BYSECOND", bySecond.sorted() == read.bySecond.sorted()),
      ("BYMINUTE", byMinute.sorted() == read.byMinute.sorted()),
      ("BYHOUR", byHour.sorted() == read.byHour.sorted()),
      ("BYDAY", Set(byDay) == Set(read.byDay)),
      ("BYMONTHDAY", byMonthDay.sorted() == read.byMonthDay.sorted()),
      ("BYYEARDAY", byYearDay.sorted() == read.byYearDay.sorted()),
      ("BYWEEKNO", byWeekNumber.sorted() == read.byWeekNumber.sorted()),
      ("BYSETPOS", bySetPosition.sorted() == read.bySetPosition.sorted()),
      ("BYMONTH", Set(byMonth) == Set(read.byMonth)),
      ("RSCALE", rscale == read.rscale?.uppercased()),
      ("SKIP", skips[skip] == read.skip),
    ]
    return checks.first { !$0.isSame }?.name
  }
}
