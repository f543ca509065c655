internal import ICalendar
internal import ListoModel

/// Times of a JSCalendar object: local times that share one zone (RFC 8984 §4.7.1).
enum JSTime {
  static func text(_ local: LocalDateTime) -> String { local.description }

  /// A local time as the standard writes it; a fraction of a second is dropped.
  static func local(_ text: String) -> LocalDateTime? { local(Array(text.utf8)[...]) }

  /// The same for the bytes of a text.
  static func local(_ text: ArraySlice<UInt8>) -> LocalDateTime? {
    LocalDateTime(iso: Moment.withoutFraction(text).text)
  }

  /// The same by its digits.
  static func digits(_ text: ArraySlice<UInt8>) -> DigitMoment? {
    guard let usual = DigitMoment(iso: text.span, 0..<text.count) else {
      return local(text).map { DigitMoment(.floating($0)) }
    }
    return usual.hasTime && !usual.isUTC ? usual : nil
  }

  /// `Etc/UTC` and its other names.
  static func isUTC(_ zone: String) -> Bool { isUTC(Array(zone.utf8)[...]) }

  /// The same for the bytes of a text.
  static func isUTC(_ zone: ArraySlice<UInt8>) -> Bool {
    zone.count <= 8 && namesOfUTC.contains { zone.elementsEqual($0) }
  }

  private static let namesOfUTC = ["Etc/UTC", "UTC", "Etc/UCT", "Etc/Zulu", "Zulu"].map { Array($0.utf8) }

  static func zone(_ name: String) -> Zone? { isUTC(name) ? .utc : Zone.resolve(tzid: name)?.zone }

  /// The name that tzdata has for a TZID; nil for one that it does not know.
  static func name(_ tzid: String) -> String? {
    guard let resolution = Zone.resolve(tzid: tzid) else { return nil }
    return resolution.origin == .system ? tzid : resolution.zone.name
  }

  /// Seconds as a duration (RFC 8984 §1.4.6), days only where there is no time.
  static func duration(seconds: Int64) -> String {
    let size = abs(seconds)
    let sign = seconds < 0 ? "-" : ""
    let (hours, minutes, rest) = (size / 3600, size / 60 % 60, size % 60)
    if size == 0 { return "PT0S" }
    return sign + "PT" + (hours > 0 ? "\(hours)H" : "") + (minutes > 0 ? "\(minutes)M" : "")
      + (rest > 0 ? "\(rest)S" : "")
  }

  /// A time in UTC as JSON; nil for any other value.
  static func utc(_ bytes: Span<UInt8>, _ value: Range<Int>) -> ShortText? {
    if let moment = DigitMoment(bytes, value) { return moment.isUTC ? moment.quotedISO : nil }
    guard case .utc(let time)? = try? Moment.decode(bytes.copy(value)[...], valueIsDate: false) else {
      return nil
    }
    return ShortText(Array("\"\(text(time))Z\"".utf8))
  }
}

/// A time zone as an object can have one.
struct JSZone: Sendable {
  /// As it is written; empty for UTC, which is written with `Z`.
  let tzid: String
  /// The name in tzdata; nil where it does not know the zone.
  let name: String?
  /// The same as JSON.
  let json: [UInt8]
  /// The zone of the TZID, and the zone of the name; nil where it is unknown.
  let own, named: Zone?
  /// A time in it that the object's zone is read from is the same again: its name says all.
  let isPlain: Bool
  /// The TZID is one of UTC's names.
  let isUTC: Bool

  static let utc = JSZone()

  private init() {
    (tzid, name, own, named) = ("", "Etc/UTC", .utc, .utc)
    json = Array("\"Etc/UTC\"".utf8)
    (isPlain, isUTC) = (true, false)
  }

  fileprivate init(_ tzid: String) {
    let name = JSTime.name(tzid)
    (self.tzid, self.name) = (tzid, name)
    var text = JSONText()
    text.string(name ?? tzid)
    json = text.bytes
    (own, named) = (Zone.resolve(tzid: tzid)?.zone, name.flatMap { JSTime.zone($0) })
    isUTC = JSTime.isUTC(tzid)
    isPlain = name == tzid && !isUTC
  }

  /// How a time in it is told from those of the object's zone.
  var label: String { tzid.isEmpty ? "Etc/UTC" : tzid }
}

/// The zones that times are in, each looked up once; UTC is the first.
struct JSZoneTable: Sendable {
  private var zones = [JSZone.utc]
  private var places: [String: Int] = [:]

  var count: Int { zones.count }

  subscript(zone: Int) -> JSZone { zones[zone] }

  mutating func index(of tzid: String) -> Int {
    if let known = places[tzid] { return known }
    places[tzid] = zones.count
    zones.append(JSZone(tzid))
    return zones.count - 1
  }
}

