package import ICalendar

/// The encoding of a text, as far as its first bytes show it: by the mark of the byte order, or by the zeros
/// beside its first letters.
package enum TextEncoding: Sendable, Hashable {
  /// UTF-8, or another of one byte a letter.
  case utf8
  case utf16(isLittleEndian: Bool)
  case utf32

  /// How many bytes show it.
  package static let window = 4

  /// The advice for a text that cannot be read.
  package static let utf32Advice = "it is UTF-32; convert it to UTF-8 first, such as with iconv"

  /// - Parameter beginning: the first bytes, ``window`` of them where there are as many.
  package init(beginning: ArraySlice<UInt8>) {
    let start = Array(beginning.prefix(Self.window))
    if start.starts(with: [0xFF, 0xFE]) {
      self = start.dropFirst(2) == [0, 0] ? .utf32 : .utf16(isLittleEndian: true)
    } else if start.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isLittleEndian: false)
    } else if start == [0, 0, 0xFE, 0xFF] {
      self = .utf32
    } else if start.count == Self.window {
      switch start.map({ $0 == 0 }) {
      case [false, true, false, true]: self = .utf16(isLittleEndian: true)
      case [true, false, true, false]: self = .utf16(isLittleEndian: false)
      case [false, true, true, true], [true, true, true, false]: self = .utf32
      default: self = .utf8
      }
    } else {
      self = .utf8
    }
  }
}

/// Makes UTF-8 of UTF-16, piece by piece; the mark of the byte order is left out.
///
/// Nothing is lost where the text is damaged: one half of a pair that stands alone becomes the three bytes
/// that its number would have, which are no UTF-8 and are told as such, and half a letter at the end becomes
/// the byte 0xFF.
struct UTF16Decoder: Sendable {
  private let isLittleEndian: Bool
  /// The first byte of a unit of which the second has not come.
  private var half: UInt8?
  /// The first half of a pair.
  private var lead: UInt16?
  private var hasStarted = false

  init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  /// Appends what `bytes` say.
  mutating func decode(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) {
    if text.isEmpty { text.reserveCapacity(bytes.count) }
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      take(isLittleEndian ? UInt16(byte) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(byte), &text)
    }
  }

  /// Appends what is left at the end.
  mutating func finish(into text: inout [UInt8]) {
    flush(&text)
    if half != nil { text.append(0xFF) }
    half = nil
  }

  private mutating func take(_ unit: UInt16, _ text: inout [UInt8]) {
    defer { hasStarted = true }
    switch unit {
    case 0xFEFF where !hasStarted: return
    case 0xD800..<0xDC00:
      flush(&text)
      lead = unit
    case 0xDC00..<0xE000:
      guard let first = lead else { return Self.append(UInt32(unit), &text) }
      lead = nil
      Self.append(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), &text)
    default:
      flush(&text)
      Self.append(UInt32(unit), &text)
    }
  }

  private mutating func flush(_ text: inout [UInt8]) {
    if let lead { Self.append(UInt32(lead), &text) }
    lead = nil
  }

  /// Of any number, half of a pair too.
  private static func append(_ value: UInt32, _ text: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(value >> shift & 0x3F) }
    switch value {
    case ..<0x80: text.append(UInt8(value))
    case ..<0x800: text += [0xC0 | UInt8(value >> 6), tail(0)]
    case ..<0x10000: text += [0xE0 | UInt8(value >> 12), tail(6), tail(0)]
    default: text += [0xF0 | UInt8(value >> 18), tail(12), tail(6), tail(0)]
    }
  }
}

/// A text in UTF-16, read as UTF-8.
package struct UTF16Source: ByteSource {
  private var source: any ByteSource
  private var beginning: ArraySlice<UInt8>
  private var decoder: UTF16Decoder
  private var isEnded = false

  /// - Parameters:
  ///   - beginning: what was read of the source already.
  ///   - isLittleEndian: as ``TextEncoding`` found it.
  package init(_ source: any ByteSource, beginning: ArraySlice<UInt8> = [], isLittleEndian: Bool) {
    (self.source, self.beginning) = (source, beginning)
    decoder = UTF16Decoder(isLittleEndian: isLittleEndian)
  }

  /// Appends what the next `count` bytes say, which may be half as many bytes more, or fewer.
  package mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    let before = bytes.count
    // A piece may say nothing yet: of one letter the first half.
    while bytes.count == before, !isEnded {
      var piece: [UInt8] = []
      if beginning.isEmpty {
        try source.read(max(count, 2), into: &piece)
      } else {
        piece += beginning
        beginning = []
      }
      if piece.isEmpty {
        isEnded = true
        decoder.finish(into: &bytes)
      } else {
        decoder.decode(piece[...], into: &bytes)
      }
    }
  }
}

extension TextEncoding {
  /// The beginning of a text in any encoding that can be read, as UTF-8.
  static func inUTF8(_ beginning: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard case .utf16(let isLittleEndian) = TextEncoding(beginning: beginning) else { return beginning }
    var text: [UInt8] = []
    var decoder = UTF16Decoder(isLittleEndian: isLittleEndian)
    decoder.decode(beginning, into: &text)
    return text[...]
  }
}
