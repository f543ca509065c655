// Dates and times as text, in the two spellings that are needed: ISO 8601 with separators for people and
// options, RFC 5545's without for calendars. Appending to bytes is the hot path of the writers.

extension [UInt8] {
  /// Appends the last two decimal digits of a number that is not negative.
  @inline(__always)
  package mutating func append(twoDigits number: Int) {
    append(48 &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    append(48 &+ UInt8(truncatingIfNeeded: number % 10))
  }

  @inline(__always)
  mutating func append(fourDigits number: Int) {
    append(twoDigits: number / 100)
    append(twoDigits: number % 100)
  }
}

extension Day: CustomStringConvertible {
  /// Appends `2026-12-01`.
  public func appendISO(to bytes: inout [UInt8]) {
    bytes.append(fourDigits: year)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(twoDigits: month)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(twoDigits: day)
  }

  /// Appends `20261201` (RFC 5545 §3.3.4).
  public func appendICalendar(to bytes: inout [UInt8]) {
    bytes.append(fourDigits: year)
    bytes.append(twoDigits: month)
    bytes.append(twoDigits: day)
  }

  /// ISO 8601: `2026-12-01`.
  public var description: String { text(appendISO) }
  /// RFC 5545 §3.3.4: `20261201`.
  public var iCalendarText: String { text(appendICalendar) }
}

extension LocalDateTime: CustomStringConvertible {
  /// Appends `2026-12-01T10:15:00`.
  public func appendISO(to bytes: inout [UInt8]) {
    day.appendISO(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(twoDigits: hour)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(twoDigits: minute)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(twoDigits: second)
  }

  /// Appends `20261201T101500` (RFC 5545 §3.3.5).
  public func appendICalendar(to bytes: inout [UInt8]) {
    day.appendICalendar(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(twoDigits: hour)
    bytes.append(twoDigits: minute)
    bytes.append(twoDigits: second)
  }

  /// ISO 8601: `2026-12-01T10:15:00`.
  public var description: String { text(appendISO) }
  /// RFC 5545 §3.3.5: `20261201T101500`.
  public var iCalendarText: String { text(appendICalendar) }
}

extension Instant: CustomStringConvertible {
  /// Appends `2026-12-01T10:15:00Z`.
  public func appendISO(to bytes: inout [UInt8]) {
    utc.appendISO(to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Appends `20261201T101500Z` (RFC 5545 §3.3.5).
  public func appendICalendar(to bytes: inout [UInt8]) {
    utc.appendICalendar(to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// ISO 8601: `2026-12-01T10:15:00Z`.
  public var description: String { text(appendISO) }
  /// RFC 5545 §3.3.5: `20261201T101500Z`.
  public var iCalendarText: String { text(appendICalendar) }
}

extension Moment: CustomStringConvertible {
  /// Appends `2026-12-01`, `2026-12-01T10:15:00` or `2026-12-01T10:15:00Z`; a zone is not part of it.
  public func appendISO(to bytes: inout [UInt8]) {
    switch self {
    case .date(let day): day.appendISO(to: &bytes)
    case .floating(let local), .zoned(let local, _): local.appendISO(to: &bytes)
    case .utc(let local):
      local.appendISO(to: &bytes)
      bytes.append(UInt8(ascii: "Z"))
    }
  }

  /// Appends the value as RFC 5545 writes it; VALUE and TZID are parameters and not part of it.
  public func appendICalendar(to bytes: inout [UInt8]) {
    switch self {
    case .date(let day): day.appendICalendar(to: &bytes)
    case .floating(let local), .zoned(let local, _): local.appendICalendar(to: &bytes)
    case .utc(let local):
      local.appendICalendar(to: &bytes)
      bytes.append(UInt8(ascii: "Z"))
    }
  }

  /// ISO 8601, with the zone in brackets as RFC 9557 writes it: `2026-12-01T10:15:00[Europe/Berlin]`.
  public var description: String {
    if case .zoned(_, let tzid) = self { return text(appendISO) + "[\(tzid)]" }
    return text(appendISO)
  }

  /// The value as RFC 5545 writes it: `20261201`, `20261201T101500` or `20261201T101500Z`.
  public var iCalendarText: String { text(appendICalendar) }
}

private func text(_ append: (inout [UInt8]) -> Void) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(24)
  append(&bytes)
  return String(decoding: bytes, as: UTF8.self)
}
