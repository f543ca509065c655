internal import ICalendar
internal import ListoModel

/// Lines whose values stand in bytes, written in their place: without a text or an array for any of them.
extension ComponentText {
  /// A TEXT (RFC 5545 §3.3.11); what stands there is UTF-8.
  mutating func text(_ id: PropertyID, _ bytes: Span<UInt8>, _ place: Range<Int>) {
    line(id, room: Self.room(forText: place)) { output in
      output.put(0x3A)
      output.appendText(bytes, place)
    }
  }

  /// So many bytes are nearly always enough: of few texts a quarter is escaped. More room would be made for
  /// nothing.
  private static func room(forText place: Range<Int>) -> Int { place.count + place.count / 4 }

  /// Several TEXTs on one line.
  mutating func texts(_ id: PropertyID, _ bytes: Span<UInt8>, _ places: [Range<Int>]) {
    line(id, room: places.reduce(0) { $0 + Self.room(forText: $1) + 1 }) { output in
      for (index, place) in places.enumerated() {
        output.put(index == 0 ? 0x3A : 0x2C)
        output.appendText(bytes, place)
      }
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

  /// A value as it stands behind the colon, as ``raw(_:_:parameters:line:)`` has it.
  mutating func raw(_ id: PropertyID, _ value: ArraySlice<UInt8>, line: Int? = nil) {
    let bytes = value.span
    guard bytes.first(0x0A, in: value.span.indices) == nil, bytes.first(0x0D, in: value.span.indices) == nil,
      isOwn(id, bytes, bytes.indices)
    else { return check(id.name, id, value, [], line) }
    self.line(id, room: value.count) { output in
      output.put(0x3A)
      output.append(bytes, bytes.indices)
    }
  }

  /// The same for a property by the bytes of its name, in upper case, none where the id says it, and a value
  /// without line ends.
  mutating func raw(_ id: PropertyID, named name: [UInt8], _ bytes: Span<UInt8>, _ value: Range<Int>) {
    guard isOwn(id, bytes, value) else {
      raw(named: name.isEmpty ? id.name : String(decoding: name, as: UTF8.self), bytes.copy(value))
      return
    }
    line(id, named: name, room: value.count) { output in
      output.put(0x3A)
      output.append(bytes, value)
    }
  }

  /// A property that neither begins nor ends a component can have this value without parameters.
  private func isOwn(_ id: PropertyID, _ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard id != .begin, id != .end else { return false }
    return ContentValue.isPlain(id, bytes, value)
      || ContentValue.wanted(by: id, bytes.copy(value)[...], as: nil) == nil
  }

  /// TEXT of such a property, which neither begins nor ends a component.
  mutating func text(_ id: PropertyID, named name: [UInt8], _ bytes: Span<UInt8>, _ text: Range<Int>) {
    line(id, named: name, room: Self.room(forText: text)) { output in
      output.put(0x3A)
      output.appendText(bytes, text)
    }
  }

  /// A property by its name and all that stands behind it, without line ends; what its value means does not
  /// matter.
  mutating func passage(_ id: PropertyID, named name: [UInt8], _ bytes: Span<UInt8>, _ rest: Range<Int>) {
    guard id != .begin, id != .end else {
      return passage(ContentLineText.fold((name + bytes.copy(rest))[...]))
    }
    line(id, named: name, room: rest.count) { $0.append(bytes, rest) }
  }

  /// STATUS, of the standards' words.
  mutating func status(_ status: Status) {
    line(.status, room: 40) { $0.append(status) }
  }
}

/// The text behind the name of a property.
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
