internal import ICalendar

extension WordsLanguage {
  /// German.
  public static let german = WordsLanguage(
    code: "de",
    [
      (.weekday(.monday), ["montag", "mo"]),
      (.weekday(.tuesday), ["dienstag", "di"]),
      (.weekday(.wednesday), ["mittwoch", "mi"]),
      (.weekday(.thursday), ["donnerstag", "do"]),
      (.weekday(.friday), ["freitag", "fr"]),
      (.weekday(.saturday), ["samstag", "sonnabend", "sa"]),
      (.weekday(.sunday), ["sonntag", "so"]),
      // "Mach weiter so": no Sunday by itself.
      (.needsCompany, ["so"]),
      (.month(1), ["januar", "jänner", "jan"]), (.month(2), ["februar", "feber", "feb"]),
      (.month(3), ["märz", "maerz", "mär", "mrz"]), (.month(4), ["april", "apr"]), (.month(5), ["mai"]),
      (.month(6), ["juni", "jun"]), (.month(7), ["juli", "jul"]), (.month(8), ["august", "aug"]),
      (.month(9), ["september", "sep", "sept"]), (.month(10), ["oktober", "okt"]),
      (.month(11), ["november", "nov"]), (.month(12), ["dezember", "dez"]),
      (.unit(.minute), ["minute", "minuten", "min"]), (.unit(.hour), ["stunde", "stunden", "std", "h"]),
      (.unit(.day), ["tag", "tage", "tagen"]), (.unit(.week), ["woche", "wochen"]),
      (.unit(.month), ["monat", "monate", "monaten", "monats"]), (.unit(.year), ["jahr", "jahre", "jahren"]),
      (.period(.week), ["woche"]), (.period(.month), ["monat", "monats"]),
      (.period(.year), ["jahr", "jahres"]),
      (.now, ["jetzt"]), (.today, ["heute", "heut"]), (.tomorrow, ["morgen"]), (.yesterday, ["gestern"]),
      (.inDays(2), ["übermorgen", "uebermorgen"]), (.inDays(-2), ["vorgestern"]),
      (.turn(.this), ["diese", "diesen", "dieser", "dieses"]),
      (
        .turn(.next),
        ["nächste", "nächsten", "nächster", "nächstes", "naechste", "naechsten", "naechster", "naechstes"]
      ),
      (.turn(.last), ["letzte", "letzten", "letzter", "letztes"]),
      (.coming, ["kommende", "kommenden", "kommender", "kommendes"]),
      (.on, ["am", "den"]), (.by, ["bis", "bis zum", "bis am", "fällig", "fällig am"]),
      (.at, ["um", "bis um"]),
      (.within, ["in"]), (.before, ["vor"]), (.article, ["ein", "eine", "einem", "einer", "ner"]),
      (.number(1), ["eins"]),
      (.number(2), ["zwei"]), (.number(3), ["drei"]), (.number(4), ["vier"]), (.number(5), ["fünf"]),
      (.number(6), ["sechs"]), (.number(7), ["sieben"]), (.number(8), ["acht"]), (.number(9), ["neun"]),
      (.number(10), ["zehn"]), (.number(11), ["elf"]), (.number(12), ["zwölf"]),
      (.number(14), ["vierzehn"]), (.number(15), ["fünfzehn"]), (.number(20), ["zwanzig"]),
      (.number(30), ["dreißig"]),
      (.stretch(.init(30, .minute)), ["halbe stunde", "halben stunde"]),
      (.stretch(.init(15, .minute)), ["viertelstunde"]),
      (.stretch(.init(45, .minute)), ["dreiviertelstunde"]),
      (.stretch(.init(90, .minute)), ["anderthalb stunden", "eineinhalb stunden"]),
      (.stretch(.init(3, .month)), ["quartal", "vierteljahr"]),
      (.stretch(.init(6, .month)), ["halbjahr", "halbe jahr", "halben jahr", "halbes jahr"]),
      (.edge(isEnd: true), ["ende"]), (.edge(isEnd: false), ["anfang", "beginn"]),
      (.edgeOf(isEnd: true, .month), ["monatsende", "monatsletzten", "monatsletzter", "ultimo"]),
      (.edgeOf(isEnd: true, .year), ["jahresende"]),
      (.edgeOf(isEnd: false, .month), ["monatsanfang", "monatsbeginn"]),
      (.edgeOf(isEnd: false, .year), ["jahresanfang", "jahresbeginn"]),
      (.middle, ["mitte"]), (.of, ["der", "des", "von", "vom", "im"]),
      (.the, ["der", "die", "das", "dem", "den"]),
      (.every, ["jede", "jeden", "jeder", "jedes", "alle"]), (.other, ["zweite", "zweiten", "zweites"]),
      (.and, ["und", "&", "+"]),
      (.ordinal(1), ["erste", "ersten", "erster", "erstes"]),
      (.ordinal(2), ["zweite", "zweiten", "zweiter", "zweites"]),
      (.ordinal(3), ["dritte", "dritten", "dritter"]),
      (.ordinal(4), ["vierte", "vierten", "vierter"]), (.ordinal(5), ["fünfte", "fünften", "fünfter"]),
      (.ordinal(-1), ["letzte", "letzten", "letzter", "letztes"]),
      (.adverb(.hourly, 1), ["stündlich"]), (.adverb(.daily, 1), ["täglich"]),
      (.adverb(.weekly, 1), ["wöchentlich"]), (.adverb(.weekly, 2), ["zweiwöchentlich", "vierzehntägig"]),
      (.adverb(.monthly, 1), ["monatlich"]), (.adverb(.monthly, 3), ["vierteljährlich", "quartalsweise"]),
      (.adverb(.monthly, 6), ["halbjährlich"]), (.adverb(.yearly, 1), ["jährlich"]),
      (.weekly([.monday], isName: false), ["montags"]), (.weekly([.tuesday], isName: false), ["dienstags"]),
      (.weekly([.wednesday], isName: false), ["mittwochs"]),
      (.weekly([.thursday], isName: false), ["donnerstags"]),
      (.weekly([.friday], isName: false), ["freitags"]),
      (.weekly([.saturday], isName: false), ["samstags", "sonnabends"]),
      (.weekly([.sunday], isName: false), ["sonntags"]),
      (
        .weekly([.monday, .tuesday, .wednesday, .thursday, .friday], isName: false),
        ["werktags", "wochentags"]
      ),
      (.except, ["außer", "ausser", "außer am", "ausser am", "aber nicht", "aber nicht am"]),
      (.workday, ["arbeitstag", "wochentag"]), (.lawfulWorkday, ["werktag"]),
      (.dayWord, ["tag"]),
      (.until, ["bis", "bis zum", "bis ende"]), (.times, ["mal"]), (.count, ["für"]), (.lasting, ["lang"]),
      (.from, ["ab", "ab dem", "von", "vom"]),
      (.noon, ["mittag", "mittags"]), (.midnight, ["mitternacht"]), (.weekend, ["wochenende"]),
      (.oneWeekend, ["wochenende"]),
      (.oClock(hasTwelveHours: false), ["uhr"]), (.hourSign, ["h"]), (.calendarWeek, ["kw", "in kw"]),
      (
        .unread,
        [
          "heiligabend", "heilig abend", "weihnachten", "silvester", "neujahr", "ostern", "karfreitag",
          "ostersonntag", "ostermontag", "pfingsten", "advent", "gerade kw", "ungerade kw", "morn",
        ]
      ), (.zone, ["mez", "mesz"]),
      // `9 am`, where no day follows.
      (.am, ["am"]),
      (.dayPart(.morning, isAdverb: false), ["morgen", "vormittag"]),
      (.dayPart(.midday, isAdverb: false), ["mittag"]),
      (.dayPart(.afternoon, isAdverb: false), ["nachmittag"]),
      (.dayPart(.evening, isAdverb: false), ["abend"]), (.dayPart(.night, isAdverb: false), ["nacht"]),
      (
        .dayPart(.morning, isAdverb: true),
        ["früh", "in der früh", "morgens", "am morgen", "vormittags", "am vormittag"]
      ),
      (.dayPart(.midday, isAdverb: true), ["mittags"]),
      (.dayPart(.afternoon, isAdverb: true), ["nachmittags", "am nachmittag"]),
      (.dayPart(.evening, isAdverb: true), ["abends", "am abend"]),
      (.dayPart(.night, isAdverb: true), ["nachts", "in der nacht"]),
      (.minutes(-30), ["halb"]), (.minutes(15), ["viertel nach"]),
      (.minutes(-15), ["viertel vor", "dreiviertel"]), (.minutes(5), ["fünf nach"]),
      (.minutes(10), ["zehn nach"]), (.minutes(20), ["zwanzig nach"]), (.minutes(-5), ["fünf vor"]),
      (.minutes(-10), ["zehn vor"]), (.minutes(-20), ["zwanzig vor"]), (.to, ["bis"]),
      (
        .titleWord,
        [
          "ab", "als", "am", "ans", "beim", "bis", "das", "dem", "den", "der", "des", "die", "durch", "ein",
          "eine",
          "einem", "einen", "einer", "für", "fürs", "gegen", "guten", "im", "ins", "ist", "jede", "jeden",
          "jeder", "jedes",
          "kein", "keine", "mein", "meine", "meinen", "nach", "oder", "ohne", "pro", "seit", "um", "und",
          "unser",
          "vom", "von", "vor", "wegen", "zum", "zur", "zwischen", "über", "&", "/",
        ]
      ),
      (
        .sentenceWord,
        [
          "bin", "gibt", "habe", "hat", "ich", "im", "in", "kann", "kommt", "nie", "show", "sind", "war",
          "wieder", "wird", "wir", "wird's",
        ]
      ),
      (.importance(1), ["hoch", "high"]), (.importance(5), ["mittel", "medium"]),
      (.importance(9), ["niedrig", "low"]),
      (.key(.tag), ["tag"]), (.key(.list), ["liste", "list"]), (.key(.start), ["start", "ab"]),
      (.key(.date), ["fällig", "due"]),
    ],
    untied: ["a", "an", "as", "not", "till", "was"],
    habits: Habits(hasDottedDays: true, joinsWords: true),
    written: Written(
      weekdays: ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"],
      months: ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"],
      dayMonth: { "\($0). \($1)" },
      ordinal: germanOrdinal,
      every: { frequency, interval in
        let (article, unit, units) =
          switch frequency {
          case .secondly: ("jede", "Sekunde", "Sekunden")
          case .minutely: ("jede", "Minute", "Minuten")
          case .hourly: ("jede", "Stunde", "Stunden")
          case .daily: ("jeden", "Tag", "Tage")
          case .weekly: ("jede", "Woche", "Wochen")
          case .monthly: ("jeden", "Monat", "Monate")
          case .yearly: ("jedes", "Jahr", "Jahre")
          }
        return interval == 1 ? "\(article) \(unit)" : "alle \(interval) \(units)"
      },
      everyWorkday: "jeden Arbeitstag", everyLawfulWorkday: "jede Woche am Mo, Di, Mi, Do, Fr, Sa",
      workday: "Arbeitstag", on: "am", onThe: "am", of: "im", inMonth: "im", from: "ab", day: "Tag",
      importance: [1: "hoch", 5: "mittel", 9: "niedrig"],
      edge: germanEdge, until: "bis", times: { "\($0) mal" },
      hasPassed: { "\($0) ist heute vorbei" }, isSkipped: { "die Uhr überspringt \($0): \($1)" },
      isSecond: { "\($0) kommt zweimal, das ist das zweite Mal" },
      isFirst: { "\($0) ist das erste Mal" }))

  private static func germanEdge(
    _ isEnd: Bool, _ turn: DateExpression.Turn, _ period: DateExpression.Period
  ) -> String {
    let isWeek = period == .week
    let name = isWeek ? "Woche" : period == .month ? "Monats" : "Jahres"
    let which =
      switch turn {
      case .this: isWeek ? "der" : "des"
      case .next: isWeek ? "nächster" : "nächsten"
      case .last: isWeek ? "letzter" : "letzten"
      }
    return "\(isEnd ? "Ende" : "Anfang") \(which) \(name)"
  }

  private static func germanOrdinal(_ number: Int) -> String {
    if number == -1 { return "letzten" }
    return number < 0 ? germanOrdinal(-number) + " letzten" : "\(number)."
  }
}
