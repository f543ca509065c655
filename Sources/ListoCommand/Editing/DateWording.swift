internal import Listo
internal import Platform

/// Dates, rules and alarms of the command line, in words or digits, as changes to reminders.
struct DateWording {
  let view: ViewContext
  let language: WordsLanguage
  /// Where it is said that words mean another date than in an earlier version; nil where nothing can be said.
  private let reporter: Reporter?

  init(_ view: ViewContext, _ configuration: Configuration, _ reporter: Reporter?) {
    (self.view, language, self.reporter) = (view, WordsLanguage(configuration), reporter)
  }

  private var words: WordsContext {
    WordsContext(now: view.now, in: view.zone, weekStart: view.weekStart)
  }

  // MARK: Dates

  /// A date, or a date and a time: floating where no zone is written with it, on the viewer's clock.
  ///
  /// - Parameter option: which is named where the words cannot be read; nil where there is none.
  /// - Throws: ``Failure`` with status 64.
  func moment(_ text: String, _ option: String?) throws(Failure) -> Moment {
    do throws(WordsError) {
      let (date, note) = try DateWords.reading(text, language: language, in: words)
      if let note { reporter?.note("understood: \(RelativeDate(view).long(date.moment, .empty)) (\(note))") }
      return date.moment
    } catch {
      throw Failure(
        .usage, "\(option.map { $0 + ": " } ?? "")\(error).", details: Self.order(error))
    }
  }

  /// The same as the value of a field; nil for `none`.
  func value(_ text: String, _ option: String) throws(Failure) -> FieldValue? {
    FieldOptions.isNone(text) ? nil : .moment(try moment(text, option))
  }

  /// The moment at which it begins.
  func instant(_ text: String, _ option: String) throws(Failure) -> Instant {
    if let instant = Instant(iso: text) { return instant }
    return view.instant(of: try moment(text, option), zones: .empty)
  }

  /// The moment at which it is over: a day with its midnight, a time at once.
  func end(_ text: String, _ option: String) throws(Failure) -> Instant {
    if let instant = Instant(iso: text) { return instant }
    return view.end(of: try moment(text, option), zones: .empty)
  }

  /// The changes that a rule in words asks for: `every 3 days`, `every 3 days when done`, `FREQ=DAILY`, or
  /// `none`.
  func ruleChanges(_ text: String) throws(Failure) -> [Change] {
    if FieldOptions.isNone(text) { return [.set(.recurrence, nil)] }
    let isFromCompletion = text.lowercased().hasSuffix(Self.whenDone)
    let rule = try rule(isFromCompletion ? String(text.dropLast(Self.whenDone.count)) : text)
    return [.set(.recurrence, rule), .repeatFromCompletion(isFromCompletion)]
  }

  /// Behind a rule whose next date is counted from the completion.
  static let whenDone = " when done"

  /// An RRULE value (RFC 5545 §3.3.10) of words, or as it is written.
  private func rule(_ text: String) throws(Failure) -> FieldValue {
    let bytes = Array(text.utf8)
    if text.uppercased().hasPrefix("FREQ="), (try? RecurrenceRule.parse(bytes[...])) != nil {
      return .text(text.uppercased())
    }
    do throws(WordsError) {
      return .text(try RuleWords.parse(text, language: language, in: words).value)
    } catch {
      throw Failure(.usage, "--repeat: \(error).")
    }
  }

  // MARK: Lengths of time

  /// `90m`, `2h`, `3d`, `2w`, `1mo`, `1y`, with a minus for earlier.
  ///
  /// - Throws: ``Failure`` with status 64.
  private func length(_ text: String, _ option: String) throws(Failure) -> (
    months: Int, days: Int, seconds: Int64
  ) {
    let isNegative = text.hasPrefix("-")
    let rest = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let unit = rest[digits.endIndex...].lowercased()
    guard digits.count <= 6, let number = Int(digits) else { throw Self.noLength(text, option) }
    let count = isNegative ? -number : number
    switch unit {
    case "m", "min": return (0, 0, Int64(count) * 60)
    case "h": return (0, 0, Int64(count) * 3600)
    case "d": return (0, count, 0)
    case "w": return (0, count * 7, 0)
    case "mo": return (count, 0, 0)
    case "y": return (count * 12, 0, 0)
    default: throw Self.noLength(text, option)
    }
  }

