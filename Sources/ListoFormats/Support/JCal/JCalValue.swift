internal import ICalendar

/// Single values as jCal (RFC 7265 §3.6).
enum JCalValue {
  /// The type of a value without VALUE: the default of its property, but for a date where a time is the
  /// default, which producers write and whose shape decides, and for the time of an alarm.
  static func type(of value: ArraySlice<UInt8>, _ shape: JCalShape, id: PropertyID) -> JCalType {
    switch shape.type {
    case .dateTime:
      let first = shape.structure == .list ? value.prefix { $0 != 0x2C } : value
      return first.count == 8 && (try? Moment.decode(first)) != nil ? .date : .dateTime
    case .duration where id == .trigger:
      let isTime =
        !value.span.isPlainDuration(0..<value.count) && (try? Moment.decode(value, valueIsDate: false)) != nil
      return isTime ? .dateTime : .duration
    default: return shape.type
    }
  }

  static func write(_ value: ArraySlice<UInt8>, as type: JCalType, to sink: inout some JCalSink) {
    switch type {
    case .text: sink.text(value)
    case .date: write(try? Moment.decode(value, valueIsDate: true), else: value, to: &sink)
    case .dateTime: write(try? Moment.decode(value, valueIsDate: false), else: value, to: &sink)
    case .integer: writeInteger(value, to: &sink)
    case .float: if let number = number(value) { sink.literal(number) } else { sink.string(value) }
    case .boolean: writeBoolean(value, to: &sink)
    case .period: writePeriod(value, to: &sink)
    case .recur: JCalRecurrence.write(value, to: &sink)
    case .time: sink.string(time(value)[...])
    case .utcOffset: sink.string(offset(value)[...])
    case .binary, .calAddress, .duration, .uri, .unknown: sink.string(value)
    }
  }

  /// Latitude and longitude of a GEO as JSON numbers; nil for any other value.
  static func position(_ value: ArraySlice<UInt8>) -> (latitude: [UInt8], longitude: [UInt8])? {
    let parts = value.split(separator: 0x3B, omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = number(parts[0]), let longitude = number(parts[1]) else {
      return nil
    }
    return (latitude, longitude)
  }

  /// GEO: two numbers.
  static func writePosition(_ value: ArraySlice<UInt8>, to sink: inout some JCalSink) {
    guard let (latitude, longitude) = position(value) else { return sink.value(0) { $0.string(value) } }
    sink.structure(.position) {
      $0.part(0, "latitude") { $0.literal(latitude) }
      $0.part(1, "longitude") { $0.literal(longitude) }
    }
  }

  static func write(_ moment: Moment?, else value: ArraySlice<UInt8>, to sink: inout some JCalSink) {
    if let moment { sink.moment(moment) } else { sink.string(value) }
  }

  static func writeInteger(_ value: ArraySlice<UInt8>, to sink: inout some JCalSink) {
    if value.span.isPlainInteger(0..<value.count) {
      sink.literal(value)
    } else if let number = try? IntegerValue.parse(value) {
      sink.literal(String(number).utf8)
    } else {
      sink.string(value)
    }
  }

  private static func writeBoolean(_ value: ArraySlice<UInt8>, to sink: inout some JCalSink) {
    switch String(decoding: value, as: UTF8.self).uppercased() {
    case "TRUE": sink.literal("true".utf8)
    case "FALSE": sink.literal("false".utf8)
    default: sink.string(value)
    }
  }

  private static func writePeriod(_ value: ArraySlice<UInt8>, to sink: inout some JCalSink) {
    let halves = value.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return sink.string(value) }
    sink.structure(.period) { sink in
      for (index, half) in halves.enumerated() {
        let moment = try? Moment.decode(half, valueIsDate: false)
        let isLength = moment == nil && half.contains(0x50)
        sink.part(index, index == 0 ? "start" : isLength ? "duration" : "end") {
          write(moment, else: half, to: &$0)
        }
      }
    }
  }

  /// A FLOAT (RFC 5545 §3.3.7) as JSON writes numbers, all of its digits kept; nil for what is none.
  private static func number(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    var digits = value
    let isNegative = digits.first == 0x2D
    if isNegative || digits.first == 0x2B { digits.removeFirst() }
    let parts = digits.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 48 < 10 } })
    else {
      return nil
    }
    let whole = parts[0].drop { $0 == 0x30 }
    return (isNegative ? [0x2D] : []) + (whole.isEmpty ? [0x30] : Array(whole))
      + (parts.count == 2 ? [0x2E] + Array(parts[1]) : [])
  }

  /// `101500` as `10:15:00`.
  private static func time(_ value: ArraySlice<UInt8>) -> [UInt8] {
    let digits = value.last == 0x5A ? value.dropLast() : value
    guard digits.count == 6, digits.allSatisfy({ $0 &- 48 < 10 }) else { return Array(value) }
    return colons(digits) + Array(value.dropFirst(6))
  }

  /// `+0100` as `+01:00`.
  private static func offset(_ value: ArraySlice<UInt8>) -> [UInt8] {
    guard (try? UTCOffset.parse(value)) != nil else { return Array(value) }
    return Array(value.prefix(1)) + colons(value.dropFirst())
  }

  /// Digits in pairs, with colons between them.
  private static func colons(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    digits.enumerated().flatMap { $0.offset > 0 && $0.offset % 2 == 0 ? [0x3A, $0.element] : [$0.element] }
  }
}

/// A RECUR (RFC 5545 §3.3.10, RFC 7529) as an object (RFC 7265 §3.6.10): the parts in the order in which
/// they are written.
enum JCalRecurrence {
  static func write(_ value: ArraySlice<UInt8>, to sink: inout some JCalSink) {
    guard let parts = parts(value) else { return sink.string(value) }
    sink.structure(.rule) { sink in
      for (index, part) in parts.enumerated() {
        let elements =
          part.name.hasPrefix("by")
          ? part.value.split(separator: 0x2C, omittingEmptySubsequences: false) : [part.value]
        sink.member(index, part.name, elements) { write($1, of: part.name, to: &$0) }
      }
    }
  }

  private static func write(_ value: ArraySlice<UInt8>, of name: String, to sink: inout some JCalSink) {
    switch name {
    case "until": JCalValue.write(try? Moment.decode(value), else: value, to: &sink)
    case "freq", "byday", "wkst", "rscale", "skip": sink.string(value)
    default: JCalValue.writeInteger(value, to: &sink)
    }
  }

  /// Names in lower case; nil for what is no rule at all.
  private static func parts(_ value: ArraySlice<UInt8>) -> [(name: String, value: ArraySlice<UInt8>)]? {
    var result: [(name: String, value: ArraySlice<UInt8>)] = []
    var pieces = value.split(separator: 0x3B, omittingEmptySubsequences: false)
    // Some producers end the rule with a semicolon; nothing is lost by it.
    if pieces.count > 1, pieces.last?.isEmpty == true { pieces.removeLast() }
    for piece in pieces {
      guard let equals = piece.firstIndex(of: 0x3D), equals > piece.startIndex else { return nil }
      let name = String(decoding: piece[..<equals], as: UTF8.self).lowercased()
      guard !result.contains(where: { $0.name == name }) else { return nil }
      result.append((name, piece[(equals + 1)...]))
    }
    return result
  }
}
