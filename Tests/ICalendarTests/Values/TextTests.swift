import ICalendar
import ListoTestSupport
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    (#"a\nb\Nc"#, "a\nb\nc"), (#"a\,b\;c\\d"#, #"a,b;c\d"#), (#"a\xb\:c"#, #"a\xb\:c"#), (#"end\"#, #"end\"#),
    (#"\\n"#, #"\n"#), ("", ""), ("plain", "plain"), (#"\\\,"#, #"\,"#), (#"\ü"#, #"\ü"#),
  ])
  func decodes(_ raw: String, _ text: String) { #expect(TextValue.decode(bytes(raw)) == text) }

  @Test func encodes() {
    #expect(
      String(decoding: TextValue.encode("a,b;c\\d\ne\r\nf\rg"), as: UTF8.self) == #"a\,b\;c\\d\ne\nf\ng"#)
    #expect(TextValue.encodeList(["a", "b,c", "d"]) == Array(#"a,b\,c,d"#.utf8))
  }

  /// libical makes `a` and `b,c,d` of the first, and drops values beyond the 500th.
  @Test func lists() {
    #expect(TextValue.decodeList(bytes(#"a,b\,c,d"#)) == ["a", "b,c", "d"])
    #expect(TextValue.decodeList(bytes("a,,b,")) == ["a", "", "b", ""])
    #expect(TextValue.decodeList(bytes("")) == [""])
    #expect(TextValue.decodeList(bytes(#"a\\,b"#)) == [#"a\"#, "b"])
    #expect(TextValue.decodeList(bytes(#"a\"#)) == [#"a\"#])
    #expect(TextValue.split(bytes(#"2.0;Success\;;x"#), separator: UInt8(ascii: ";")).count == 3)
    let many = (0..<700).map { "c\($0)" }
    #expect(TextValue.decodeList(TextValue.encodeList(many)[...]) == many)
  }

  @Test func invalidBytesShow() {
    #expect(TextValue.decode([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(TextValue.decode([0x5C, 0x2C, 0xFF]) == ",\u{FFFD}")
  }

  @Test func thereAndBack() throws {
    var random = SplitMix64(seed: 33_11)
    let alphabet = Array("ab,;\\\nnN:\"^' \tüß漢🎉\u{301}")
    for _ in 0..<5000 {
      let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
            alphabet.randomElement(using: &random)
          })
      }
      #expect(TextValue.decodeList(TextValue.encodeList(texts)[...]) == texts, "seed \(random.seed)")
      for text in texts {
        #expect(TextValue.decode(TextValue.encode(text)[...]) == text, "seed \(random.seed)")
        #expect(ParameterValue.decode(ParameterValue.encode(text)[...]) == text, "seed \(random.seed)")
        let parameter = ParameterValue.encode(text)
        #expect(!parameter.contains(10) && !parameter.dropFirst().dropLast().contains(34))
      }
      let list = texts.map { ParameterValue.encode($0) }
      let split = ParameterValue.split(ArraySlice(list.joined(separator: [44])))
      #expect(split.map { ParameterValue.decode($0) } == texts, "seed \(random.seed)")
    }
  }

  /// RFC 6868 §3.2.
  @Test(arguments: [
    ("George Herman ^'Babe^' Ruth", "George Herman \"Babe\" Ruth"), ("a^nb", "a\nb"), ("a^^nb", "a^nb"),
    ("a^xb", "a^xb"), ("^", "^"), ("\"a;b\"", "a;b"), ("\"", "\""), ("", ""), ("a^Nb", "a^Nb"),
    ("^x^n", "^x\n"),
  ])
  func parameters(_ raw: String, _ text: String) { #expect(ParameterValue.decode(bytes(raw)) == text) }
}
