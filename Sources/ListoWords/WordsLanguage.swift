internal import ICalendar

/// The words of one language for dates, times and rules: a table that the grammar looks its words up in.
///
/// Numeric notations (ISO 8601, `9:00`, `+3d`) and the signs of a quick entry are the same in every language.
public struct WordsLanguage: Sendable {
  /// ISO 639.
  public let code: String
  /// The meanings of words; several words with one blank between them are one entry.
  private(set) var meanings: [String: [WordMeaning]]
  /// The most words that an entry has.
  private(set) var longest: Int
  /// Words that are a weekday and a part of the day, `freitagabend`: how many letters the weekday has.
  let joined: [String: Int]
  /// Words that tie a date to the title in English, and not here.
  private let untied: Set<String>
  let habits: Habits
  let written: Written
  /// Whether `12/1` begins with the month; nil where that is not known, and such a date is ambiguous.
  public var startsWithMonth: Bool?

  /// How numbers are said.
  struct Habits: Sendable {
    /// Ordinals are written `1.`, and days `1.12.`.
    let hasDottedDays: Bool
    /// `freitagabend` is one word.
    let joinsWords: Bool
  }

  /// How the language is written back: in formats that have it, and in messages, which are English.
  struct Written: Sendable {
    /// Short, from Sunday; from January.
    let weekdays: [String]
    let months: [String]
    /// `1 Dec`, `1. Dez`.
    let dayMonth: @Sendable (Int, String) -> String
    /// `1st`, `last`, `2nd last`.
    let ordinal: @Sendable (Int) -> String
    /// `every week`, and `every 2 weeks`.
    let every: @Sendable (RecurrenceRule.Frequency, Int) -> String
    let everyWorkday: String
    let everyLawfulWorkday: String
    let workday: String
    /// Before weekdays; before ordinals; between a day and its month; before months; before a day that a rule
    /// begins on.
    let on, onThe, of, inMonth, from: String
    let day: String
    /// By priority: 1, 5, 9.
    let importance: [Int: String]
    /// `start of next week`.
    let edge: @Sendable (Bool, DateExpression.Turn, DateExpression.Period) -> String
    let until: String
    let times: @Sendable (Int) -> String
    /// Why a time is tomorrow's: `9:00 has passed today`.
    let hasPassed: @Sendable (String) -> String
    /// Why a time is another one, on a day on which the clock skips it: `2:30 is skipped: Sun 29 Mar 2026
    /// 03:30`.
    let isSkipped: @Sendable (String, String) -> String
    /// Why a time is in UTC: `Sun 25 Oct 2026 02:40 comes twice, and this is the second`.
    let isSecond: @Sendable (String) -> String
    /// Why a day is the first that is due: `Fri 27 Nov 2026 is the first time`.
    let isFirst: @Sendable (String) -> String
  }

  /// - Parameter untied: words that tie a date to the title in English, and not here.
  init(
    code: String, _ words: [(WordMeaning, [String])], untied: Set<String> = [], habits: Habits,
    written: Written
  ) {
    (self.code, self.untied, self.habits, self.written) = (code, untied, habits, written)
    var meanings: [String: [WordMeaning]] = [:]
    for (meaning, spellings) in words {
      for spelling in spellings { meanings[spelling, default: []].append(meaning) }
    }
    self.meanings = meanings
    longest = Self.longest(meanings)
    joined = habits.joinsWords ? Self.joined(words) : [:]
  }

  /// This language, with the words of another one that it does not have.
  private func beside(_ other: WordsLanguage) -> WordsLanguage {
    var result = self
    for (spelling, found) in other.meanings where meanings[spelling]?.allSatisfy(\.isOfSigns) ?? true {
      let isUntied = untied.contains(spelling)
      result.meanings[spelling, default: []] += found.filter { !isUntied || $0 != .titleWord }
    }
    result.longest = Self.longest(result.meanings)
    return result
  }

  private static func longest(_ meanings: [String: [WordMeaning]]) -> Int {
    meanings.keys.map { $0.split(separator: " ").count }.max() ?? 1
  }

  private static func joined(_ words: [(WordMeaning, [String])]) -> [String: Int] {
    var result: [String: Int] = [:]
    for case (.weekday, let weekdays) in words {
      for weekday in weekdays where weekday.count > 2 {
        for case (.dayPart, let parts) in words {
          for part in parts { result[weekday + part] = weekday.unicodeScalars.count }
        }
      }
    }
    return result
  }

  private static let germanAndEnglish = german.beside(.english)