  private static func noLength(_ text: String, _ option: String) -> Failure {
    Failure(.usage, "\(option): '\(text)' is not a duration; write it like 10m, 2h, 3d, 2w, 1mo or 1y.")
  }

  /// The move of a date by a duration.
  func shift(by text: String, _ option: String) throws(Failure) -> DateShift {
    let length = try length(text, option)
    return .by(months: length.months, days: length.days, seconds: length.seconds)
  }

  /// The move of a date to another one.
  ///
  /// - Parameter option: as of ``moment(_:_:)``.
  func shift(to text: String, _ option: String?) throws(Failure) -> DateShift {
    let moment = try moment(text, option)
    switch moment {
    case .date(let day): return .to(day)
    case .floating(let local): return .at(local)
    case .utc, .zoned: return .at(view.zone.local(of: view.instant(of: moment, zones: .empty)))
    }
  }

  /// So long after now, in UTC.
  func later(by text: String, _ option: String) throws(Failure) -> Moment {
    let length = try length(text, option)
    guard length.months == 0, (length.days, length.seconds) > (0, 0) else {
      throw Self.noLength(text, option)
    }
    return .utc(
      Instant(seconds: view.now.seconds + Int64(length.days) * 86_400 + length.seconds).utc)
  }

  /// `-15m`, `arrive:PLACE`, `leave:PLACE`, or a date and time.
  func alarm(_ text: String, _ option: String) throws(Failure) -> AlarmDraft {
    for (word, isArrival) in [("arrive:", true), ("leave:", false)] where text.lowercased().hasPrefix(word) {
      let place = String(text.dropFirst(word.count)).trimmed
      guard !place.isEmpty else {
        throw Failure(.usage, "\(option): write the name of a place after \(word)")
      }
      return .proximity(place: place, isArrival: isArrival)
    }
    if text.hasPrefix("-") || text.hasPrefix("+") || text == "0" {
      if text == "0" { return .relative(seconds: 0) }
      let length = try length(text, option)
      guard length.months == 0 else { throw Self.noLength(text, option) }
      return .relative(seconds: length.days * 86_400 + Int(length.seconds))
    }
    let moment: Moment
    do throws(Failure) {
      moment = try self.moment(text, option)
    } catch {
      throw Failure(
        error.status, error.message,
        details: error.details + ["Before it is due, or begins: -30m, -2h, -1d; then: 0."])
    }
    guard moment.local != nil else {
      throw Failure(
        .usage, "\(option): an alarm needs a time, not only a day, such as '\(text) 9:00'.")
    }
    return .absolute(moment)
  }

  // MARK: Quick entry

  /// - Throws: ``Failure`` with status 64 that says what was understood, and what could mean two things.
  func entry(_ line: String, isPlain: Bool) throws(Failure) -> QuickEntry {
    if isPlain { return QuickEntry(plain: line) }
    do throws(WordsError) {
      return try QuickEntry(line, language: language, in: words)
    } catch {
      throw Failure(
        .usage, "\(error).",
        details: Self.order(error)
          + ["To keep words in the title: --verbatim for all words, a backslash before one word."])
    }
  }

  /// The setting for dates such as `12/1`.
  private static func order(_ error: WordsError) -> [String] {
    guard case .ambiguous = error.problem, error.fault.contains("/") else { return [] }
    return ["To read such dates in one order: listo config set date-order day-month, or month-day"]
  }
}

extension WordsLanguage {
  /// The language of the configuration, else of the locale.
  init(_ configuration: Configuration) {
    self =
      configuration.language.flatMap { Self.named($0.value) }
      ?? WordsLanguage(locale: Self.locale)
    if configuration.dateOrder != nil {
      startsWithMonth = LocalizedStyle(configuration).dateStyle.order == .monthDay
    }
  }

  /// The locale of times, as POSIX has it.
  private static var locale: String {
    for name in ["LC_ALL", "LC_TIME", "LANG"] {
      if let value = ProcessEnvironment.variable(name), !value.isEmpty { return value }
    }
    return "C"
  }
}
