internal import ICalendar

extension WordsLanguage {
  /// English.
  public static let english = WordsLanguage(
    code: "en",
    [
      (.weekday(.monday), ["monday", "mon"]),
      (.weekday(.tuesday), ["tuesday", "tue", "tues"]),
      (.weekday(.wednesday), ["wednesday", "wed", "weds", "wednes"]),
      (.weekday(.thursday), ["thursday", "thu", "thur", "thurs"]),
      (.weekday(.friday), ["friday", "fri"]),
      (.weekday(.saturday), ["saturday", "sat"]),
      (.weekday(.sunday), ["sunday", "sun"]),
      (.month(1), ["january", "jan"]), (.month(2), ["february", "feb"]), (.month(3), ["march", "mar"]),
      (.month(4), ["april", "apr"]), (.month(5), ["may"]), (.month(6), ["june", "jun"]),
      (.month(7), ["july", "jul"]), (.month(8), ["august", "aug"]),
      (.month(9), ["september", "sep", "sept"]), (.month(10), ["october", "oct"]),
      (.month(11), ["november", "nov"]), (.month(12), ["december", "dec"]),
      (.unit(.minute), ["minute", "minutes", "min", "mins", "m"]),
      (.unit(.hour), ["hour", "hours", "h", "hr", "hrs"]),
      (.unit(.day), ["day", "days", "d"]), (.unit(.week), ["week", "weeks", "w", "wk", "wks"]),
      (.unit(.month), ["month", "months", "mo"]), (.unit(.year), ["year", "years", "y", "yr", "yrs"]),
      (.period(.week), ["week"]), (.period(.month), ["month"]), (.period(.year), ["year"]),
      (.now, ["now"]), (.today, ["today"]), (.tomorrow, ["tomorrow", "tmrw", "tmw", "tmr", "tomo", "2moro"]),
      (.yesterday, ["yesterday"]),
      (.inDays(2), ["day after tomorrow", "the day after tomorrow", "overmorrow"]),
      (.inDays(-2), ["day before yesterday", "the day before yesterday"]),
      (.turn(.this), ["this"]), (.turn(.next), ["next"]), (.turn(.last), ["last"]),
      (.coming, ["coming", "this coming"]),
      (.on, ["on", "w/c"]), (.by, ["by", "due", "due on", "due by"]), (.at, ["at", "due at"]),
      (.within, ["in", "within"]), (.ago, ["ago"]), (.article, ["a", "an"]), (.number(1), ["one"]),
      (.number(2), ["two", "a couple of"]), (.number(3), ["three"]), (.number(4), ["four"]),
      (.number(5), ["five"]),
      (.number(6), ["six"]), (.number(7), ["seven"]), (.number(8), ["eight"]), (.number(9), ["nine"]),
      (.number(10), ["ten"]), (.number(11), ["eleven"]), (.number(12), ["twelve"]),
      (.number(15), ["fifteen"]), (.number(20), ["twenty"]), (.number(30), ["thirty"]),
      (.stretch(.init(30, .minute)), ["half an hour", "half hour"]),
      (.stretch(.init(90, .minute)), ["hour and a half"]),
      (.stretch(.init(15, .minute)), ["quarter of an hour", "quarter hour"]),
      (.stretch(.init(2, .week)), ["fortnight", "fortnights"]),
      (.stretch(.init(3, .month)), ["quarter"]), (.stretch(.init(6, .month)), ["half a year", "half year"]),
      (.edge(isEnd: true), ["end", "the end"]),
      (.edge(isEnd: false), ["start", "the start", "beginning", "the beginning"]),
      (.middle, ["mid", "middle of", "the middle of"]), (.of, ["of", "of the"]), (.the, ["the"]),
      (.every, ["every", "each"]), (.other, ["other"]), (.and, ["and", "&", "+"]),
      (.ordinal(1), ["first"]), (.ordinal(2), ["second"]), (.ordinal(3), ["third"]),
      (.ordinal(4), ["fourth"]),
      (.ordinal(5), ["fifth"]), (.ordinal(-1), ["last"]),
      (.adverb(.hourly, 1), ["hourly"]), (.adverb(.daily, 1), ["daily"]),
      (.adverb(.weekly, 1), ["weekly"]), (.adverb(.weekly, 2), ["fortnightly"]),
      (.adverb(.monthly, 1), ["monthly"]), (.adverb(.monthly, 3), ["quarterly"]),
      (.adverb(.yearly, 1), ["yearly", "annually"]),
      (.weekly([.monday], isName: true), ["mondays"]), (.weekly([.tuesday], isName: true), ["tuesdays"]),
      (.weekly([.wednesday], isName: true), ["wednesdays"]),
      (.weekly([.thursday], isName: true), ["thursdays"]),
      (.weekly([.friday], isName: true), ["fridays"]), (.weekly([.saturday], isName: true), ["saturdays"]),
      (.weekly([.sunday], isName: true), ["sundays"]),
      (
        .weekly([.monday, .tuesday, .wednesday, .thursday, .friday], isName: true), ["weekdays", "workdays"]
      ),
      (.except, ["except", "except on", "except for", "but", "but not", "but not on"]),
      (.workday, ["weekday", "weekdays", "workday", "workdays"]), (.dayWord, ["day"]),
      (.until, ["until", "till", "til"]), (.times, ["time", "times"]), (.count, ["for"]),
      (.from, ["from", "starting", "starting on", "starting from"]),
      (.noon, ["noon", "midday"]), (.midnight, ["midnight"]),
      (.am, ["am", "a.m"]), (.pm, ["pm", "p.m"]),
      (.oClock(hasTwelveHours: true), ["o'clock", "o’clock", "oclock"]),
      (.dayPart(.morning, isAdverb: false), ["morning", "am"]),
      (.dayPart(.midday, isAdverb: false), ["noon", "midday"]),
      (.dayPart(.afternoon, isAdverb: false), ["afternoon", "pm"]),
      (.dayPart(.evening, isAdverb: false), ["evening"]), (.dayPart(.night, isAdverb: false), ["night"]),
      (.dayPart(.morning, isAdverb: true), ["in the morning"]),
      (.dayPart(.afternoon, isAdverb: true), ["in the afternoon"]),
      (.dayPart(.evening, isAdverb: true), ["in the evening"]),
      (.dayPart(.night, isAdverb: true), ["at night"]),
      (.todaysPart(.night), ["tonight"]), (.todaysPart(.morning), ["this morning"]),
      (.todaysPart(.afternoon), ["this afternoon"]), (.todaysPart(.evening), ["this evening"]),
      (.weekend, ["weekend", "weekends", "the weekend"]), (.oneWeekend, ["weekend", "the weekend"]),
      (.weeksOn(1), ["a week on", "1 week on"]),
      (.weeksOn(2), ["two weeks on", "2 weeks on", "a fortnight on"]), (.weekLater, ["week"]),
      (
        .unread,
        [
          "christmas", "christmas day", "christmas eve", "xmas", "xmas day", "xmas eve", "boxing day",
          "new year", "new years", "new year's", "new year's day", "new years day", "new year's eve",
          "new years eve", "nye", "easter", "easter sunday", "easter monday", "good friday", "thanksgiving",
          "halloween", "valentine's day", "valentines day",
        ]
      ),
      (.zone, ["est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "gmt", "utc", "bst", "cet", "cest"]),
      (.minutes(30), ["half past"]), (.minutes(15), ["quarter past", "a quarter past"]),
      (.minutes(-15), ["quarter to", "a quarter to"]), (.minutes(5), ["five past"]),
      (.minutes(10), ["ten past"]),
      (.minutes(20), ["twenty past"]), (.minutes(-5), ["five to"]), (.minutes(-10), ["ten to"]),
      (.minutes(-20), ["twenty to"]), (.to, ["to", "till", "until"]),
      (
        .titleWord,
        [
          "a", "about", "after", "an", "and", "any", "are", "as", "at", "b4", "because", "before", "between",
          "but",
          "every", "for", "from", "good", "happy", "his", "if", "into", "is", "its", "my", "no", "not", "of",
          "or", "our", "past", "per", "since", "some", "than", "the", "their", "til", "till", "to", "until",
          "versus",
          "via", "vs", "was", "without", "your", "&", "/",
        ]
      ),
      (
        .sentenceWord,
        [
          "am", "are", "can", "comes", "does", "had", "has", "have", "he", "i", "i'll", "i'm", "in", "it",
          "may", "must", "never", "night", "on", "she", "show", "starts", "they", "we", "will", "you",
        ]
      ),
      (.importance(1), ["high"]), (.importance(5), ["medium"]), (.importance(9), ["low"]),
      (.key(.tag), ["tag"]), (.key(.list), ["list"]), (.key(.start), ["start"]), (.key(.date), ["due"]),
    ],
    habits: Habits(hasDottedDays: false, joinsWords: false),
    written: Written(
      weekdays: Weekday.allCases.map(EnglishNames.name), months: EnglishNames.months,
      dayMonth: { "\($0) \($1)" },
      ordinal: englishOrdinal,
      every: { frequency, interval in
        let unit =
          switch frequency {
          case .secondly: "second"
          case .minutely: "minute"
          case .hourly: "hour"
          case .daily: "day"
          case .weekly: "week"
          case .monthly: "month"
          case .yearly: "year"
          }
        return interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
      },
      everyWorkday: "every weekday", everyLawfulWorkday: "every week on Mon, Tue, Wed, Thu, Fri, Sat",
      workday: "weekday", on: "on", onThe: "on the",
      of: "of", inMonth: "in", from: "from", day: "day",
      importance: [1: "high", 5: "medium", 9: "low"],
      edge: { isEnd, turn, period in
        "\(isEnd ? "end" : "start") of \(turn == .this ? "" : turn.rawValue + " ")\(period.rawValue)"
      },
      until: "until", times: { $0 == 1 ? "for 1 time" : "for \($0) times" },
      hasPassed: { "\($0) has passed today" }, isSkipped: { "the clock skips \($0): \($1)" },
      isSecond: { "\($0) comes twice, and this is the second" },
      isFirst: { "\($0) is the first time" }))

  /// `1st`, `22nd`, `last`, `2nd last`.
  package static func englishOrdinal(_ number: Int) -> String {
    if number == -1 { return "last" }
    if number < 0 { return englishOrdinal(-number) + " last" }
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: return "\(number)st"
    case (2, let rest) where rest != 12: return "\(number)nd"
    case (3, let rest) where rest != 13: return "\(number)rd"
    default: return "\(number)th"
    }
  }
}
