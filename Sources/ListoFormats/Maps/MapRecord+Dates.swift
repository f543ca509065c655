internal import ICalendar
internal import ListoModel

/// Dates and times of a record.
extension MapRecord {
  /// The date or time that a value of a source is; nil for one that is none.
  func moment(_ node: JSONNode, _ source: MapSource, _ context: MapContext) -> Moment? {
    guard let text = Self.text(node).flatMap({ Self.text($0, source) }) else { return nil }
    guard var moment = Self.moment(text, source.date, context.map.dates) else { return nil }
    if let clock = source.clock, moment.local == nil,
      let given = values(clock).compactMap(Self.text).first(where: { !$0.isEmpty }),
      let time = SheetDate.time(given),
      let local = LocalDateTime(day: moment.day, hour: time.hour, minute: time.minute, second: time.second)
    {
      moment = .floating(local)
    }
    if let path = source.zone, let name = values(path).compactMap(Self.text).first(where: { !$0.isEmpty }) {
      moment = Self.moment(moment, in: name)
    }
    return isDay(moment, source) ? .date(moment.day) : Self.withoutMark(moment, source)
  }

  private static func moment(_ text: String, _ kind: MapSource.DateKind?, _ order: DateOrder?) -> Moment? {
    let unit: Double
    switch kind {
    case .seconds: unit = 1
    case .milliseconds: unit = 1_000
    case .microseconds: unit = 1_000_000
    case .order(let own): return value(text, own)
    case nil: return value(text, order)
    }
    guard let number = Double(text), number.isFinite, abs(number / unit) < 1e11 else { return nil }
    return .utc(Zone.utc.local(of: Instant(seconds: Int64((number / unit).rounded(.down)))))
  }

  private static func value(_ text: String, _ order: DateOrder?) -> Moment? {
    // Things writes 2026-12-01@09:30.
    let text = text.utf8.contains(0x40) ? text.replacing("@", with: "T") : text
    guard case .moment(let moment)? = CSVCell.value(text, of: .due, dates: order) else { return nil }
    return moment
  }

  /// A time in a zone: a UTC time is the same instant there.
  private static func moment(_ moment: Moment, in name: String) -> Moment {
    switch moment {
    case .date, .zoned: return moment
    case .floating(let local):
      return ["UTC", "GMT", "Etc/UTC"].contains(name) ? .utc(local) : .zoned(local, tzid: name)
    case .utc(let local):
      guard let zone = Zone.resolve(tzid: name)?.zone, name != "UTC" else { return moment }
      return .zoned(zone.local(of: Instant(utc: local)), tzid: name)
    }
  }

  /// The path and the name of a time zone that nothing is known of.
  func unknownZone(_ source: MapSource) -> (path: MapPath, name: String)? {
    guard let path = source.zone,
      let name = values(path).compactMap(Self.text).first(where: { !$0.isEmpty }),
      name != "UTC", Zone.resolve(tzid: name) == nil
    else { return nil }
    return (path, name)
  }

  private func isDay(_ moment: Moment, _ source: MapSource) -> Bool {
    switch source.day {
    case nil: return false
    case .always: return true
    case .midnight: return moment.local.map { $0 == LocalDateTime(startOf: $0.day) } ?? true
    case .noSeconds: return moment.local?.second == 0
    case .flag(let path, let means):
      guard let text = values(path).compactMap(Self.text).first else { return false }
      return ["true", "yes", "1"].contains(text.lowercased()) == means
    }
  }

  /// The time without the second that marks it as one.
  private static func withoutMark(_ moment: Moment, _ source: MapSource) -> Moment {
    guard case .noSeconds = source.day, case .utc(let local) = moment else { return moment }
    return .utc(local.adding(seconds: Int64(-local.second)))
  }

  // MARK: Alarms

  /// The word of an alarm (``AlarmText``); nil for a value that is none.
  func alarm(
    _ node: JSONNode, _ source: MapSource, _ context: MapContext, start: Moment?, due: Moment?
  ) -> String? {
    guard let text = Self.text(node) else { return nil }
    // Without a date nothing is before it.
    let hasDate = start != nil || due != nil
    let isFromDue = source.isFromDue ?? (source.secondsBefore != nil)
    let end = start == nil || isFromDue && due != nil ? "/end" : ""
    if let unit = source.secondsBefore {
      guard hasDate, let number = Double(text), abs(number) < 1e9 else { return nil }
      return Self.duration(seconds: -Int(number) * unit) + end
    }
    let word = text.hasPrefix("TRIGGER:") ? String(text.dropFirst(8)) : text
    if let (trigger, isEnd) = AlarmText.parse(word) {
      if case .absolute = trigger { return word }
      guard hasDate else { return nil }
      return word + (isEnd ? "" : end)
    }
    guard let moment = moment(node, source, context) else { return nil }
    guard case .utc(let local) = moment else {
      // A time without a zone rings so long before or after the reminder's own.
      guard let own = start ?? due else { return nil }
      let from = own.local ?? LocalDateTime(startOf: own.day)
      let to = moment.local ?? LocalDateTime(startOf: moment.day)
      return Self.duration(seconds: Int(Instant(utc: to).seconds - Instant(utc: from).seconds)) + end
    }
    return Trigger.absolute(local).description
  }

  private static func duration(seconds: Int) -> String {
    let sign = seconds < 0 ? "-" : ""
    let count = abs(seconds)
    if count == 0 { return "PT0S" }
    if count.isMultiple(of: 86_400) { return "\(sign)P\(count / 86_400)D" }
    if count.isMultiple(of: 3_600) { return "\(sign)PT\(count / 3_600)H" }
    if count.isMultiple(of: 60) { return "\(sign)PT\(count / 60)M" }
    return "\(sign)PT\(count)S"
  }
}
