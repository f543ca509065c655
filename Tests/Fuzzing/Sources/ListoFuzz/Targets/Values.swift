import Listo

/// A value that is written and read again is the same value. The first byte says which type, the rest is the
/// value.
@Sendable func fuzzValues(_ input: [UInt8]) {
  guard let kind = input.first else { return }
  let value = input.dropFirst()
  let parsers = valueParsers
  parsers[Int(kind) % parsers.count](value)
}

/// One for each type: parse, print, parse.
private let valueParsers: [@Sendable (ArraySlice<UInt8>) -> Void] = [
  { moment($0, nil) },
  { moment($0, "Europe/Berlin") },
  { again($0, CalendarDuration.parse) { $0.description } },
  {
    again($0) { bytes throws(ValueError) in
      try Trigger.parse(bytes)
    } _: {
      $0.description
    }
  },
  {
    again($0) { bytes throws(ValueError) in
      try PeriodValue.parse(bytes)
    } _: {
      $0.description
    }
  },
  { bytes in
    again(bytes, RecurrenceRule.parse) { $0.description }
    if let rule = try? RecurrenceRule.parse(bytes) { _ = rule.hasDays }
  },
  { again($0, UTCOffset.parse) { $0.description } },
  { again($0, GeoPosition.parse) { $0.description } },
  { again($0, IntegerValue.parse) { "\($0)" } },
  { bytes in
    // A carriage return is written as a line end; so is what a list holds.
    let bytes = bytes.filter { $0 != 0x0D }[...]
    let text = TextValue.decode(bytes)
    expect(TextValue.decode(TextValue.encode(text)[...]) == text, "TEXT, written and read, is another")
    let list = TextValue.decodeList(bytes)
    expect(
      TextValue.decodeList(TextValue.encodeList(list)[...]) == list,
      "a list of TEXT, written and read, is another")
  },
  { bytes in
    let text = ParameterValue.decode(bytes)
    let line = ContentLineText.line("X", parameters: [Parameter(name: "P", values: [text])], value: "v".utf8)
    let component = Component(Array("BEGIN:X\r\n".utf8) + line + Array("END:X\r\n".utf8))
    let read = component?.properties.first { $0.name == "X" }?.parameter("P")?.value
    // No parameter can hold control characters or, by RFC 6868 §3.1, any line end except LF.
    if !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }) {
      expect(
        read == text, "a parameter, written and read, is another:", "\(String(describing: read)), not \(text)"
      )
    }
  },
  { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let moment = Moment(iso: text) {
      expect(
        Moment(iso: moment.description) == moment, "an ISO 8601 time, written and read, is another", text)
    }
    _ = (Day(iso: text), LocalDateTime(iso: text), Instant(iso: text))
  },
  { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let identifier = ModelIdentifier(text) {
      expect(
        ModelIdentifier(identifier.description) == identifier, "an identifier, written and read, is another",
        text)
    }
    _ = ListColor(text)
  },
]

private func moment(_ bytes: ArraySlice<UInt8>, _ tzid: String?) {
  again(bytes) { bytes throws(ValueError) in
    try Moment.parse(bytes, tzid: tzid)
  } _: { moment in
    moment.iCalendarText
  }
  for valueIsDate in [nil, true, false] {
    let slow = result { () throws(ValueError) in try Moment.parse(bytes, valueIsDate: valueIsDate, tzid: tzid)
    }
    let quick = result { () throws(ValueError) in
      try Moment.decode(bytes, valueIsDate: valueIsDate, tzid: tzid)
    }
    expect(slow == quick, "libical and the short way read another time:", "\(slow) and \(quick)")
  }
}

/// Parses, prints and parses again.
private func again<Value: Equatable>(
  _ bytes: ArraySlice<UInt8>, _ parse: (ArraySlice<UInt8>) throws(ValueError) -> Value,
  _ print: (Value) -> String
) {
  guard let value = try? parse(bytes) else { return }
  let text = print(value)
  let read = result { () throws(ValueError) in try parse(Array(text.utf8)[...]) }
  expect(
    read == .success(value), "\(Value.self), written and read, is another:", "\(value), \(text), \(read)")
}

private func result<Value>(_ body: () throws(ValueError) -> Value) -> Result<Value, ValueError> {
  do throws(ValueError) { return .success(try body()) } catch { return .failure(error) }
}
