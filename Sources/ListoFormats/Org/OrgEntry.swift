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

  /// The properties that its pieces stand for.
  static let pieces: [PropertyID] = [
    .status, .priority, .summary, .categories, .due, .dtstart, .completed, .rrule,
  ]

  /// Another says the same with the piece of a property.
  func isSame(_ other: OrgEntry, in piece: PropertyID) -> Bool {
    switch piece {
    case .status: keyword == other.keyword
    case .priority: priority == other.priority
    case .summary: title == other.title
    case .categories: tags == other.tags
    case .due: due == other.due
    case .dtstart: start == other.start
    case .completed: completed == other.completed
    case .rrule: repeater == other.repeater
    default: false
    }
  }

  static let words = ["TODO", "STARTED", "DONE", "CANCELLED"]

  init(keyword: String, title: String) {
    (self.keyword, self.title, tags) = (keyword, title, [])
  }

  // MARK: From a reminder

  init(_ reminder: PlacedReminder) {
    switch reminder.status {
    case .completed: keyword = "DONE"
    case .cancelled, .failed: keyword = "CANCELLED"
    case .inProcess: keyword = "STARTED"
    default: keyword = "TODO"
    }
    priority = reminder.priority.flatMap { (1...9).contains($0) ? $0 : nil }
    title = Self.shown(reminder.title ?? "")
    tags = reminder.tags.map(Self.tag).filter { !$0.isEmpty }
    due = Self.stamp(reminder.first(.due))
    start = Self.stamp(reminder.first(.dtstart))
    completed = Self.stamp(reminder.first(.completed))
    dueEnd = Self.end(.deadline, of: due, reminder)
    startEnd = Self.end(.scheduled, of: start, reminder)
    repeater = due == nil && start == nil ? nil : reminder.recurrence.flatMap(Self.repeater)
  }

  /// A title that Org reads as nothing but a title: one line, and nothing active in it.
  private static func shown(_ title: String) -> String {
    guard title.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return OrgText.escape(String(title[...].trimmed()), .title)
    }
    let line = title.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return OrgText.escape(String(String(String.UnicodeScalarView(line))[...].trimmed()), .title)
  }

  /// Org's tags are of letters, digits and `_@#%`.
  private static func tag(_ tag: String) -> String {
    String(
      String.UnicodeScalarView(
        tag.unicodeScalars.map { isTagCharacter($0) ? $0 : "_" }))
  }

  static func isTagCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.value | 0x20) &- 0x61 < 26 || scalar == "_" || scalar == "@" || scalar == "#"
      || scalar == "%" || scalar.properties.isAlphabetic
      || scalar.properties.numericType == .decimal
  }

  private static func stamp(_ property: Property?) -> String? {
    guard let moment = try? property?.moment() else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(24)
    moment.day.appendISO(to: &text)
    text.append(0x20)
    text += EnglishNames.name(moment.day.weekday).utf8
    if let local = moment.local {
      text.append(0x20)
      text.append(twoDigits: local.hour)
      text.append(0x3A)
      text.append(twoDigits: local.minute)
    }
    return String(decoding: text, as: UTF8.self)
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

  /// A stamp that may be a range.
  enum Range: CaseIterable {
    case deadline, scheduled

    /// The property that keeps the range's end.
    var name: String {
      switch self {
      case .deadline: "X-ORG-DEADLINE-END"
      case .scheduled: "X-ORG-SCHEDULED-END"
      }
    }
  }

  subscript(end range: Range) -> String? {
    switch range {
    case .deadline: dueEnd
    case .scheduled: startEnd
    }
  }

  /// The end of a stamp's range, if it is kept.
  private static func end(_ range: Range, of stamp: String?, _ reminder: PlacedReminder) -> String? {
    guard let stamp, stamp.utf8.contains(0x3A), reminder.has(.other),
      let kept = reminder.component.all(named: range.name).first, kept.parameters.isEmpty,
      clock(Array(kept.text.utf8)[...]) != nil
    else { return nil }
    return kept.text
  }

  /// Hour and minute of `10:15`.
  private static func clock(_ text: ArraySlice<UInt8>) -> (hour: Int, minute: Int)? {
    let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.first != 0x2B }),
      let hour = Int(String(decoding: parts[0], as: UTF8.self)),
      let minute = Int(String(decoding: parts[1], as: UTF8.self)), (0...24).contains(hour),
      (0...59).contains(minute)
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
    if let stamp = stamp(of: id) {
      if let moment = Self.moment(stamp, inZoneOf: kept) { todo.moment(id, moment) }
    } else if let value = value(of: id) {
      todo.raw(id, value)
    }
  }

  /// The headline says all that a property does.
  func says(_ property: Property) -> Bool {
    if let stamp = stamp(of: property.id) {
      guard let moment = Self.moment(stamp, inZoneOf: nil), property.parameters == moment.parameters else {
        return false
      }
      var value: [UInt8] = []
      moment.appendICalendar(to: &value)
      return Self.isSame(property.value, value)
    }
    guard let value = value(of: property.id), property.parameters.isEmpty else { return false }
    return Self.isSame(property.value, value)
  }

  /// Line ends count for nothing: no line is written with them.
  private static func isSame(_ kept: ArraySlice<UInt8>, _ value: [UInt8]) -> Bool {
    kept.elementsEqual(value) || kept.filter { $0 != 0x0A && $0 != 0x0D } == value
  }

  /// What a stamp says; with `kept`, in its zone.
  private static func moment(_ stamp: String, inZoneOf kept: Property?) -> Moment? {
    guard let moment = moment(stamp) else { return nil }
    guard case .floating(let local) = moment, let before = try? kept?.moment() else { return moment }
    return switch before {
    case .utc: .utc(local)
    case .zoned(_, let tzid): .zoned(local, tzid: tzid)
    case .date, .floating: moment
    }
  }

  private func stamp(of id: PropertyID) -> String? {
    switch id {
    case .due: due
    case .dtstart: start
    case .completed: completed
    default: nil
    }
  }

  /// The value of a property that is no date, as it stands behind the colon; nil where the headline says nothing of it.
  private func value(of id: PropertyID) -> [UInt8]? {
    switch id {
    case .status: Array(Self.status(keyword).utf8)
    case .priority: priority.map { Array(String($0).utf8) }
    case .summary: title.isEmpty ? nil : TextValue.encode(OrgText.unescape(title, .title))
    case .categories: tags.isEmpty ? nil : TextValue.encodeList(tags)
    case .rrule: repeater.flatMap(Self.rule).map { Array($0.utf8) }
    default: nil
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
    let words = Array(stamp.utf8).split(separator: 0x20)
    guard let day = words.first.flatMap({ Day(iso: String(decoding: $0, as: UTF8.self)) }) else { return nil }
    guard let time = words.dropFirst().last(where: { $0.contains(0x3A) }) else { return .date(day) }
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
