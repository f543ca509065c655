internal import ICalendar

/// Reads the dates of expressions: one or more words.
extension QueryParser {
  static let dateExamples = "a date such as 2026-12-01, 2026-12-01T09:00, today+7d, monday or end of month"

  /// A date, and nothing behind it.
  mutating func wholeDate() throws(QuerySyntaxError) -> QueryDate {
    let date = try date()
    guard peek.kind == .end else { throw unexpected(expected: "nothing more") }
    return date
  }

  mutating func date() throws(QuerySyntaxError) -> QueryDate {
    let token = peek
    guard token.kind == .word, let first = token.text.utf8.first else {
      throw unexpected(expected: Self.dateExamples)
    }
    switch token.keyword {
    case "start", "end":
      advance()
      return try edge(isEnd: token.keyword == "end")
    case "last":
      advance()
      let (word, shifts) = try split(peek, default: nil)
      guard let weekday = Self.weekday(word) else { throw unexpected(expected: "a day of the week") }
      advance()
      return .relative(.lastWeekday(weekday), try furtherShifts(shifts))
    default: break
    }
    advance()
    if first &- 0x30 < 10 { return .absolute(try absolute(token)) }
    let (word, shifts) = try split(token, default: "")
    guard let anchor = Self.anchor(word, shifts) else {
      throw error(
        token, "\(token.quoted) is no date", expected: Self.dateExamples,
        suggestion: Spelling.nearest(to: word, in: Self.anchorWords))
    }
    return .relative(anchor, try furtherShifts(shifts))
  }

  /// `of [last|this|next] month`
  private mutating func edge(isEnd: Bool) throws(QuerySyntaxError) -> QueryDate {
    guard peek.keyword == "of" else { throw unexpected(expected: "of week, of month or of year") }
    advance()
    var turn = QueryDate.Turn.this
    if let found = QueryDate.Turn(rawValue: peek.keyword) {
      turn = found
      advance()
    }
    let (word, shifts) = try split(peek, default: nil)
    guard let period = QueryDate.Period(rawValue: word) else {
      throw unexpected(expected: "week, month or year")
    }
    advance()
    return .relative(.edge(isEnd: isEnd, turn, period), try furtherShifts(shifts))
  }

  private static let anchorWords =
    ["now", "today", "tomorrow", "yesterday", "start of week", "end of month"] + Weekday.allCases.map(\.word)

  /// A word without one is counted from now where hours or minutes come first, else from today.
  private static func anchor(_ word: String, _ shifts: [QueryDate.Shift]) -> QueryDate.Anchor? {
    switch word {
    case "now": return .now
    case "today": return .today
    case "tomorrow": return .tomorrow
    case "yesterday": return .yesterday
    case "": return shifts.first.map { $0.unit.seconds == nil ? .today : .now }
    default: return weekday(word).map { .weekday($0) }
    }
  }

  private static func weekday(_ word: String) -> Weekday? { Weekday.allCases.first { $0.word == word } }

  // MARK: Shifts

  /// A word and the shifts behind it: `today+7d-2h`.
  private func split(
    _ token: QueryToken, default word: String?
  ) throws(QuerySyntaxError) -> (word: String, shifts: [QueryDate.Shift]) {
    let text = token.keyword
    let letters = text.prefix { $0 != "+" && $0 != "-" }
    if letters.isEmpty, word == nil { return (text, []) }
    let rest = text[letters.endIndex...]
    // What is left of another word than a date's is that word's own: `needs-action`.
    guard
      letters.isEmpty || Self.anchorWords.contains(String(letters))
        || QueryDate.Period(rawValue: String(letters)) != nil
    else { return (text, []) }
    return (String(letters), try shifts(rest, token))
  }

  /// `+7d`, and `+ 7d` in two words, behind a date.
  private mutating func furtherShifts(
    _ first: [QueryDate.Shift]
  ) throws(QuerySyntaxError) -> [QueryDate.Shift] {
    var result = first
    while peek.kind == .word, let sign = peek.text.first, sign == "+" || sign == "-" {
      var text = peek.keyword
      let token = peek
      advance()
      if text.count == 1, peek.kind == .word {
        text += peek.keyword
        advance()
      }
      result += try shifts(text[...], token)
    }
    return result
  }

