/// Values of TOML that have no quotes.
enum TOMLWord {
  /// nil for what is none.
  static func value(_ text: String) -> TOMLDocument.Value? {
    switch text {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "inf", "+inf", "-inf", "nan", "+nan", "-nan": .float(text)
    default:
      integer(text).map { .integer($0) } ?? (isFloat(text) ? .float(text) : isDate(text) ? .date(text) : nil)
    }
  }

  /// Digits, with single underscores between them.
  private static func digits(_ text: Substring, radix: Int = 10) -> String? {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { Int(String($0), radix: radix) != nil && $0.isASCII } }
      )
    else { return nil }
    return parts.joined()
  }

  private static func integer(_ text: String) -> Int? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return digits(text.dropFirst(2), radix: radix).flatMap { Int($0, radix: radix) }
    }
    let unsigned = text.drop { $0 == "+" || $0 == "-" }
    guard text.count - unsigned.count < 2, let digits = digits(unsigned) else { return nil }
    guard digits == "0" || digits.first != "0" else { return nil }
    return Int((text.first == "-" ? "-" : "") + digits)
  }

  private static func isFloat(_ text: String) -> Bool {
    let unsigned = text.drop { $0 == "+" || $0 == "-" }
    guard text.count - unsigned.count < 2 else { return false }
    let halves = unsigned.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard halves.count < 3 else { return false }
    if halves.count == 2 {
      let exponent = halves[1].drop { $0 == "+" || $0 == "-" }
      guard halves[1].count - exponent.count < 2, digits(exponent) != nil else { return false }
    }
    let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 1 && halves.count == 2 else { return false }
    guard let whole = digits(parts[0]), whole == "0" || whole.first != "0" else { return false }
    return parts.count == 1 || digits(parts[1]) != nil
  }

  /// 1979-05-27, 07:32:00, both with T or a blank between them, with an offset: by their shape and the ranges
  /// of their numbers.
  private static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var index = 0
    func number(_ count: Int, _ range: ClosedRange<Int>) -> Bool {
      guard index + count <= bytes.count, bytes[index..<index + count].allSatisfy({ 0x30...0x39 ~= $0 }),
        let value = Int(String(decoding: bytes[index..<index + count], as: UTF8.self)), range ~= value
      else { return false }
      index += count
      return true
    }
    func sign(_ signs: String) -> Bool {
      guard index < bytes.count, signs.utf8.contains(bytes[index]) else { return false }
      index += 1
      return true
    }
    func time() -> Bool {
      guard number(2, 0...23), sign(":"), number(2, 0...59), sign(":"), number(2, 0...60) else {
        return false
      }
      guard sign(".") else { return true }
      let start = index
      while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
      return index > start
    }
    guard bytes.count > 4 else { return false }
    if bytes[2] == 0x3A { return time() && index == bytes.count }
    guard number(4, 0...9999), sign("-"), number(2, 1...12), sign("-"), number(2, 1...31) else {
      return false
    }
    if index == bytes.count { return true }
    guard sign("Tt "), time() else { return false }
    if index == bytes.count || sign("Zz") { return index == bytes.count }
    return sign("+-") && number(2, 0...23) && sign(":") && number(2, 0...59) && index == bytes.count
  }
}