/// A DATE or DATE-TIME as it is written.
struct JSMoment: Sendable {
  enum Kind: Sendable { case none, date, floating, zoned }
  let kind: Kind
  /// Of one that is zoned, among the ``JSZoneTable``; 0 for UTC.
  let zone: Int
  /// A TZID beside a date or a UTC time says nothing, and is kept as it is.
  let isSound: Bool
  private let digits: DigitMoment?
  private let decoded: LocalDateTime?

  /// - Returns: nil for a value that is none.
  init?(_ bytes: Span<UInt8>, _ value: Range<Int>, _ parameters: JSParameters) {
    if let digits = DigitMoment(bytes, value) {
      guard parameters.isDate == nil || parameters.isDate != digits.hasTime else { return nil }
      (self.digits, decoded) = (digits, nil)
      (kind, zone) = Self.place(isDate: !digits.hasTime, isUTC: digits.isUTC, zone: parameters.zone)
    } else {
      guard let moment = try? Moment.decode(bytes.copy(value)[...], valueIsDate: parameters.isDate) else {
        return nil
      }
      (digits, decoded) = (nil, moment.local ?? LocalDateTime(startOf: moment.day))
      switch moment {
      case .date: (kind, zone) = Self.place(isDate: true, isUTC: false, zone: nil)
      case .utc: (kind, zone) = Self.place(isDate: false, isUTC: true, zone: nil)
      case .floating, .zoned:
        (kind, zone) = Self.place(isDate: false, isUTC: false, zone: parameters.zone)
      }
    }
    isSound = kind == .zoned && zone > 0 || !parameters.hasZone
  }

  private static func place(isDate: Bool, isUTC: Bool, zone: Int?) -> (Kind, Int) {
    if isDate { return (.date, 0) }
    if isUTC { return (.zoned, 0) }
    return zone.map { (.zoned, $0) } ?? (.floating, 0)
  }

  /// - Parameter hasZone: a TZID stands beside it.
  init(_ moment: Moment, hasZone: Bool, _ zones: inout JSZoneTable) {
    (digits, decoded) = (nil, moment.local ?? LocalDateTime(startOf: moment.day))
    switch moment {
    case .date: (kind, zone) = (.date, 0)
    case .floating: (kind, zone) = (.floating, 0)
    case .utc: (kind, zone) = (.zoned, 0)
    case .zoned(_, let tzid): (kind, zone) = (.zoned, zones.index(of: tzid))
    }
    isSound = kind == .zoned && zone > 0 || !hasZone
  }

  /// The wall clock as it is written; midnight for a date.
  var local: LocalDateTime? { digits?.local ?? decoded }

  /// The same as JSON.
  var quotedLocal: ShortText? {
    digits.map(\.quotedLocal) ?? decoded.flatMap { ShortText(quoted: JSTime.text($0)) }
  }

  /// The instant of one that is zoned.
  func instant(in zones: JSZoneTable) -> Instant? {
    guard kind == .zoned, let local else { return nil }
    return zones[zone].own?.instant(of: local)
  }
}

/// The zone that all local times of an object share, and what kind of times they are.
struct JSClock: Sendable {
  var kind = JSMoment.Kind.none
  var zone = 0

  init() {}

  /// The clock of a moment; nil where no one knows the zone.
  init?(_ moment: JSMoment, _ zones: JSZoneTable) {
    guard moment.kind != .zoned || zones[moment.zone].name != nil else { return nil }
    (kind, zone) = (moment.kind, moment.zone)
  }

  /// A moment stands on this clock as it is written.
  @inline(__always)
  func isOwn(_ moment: JSMoment) -> Bool { kind != .none && moment.kind == kind && moment.zone == zone }

  /// The time that a moment is on this clock; nil where the two cannot be compared.
  func local(_ moment: JSMoment, _ zones: JSZoneTable) -> LocalDateTime? {
    if isOwn(moment) { return moment.local }
    guard kind == .zoned, let instant = moment.instant(in: zones), let ours = zones[zone].named else {
      return nil
    }
    // A leap second stays one.
    if moment.zone == 0, let name = zones[zone].name, JSTime.isUTC(name) { return moment.local }
    return ours.local(of: instant)
  }

  /// A time is the same again when it is read from this clock, where it is `local`: not so in an hour that
  /// comes twice.
  func returns(_ moment: JSMoment, _ local: LocalDateTime, _ zones: JSZoneTable) -> Bool {
    if kind != .zoned || zones[moment.zone].label == zones[zone].tzid { return true }
    guard let ours = zones[zone].named, let theirs = zones[moment.zone].own else { return false }
    return theirs.local(of: ours.instant(of: local)) == moment.local
  }
}

extension ShortText {
  /// A text that needs no escape, as JSON; nil for a long one.
  init?(quoted text: String) { self.init(Array("\"\(text)\"".utf8)) }
}
