import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The encoding that the first bytes of a text show, and UTF-16 decoded as UTF-8.
@Suite struct TextEncodingTests {
  private static func utf16(_ text: String, littleEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      return littleEndian ? [low, high] : [high, low]
    }
  }

  private static func decoded(_ bytes: [UInt8], _ sizes: some Sequence<Int>, littleEndian: Bool) -> [UInt8] {
    var (decoder, text, position) = (UTF16Decoder(isLittleEndian: littleEndian), [UInt8](), 0)
    for size in sizes {
      let end = min(bytes.count, position + size)
      decoder.decode(bytes[position..<end], into: &text)
      position = end
    }
    decoder.decode(bytes[position...], into: &text)
    decoder.finish(into: &text)
    return text
  }

  @Test(arguments: [
    ([0xFF, 0xFE], TextEncoding.utf16(isLittleEndian: true)), ([0xFE, 0xFF], .utf16(isLittleEndian: false)),
    ([0x42, 0, 0x45, 0], .utf16(isLittleEndian: true)), ([0, 0x42, 0, 0x45], .utf16(isLittleEndian: false)),
    ([0xFF, 0xFE, 0x42, 0], .utf16(isLittleEndian: true)), ([0xFF, 0xFE, 0, 0], .utf32),
    ([0, 0, 0xFE, 0xFF], .utf32), ([0x42, 0, 0, 0], .utf32), ([0, 0, 0, 0x42], .utf32),
    ([], .utf8), ([0x42], .utf8), ([0x42, 0], .utf8), ([0x42, 0, 0x45], .utf8),
    ([0, 0x42, 0x45, 0x47], .utf8),
    ([0x42, 0, 0x45, 0x47], .utf8), ([0, 0, 0, 0], .utf8), ([0xEF, 0xBB, 0xBF, 0x42], .utf8),
  ])
  func beginnings(_ bytes: [UInt8], _ encoding: TextEncoding) {
    #expect(TextEncoding(beginning: bytes[...]) == encoding)
  }

  /// Any text comes back, however it is cut into pieces.
  @Test func anyTextInAnyPieces() {
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<200 {
      let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x10FFFF : 0x7F), using: &random))
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars.drop { $0.value == 0xFEFF })
      for littleEndian in [true, false] {
        let bytes = Self.utf16(
          (Bool.random(using: &random) ? "\u{FEFF}" : "") + text, littleEndian: littleEndian)
        let sizes = (0..<10).map { _ in Int.random(in: 0...9, using: &random) }
        #expect(Self.decoded(bytes, sizes, littleEndian: littleEndian) == Array(text.utf8))
      }
    }
  }

  /// Nothing that is damaged looks as if it were not.
  @Test(
    arguments: [
      ([0x41, 0, 0x00, 0xD8, 0x42, 0], [0x41, 0xED, 0xA0, 0x80, 0x42]),
      ([0x00, 0xDC, 0x42, 0], [0xED, 0xB0, 0x80, 0x42]),
      ([0x00, 0xD8, 0x00, 0xD8, 0x00, 0xDC], [0xED, 0xA0, 0x80, 0xF0, 0x90, 0x80, 0x80]),
      ([0x41, 0, 0x00, 0xD8], [0x41, 0xED, 0xA0, 0x80]), ([0x41, 0, 0x42], [0x41, 0xFF]),
    ] as [([UInt8], [UInt8])])
  func damage(_ bytes: [UInt8], _ text: [UInt8]) {
    #expect(Self.decoded(bytes, [], littleEndian: true) == text)
    #expect(String(validating: text, as: UTF8.self) == nil)
  }

  @Test func declaredUTF16() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><icalendar xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\">"
      + "<vcalendar><components><vtodo><properties><summary><text>Käse</text></summary></properties></vtodo>"
      + "</components></vcalendar></icalendar>"
    let back = try Format.xCal.iCalendar(of: Self.utf16("\u{FEFF}" + text, littleEndian: false))
    #expect(String(decoding: back.bytes, as: UTF8.self).contains("SUMMARY:Käse"))
    #expect(back.problems.allSatisfy { $0.code != .badSyntax }, "\(back.problems)")
  }

  @Test(arguments: [
    ("PK\u{3}\u{4}", PackedContent.zip), ("PK\u{5}\u{6}", .zip), ("BZh91AY&SY", .bzip2), ("Rar!\u{1A}", .rar),
    ("PK buy", nil), ("BZh9 is a name", nil), ("BEGIN:VCALENDAR", nil), ("", nil), ("P", nil),
  ])
  func packed(_ text: String, _ content: PackedContent?) {
    #expect(PackedContent(beginning: Array(text.utf8)[...]) == content)
  }

  @Test func officeFiles() {
    let name = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26)
    #expect(PackedContent(beginning: (name + "[Content_Types].xml".utf8)[...]) == .office)
    #expect(
      PackedContent(beginning: (name + "mimetypeapplication/vnd.oasis.opendocument".utf8)[...]) == .office)
    #expect(PackedContent(beginning: (name + "Home.ics".utf8)[...]) == .zip)
  }
}
