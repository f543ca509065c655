import ListoTestSupport
import Testing

@testable import ListoCommand

/// Keys out of bytes, whatever reads they come in.
@Suite struct KeyDecoderTests {
  /// The bytes that are typed, and the keys that they are.
  private static let table: [(bytes: String, keys: [Key])] = [
    ("a", [.character("a")]),
    ("Jé€🌷", [.character("J"), .character("é"), .character("€"), .character("🌷")]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{3}\u{1A}\u{12}", [.control("c"), .control("z"), .control("r")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OH\u{1B}OF", [.up, .down, .home, .end]),
    (
      "\u{1B}[1~\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[7~\u{1B}[8~",
      [
        .home, .end, .pageUp, .pageDown, .delete, .home, .end,
      ]
    ),
    ("\u{1B}[H\u{1B}[F\u{1B}[Z", [.home, .end, .backTab]),
    ("\u{1B}[1;5A", [.up]),
    ("\u{1B}[200~two\nlines \u{1B}[A\u{1B}[201~x", [.paste("two\nlines \u{1B}[A"), .character("x")]),
    // Unknown: function keys, answers of the terminal, a key with Alt.
    ("\u{1B}[15~a", [.character("a")]),
    ("\u{1B}[?62;22cb", [.character("b")]),
    ("\u{1B}[24;80Rc", [.character("c")]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}d", [.character("d")]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\e", [.character("e")]),
    ("\u{1B}P1$r0m\u{1B}\\f", [.character("f")]),
    ("\u{1B}xg", [.character("g")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    // Cut off by another.
    ("\u{1B}[1;\u{1B}[B", [.down]),
    ("\u{1B}[1;\rh", [.enter, .character("h")]),
  ]

  @Test func keysAreKnown() {
    for row in Self.table {
      var decoder = KeyDecoder()
      #expect(decoder.take(Array(row.bytes.utf8)) == row.keys, "\(row.bytes.debugDescription)")
      #expect(!decoder.isWaiting)
    }
  }

  @Test func everySplitGivesTheSameKeys() {
    for row in Self.table {
      let bytes = Array(row.bytes.utf8)
      for first in 0...bytes.count {
        for second in first...bytes.count {
          var decoder = KeyDecoder()
          let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
          let keys = parts.flatMap { decoder.take($0) }
          #expect(keys == row.keys, "\(row.bytes.debugDescription) at \(first) and \(second)")
        }
      }
    }
  }

  @Test func escapeAloneIsAKeyAfterAMoment() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.take([0x41]) == [.character("A")])
  }

  @Test func whatIsCutOffIsNothing() {
    for text in ["\u{1B}[", "\u{1B}[1;5", "\u{1B}O", "\u{1B}]11;rgb"] {
      var decoder = KeyDecoder()
      #expect(decoder.take(Array(text.utf8)) == [])
      #expect(decoder.flush() == [])
      #expect(decoder.take([0x71]) == [.character("q")])
    }
    var decoder = KeyDecoder()
    #expect(decoder.take([0xF0, 0x9F]) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.take([0x71]) == [.character("q")])
  }

  @Test func bytesThatAreNoUTF8AreNothing() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x80, 0xFF, 0xC0, 0xE2, 0x41]) == [.character("A")])
    // Surrogates, and controls of eight bits.
    #expect(decoder.take([0xED, 0xA0, 0x80, 0xC2, 0x9B, 0x41]) == [.character("A")])
  }

  @Test func aPasteWaitsForItsEnd() {
    var decoder = KeyDecoder()
    #expect(decoder.take(Array("\u{1B}[200~half".utf8)) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.flush() == [])
    #expect(decoder.take(Array(" and half\u{1B}[201~".utf8)) == [.paste("half and half")])
  }

  /// Any bytes are taken, and `q` behind them is still a key.
  @Test func anyBytesAreTaken() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      var decoder = KeyDecoder()
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ -> UInt8 in
        [0x1B, 0x5B, 0x4F, 0x3B, 0x7E, 0x31, .random(in: 0...255, using: &random)].randomElement(
          using: &random) ?? 0
      }
      let isPaste = String(decoding: bytes, as: UTF8.self).contains("\u{1B}[200~")
      _ = decoder.take(bytes)
      _ = decoder.flush()
      if !isPaste { #expect(decoder.take([0x71]) == [.character("q")], "seed \(seed): \(bytes)") }
    }
  }

  @Test func keysHaveNames() {
    for command in ScreenCommand.allCases {
      for key in command.row.keys { #expect(Key(named: key.name) == key) }
    }
    #expect(Key(named: "ctrl-") == nil && Key(named: "nokey") == nil)
  }

  @Test func noKeyHasTwoMeanings() {
    let keys = ScreenCommand.allCases.flatMap(\.row.keys)
    #expect(Set(keys).count == keys.count)
    var bindings = KeyBindings()
    bindings.bind(.quit, to: [.character("j")])
    #expect(bindings.command(for: .character("j")) == .quit)
    #expect(bindings.command(for: .character("q")) == nil)
    #expect(bindings.keys(of: .down) == [.down])
  }
}
