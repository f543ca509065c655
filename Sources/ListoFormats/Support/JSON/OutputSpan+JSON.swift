internal import ICalendar
internal import ListoModel

/// JSON (RFC 8259) into room that was made before. Where the room is used up nothing more is appended: who appends looks at `isFull`
/// in the end.
extension OutputSpan where Element == UInt8 {
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    if !isFull { append(byte) }
  }

  /// Appends bytes that are JSON already.
  @inline(__always)
  mutating func put(_ json: [UInt8]) { append(json.span, 0..<json.count) }

  /// A string of the bytes in a range, decoded as a TEXT value (RFC 5545 §3.3.11) where `isText`.
  ///
  /// - Returns: false where they are not UTF-8, or hold a control character from U+007F on.
  mutating func putString(_ bytes: Span<UInt8>, _ range: Range<Int>, isText: Bool) -> Bool {
    put(0x22)
    guard putPart(bytes, range, isText: isText) else { return false }
    put(0x22)
    return true
  }

  /// The same without quotation marks: a part of a string.
  mutating func putPart(_ bytes: Span<UInt8>, _ range: Range<Int>, isText: Bool) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    while true {
      index = appendPlainRun(bytes, from: index, to: end)
      guard index < end else { break }
      let byte = bytes[index]
      if byte >= 0x7F {
        guard byte != 0x7F, byte != 0xC2 || index + 1 >= end || bytes[index + 1] >= 0xA0 else { return false }
        let length = bytes.characterLength(at: index, to: end)
        guard length > 0 else { return false }
        for place in index..<index + length { put(bytes[place]) }
        index += length
        continue
      }
      index += 1
      if byte == 0x5C && isText && index < end {
        index += putEscaped(bytes[index])
      } else {
        put(0x5C)
        putControl(byte)
      }
    }
    return true
  }

  /// What stands behind a backslash in TEXT; returns 1 where it belonged to it, 0 where the backslash stands for itself.
  private mutating func putEscaped(_ byte: UInt8) -> Int {
    switch byte {
    case 0x6E, 0x4E:
      put(0x5C)
      put(0x6E)
    case 0x2C, 0x3B: put(byte)
    case 0x5C:
      put(0x5C)
      put(0x5C)
    default:
      put(0x5C)
      put(0x5C)
      return 0
    }
    return 1
  }

  /// Behind a backslash: a quotation mark, a backslash or a control character.
  private mutating func putControl(_ byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: put(byte)
    case 0x0A: put(0x6E)
    case 0x0D: put(0x72)
    case 0x09: put(0x74)
    default:
      put(0x75)
      put(0x30)
      put(0x30)
      put(UInt8(hexadecimalDigitOf: byte >> 4))
      put(UInt8(hexadecimalDigitOf: byte & 15))
    }
  }
}
