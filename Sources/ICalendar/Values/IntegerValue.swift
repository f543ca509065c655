/// INTEGER values (RFC 5545 §3.3.8), decoded here because libical turns `junk` into 0 and wraps at 32 bits.
public enum IntegerValue {
  /// Reads digits with an optional sign, from -2147483648 to 2147483647; anything else, blanks included, is
  /// refused.
  ///
  /// - Throws: ``ValueError`` with code `.integer`.
  public static func parse(_ value: ArraySlice<UInt8>) throws(ValueError) -> Int {
    guard let number = decimal(value) else { throw ValueError(.integer, "not an integer") }
    guard Int(Int32.min) <= number, number <= Int(Int32.max) else {
      throw ValueError(.integer, "an integer beyond 32 bits")
    }
    return number
  }

  /// Any decimal integer; those beyond 18 digits become the largest of that sign, so that ranges refuse them.
  package static func decimal(_ value: ArraySlice<UInt8>) -> Int? {
    var digits = value
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty else { return nil }
    var number = 0
    for byte in digits {
      guard byte &- 48 < 10 else { return nil }
      number = number > 99_999_999_999_999_999 ? Int.max / 2 : number * 10 + Int(byte &- 48)
    }
    return isNegative ? -number : number
  }
}
