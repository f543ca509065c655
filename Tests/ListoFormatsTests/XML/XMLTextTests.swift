import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct XMLTextTests {
  /// Text with every kind of trouble: references, control characters, characters that XML has not, those that
  /// begin as they do.
  private static func text(_ random: inout SplitMix64) -> String {
    let pieces = [
      "plain text of more than eight bytes", "a", "&", "<", ">", "\"", "'", "]]>", "\r", "\n", "\t", "\r\n",
      "\u{1}", "\u{1F}",
      "\u{7F}", "\u{85}", "ä", "日本", "🛒", "\u{FFFD}", "\u{FFFC}", "\u{FFFE}", "\u{FFFF}", "\u{FEFF}",
      "\u{F8FF}", "\u{FBFE}",
      // A text that grows to five times its size.
      String(repeating: "&", count: 40),
    ]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// Character by character (XML 1.0 §2.2, §2.11).
  private static func expected(_ text: String) -> (xml: String, replaced: Int) {
    var (xml, replaced) = ("", 0)
    for character in text.unicodeScalars {
      switch character.value {
      case 0x26: xml += "&amp;"
      case 0x3C: xml += "&lt;"
      case 0x3E: xml += "&gt;"
      case 0x0D: xml += "&#13;"
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0xFFFE, 0xFFFF:
        xml += "\u{FFFD}"
        replaced += 1
      default: xml.unicodeScalars.append(character)
      }
    }
    return (xml, replaced)
  }

  @Test func everyCharacterHasItsPlace() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<10_000 {
      let (before, text, behind) = (Self.text(&random), Self.text(&random), Self.text(&random))
      let bytes = Array((before + text + behind).utf8)
      let start = before.utf8.count
      var xml = XMLText()
      xml.text(bytes.span, start..<start + text.utf8.count)
      let expected = Self.expected(text)
      #expect(String(decoding: xml.bytes, as: UTF8.self) == expected.xml, "seed \(seed)")
      #expect(xml.replacements == expected.replaced, "seed \(seed)")
    }
  }

  @Test func namesOfElements() {
    #expect(XMLText.isName("x-wr-alarmuid") && XMLText.isName("_a.b") && XMLText.isName("A1"))
    #expect(!XMLText.isName("") && !XMLText.isName("1a") && !XMLText.isName("-a") && !XMLText.isName("a b"))
    var xml = XMLText()
    xml.open("due")
    xml.close("due")
    #expect(String(decoding: xml.bytes, as: UTF8.self) == "<due></due>")
  }
}
