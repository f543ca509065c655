internal import ICalendar
internal import ListoWords

/// Reads the dates of expressions: one or more words, by the grammar of ``DateExpression``.
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
    guard token.kind == .word, !token.text.isEmpty else { throw unexpected(expected: Self.dateExamples) }
    // A zone of Windows has blanks in its name.
    if token.text.contains("[") {
      advance()
      return .absolute(try zoned(token))
    }
    let words = wordsAhead()
    guard let found = DateExpression.prefix(of: words.map(\.text), language: language) else {
      throw noDate(words)
    }
    if let problem = found.problem {
      let end = words[max(found.count, 1) - 1].range.upperBound
      throw error(token.range.lowerBound..<end, problem)
    }
    for _ in 0..<found.count { advance() }
    return found.expression
  }

  private func error(_ range: Range<Int>, _ problem: WordsError.Problem) -> QuerySyntaxError {
    let quoted = "'\(text(range))'"
    return switch problem {
    case .noSuchDay(let reason): error(range, "\(quoted) is not a date: \(reason)")
    case .ambiguous(let readings):
      error(
        range, "\(quoted) is ambiguous",
        expected: readings.map { "'\($0.words)'" }.joined(separator: " or "))
    case .shortYear: error(range, "\(quoted) has a year of two digits", expected: "all four")
    case .vagueTime: error(range, "\(quoted) names no time", expected: "one such as 9:00")
    case .zone(let problem): error(range, "\(quoted) is not a date: \(problem)")
    case .notUnderstood(let expected): error(range, "\(quoted) is not a date", expected: expected)
    case .twice, .noTitle: error(range, "\(quoted) is not a date", expected: Self.dateExamples)
    }
  }

  /// Words that no date begins with: which of them is wrong, and what could stand there.
  private func noDate(_ words: [QueryToken]) -> QuerySyntaxError {
    let first = words[0]
    func unexpected(_ index: Int, _ expected: String) -> QuerySyntaxError {
      self.unexpected(index < words.count ? words[index] : wordsEnd(words), expected: expected)
    }
    switch first.keyword {
    case "start", "end":
      guard words.count > 1, words[1].keyword == "of" else {
        return unexpected(1, "of week, of month or of year")
      }
      let hasTurn = words.count > 2 && QueryDate.Turn(rawValue: words[2].keyword) != nil
      return unexpected(hasTurn ? 3 : 2, "week, month or year")
    case "last": return unexpected(1, "a day of the week")
    default: break
    }
    let rest = first.text.drop { $0 != "+" && $0 != "-" }
    let word = String(first.keyword.prefix { $0 != "+" && $0 != "-" })
    if rest.dropFirst().first?.isNumber ?? false, word.isEmpty || language.dateWords.contains(word) {
      return error(
        first, "\(first.quoted) is not a date",
        expected: "+ or -, a number of at most six digits, and m, h, d, w, mo or y, such as today+7d")
    }
    return error(
      first, "\(first.quoted) is not a date", expected: Self.dateExamples,
      suggestion: word.first?.isNumber ?? true ? nil : Spelling.nearest(to: word, in: language.dateWords))
  }

  /// ISO 8601, and RFC 9557 with a zone in brackets.
  private func zoned(_ token: QueryToken) throws(QuerySyntaxError) -> Moment {
    let end = token.text.firstIndex(of: "[") ?? token.text.endIndex
    do throws(WordsError.ZoneProblem) {
      // The `t` and `z` of RFC 3339 may be small; a zone's name stays what it is.
      if let moment = try Moment(written: token.text[..<end].uppercased() + token.text[end...]) {
        return moment
      }
      throw .noDateAndTime
    } catch {
      switch error {
      case .noDateAndTime:
        throw self.error(token, "\(token.quoted) is not a date and time", expected: Self.dateExamples)
      case .noBracket:
        throw self.error(
          token, "\(token.quoted) is not a date", expected: "a zone in brackets, such as [Europe/Berlin]")
      case .critical(let tag):
        throw self.error(token, "[\(tag)] is marked as critical, but Listo does not know it")
      case .two: throw self.error(token, "\(token.quoted) has two zones")
      case .unknown(let name):
        throw self.error(
          token, "unknown time zone '\(name)'", expected: "a zone such as Europe/Berlin",
          suggestion: Spelling.nearest(to: name, in: Zone.systemNames))
      case .wrongOffset(let name):
        throw self.error(token, "\(name) has another offset than \(token.quoted) at that time")
      }
    }
  }
}
