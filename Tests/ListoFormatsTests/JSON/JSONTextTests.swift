import Foundation
import ICalendar
import Testing

import ListoTestSupport
@testable import ListoFormats

@Suite struct JSONTextTests {
  /// Bytes with every kind of trouble: escapes, control characters, characters of all lengths, broken ones.
  private static func bytes(_ random: inout SplitMix64) -> [UInt8] {
    let pieces: [[UInt8]] = [
      [0x5C], Array("\\n".utf8), Array("\\,".utf8), Array("\\;".utf8), Array("\\\\".utf8), Array("\\x".utf8),
      [0x22],
      [0x0A], [0x0D], [0x09], [0x01], [0x7F], Array("plain text".utf8), Array("ä".utf8), Array("日本".utf8),
      Array("🛒".utf8), [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], Array("\u{2028}".utf8), Array("\u{80}\u{9F}\u{A0}".utf8),
      // A text that grows to six times its size.
      [UInt8](repeating: 0x01, count: 40),
    ]
    return (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
      pieces.randomElement(using: &random) ?? []
    }
  }

  @Test func everyStringSurvives() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let bytes = Self.bytes(&random)
      var json = JSONText()
      json.raw("[")
      json.string(bytes[...])
      json.raw(",")
      json.text(bytes[...])
      json.raw("]")
      let written = String(validating: json.bytes, as: UTF8.self)
      #expect(
        written?.unicodeScalars.contains { $0.properties.generalCategory == .control } == false,
        "seed \(seed)")
      let read = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String]
      #expect(
        read == [String(decoding: bytes, as: UTF8.self), TextValue.decode(bytes[...])],
        "seed \(seed): \(bytes)")
      let text = String(decoding: bytes, as: UTF8.self)
      var (ofText, ofBytes) = (JSONText(), JSONText())
      ofText.string(text)
      ofBytes.string(Array(text.utf8)[...])
      #expect(ofText.bytes == ofBytes.bytes, "seed \(seed): \(bytes)")
      #expect((json.replacements > 0) == (String(validating: bytes, as: UTF8.self) == nil), "seed \(seed)")
    }
  }

  @Test func valuesKeepTheirOrder() {
    let value: JSONValue = .object(present: [
      "b": 1, "a": .array([.null, .bool(true), "x\n"]), "absent": nil, "c": .object([]), "d": .array([]),
    ])
    #expect(String(decoding: value.compact, as: UTF8.self) == #"{"b":1,"a":[null,true,"x\n"],"c":{},"d":[]}"#)
    #expect(
      String(decoding: value.pretty, as: UTF8.self) == #"""
        {
          "b": 1,
          "a": [
            null,
            true,
            "x\n"
          ],
          "c": {},
          "d": []
        }

        """#)
  }
}
