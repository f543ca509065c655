internal import ICalendar
internal import ListoModel

/// What a headline of Org shows of a reminder, with the lines directly below it.
///
/// It says less than iCalendar: no seconds, no zones, no title with a line end. What it cannot say stands in the property drawer, as
/// iCalendar writes it, and counts for as long as the headline still shows what follows from it: an edit in Emacs wins.
struct OrgEntry: Equatable {
  /// A word of the `#+TODO` line.
  var keyword: String
  /// 1 to 9, written A to I; nil without a cookie.
  var priority: Int?
  /// As it stands in the headline: ``OrgText``.
  var title: String
  var tags: [String]
  /// DEADLINE, SCHEDULED and CLOSED, without their brackets and cookies: `2026-12-01 Tue 10:15`.
  var due, start, completed: String?
  /// The ends of `10:15-11:00` in DEADLINE and SCHEDULED, which iCalendar keeps beside the dates.
  var dueEnd, startEnd: String?
  /// `+1w`, within DEADLINE, else SCHEDULED.
  var repeater: String?

  /// The pieces, and the properties that they stand for.
  static let pieces: [(id: PropertyID, isSame: @Sendable (OrgEntry, OrgEntry) -> Bool)] = [
    (.status, { $0.keyword == $1.keyword }), (.priority, { $0.priority == $1.priority }),
    (.summary, { $0.title == $1.title }), (.categories, { $0.tags == $1.tags }), (.due, { $0.due == $1.due }),
    (.dtstart, { $0.start == $1.start }), (.completed, { $0.completed == $1.completed }),
    (.rrule, { $0.repeater == $1.repeater }),
  ]

  static let words = ["TODO", "STARTED", "DONE", "CANCELLED"]

  init(keyword: String, title: String) {
    (self.keyword, self.title, tags) = (keyword, title, [])
  }

  // MARK: From a reminder

  init(_ reminder: Reminder) {
    switch reminder.status {
    case .completed: keyword = "DONE"
    case .cancelled, .failed: keyword = "CANCELLED"
    case .inProcess: keyword = "STARTED"
    default: keyword = "TODO"
    }
    priority = reminder.priority.flatMap { (1...9).contains($0) ? $0 : nil }
    title = Self.shown(reminder.title ?? "")
    tags = reminder.tags.map(Self.tag).filter { !$0.isEmpty }
    due = Self.stamp(reminder.component.first(.due))
    start = Self.stamp(reminder.component.first(.dtstart))
    completed = Self.stamp(reminder.component.first(.completed))
    for end in Self.ends {
      guard let kept = reminder.component.all(named: end.name).first, kept.parameters.isEmpty,
        self[keyPath: end.stamp]?.contains(":") == true, Self.clock(kept.text) != nil
      else { continue }
      self[keyPath: end.end] = kept.text
    }
    repeater = due == nil && start == nil ? nil : reminder.recurrence.flatMap(Self.repeater)
  }

  /// A title that Org reads as nothing but a title: one line, and nothing active in it.
  private static func shown(_ title: String) -> String {
    let line = title.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return OrgText.escape(String(String.UnicodeScalarView(line))[...].trimmed(), .title)
  }

  /// Org's tags are of letters, digits and `_@#%`.
  private static func tag(_ tag: String) -> String {
    String(
      String.UnicodeScalarView(
        tag.unicodeScalars.map { isTagCharacter($0) ? $0 : "_" }))
  }

