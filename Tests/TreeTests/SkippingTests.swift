import Foundation
import Testing

/// A test that cannot run is skipped (`.enabled(if:)`), so that the test runner says so; one that lacks what
/// it needs fails (`#require`). None passes in silence.
@Suite struct SkippingTests {
  @Test func noTestSaysItselfThatItIsSkipped() throws {
    for file in try SourceFile.all(in: "Tests") where file.target != "TreeTests" {
      for (index, line) in file.lines.enumerated() {
        #expect(!line.contains("\"skipped:"), "\(file.path):\(index + 1)")
      }
    }
  }

  @Test func noTestReturnsBeforeItsEnd() throws {
    for file in try SourceFile.all(in: "Tests") {
      let lines = Self.returns(file.lines)
      #expect(
        lines.isEmpty, "\(file.path), lines \(lines): a test returns where something is not as it needs it")
    }
  }

  /// The runner prints the reason.
  @Test func whatIsSkippedSaysWhy() throws {
    for file in try SourceFile.all(in: "Tests") where file.target != "TreeTests" {
      for condition in file.lines.joined(separator: "\n").components(separatedBy: ".enabled(if:").dropFirst()
      {
        #expect(Self.hasReason(condition), "\(file.path): \(condition.prefix(60))")
      }
    }
  }

  /// Whether a text stands behind a condition, before the parenthesis that ends the trait.
  private static func hasReason(_ condition: String) -> Bool {
    var depth = 0
    var isQuoted = false
    var last: Character = " "
    for character in condition where !character.isWhitespace {
      if character == "\"" {
        if !isQuoted, depth == 0, last == "," { return true }
        isQuoted.toggle()
      } else if !isQuoted {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        if depth < 0 { return false }
      }
      last = character
    }
    return false
  }

  @Test func reasonsAreFound() {
    #expect(Self.hasReason(" a != nil, \"b\"))") && Self.hasReason("\n f(\"a\", \"b\"), \"c\"), g"))
    #expect(!Self.hasReason(" a != nil)) func b(c: D, \"e\")") && !Self.hasReason(" f(a, \"b\")) func c()"))
  }

  /// The numbers of the lines by which a test returns: not those of closures and loops in it, nor of
  /// functions that it calls.
  private static func returns(_ lines: [String]) -> [Int] {
    var found: [Int] = []
    var isAnnounced = false
    /// The indentation of the statements of the test.
    var margin: Substring?
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }
      let text = line[indent.endIndex...]
      if text.hasPrefix("@Test") { isAnnounced = true }
      if isAnnounced, text.contains("func ") {
        (isAnnounced, margin) = (false, indent + "  ")
        continue
      }
      // Parameters may end on a line of their own.
      if let inner = margin, indent.count < inner.count, !text.isEmpty, text.first != ")" { margin = nil }
      if indent == margin, text.hasPrefix("guard ") || text.hasPrefix("else "),
        text.hasSuffix("else { return }")
      {
        found.append(index + 1)
      }
    }
    return found
  }

  @Test func whatReturnsIsFound() {
    let lines = [
      "  @Test(arguments: [", "    1", "  ]) func a(b: Int) {", "    guard b > 0 else { return }",
      "    for c in d {", "      guard c else { return }", "    }", "    guard b > 1,", "      b > 2",
      "    else { return }", "  }", "", "  private func e() {", "    guard f else { return }", "  }",
      "  @Test func g() { h() }", "  func i() {", "    guard j else { return }", "  }", "  @Test func k(",
      "    l: Int", "  ) {", "    guard l > 0 else { return }",
    ]
    #expect(Self.returns(lines) == [4, 10, 23])
  }
}
