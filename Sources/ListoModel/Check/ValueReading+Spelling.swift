package import ICalendar

extension ValueReading {
  /// The value as RFC 5545 writes it, if its meaning is clear although its form is not allowed; nil for any
  /// other value.
  ///
  /// | as it is written | as it is meant |
  /// |---|---|
  /// | `2026-12-05T10:00:00Z`, `2026-12-05 10:00`, `20261205T1000Z` | `20261205T100000Z` and the like |
  /// | `2026-12-05T10:00:00+01:00` | `20261205T090000Z` |
  /// | blanks around a value, or around the parts of a rule or a position | without them |
  /// | `FREQ=WEEKLY;BYDAY=TU,;` | without the empty parts |
  /// | `5.0` | `5` |
  /// | `48.1,11.5` | `48.1;11.5` |
  package func respelled(_ property: Property) -> [UInt8]? {
    let hint = typeProblem == nil ? self.hint : nil
    let value = Self.trimmed(property.value)
    let candidate: [UInt8]? =
      switch type {
      case .moment, .utc: Self.respelledMoment(value)
      case .moments:
        Self.joined(Self.parts(value, 0x2C).map { Self.respelledMoment($0) ?? Array($0) }, 0x2C)
      case .recurrence: Self.respelledRule(value)
      case .trigger: Self.respelledMoment(value) ?? Array(value)
      case .integer: Self.respelledInteger(value)
      case .geo: Self.respelledPosition(value)
      case .duration, .offset, .words: Array(value)
      }
    guard let candidate, !candidate.elementsEqual(property.value),
      let read = try? Self.value(candidate[...], of: property.id, as: type, hint, tzid)
    else { return nil }
    if case .word(isKnown: false) = read { return nil }
    return candidate
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = value.drop(while: isBlank)
    return start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
  }

  /// The parts between separators without blanks around them; none of them empty.
  private static func parts(_ value: ArraySlice<UInt8>, _ separator: UInt8) -> [ArraySlice<UInt8>] {
    value.split(separator: separator).map(trimmed).filter { !$0.isEmpty }
  }

  private static func joined(_ parts: [[UInt8]], _ separator: UInt8) -> [UInt8] {
    Array(parts.joined(separator: [separator]))
  }

  /// ISO 8601 with hyphens and colons, without seconds, or with an offset.
  private static func respelledMoment(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    guard (try? Moment.decode(value)) == nil else { return Array(value) }
    let isoTime =
      #/(?<year>\d{4})-?(?<month>\d\d)-?(?<day>\d\d)(?:[Tt ](?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:\.0+)?)?(?<zone>[Zz]|[+-]\d\d:?\d\d)?)?/#
    guard let match = String(decoding: value, as: UTF8.self).wholeMatch(of: isoTime) else { return nil }
    let date = "\(match.year)\(match.month)\(match.day)"
    guard let hour = match.hour, let minute = match.minute else { return Array(date.utf8) }
    let (second, zone) = (match.second ?? "00", match.zone?.uppercased() ?? "")
    let local = Array("\(date)T\(hour)\(minute)\(second)".utf8)
    if zone.isEmpty || zone == "Z" { return local + zone.utf8 }
    guard case .floating(let clock)? = try? Moment.decode(local[...]),
      let offset = try? UTCOffset.parse(zone.utf8.filter { $0 != 0x3A }[...])
    else { return nil }
    return Array(Moment.utc(clock.adding(seconds: Int64(-offset.seconds))).iCalendarText.utf8)
  }

  private static func respelledRule(_ value: ArraySlice<UInt8>) -> [UInt8] {
    let parts = parts(value, 0x3B).map { part -> [UInt8] in
      let halves = part.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
      guard halves.count == 2 else { return Array(part) }
      let values = Self.parts(halves[1], 0x2C).map { respelledMoment($0) ?? Array($0) }
      return halves[0] + [0x3D] + joined(values, 0x2C)
    }
    return joined(parts, 0x3B)
  }

  private static func respelledInteger(_ value: ArraySlice<UInt8>) -> [UInt8] {
    let halves = value.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[1].isEmpty, halves[1].allSatisfy({ $0 == 0x30 }) else {
      return Array(value)
    }
    return Array(halves[0])
  }

  private static func respelledPosition(_ value: ArraySlice<UInt8>) -> [UInt8] {
    let parts = parts(value, 0x3B)
    return joined((parts.count == 1 ? Self.parts(value, 0x2C) : parts).map { Array($0) }, 0x3B)
  }
}
