internal import ICalendar

/// Words of jCal as values of iCalendar (RFC 7265 §3.6).
extension JCalParsing {
  /// - Returns: whether it is a date and time.
  @discardableResult
  static func append(_ word: ArraySlice<UInt8>, _ type: JCalType, to line: inout [UInt8]) -> Bool {
    switch type {
    case .text: TextValue.append(word, to: &line)
    case .date, .dateTime: return appendMoment(word, to: &line)
    case .period:
      for (index, half) in word.split(separator: 0x2F, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { line.append(0x2F) }
        appendMoment(half, to: &line)
      }
    case .time, .utcOffset: for byte in word where byte != 0x3A { line.append(byte) }
    case .float, .integer:
      if word.contains(where: { $0 | 0x20 == 0x65 }) {
        line += decimal(String(decoding: word, as: UTF8.self))
      } else {
        appendOneLine(word, to: &line)
      }
    default: appendOneLine(word, to: &line)
    }
    return false
  }

  /// `2026-12-01T10:15:00Z` without its separators; what is no date stays as it is.
  ///
  /// - Returns: whether it is a date and time.
  @discardableResult
  static func appendMoment(_ word: ArraySlice<UInt8>, to line: inout [UInt8]) -> Bool {
    // As nearly all are written.
    if let moment = DigitMoment(iso: word.span, 0..<word.count) {
      line.append(addingCapacity: 40) { $0.append(moment.iCalendar) }
      return moment.hasTime
    }
    let isUTC = word.last == 0x5A
    if let local = LocalDateTime(iso: isUTC ? word.dropLast() : word) {
      local.appendICalendar(to: &line)
      if isUTC { line.append(0x5A) }
      return true
    }
    if let day = Day(iso: word) { day.appendICalendar(to: &line) } else { appendOneLine(word, to: &line) }
    return false
  }

  /// A number without an exponent, which iCalendar has not.
  private static func decimal(_ word: String) -> [UInt8] {
    guard word.contains(where: { $0 == "e" || $0 == "E" }) else { return oneLine(word) }
    let pieces = word.lowercased().split(separator: "e", maxSplits: 1)
    guard pieces.count == 2, let exponent = Int(pieces[1]), abs(exponent) < 400 else { return oneLine(word) }
    let isNegative = pieces[0].hasPrefix("-")
    let mantissa = pieces[0].drop { $0 == "-" || $0 == "+" }.split(
      separator: ".", omittingEmptySubsequences: false)
    guard let whole = mantissa.first else { return oneLine(word) }
    var digits = Array(whole.utf8) + (mantissa.count > 1 ? Array(mantissa[1].utf8) : [])
    var point = whole.utf8.count + exponent
    if point < 0 {
      digits = [UInt8](repeating: 0x30, count: -point) + digits
      point = 0
    }
    if point > digits.count { digits += [UInt8](repeating: 0x30, count: point - digits.count) }
    var front = Array(digits[..<point].drop { $0 == 0x30 })
    if front.isEmpty { front = [0x30] }
    let back = digits[point...]
    return (isNegative ? [0x2D] : []) + front + (back.isEmpty ? [] : [0x2E] + back)
  }

  /// A raw value; a line break cannot stand in one.
  static func oneLine(_ word: String) -> [UInt8] { oneLine(Array(word.utf8)[...]) }

  /// The same for the bytes of a text.
  static func oneLine(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    appendOneLine(word, to: &bytes)
    return bytes
  }

  /// The same, but for a text without a line break not copied.
  static func inOneLine(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let bytes = word.span
    let isOne =
      bytes.first(0x0A, from: 0, to: bytes.count) == nil && bytes.first(0x0D, from: 0, to: bytes.count) == nil
    return isOne ? word : oneLine(word)[...]
  }

  static func appendOneLine(_ word: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    guard word.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      bytes += word
      return
    }
    for byte in word {
      if byte == 0x0A { bytes += [0x5C, 0x6E] } else if byte != 0x0D { bytes.append(byte) }
    }
  }
}
