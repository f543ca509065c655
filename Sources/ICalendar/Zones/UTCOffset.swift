/// A UTC-OFFSET (RFC 5545 §3.3.14): seconds east of UTC, less than a day either way.
public struct UTCOffset: Sendable, Hashable, Comparable {
  /// Seconds east of UTC; negative west of it.
  public let seconds: Int

  /// An offset of that many seconds; `nil` from 24 hours on, either way.
  public init?(seconds: Int) {
    guard abs(seconds) < 86_400 else { return nil }
    self.seconds = seconds
  }

  /// Reads `+0100` or `-053020`, from the bytes alone.
  ///
  /// libical, which is not asked, also reads `+1`, `0100`, `Z`, `+01:00` and `+9999`. `-0000`, which the RFC
  /// forbids though it can only mean zero, is read as zero.
  ///
  /// - Throws: ``ValueError`` with code `.offset`.
  public static func parse(_ value: ArraySlice<UInt8>) throws(ValueError) -> UTCOffset {
    let digits = value.dropFirst()
    guard digits.count == 4 || digits.count == 6, value.first == 43 || value.first == 45,
      digits.allSatisfy({ $0 &- 48 < 10 })
    else { throw ValueError(.offset, "not an offset such as +0100") }
    /// Hours, minutes or seconds.
    func number(_ offset: Int) -> Int {
      let start = digits.startIndex + offset
      return offset < digits.count ? Int(digits[start] &- 48) * 10 + Int(digits[start + 1] &- 48) : 0
    }
    let length = number(0) * 3600 + number(2) * 60 + number(4)
    guard number(2) < 60, number(4) < 60,
      let offset = UTCOffset(seconds: value.first == 45 ? -length : length)
    else { throw ValueError(.offset, "an offset of more than 23 hours, 59 minutes or 59 seconds") }
    return offset
  }

  public static func < (left: UTCOffset, right: UTCOffset) -> Bool { left.seconds < right.seconds }
}

extension UTCOffset: CustomStringConvertible {
  /// RFC 5545's spelling: `+0100`, `-053020`.
  public var description: String {
    let length = abs(seconds)
    var bytes = [seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
    bytes.append(twoDigits: length / 3600)
    bytes.append(twoDigits: length / 60 % 60)
    if length % 60 != 0 { bytes.append(twoDigits: length % 60) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
