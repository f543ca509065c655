import ICalendar
import ListoTestSupport
import ListoWords
import Testing

/// The rules that hold for every line: random lines of words that dates are made of, signs and stray
/// characters.
@Suite struct QuickEntryPropertyTests {
  private static let english = [
    "every", "on", "mon", "thu,", "friday", "next", "this", "last", "week", "weeks", "month", "day", "days",
    "in", "3",
    "12", "2nd", "1st", "of", "the", "end", "until", "2030", "from", "for", "times", "dec", "may", "31",
    "2026-12-01",
    "9:00", "at", "5", "17", "noon", "midnight", "am", "pm", "9am", "+3d", "-2w", "tomorrow+1w", "today",
    "yesterday",
    "other", "daily", "weekly", "weekday", "first", "and", "by", "p1", "29", "feb", "12/1", "24/12/2027",
    "2026-W53",
    "2026-12-01T09:00Z", "24:00", "ago", "a", "year", "hours", "10:00", "morning", "evening", "tonight",
    "at night", "except", "half past", "nine", "quarter", "fortnight", "to", "9:00-10:00", "9-10am",
    "24.12.2027", "in a week", "mon-fri", "january", "on mondays",
  ]
  private static let german = [
    "jeden", "alle", "am", "Mo", "Do,", "Freitag", "nächsten", "letzten", "Woche", "Wochen", "Monat", "Tag",
    "in", "3",
    "2.", "1.", "im", "bis", "2030", "ab", "mal", "10", "Dez", "Mai", "31.", "1.12.", "24.12.2027", "9:00",
    "um", "9",
    "Uhr", "mittags", "Mitternacht", "heute", "morgen", "übermorgen", "zweiten", "täglich", "Arbeitstag",
    "und", "So",
    "Ende", "des", "Monats", "Tagen", "einer", "Jahr", "jedes", "p2", "30", "Februar", "ersten", "Stunden",
    "Abend", "abends", "früh", "Freitagabend", "außer", "halb", "neun", "Quartal", "9:00-10:00", "9-10",
    "von", "werktags", "halben Stunde", "in zwei Wochen", "tomorrow", "friday", "every",
  ]
  private static let others = [
    "Call", "Bob", "#tag", "#12", "@Home", "@", "!high", "!", "!1", "!7", "!!", "^", "^tomorrow",
    "due:friday", "start:1",
    "tag:\"two",
    "words\"", "\"", "\\tomorrow", "\\", "\u{200F}", "\u{A0}", "１２", "e\u{301}", "👨‍👩‍👧", "\u{301}", "\u{0}",
    "\r\n", "list:x",
    "#\"a b\"", "...", ",", "-", "–", "(", "due:", "@\"", "“", "”", "99999999999999999999",
    "2026-12-01T09:00[Europe/Berlin]",
  ]

