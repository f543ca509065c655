internal import ICalendar
internal import ListoModel

/// Appends JSON (RFC 8259) to bytes: always valid UTF-8, in the order and with the white space of its caller.
///
/// Bytes that are not UTF-8 become U+FFFD, as `String(decoding:)` would have it, and are counted in
/// `replacements`.
struct JSONText: Sendable {
  var bytes: [UInt8] = []
  /// How many strings held bytes that are not UTF-8.
  var replacements = 0

  /// Appends bytes that are JSON already.
  @inline(__always)
  mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// Appends text that is JSON already.
  @inline(__always)
  mutating func raw(_ json: String) { bytes.append(contentsOf: json.utf8) }

  /// A string: these bytes as they are.
  mutating func string(_ value: ArraySlice<UInt8>) {
    bytes.append(0x22)
    escape(value, isText: false)
    bytes.append(0x22)
  }

  mutating func string(_ value: String) {
    bytes.append(0x22)
    let start = bytes.count
    bytes.append(contentsOf: value.utf8)
    let end = bytes.span.endOfPlainRun(from: start, to: bytes.count)
    // Most texts have nothing to escape; then they are copied, and no more.
    if end < bytes.count {
      let rest = Array(bytes[end...])
      bytes.removeSubrange(end...)
      escape(rest[...], isText: false)
    }
    bytes.append(0x22)
  }

  /// A string: what a TEXT value (RFC 5545 §3.3.11) says, decoded as ``TextValue/decode(_:)`` does, in the
  /// same pass.
  mutating func text(_ value: ArraySlice<UInt8>) {
    bytes.append(0x22)
    escape(value, isText: true)
    bytes.append(0x22)
  }

  mutating func number(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
  }

  /// An array of what `body` appends for each element.
  mutating func array<S: Sequence>(_ elements: S, _ body: (inout JSONText, S.Element) -> Void) {
    list(elements, body, 0x5B, 0x5D)
  }

  /// An object of what `body` appends for each member: its key, a colon and its value.
  mutating func object<S: Sequence>(_ members: S, _ body: (inout JSONText, S.Element) -> Void) {
    list(members, body, 0x7B, 0x7D)
  }

  private mutating func list<S: Sequence>(
    _ elements: S, _ body: (inout JSONText, S.Element) -> Void, _ begin: UInt8, _ end: UInt8
  ) {
    bytes.append(begin)
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(0x2C) }
      isFirst = false
      body(&self, element)
    }
    bytes.append(end)
  }

  /// - Complexity: linear; runs of bytes that stand for themselves are copied whole.
  @inline(__always)
  private mutating func escape(_ value: ArraySlice<UInt8>, isText: Bool) {
    let (start, end) = (value.startIndex, value.endIndex)
    var index = start
    var run = index
    var isSound = true
    while true {
      index = start + value.span.endOfPlainRun(from: index - start, to: end - start)
      guard index < end else { break }
      let byte = value[index]
      if byte >= 0x80 {
        let (length, isValid) = UTF8Sequence.length(value, index)
        if !isValid {
          bytes.append(contentsOf: value[run..<index])
          bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
          isSound = false
          run = index + length
        } else if byte == 0xC2 && value[index + 1] < 0xA0 {
          // U+0080 to U+009F: some terminals take them for the beginning of a command.
          bytes.append(contentsOf: value[run..<index])
          escape(value[index + 1])
          run = index + length
        }
        index += length
        continue
      }
      bytes.append(contentsOf: value[run..<index])
      index += 1
      if byte == 0x5C && isText && index < end {
        // The escaped byte is taken here only where it is an escape's; any other stays, backslash and all.
        let escaped = value[index]
        switch escaped {
        case 0x6E, 0x4E:
          bytes.append(0x5C)
          bytes.append(0x6E)
          index += 1
        case 0x2C, 0x3B:
          bytes.append(escaped)
          index += 1
        case 0x5C:
          bytes.append(0x5C)
          bytes.append(0x5C)
          index += 1
        default:
          bytes.append(0x5C)
          bytes.append(0x5C)
        }
      } else {
        escape(byte)
      }
      run = index
    }
    if run < end { bytes.append(contentsOf: value[run..<end]) }
    if !isSound { replacements += 1 }
  }

  /// A quotation mark, a backslash or a control character.
  private mutating func escape(_ byte: UInt8) {
    bytes.append(0x5C)
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(0x6E)
    case 0x0D: bytes.append(0x72)
    case 0x09: bytes.append(0x74)
    default:
      bytes.append(contentsOf: [
        0x75, 0x30, 0x30, UInt8(hexadecimalDigitOf: byte >> 4), UInt8(hexadecimalDigitOf: byte & 15),
      ])
    }
  }
}

/// The shape of one character in UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
  /// How many bytes the character at `index` has; of a broken one, how many a single U+FFFD stands for.
  ///
  /// - Parameter index: where a byte from 0x80 on stands.
  static func length(_ bytes: ArraySlice<UInt8>, _ index: Int) -> (Int, isValid: Bool) {
    let lead = bytes[index]
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
    default: return (1, false)
    }
    var length = 1
    while length < count {
      let next = index + length
      guard next < bytes.endIndex, range.contains(bytes[next]) else { return (length, false) }
      range = 0x80...0xBF
      length += 1
    }
    return (count, true)
  }
}
