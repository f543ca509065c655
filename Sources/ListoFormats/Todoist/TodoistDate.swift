internal import ICalendar
internal import ListoModel
internal import ListoWords

/// The DATE and DEADLINE of Todoist's template: ISO dates, dates with a year in words, and rules such as
/// `every 2 weeks at 9am starting 2026-12-01`, in the languages of ``WordsLanguage``.
///
/// A date such as `tomorrow` or `5 Oct` depends on the day on which it was written, which the template does
/// not say.
struct TodoistDate: Hashable {
  /// The day, and the wall clock.
  var moment: Moment?
  /// An RRULE.
  var rule: String?
  /// `every!`: the next date is counted from the completion.
  var repeatsFromCompletion = false
  /// It has a time, and no day at which that is.
  private(set) var hasTimeAlone = false

  init(moment: Moment? = nil, rule: String? = nil, repeatsFromCompletion: Bool = false) {
    (self.moment, self.rule, self.repeatsFromCompletion) = (moment, rule, repeatsFromCompletion)
  }

  // MARK: Reading

  /// Nil for a text that is none of these.
  ///
  /// - Parameters:
  ///   - language: the code of the language; English if it is empty.
  ///   - zone: the zone in which the times are; they float if it is empty.
  ///   - today: the day on which the words were written; nil if that is not known.
  init?(_ text: String, language: String = "", zone: String = "", today: Day? = nil) {
    if let moment = CSVCell.moment(text) {
      self.moment = Self.zoned(moment, zone)
      return
    }
    guard let language = WordsLanguage.named(language.isEmpty ? "en" : language.lowercased()) else {
      return nil
    }
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    let isAfter = first.lowercased() == "after"
    repeatsFromCompletion = first.hasSuffix("!") || isAfter
    let bare = first.hasSuffix("!") ? String(first.dropLast()) : first
    let start = isAfter || bare.lowercased() == "ev" ? "every" : bare
    let said = ([start] + words.dropFirst()).joined(separator: " ")
    guard let plan = Self.plan(said, language, on: today ?? Self.someDay) else { return nil }
    // A date that depends on the day on which it is read is none.
    let isKnown = today != nil || Self.plan(said, language, on: Self.otherDay) == plan
    guard isKnown || plan.rule != nil, plan.rule != nil || !repeatsFromCompletion else { return nil }
    let isTimed = plan.due?.local != nil
    rule = plan.rule.map { $0.until != nil && isTimed ? $0.value(timedIn: Self.zone(zone)) : $0.value }
    hasTimeAlone = isTimed && !isKnown
    if isKnown { moment = plan.due.map { Self.zoned($0.moment, zone) } }
  }

  private static let someDay = Day(daysSince1970: -100_000)
  private static let otherDay = someDay.adding(days: 400)

  /// The words as Todoist reads them: of the meanings of `every 3rd friday` and `every weekend` it takes the
  /// first.
  private static func plan(_ text: String, _ language: WordsLanguage, on day: Day) -> PlanWords? {
    let context = WordsContext(now: LocalDateTime(startOf: day))
    do throws(WordsError) {
      return try PlanWords.parse(text, language: language, in: context)
    } catch {
      guard case .ambiguous(let readings) = error.problem, let words = readings.first?.words,
        (try? RuleWords.parse(words, language: language, in: context)) != nil
      else { return nil }
      // The words at fault stand behind an `every`, which each of the readings has.
      let before = text[..<error.range.lowerBound].split(separator: " ").dropLast()
      let parts = before.map(String.init) + [words, String(text[error.range.upperBound...])]
      return try? PlanWords.parse(parts.joined(separator: " "), language: language, in: context)
    }
  }

  private static func zone(_ name: String) -> Zone? {
    name.isEmpty ? nil : name == "UTC" ? .utc : Zone.resolve(tzid: name)?.zone
  }

  private static func zoned(_ moment: Moment, _ zone: String) -> Moment {
    guard case .floating(let local) = moment, !zone.isEmpty else { return moment }
    return zone == "UTC" ? .utc(local) : .zoned(local, tzid: zone)
  }

  private static let days: KeyValuePairs<String, String> = [
    "monday": "MO", "tuesday": "TU", "wednesday": "WE", "thursday": "TH", "friday": "FR", "saturday": "SA",
    "sunday": "SU",
  ]

  private static let units = ["day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"]

  // MARK: Writing

  /// The date in words that Todoist understands: `2026-12-01`, `2026-12-01 10:15`, `every week at 10:15
  /// starting 2026-12-01`. A rule that it has no words for is left out.
  var text: String {
    guard let moment else { return "" }
    let day = moment.day.description
    let clock = moment.local.map { String($0.description.dropFirst(11).prefix(5)) }
    guard let words = rule.flatMap(Self.words) else { return clock.map { "\(day) \($0)" } ?? day }
    return Self.words(words, repeatsFromCompletion: repeatsFromCompletion) + (clock.map { " at \($0)" } ?? "")
      + " starting " + day
  }

  /// The words of a rule with the sign that its next date is counted from the completion.
  static func words(_ words: String, repeatsFromCompletion: Bool) -> String {
    repeatsFromCompletion ? "every!" + words.dropFirst(5) : words
  }

  /// A rule in Todoist's English; nil where it has no words for it.
  static func words(_ rule: String) -> String? {
    var parts: [String: String] = [:]
    for part in rule.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { return nil }
      parts[pair[0]] = pair[1]
    }
    var text = "every"
    let unit = units.first { $0.value == parts["FREQ"] }?.key ?? ""
    // Todoist does not tell these two apart.
    let rule = rule == "FREQ=DAILY;BYDAY=\(workdays)" ? "FREQ=WEEKLY;BYDAY=\(workdays)" : rule
    if let days = parts["BYDAY"] {
      if days == workdays {
        text += " weekday"
      } else {
        let names = days.split(separator: ",").map { day in
          let number = Int(day.dropLast(2)).map { Self.ordinal($0) + " " } ?? ""
          return number + (Self.days.first { $0.value == day.suffix(2) }?.key ?? "?")
        }
        text += " " + names.joined(separator: ", ")
      }
    } else if let day = parts["BYMONTHDAY"] {
      text += " " + Self.ordinal(Int(day) ?? 0) + (day == "-1" ? " day" : "")
    } else if let interval = parts["INTERVAL"] {
      text += " \(interval) \(unit)s"
    } else {
      text += " \(unit)"
    }
    return TodoistDate(text)?.rule == rule ? text : nil
  }

  private static let workdays = "MO,TU,WE,TH,FR"

  /// Todoist has a word only for the last one from the end.
  private static func ordinal(_ number: Int) -> String {
    number < -1 ? "\(number)th" : WordsLanguage.englishOrdinal(number)
  }
}
