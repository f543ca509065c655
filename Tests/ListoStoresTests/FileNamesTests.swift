import Testing

@testable import ListoStores

/// Names of files made from titles, tags and UIDs that anyone may have written.
@Suite struct FileNamesTests {
  @Test(arguments: [
    "Home", "Work 2026", "Leseliste 📚", "Kyōto 京都 · février", "a.b", "a@b.example", "_x", "👩‍👧",
  ])
  func whatIsSafeStays(text: String) {
    var names = FileNames()
    #expect(names.name(text) == text)
  }

  @Test(arguments: [
    "", ".", "..", "../up", "/etc/passwd", "a/b", "a\\b", "C:", "a\0b", "a\nb", "a\u{1B}[2Jb", "CON",
    "con.txt", "lpt1",
    "COM¹", ".hidden", " a", "a ", "a.", "…\u{202E}cod", "a~2", "*", "?", "\u{FEFF}", "\u{E000}",
    String(repeating: "x", count: 300), String(repeating: "é", count: 300),
    "e" + String(repeating: "\u{301}", count: 1000),
  ])
  func whatIsNotIsMadeSafe(text: String) throws {
    var names = FileNames()
    let name = names.name(text)
    #expect(
      !name.isEmpty && name.utf8.count <= 120 && !name.hasPrefix(".") && !name.hasSuffix(".")
        && !name.hasSuffix(" "))
    #expect(!name.unicodeScalars.contains { "/\\:*?\"<>|".unicodeScalars.contains($0) || $0.value < 0x20 })
    #expect(name != text && name.contains("~"))
    let stem = name.split(separator: ".")[0].lowercased()
    #expect(!["con", "prn", "aux", "nul", "lpt1", "com¹"].contains(stem))
    var others = FileNames()
    #expect(others.name(text) == name, "the same each time")
    #expect(names.name(text) == name, "the same text, the same name")
  }

  /// Texts with one hash can be made at will, and however many there are, each is looked at once: one by one,
  /// these would be compared two thousand million times.
  @Test func textsWithOneHashAreNumbered() {
    var names = FileNames { _ in "0a1b2c3d" }
    let texts = (0..<60_000).map { "a/\($0)" }
    // All are cut to one name.
    let long = String(repeating: "x", count: 120)
    let result = texts.map { names.name(long + $0) }
    #expect(Set(result).count == texts.count)
    let first = String(repeating: "x", count: 111) + "~0a1b2c3d"
    #expect(result[0] == first && result[1] == first + "~2" && result[59_999] == first + "~60000")
    // The same text, the same name; and in another folder the first one.
    #expect(names.name(long + texts[0]) == first && names.name(long + texts[4711]) == result[4711])
    #expect(names.name(long + texts[7], in: "other") == first)
  }

  @Test func thoseOfOneNameAreToldApart() {
    var names = FileNames()
    let texts = ["Home", "HOME", "home", "a/b", "a:b", "a_b", "straße", "STRASSE", "É", "e\u{301}"]
    let result = texts.map { names.name($0) }
    #expect(Set(result.map { $0.lowercased() }).count == texts.count, "\(result)")
    #expect(result[0] == "Home")
    #expect(names.name("Home", in: "other") == "Home")
  }
}
