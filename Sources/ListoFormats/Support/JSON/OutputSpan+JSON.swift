internal import ICalendar
internal import ListoModel

/// JSON (RFC 8259) into room that was made before. Where the room is used up nothing more is appended: who
/// appends looks at `isFull` in the end.
extension OutputSpan where Element == UInt8 {
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    if !isFull { append(byte) }
  }

  /// Appends bytes that are JSON already.
  @inline(__always)
  mutating func put(_ json: [UInt8]) { append(json.span, 0..<json.count) }

  /// Appends a text as it is: of JSON one that is JSON already.
  mutating func put(_ text: String) {
    for byte in text.utf8 { put(byte) }
  }

  /// A string of the bytes in a range, decoded as a TEXT value (RFC 5545 §3.3.11) where `isText`.
  ///
  /// - Returns: false where they are not UTF-8; what is none became U+FFFD, as `String(decoding:)` would have
  ///   it.
  @discardableResult
  mutating func putString(_ bytes: Span<UInt8>, _ range: Range<Int>, isText: Bool) -> Bool {
    put(0x22)
    let isSound = putPart(bytes, range, isText: isText)
    put(0x22)
    return isSound
  }

  /// A string of a text.
  mutating func put(text: String) {
    let bytes = Array(text.utf8)
    putString(bytes.span, 0..<bytes.count, isText: false)
  }

  /// The same as ``putString(_:_:isText:)`` without quotation marks: a part of a string.
  @discardableResult
  mutating func putPart(_ bytes: Span<UInt8>, _ range: Range<Int>, isText: Bool) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    var isSound = true
    while true {
      index = appendPlainRun(bytes, from: index, to: end)
      guard index < end else { break }
      let byte = bytes[index]
      if byte >= 0x80 {
        index += putCharacter(bytes, at: index, to: end, &isSound)
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
    return isSound
  }

  /// The character of several bytes at `index`, or U+FFFD for what begins one and is none; returns how many
  /// bytes it had.
  @inline(__always)
  private mutating func putCharacter(
    _ bytes: Span<UInt8>, at index: Int, to end: Int, _ isSound: inout Bool
  ) -> Int {
    let length = bytes.characterLength(at: index, to: end)
    guard length > 0 else {
      isSound = false
      return putReplacement(bytes, at: index, to: end)
    }
    if bytes[index] == 0xC2, bytes[index + 1] < 0xA0 {
      // U+0080 to U+009F: some terminals take them for the beginning of a command.
      put(0x5C)
      putControl(bytes[index + 1])
    } else {
      for place in index..<index + length { put(bytes[place]) }
    }
    return length
  }

  @inline(never)
  private mutating func putReplacement(_ bytes: Span<UInt8>, at index: Int, to end: Int) -> Int {
    for byte in [0xEF, 0xBF, 0xBD] as [UInt8] { put(byte) }
    return bytes.brokenLength(at: index, to: end)
  }

  /// Appends the character that a byte behind a backslash in TEXT stands for; returns 1 where the byte
  /// belonged to the escape, 0 where the backslash stands for itself.
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

extension Span<UInt8> {
  /// Of a character of several bytes that is broken, how many bytes a single U+FFFD stands for: those that
  /// could begin one (The Unicode Standard, §3.9 and table 3-7).
  fileprivate func brokenLength(at index: Int, to end: Int) -> Int {
    let lead = self[index]
    let count: Int
    var range: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: count = 2
    case 0xE0: (count, range) = (3, 0xA0...0xBF)
    case 0xED: (count, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: count = 3
    case 0xF0: (count, range) = (4, 0x90...0xBF)
    case 0xF1...0xF3: count = 4
    case 0xF4: (count, range) = (4, 0x80...0x8F)
    default: return 1
    }
    var length = 1
    while length < count, index + length < end, range.contains(self[index + length]) {
      range = 0x80...0xBF
      length += 1
    }
    return length
  }
}
