import Foundation
import ListoTestSupport
import Testing

@testable import ListoCommand

/// Characters that would steer a terminal are shown there in every format, and are unchanged in a pipe.
@Suite struct TerminalDataTests {
  private static let evil =
    "a\u{1B}[31mb\u{1B}]52;c;ZXZpbA==\u{7}c\u{9B}2Jd\u{202E}e\u{2066}f\u{7F}g\u{8}h\u{85}i"
  private static let calendar = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:x\r
    X-WR-CALNAME:list\(evil)\r
    BEGIN:VTODO\r
    UID:uid\(evil)\r
    DTSTAMP:20260101T000000Z\r
    SUMMARY:title\(evil)\r
    DESCRIPTION:notes\(evil)\\nmore\(evil)\r
    LOCATION:place\(evil)\r
    CATEGORIES:tag\(evil)\r
    X-OWN:own\(evil)\r
    END:VTODO\r
    END:VCALENDAR\r

    """

  @Test(arguments: [
    "convert a.ics -t ics", "convert a.ics -t json", "convert a.ics -t jsonl", "convert a.ics -t csv",
    "convert a.ics -t tsv",
    "convert a.ics -t csv+safe", "convert a.ics -t org", "convert a.ics -t todoist",
    "convert a.ics -t markdown",
    "convert a.ics -t markdown+dataview", "convert a.ics -t html", "convert a.ics -t xcal",
    "convert a.ics -t jcal", "convert a.ics -t jscal",
    "convert a.ics -t todotxt", "convert a.ics -t taskwarrior", "filter a.ics", "merge a.ics",
    "merge a.ics -o -",
    "diff a.ics b.ics --patch",
  ])
  func nothingSteersATerminal(command: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.ics", Self.calendar)
    try sandbox.write("b.ics", Self.calendar.replacing("title", with: "other"))
    let terminal = try PseudoTerminal()
    let child = try sandbox.start(
      "listo \(command)", environment: ["TERM": "xterm", "LANG": "C.UTF-8"], output: terminal.device)
    while child.isRunning {
      terminal.receive()
      usleep(2000)
    }
    let status = child.wait().status
    terminal.receive()
    #expect(
      status == (command.hasPrefix("diff") ? 1 : 0) && terminal.sent.contains("31mb"), "\(terminal.sent)")
    for scalar in terminal.sent.unicodeScalars where !["\n", "\r", "\t"].contains(scalar) {
      let isOverride = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      #expect(
        scalar.properties.generalCategory != .control && !isOverride,
        "U+\(String(scalar.value, radix: 16)) in \(String(reflecting: terminal.sent))")
    }
  }

  @Test func aPipeGetsTheBytes() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.ics", Self.calendar)
    #expect(try sandbox.sh("listo filter a.ics").output == Self.calendar)
    #expect(try sandbox.sh("listo convert a.ics -t csv --columns title").output.contains("title\(Self.evil)"))
  }

  @Test func piecesOfAnyLengthAreShownAsTheWhole() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces: [[UInt8]] = [
      [0x0D, 0x0A], [0x0D], [0x0A], [0x09], [0x1B], Array("é".utf8), Array("京".utf8), Array("🙂".utf8),
      Array("\u{9B}".utf8),
      [0x9B], [0xFF], [0xE4, 0xBA], [0xF0, 0x9F], Array("\u{202E}".utf8), Array("abc".utf8),
    ]
    for _ in 0..<2000 {
      let bytes = (0..<12).flatMap { _ in pieces.pick(using: &random) }
      var whole = VisibleData(.unicode)
      let expected = whole.take(bytes[...], isEnd: true)
      var parts = VisibleData(.unicode)
      var found: [UInt8] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...4, using: &random))
        found += parts.take(bytes[start..<end], isEnd: false)
        start = end
      }
      found += parts.take([], isEnd: true)
      #expect(found == expected, "LISTO_SEED=\(seed) \(bytes)")
    }
    var data = VisibleData(.unicode)
    let text = data.take(Array("a\r\nb\rc\u{1B}[1md\u{202E}\u{9B}é\t".utf8)[...], isEnd: true)
    #expect(String(decoding: text, as: UTF8.self) == "a\r\nb␍c␛[1md‹U+202E›‹9B›é\t")
  }
}
