import Testing

@testable import Patterns

@Suite struct PatternTests {
  @Test(arguments: [
    ("milk", "Buy MILK", true), ("^milk", "Buy milk", false), ("straße", "STRASSE", false),
    ("é", "É", true), ("^\\w+$", "Übung", true), ("\\d{3}", "a 142", true), ("", "", true), ("x", "", false),
    ("a.c", "a\u{1F600}c", true), ("(?i)a|b$", "B", true),
  ])
  func finds(source: String, text: String, isFound: Bool) throws {
    #expect(try Pattern(source).answer(for: text) == (isFound ? .found : .absent))
  }

  @Test func lettersCountWhereTheyAreAskedTo() throws {
    #expect(try Pattern("Milk", isCaseSensitive: true).answer(for: "milk") == .absent)
    #expect(try Pattern("Milk", isCaseSensitive: true).answer(for: "Milk") == .found)
  }

  @Test(arguments: ["(", "a{2,1}", "[", "\\", "(?<n>a)(?<n>b)", "\\C"])
  func refuses(source: String) {
    #expect(throws: Pattern.Problem.self) { try Pattern(source) }
  }

  @Test func aLongOneIsRefused() {
    #expect(throws: Pattern.Problem.self) { try Pattern(String(repeating: "a", count: 5000)) }
  }

  /// None of them goes on for ever, or takes more memory than was given.
  @Test(arguments: [
    "(a+)+$", "(a|aa)+$", "(.*a){20}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y|(a+a+)+y",
    "((a(?:.*)*)*)*b", "(?:(?R)|a)*b",
  ])
  func whatExplodesIsStopped(source: String) throws {
    let pattern = try Pattern(source)
    #expect(pattern.answer(for: String(repeating: "a", count: 5000) + "!") != .found)
  }
}