  /// By their codes, each made when it is first asked for.
  private static let tables: [(code: String, table: @Sendable () -> WordsLanguage)] = [
    ("en", { english }), ("de", { germanAndEnglish }),
  ]

  /// All that there are, the one that is taken where nothing says otherwise first. English is understood
  /// beside each of them.
  public static var all: [WordsLanguage] { tables.map { $0.table() } }

  /// The language with a code of ISO 639, and English beside it; nil where there is no table for it.
  public static func named(_ code: String) -> WordsLanguage? { tables.first { $0.code == code }?.table() }

  /// The language of a locale such as `de_AT.UTF-8`; English where there is no table for it.
  public init(locale: String) {
    let code = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
    self = Self.named(code) ?? .english
  }

  /// All words that begin or form a date, for suggesting corrections of misspelt ones.
  public var dateWords: [String] {
    meanings.filter { $0.value.contains(where: \.isOfDates) }.keys.sorted()
  }
}

/// The meaning of a word to the grammar.
enum WordMeaning: Sendable, Hashable {
  case weekday(Weekday), month(Int), unit(DateExpression.Unit), period(DateExpression.Period)
  case now, today, tomorrow, yesterday
  /// The day after tomorrow, the day before yesterday: so many days from today.
  case inDays(Int)
  case turn(DateExpression.Turn)
  /// `this` where it says no more than the day does: the coming Friday.
  case coming
  /// The words that can come before a day, a day of the month, a date that something is due by, and a time.
  case on, by, at
  /// `in 3 days`, `3 days ago`, and German's `vor 3 Tagen`.
  case within, ago, before
  /// `two`.
  case number(Int)
  /// The `a` of `a week`: one of them, and no hour of a clock.
  case article
  /// A length with a name: `half an hour`, `fortnight`, `quarter`.
  case stretch(DateExpression.Shift)
  case edge(isEnd: Bool), of, the
  /// `Monatsende`.
  case edgeOf(isEnd: Bool, DateExpression.Period)
  case every, other, and
  /// `first`, and `last` as -1.
  case ordinal(Int)
  /// `weekly`, and `quarterly` as every third month.
  case adverb(RecurrenceRule.Frequency, Int)
  /// `fridays`, `werktags`: every week; a name as well where `on`, a second day or a time has to say that it
  /// is a rule.
  case weekly([Weekday], isName: Bool)
  /// Before the days on which a rule does not fall.
  case except
  case workday
  /// A `Werktag`, which Saturday is or is not.
  case lawfulWorkday
  case dayWord
  case until, times, count, from
  case noon, midnight, am, pm
  /// `o'clock`, on a clock of twelve hours or of 24.
  case oClock(hasTwelveHours: Bool)
  /// `morning`, behind a day or a rule; where it is an adverb, such as `in the morning`, also with a time
  /// alone.
  case dayPart(DayPart, isAdverb: Bool)
  /// `tonight`: today and a part of it.
  case todaysPart(DayPart)
  /// `half past`, `quarter to`: minutes before or behind an hour.
  case minutes(Int)
  /// Between the start and the end of a time: `9:00 to 10:00`.
  case to
  case weekend
  /// A weekend that is not said to come again: its Saturday.
  case oneWeekend
  /// `a week on` before a day; so many weeks after it.
  case weeksOn(Int)
  /// `week` behind a day: a week after it.
  case weekLater
  /// `Mitte` before a month: its 15th.
  case middle
  /// `KW` before the number of a week.
  case calendarWeek
  /// `h` behind an hour of a clock of 24 hours.
  case hourSign
  /// Behind the length of a rule: `10 Tage lang`.
  case lasting
  /// A day that Listo does not know: `christmas eve`.
  case unread
  /// `EST` behind a time, which Listo does not know either.
  case zone
  /// A word that makes a date behind it a part of the title: `the`, `for`, `of`.
  case titleWord
  /// A word that makes a date before it the beginning of a sentence: `tomorrow never dies`.
  case sentenceWord
  /// A word of other use that is a date only in company: German's `so`.
  case needsCompany
  case importance(Int)
  /// The keys of `tag:`, `list:`, `start:`, `due:`.
  case key(Piece.Kind)

  /// It belongs to signs, which mean the same beside every other meaning.
  var isOfSigns: Bool {
    switch self {
    case .key, .importance: true
    default: false
    }
  }

  /// It begins or makes up a date.
  var isOfDates: Bool {
    switch self {
    case .weekday, .month, .now, .today, .tomorrow, .yesterday, .inDays, .edge, .edgeOf, .middle, .noon,
      .midnight:
      true
    default: false
    }
  }
}
