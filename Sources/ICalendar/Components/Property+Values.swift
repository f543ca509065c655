extension Property {
  /// The value as TEXT, decoded (RFC 5545 §3.3.11), from QUOTED-PRINTABLE too.
  public var text: String { TextValue.decode(textValue) }

  /// The values of a multi-valued TEXT such as CATEGORIES, decoded; empty ones left out.
  public var texts: [String] { TextValue.decodeList(textValue).filter { !$0.isEmpty } }

  /// Its value is in QUOTED-PRINTABLE. RFC 5545 does not have this encoding, but some programs write it.
  package var isQuotedPrintable: Bool {
    line.flags.contains(.parameters) && parameters.sayQuotedPrintable
  }

  /// The parameters that go when a value in QUOTED-PRINTABLE is replaced.
  package static let ofQuotedPrintable = ["ENCODING", "CHARSET"]

  /// The value as TEXT that is still encoded as RFC 5545 has it.
  package var textValue: ArraySlice<UInt8> {
    isQuotedPrintable ? text(ofQuotedPrintable: Array(value))[...] : value
  }

  /// The TEXT of a value in QUOTED-PRINTABLE (RFC 2045 §6.7) and the CHARSET of this property. The `=` of a
  /// line break that another line continues is left out.
  package func text(ofQuotedPrintable value: [UInt8]) -> [UInt8] {
    let encoding = ByteEncoding(charset: parameter("CHARSET")?.value) ?? .utf8
    let octets = [UInt8](decoding: value.last == 0x3D ? value.dropLast() : value[...], escapedBy: 0x3D)
    var text: [UInt8] = []
    for byte in encoding.inUTF8(octets[...]) where byte != 0x0D {
      if byte == 0x0A { text += Array("\\n".utf8) } else { text.append(byte) }
    }
    return text
  }

  /// The TZID parameter, if it has one.
  public var tzid: String? { parameter("TZID")?.value }

  /// The value as DATE or DATE-TIME; the day or local time of X-LISTO-DATE if it applies.
  ///
  /// - Throws: ``ValueError`` with code `.date`.
  public func moment() throws(ValueError) -> Moment {
    guard line.flags.contains(.parameters) else { return try Moment.decode(value) }
    if let usual = try usualMoment() { return usual }
    var isDate: Bool?
    var tzid: String?
    var stated: Moment?
    for parameter in parameters {
      switch parameter.name {
      case "VALUE": isDate = Self.isDate(parameter.value)
      case "TZID": tzid = parameter.value
      case Self.statedTime: stated = try? Moment.decode(Array(parameter.value.utf8)[...])
      default: continue
      }
    }
    let moment = try Moment.decode(value, valueIsDate: isDate, tzid: tzid)
    if let stated, moment == .utc(LocalDateTime(noonOf: stated.day)) { return stated }
    return moment
  }

  /// The parameter with the day, or the local time, for which the value is noon in UTC, because the property
  /// can only have a time in UTC. It counts only while the value is that noon.
  package static let statedTime = "X-LISTO-DATE"

  /// The parameters that say what a time is, and that go when another takes its place.
  package static let ofTimes = ["VALUE", "TZID", statedTime]

  /// The same where the only parameter is `VALUE=DATE` or a TZID without quotation marks, as in most lines:
  /// to make parameters of these takes ten times as long as all else. Nil for others.
  private func usualMoment() throws(ValueError) -> Moment? {
    let bytes = block.bytes
    guard let value = LinePlace(line: line).valueOfMoment(in: bytes.span) else { return nil }
    if value.count == 8 { return try Moment.decode(bytes[value], valueIsDate: true) }
    let tzid = Int(line.start) + Int(line.nameLength) + ";TZID=".utf8.count..<value.lowerBound - 1
    return try Moment.decode(bytes[value], tzid: ParameterValue.decode(bytes[tzid]))
  }

  /// The parameter of a DTSTART that no one gave: it equals DUE, because a rule counts from DTSTART (RFC 5545
  /// §3.8.5.3).
  package static let copyOfDue = Parameter(name: "X-LISTO-COPY", values: ["DUE"])

  /// It is such a DTSTART, and still equals DUE.
  package func isCopy(of due: Property?) -> Bool {
    guard line.flags.contains(.parameters), parameters.contains(Self.copyOfDue), let start = try? moment()
    else { return false }
    return start == (try? due?.moment())
  }

  /// Nothing but this stands between the name and the value of a line that is not folded, such as
  /// `;RELTYPE=PARENT`; asked before parameters are made. False for a line without parameters.
  package func isWritten(with parameters: [UInt8]) -> Bool {
    guard line.flags == .parameters else { return false }
    let (bytes, start) = (block.bytes, Int(line.start) + Int(line.nameLength))
    let end = start + parameters.count
    return end < Int(line.contentEnd) && bytes[end] == 0x3A && bytes.span.holds(parameters, at: start)
  }

  /// Returns each value of a list of DATE or DATE-TIME such as EXDATE; of a PERIOD, its start.
  ///
  /// - Throws: ``ValueError`` for the first value that is not a date or time.
  public func moments() throws(ValueError) -> [Moment] {
    let isDate = parameter("VALUE").flatMap { Self.isDate($0.value) }
    let tzid = self.tzid
    var result: [Moment] = []
    for part in value.split(separator: 0x2C) {
      let start = part.prefix { $0 != 0x2F }
      result.append(try Moment.decode(start, valueIsDate: isDate, tzid: tzid))
    }
    return result
  }

  private static func isDate(_ value: String) -> Bool? {
    switch value.uppercased() {
    case "DATE": true
    case "DATE-TIME": false
    default: nil
    }
  }
}

extension [Parameter] {
  /// ENCODING is QUOTED-PRINTABLE (vCalendar 1.0).
  package var sayQuotedPrintable: Bool {
    contains { $0.name == "ENCODING" && $0.value.uppercased() == "QUOTED-PRINTABLE" }
  }
}
