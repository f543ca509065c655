internal import ICalendar
internal import ListoModel

/// Lines whose values stand in bytes, written in their place: without a text or an array for any of them.
extension ComponentText {
  /// A TEXT (RFC 5545 §3.3.11); what stands there is UTF-8.
  mutating func text(_ id: PropertyID, _ bytes: Span<UInt8>, _ place: Range<Int>) {
    line(id, room: place.count * 2) { output in
      output.put(0x3A)
      output.appendText(bytes, place)
    }
  }

  /// A whole number, as ``integer(_:_:)`` writes it where its digits are not plain.
  mutating func integer(_ id: PropertyID, _ number: Int, _ bytes: Span<UInt8>, _ place: Range<Int>) {
    guard bytes.isPlainInteger(place) else { return integer(id, number) }
    line(id, room: place.count) { output in
      output.put(0x3A)
      output.append(bytes, place)
    }
  }

  /// A date, or a date and time, with the name of a zone for its parameter TZID; an empty one is none.
  mutating func moment(
    _ id: PropertyID, _ moment: DigitMoment, zone: Range<Int>, _ bytes: Span<UInt8>
  ) {
    line(id, room: zone.count * 2 + 80) { output in
      output.append(moment, zone: zone, bytes)
    }
  }

  /// One without a zone.
  mutating func moment(_ id: PropertyID, _ moment: DigitMoment) {
    line(id, room: 80) { $0.append(moment) }
  }

  /// STATUS, of the standards' words.
  mutating func status(_ status: Status) {
    line(.status, room: 40) { $0.append(status) }
  }
}

/// What stands behind the name of a property.
extension OutputSpan where Element == UInt8 {
  /// A date, or a date and time, with the name of a zone for its parameter TZID; an empty one is none.
  mutating func append(_ moment: DigitMoment, zone: Range<Int>, _ bytes: Span<UInt8>) {
    if !zone.isEmpty {
      append(MomentParameters.zone)
      appendParameterValue(bytes, zone)
    }
    append(moment)
  }

  /// One without a zone.
  mutating func append(_ moment: DigitMoment) {
    if !moment.hasTime { append(MomentParameters.date) }
    put(0x3A)
    append(moment.iCalendar)
  }

  /// One of the standards' words, which are written in upper case.
  mutating func append(_ status: Status) {
    put(0x3A)
    for byte in status.word.utf8 { put(byte.upper) }
  }

  /// A text, which is UTF-8, as one parameter value.
  private mutating func appendParameterValue(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    for index in value {
      switch bytes[index] {
      case 0x0A, 0x0D, 0x22, 0x2C, 0x3A, 0x3B, 0x5E:
        var encoded: [UInt8] = []
        ParameterValue.append(bytes.copy(value)[...], to: &encoded)
        return put(encoded)
      default: continue
      }
    }
    append(bytes, value)
  }
}

private enum MomentParameters {
  static let date = ShortText(Array(";VALUE=DATE".utf8)) ?? .empty
  static let zone = ShortText(Array(";TZID=".utf8)) ?? .empty
}
