// ISO 8601 as options and other formats write it: `2026-12-01`, `2026-12-01T10:15[:00]`, `…Z`, `…+02:00`.

extension Day {
  /// Reads `2026-12-01`; `nil` for anything else, also for a day that does not exist.
  public init?(iso: String) { self.init(iso: Array(iso.utf8)[...]) }

  /// Reads the bytes of a text.
  public init?(iso: ArraySlice<UInt8>) {
    var scanner = ISOScanner(iso)
    guard let day = scanner.day(), scanner.atEnd else { return nil }
    self = day
  }
}

extension LocalDateTime {
  /// Reads `2026-12-01T10:15:00` or `2026-12-01T10:15`; `nil` for anything else, such as one with an offset.
  public init?(iso: String) { self.init(iso: Array(iso.utf8)[...]) }

  /// Reads the bytes of a text.
  public init?(iso: ArraySlice<UInt8>) {
    var scanner = ISOScanner(iso)
    guard let local = scanner.local(), scanner.atEnd else { return nil }
    self = local
  }
}

extension Instant {
  /// Reads `2026-12-01T10:15:00Z` or `2026-12-01T10:15:00+02:00`; `nil` without `Z` or offset, which would
  /// leave the instant open. The offset may be written `+02:00`, `+0200` or `+02`.
  public init?(iso: String) { self.init(iso: Array(iso.utf8)[...]) }

  /// Reads the bytes of a text.
  public init?(iso: ArraySlice<UInt8>) {
    var scanner = ISOScanner(iso)
    guard let local = scanner.local(), let offset = scanner.offset(), scanner.atEnd else { return nil }
    self.init(seconds: local.clockSeconds - Int64(offset))
  }
}

extension Moment {
  /// Reads a day, a floating time, or a time with `Z` or offset, which becomes UTC; never zoned.
  public init?(iso: String) { self.init(iso: Array(iso.utf8)[...]) }

  /// Reads the bytes of a text.
  public init?(iso: ArraySlice<UInt8>) {
    var scanner = ISOScanner(iso)
    guard let day = scanner.day() else { return nil }
    if scanner.atEnd {
      self = .date(day)
      return
    }
    guard let local = scanner.time(on: day) else { return nil }
    if scanner.atEnd {
      self = .floating(local)
    } else if let offset = scanner.offset(), scanner.atEnd {
      // Second 60 counts as 59 where an instant is computed.
      self = .utc(
        offset == 0 && local.second < 60 ? local : Instant(seconds: local.clockSeconds - Int64(offset)).utc)
    } else {
      return nil
    }
  }
}

/// Takes the pieces of an ISO 8601 text from the front.
private struct ISOScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ text: ArraySlice<UInt8>) { (bytes, position) = (text, text.startIndex) }

  var atEnd: Bool { position == bytes.endIndex }

  @inline(__always)
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.endIndex, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.endIndex else { return nil }
    var number = 0
    for index in position..<position + count {
      let digit = bytes[index] &- 48
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    position += count
    return number
  }

  mutating func day() -> Day? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else {
      return nil
    }
    return Day(year: year, month: month, day: day)
  }

  mutating func local() -> LocalDateTime? {
    guard let day = day() else { return nil }
    return time(on: day)
  }

  /// Reads the time that follows a day; nil if there is none.
  mutating func time(on day: Day) -> LocalDateTime? {
    guard take("T"), let hour = digits(2), take(":"), let minute = digits(2) else { return nil }
    var second = 0
    if take(":") {
      guard let digits = digits(2) else { return nil }
      second = digits
    }
    return LocalDateTime(day: day, hour: hour, minute: minute, second: second)
  }

  /// The offset in seconds east of UTC.
  mutating func offset() -> Int? {
    if take("Z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = digits(2), hours <= 23 else { return nil }
    var minutes = 0
    if !atEnd {
      _ = take(":")
      guard let digits = digits(2), digits <= 59 else { return nil }
      minutes = digits
    }
    return (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
  }
}