  static func isTagCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "@" || scalar == "#" || scalar == "%" || scalar.properties.isAlphabetic
      || scalar.properties.numericType == .decimal
  }

  private static func stamp(_ property: Property?) -> String? {
    guard let moment = try? property?.moment() else { return nil }
    let date = "\(moment.day) \(PageWords.weekday(moment.day.weekday))"
    guard let local = moment.local else { return date }
    return "\(date) \(PageWords.two(local.hour)):\(PageWords.two(local.minute))"
  }

  /// `+2w` for a rule that says no more.
  private static func repeater(_ raw: String) -> String? {
    guard let rule = try? RecurrenceRule.parse(Array(raw.utf8)[...]),
      let unit = units.first(where: { $0.frequency == rule.frequency })
    else { return nil }
    let bare = try? RecurrenceRule.parse(
      Array("FREQ=\(rule.frequency.rawValue);INTERVAL=\(rule.interval)".utf8)[...])
    return bare == rule ? "+\(rule.interval)\(unit.letter)" : nil
  }

  private static let units: [(letter: Character, frequency: RecurrenceRule.Frequency)] = [
    ("h", .hourly), ("d", .daily), ("w", .weekly), ("m", .monthly), ("y", .yearly),
  ]

  // MARK: Ends

  /// The ends of ranges, the stamps that they belong to, and the properties that keep them.
  static let ends: [(name: String, stamp: any Path, end: any Path)] = [
    ("X-ORG-DEADLINE-END", \.due, \.dueEnd), ("X-ORG-SCHEDULED-END", \.start, \.startEnd),
  ]
  typealias Path = WritableKeyPath<OrgEntry, String?> & Sendable

  /// Hour and minute of `10:15`.
  private static func clock(_ text: some StringProtocol) -> (hour: Int, minute: Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.first != "+" }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0...24).contains(hour), (0...59).contains(minute)
    else { return nil }
    return (hour, minute)
  }

  // MARK: To iCalendar

  /// What the pieces say by themselves.
  ///
  /// - Parameters:
  ///   - id: of the property that is asked for.
  ///   - kept: the one that stood there before; a clock time stays in its zone.
  func write(_ id: PropertyID, to todo: inout ComponentText, inZoneOf kept: Property? = nil) {
    func moment(_ stamp: String?) -> Moment? {
      guard let moment = stamp.flatMap(Self.moment) else { return nil }
      guard case .floating(let local) = moment, let before = try? kept?.moment() else { return moment }
      return switch before {
      case .utc: .utc(local)
      case .zoned(_, let tzid): .zoned(local, tzid: tzid)
      case .date, .floating: moment
      }
    }
    switch id {
    case .status: todo.text(.status, Self.status(keyword))
    case .priority: if let priority { todo.integer(.priority, priority) }
    case .summary: if !title.isEmpty { todo.text(.summary, OrgText.unescape(title, .title)) }
    case .categories: todo.texts(.categories, tags)
    case .due: if let moment = moment(due) { todo.moment(.due, moment) }
    case .dtstart: if let moment = moment(start) { todo.moment(.dtstart, moment) }
    case .completed: if let moment = moment(completed) { todo.moment(.completed, moment) }
    case .rrule: if let rule = repeater.flatMap(Self.rule) { todo.raw(.rrule, rule.utf8) }
    default: break
    }
  }

  static func status(_ keyword: String) -> String {
    switch keyword {
    case "DONE": "COMPLETED"
    case "CANCELLED": "CANCELLED"
    case "STARTED": "IN-PROCESS"
    default: "NEEDS-ACTION"
    }
  }

  /// `2026-12-01 Tue 10:15` or `2026-12-01`; nil for a day or a time that does not exist.
  static func moment(_ stamp: String) -> Moment? {
    let words = stamp.split(separator: " ")
    guard let day = words.first.flatMap({ Day(iso: String($0)) }) else { return nil }
    guard let time = words.dropFirst().last(where: { $0.contains(":") }) else { return .date(day) }
    guard let (hour, minute) = clock(time),
      let local = LocalDateTime(day: day, hour: hour, minute: minute, second: 0)
    else { return nil }
    return .floating(local)
  }

  /// `FREQ=WEEKLY;INTERVAL=2` for `+2w`, and for `++2w` and `.+2w`, which count from elsewhere.
  static func rule(_ repeater: String) -> String? {
    guard let letter = repeater.last, let unit = units.first(where: { $0.letter == letter }),
      let count = Int(repeater.dropLast().drop { $0 == "+" || $0 == "." }), count > 0
    else { return nil }
    return "FREQ=\(unit.frequency.rawValue)" + (count == 1 ? "" : ";INTERVAL=\(count)")
  }
}