  private func shifts(_ text: Substring, _ token: QueryToken) throws(QuerySyntaxError) -> [QueryDate.Shift] {
    var result: [QueryDate.Shift] = []
    var rest = text
    while let sign = rest.popFirst() {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      let letters = rest.prefix { $0 != "+" && $0 != "-" }
      rest = rest[letters.endIndex...]
      guard sign == "+" || sign == "-", let count = Int(digits), digits.count <= 6,
        let unit = QueryDate.Unit(rawValue: String(letters))
      else {
        throw error(
          token, "\(token.quoted) is no date",
          expected: "+ or -, a number of at most six digits, and min, h, d, w, m or y, such as today+7d")
      }
      result.append(QueryDate.Shift(sign == "-" ? -count : count, unit))
    }
    return result
  }

  // MARK: Written out

  /// ISO 8601, and RFC 9557 with a zone in brackets.
  private func absolute(_ token: QueryToken) throws(QuerySyntaxError) -> Moment {
    let text = Self.upper(token.text)
    guard let bracket = text.firstIndex(of: "[") else {
      if let moment = Moment(iso: text) { return moment }
      throw error(token, "\(token.quoted) is no date", expected: Self.dateExamples)
    }
    let (written, tags) = (String(text[..<bracket]), text[bracket...])
    let zone = try zone(in: tags, token)
    if let local = LocalDateTime(iso: written) {
      return zone.map { .zoned(local, tzid: $0.name) } ?? .floating(local)
    }
    guard let instant = Instant(iso: written) else {
      throw error(token, "\(token.quoted) is no date and time", expected: Self.dateExamples)
    }
    // Z says nothing about the zone's own clock (RFC 9557 §2.2); an offset has to be what the zone has (§3.4).
    if !written.hasSuffix("Z"), let zone, let local = LocalDateTime(iso: Self.withoutOffset(written)),
      zone.zone.local(of: instant) != local
    {
      throw error(token, "the offset in \(token.quoted) is not that of \(zone.name) at that time")
    }
    return .utc(instant.utc)
  }

  /// The `t` and `z` of RFC 3339, which may be small, as they are read; a zone's name stays what it is.
  private static func upper(_ text: String) -> String {
    let end = text.firstIndex(of: "[") ?? text.endIndex
    return text[..<end].uppercased() + text[end...]
  }

  private static func withoutOffset(_ text: String) -> String {
    // The date's own hyphens stand before the T.
    guard let start = text.firstIndex(of: "T"),
      let sign = text[start...].firstIndex(where: { $0 == "+" || $0 == "-" })
    else { return text }
    return String(text[..<sign])
  }

  /// The zone that the suffix of RFC 9557 names: `[Europe/Berlin]`, and further tags such as `[u-ca=gregory]`, which must not be critical.
  private func zone(
    in tags: Substring, _ token: QueryToken
  ) throws(QuerySyntaxError) -> (name: String, zone: Zone)? {
    var found: (name: String, zone: Zone)?
    var rest = tags
    while !rest.isEmpty {
      guard rest.first == "[", let end = rest.firstIndex(of: "]") else {
        throw error(
          token, "\(token.quoted) is no date", expected: "a zone in brackets, such as [Europe/Berlin]")
      }
      var tag = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      let isCritical = tag.first == "!"
      if isCritical { tag = tag.dropFirst() }
      if tag.contains("=") {
        guard !isCritical else { throw error(token, "[\(tag)] is marked as critical, and not understood") }
        continue
      }
      guard found == nil else { throw error(token, "\(token.quoted) has two zones") }
      guard let zone = Zone.resolve(tzid: String(tag))?.zone else {
        throw error(
          token, "there is no time zone '\(tag)'", expected: "a zone such as Europe/Berlin",
          suggestion: Spelling.nearest(to: String(tag), in: Zone.systemNames))
      }
      found = (String(tag), zone)
    }
    return found
  }
}