  private static func line(_ words: [String], _ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...9, using: &random)).map { _ in
      Int.random(in: 0..<5, using: &random) == 0 ? others.pick(using: &random) : words.pick(using: &random)
    }.joined(separator: [" ", " ", "  ", "\u{A0}"].pick(using: &random))
  }

  private static func context(_ random: inout SplitMix64) -> WordsContext {
    let day = Day(daysSince1970: Int.random(in: 19_000...24_000, using: &random))
    return WordsContext(
      now: LocalDateTime(startOf: day).adding(seconds: Int64.random(in: 0..<86_400, using: &random)),
      weekStart: [.monday, .sunday].pick(using: &random))
  }

  @Test(arguments: ["en", "de"]) func titleAndPiecesAreTheLineAndMeaningsAreReadBack(_ code: String) {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let language = WordsLanguage(locale: code)
    var understood = 0
    for _ in 0..<3000 {
      let line = Self.line(code == "de" ? Self.german : Self.english, &random)
      let context = Self.context(&random)
      let note = "seed \(seed), \(context.now), line \(line.debugDescription)"
      do throws(WordsError) {
        let entry = try QuickEntry("Title " + line, language: language, in: context)
        understood += entry.due == nil && entry.repeats == nil ? 0 : 1
        check(entry, "Title " + line, language, context, note)
      } catch {
        #expect(!error.description.isEmpty)
        // The understood pieces do not overlap, and are in the order of the line.
        for (left, right) in zip(error.understood, error.understood.dropFirst()) {
          #expect(left.range.upperBound <= right.range.lowerBound, "\(note)")
        }
      }
      #expect(QuickEntry(plain: line).title == line)
      #expect(QuickEntry(plain: line).pieces.isEmpty)
    }
    #expect(understood > 150, "seed \(seed): few lines had dates")
  }

  /// A date behind a rule, which is refused with it.
  @Test func piecesOfAnErrorAreInOrder() {
    let now = LocalDateTime(startOf: Day(daysSince1970: 22_125)).adding(seconds: 9514)
    do throws(WordsError) {
      _ = try QuickEntry(
        "2.  übermorgen  31.  Monat  30  alle  Stunden  #\"a b\"", language: WordsLanguage(locale: "de"),
        in: WordsContext(now: now, weekStart: .monday))
      Issue.record("it was understood")
    } catch {
      let starts = error.understood.map(\.range.lowerBound)
      #expect(starts.count > 1 && starts == starts.sorted())
    }
  }

  private func check(
    _ entry: QuickEntry, _ line: String, _ language: WordsLanguage, _ context: WordsContext, _ note: String
  ) {
    // Nothing is lost: the words that no piece holds are those of the title.
    var left = String.UnicodeScalarView()
    var place = line.startIndex
    for piece in entry.pieces {
      #expect(place <= piece.range.lowerBound, "\(note): pieces overlap")
      left += line.unicodeScalars[place..<piece.range.lowerBound]
      if piece.kind != .escape { left.append(" ") }
      place = piece.range.upperBound
    }
    left += line.unicodeScalars[place...]
    #expect(Self.words(String(left)) == Self.words(entry.title), "\(note)")

    func meaning(_ kind: Piece.Kind) -> String? { entry.pieces.first { $0.kind == kind }?.meaning }
    let said = [meaning(.date), meaning(.time)].compactMap { $0 }.joined(separator: " ")
    if !said.isEmpty, meaning(.rule) == nil || meaning(.date) != nil {
      // The end of a span on the day behind its date is said with its own date.
      let due = try? DateWords.parse(said, language: language, in: context)
      let end = meaning(.time).flatMap { try? DateWords.parse($0, language: language, in: context) }
      #expect(due == entry.due || due == nil && end == entry.due, "\(note): \(said)")
    }
    if let rule = meaning(.rule) {
      #expect(
        (try? RuleWords.parse(rule, language: language, in: context)) == entry.repeats, "\(note): \(rule)")
      #expect((try? RecurrenceRule.parse(Array((entry.rule ?? "").utf8)[...])) != nil, "\(note): \(rule)")
    }
    if let start = meaning(.start) {
      #expect(
        (try? DateWords.parse(start, language: language, in: context)) == entry.start, "\(note): \(start)")
    }
  }

  /// The words of a text, without what cannot be seen at their edges.
  private static func words(_ text: String) -> [String] {
    text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\u{200F}" }.map { String($0) }
  }

  @Test func longLinesAreRead() throws {
    let context = WordsContext(now: GoldenLine.now)
    for unit in [
      "@\" ", "\" ", "\\tomorrow ", "every on mon, ", "#a ", "due: ", "9 ", "next ", "\u{200F} ", "a\u{301}",
    ] {
      let line = "Title " + String(repeating: unit, count: 2000)
      _ = try? QuickEntry(line, language: .english, in: context)
      _ = try? DateWords.parse(line, language: .english, in: context)
      _ = try? RuleWords.parse(line, language: .english, in: context)
    }
  }
}
