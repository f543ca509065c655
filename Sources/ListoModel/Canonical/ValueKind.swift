internal import ICalendar

/// How values of one type are written in canonical form: equal octets for values that say the same.
enum ValueKind {
  /// As they stand.
  case octets
  case text
  /// Several, with commas between them.
  case texts
  /// TEXT that is the same in any case.
  case word
  case integer, float, boolean, offset, duration, recurrence
  /// GEO: two numbers.
  case position
  /// A calendar address; RFC 6068 has the scheme, and servers the rest, the same in any case.
  case address
  /// A date or a time, whose letters are the same in any case.
  case moment
  /// Several dates, times or periods.
  case moments

  /// The kind of a VALUE that is not the property's default, in upper case.
  init(valueType type: [UInt8], of kind: ValueKind) {
    if case .moments = kind {
      self = .moments
      return
    }
    self = Self.types[type] ?? .octets
  }

  private static let types: [[UInt8]: ValueKind] = [
    Array("TEXT".utf8): .text, Array("INTEGER".utf8): .integer, Array("FLOAT".utf8): .float,
    Array("BOOLEAN".utf8): .boolean, Array("UTC-OFFSET".utf8): .offset, Array("DURATION".utf8): .duration,
    Array("RECUR".utf8): .recurrence, Array("CAL-ADDRESS".utf8): .address,
    Array("DATE-TIME".utf8): .moment,
  ]

  /// Holds several values.
  var isList: Bool {
    switch self {
    case .texts, .moments: true
    default: false
    }
  }

  /// Appends a value in canonical form; one that cannot be read as it stands. Not for those that ``isList``.
  func append(_ value: ArraySlice<UInt8>, to result: inout [UInt8]) {
    switch self {
    case .octets, .texts, .moments: result += value
    case .text: TextValue.append(decoding: value, to: &result)
    case .address: result += value.map(\.upper)
    case .word, .boolean:
      let start = result.count
      TextValue.append(decoding: value, to: &result)
      for index in start..<result.count { result[index] = result[index].upper }
    case .integer: Self.appendInteger(value, to: &result)
    case .moment: Self.appendMoment(value, to: &result)
    case .float: result += Self.decimal(value) ?? Array(value)
    case .position: result += Self.position(value) ?? Array(value)
    case .offset:
      if let offset = try? UTCOffset.parse(value) { result += "\(offset)".utf8 } else { result += value }
    case .duration: result += Self.duration(value) ?? Array(value)
    case .recurrence:
      if let text = RecurrenceRule.canonicalText(of: value) { result += text.utf8 } else { result += value }
    }
  }

  private static func appendInteger(_ value: ArraySlice<UInt8>, to result: inout [UInt8]) {
    // Nearly all are one digit.
    if value.count == 1 || !(value.first.map { $0 == 0x30 || $0 == 0x2B || $0 == 0x2D } ?? false) {
      result += value
    } else if let number = try? IntegerValue.parse(value) {
      result += "\(number)".utf8
    } else {
      result += value
    }
  }

  private static func appendMoment(_ value: ArraySlice<UInt8>, to result: inout [UInt8]) {
    // Nearly all are in capitals.
    if value.contains(where: { $0 >= 0x61 }), (try? Moment.decode(value, valueIsDate: nil, tzid: nil)) != nil
    {
      result += value.map(\.upper)
    } else {
      result += value
    }
  }

  /// A DURATION by its days and its seconds: RFC 5545 §3.3.6 has weeks of seven days, and days that are not
  /// always of 24 hours.
  static func duration(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    guard let duration = try? CalendarDuration.parse(value) else { return nil }
    let days = duration.weeks * 7 + duration.days
    let seconds = duration.hours * 3600 + duration.minutes * 60 + duration.seconds
    let isNegative = duration.isNegative && (days > 0 || seconds > 0)
    return Array("\(isNegative ? "-" : "")P\(days)DT\(seconds)S".utf8)
  }

  private static func position(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    let halves = value.split(separator: 0x3B, omittingEmptySubsequences: false)
    guard halves.count == 2, let one = decimal(halves[0]), let other = decimal(halves[1]) else { return nil }
    return one + [0x3B] + other
  }

  /// A FLOAT (RFC 5545 §3.3.7) without needless signs and zeros; no digit that counts is rounded.
  private static func decimal(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    var digits = value
    let isNegative = digits.first == 0x2D
    if isNegative || digits.first == 0x2B { digits.removeFirst() }
    let parts = digits.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } }) else {
      return nil
    }
    let whole = parts[0].drop { $0 == 0x30 }
    var fraction = parts.count > 1 ? parts[1] : []
    while fraction.last == 0x30 { fraction.removeLast() }
    let isZero = whole.isEmpty && fraction.isEmpty
    return (isNegative && !isZero ? [0x2D] : []) + (whole.isEmpty ? [0x30] : Array(whole))
      + (fraction.isEmpty ? [] : [0x2E] + fraction)
  }
}
