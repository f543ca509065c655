import Testing

/// What is public says what it is: each type, function, property, initializer and subscript has a docstring, and what a public protocol
/// asks for has one too. Cases stand under that of their enum, where their name or raw value does not say it all.
@Suite struct DocstringTests {
  /// The numbers of the lines that declare something public, or that a public protocol asks for, and have no docstring above them.
  static func undocumented(_ lines: [String]) -> [Int] {
    let modifiers = #/^ *(?:@\w+(?:\([^)]*\))? )*public (?:[a-z]+(?:\(set\))? )*/#
    let requirement = #/^  (?:@\w+(?:\([^)]*\))? )*(?:[a-z]+ )*/#
    let kinds: Set<Substring> = [
      "struct", "enum", "class", "protocol", "actor", "typealias", "var", "let", "func", "init", "subscript",
      "associatedtype",
    ]
    // What a protocol of Swift's asks for, which says it.
    let known = [
      "var description: String", "func hash(into", "static func <", "static func ==", "static func +",
    ]
    var isInProtocol = false
    return lines.indices.filter { index in
      let line = lines[index]
      if line.hasPrefix("public protocol ") {
        isInProtocol = true
      } else if line.hasPrefix("}") {
        isInProtocol = false
      }
      let isRequirement = isInProtocol && line.hasPrefix("  ") && !line.hasPrefix("   ")
      guard isRequirement || line.contains("public "),
        let match = line.prefixMatch(of: isRequirement ? requirement : modifiers),
        !known.contains(where: line.contains)
      else { return false }
      // The kind of the declaration is a word like its modifiers, but for one behind which no blank stands.
      let words =
        match.output.split(separator: " ") + [line[match.range.upperBound...].prefix(while: \.isLetter)]
      guard words.contains(where: kinds.contains) else { return false }
      let above = lines[..<index].reversed().first { !$0.drop { $0 == " " }.hasPrefix("@") } ?? ""
      return !above.drop { $0 == " " }.hasPrefix("///")
    }.map { $0 + 1 }
  }

  @Test(arguments: [
    "Platform", "Patterns", "XMLEvents", "ICalendar", "ListoWords", "ListoModel", "ListoEditing",
    "ListoRepairs", "ListoFormats", "ListoStores", "ListoAccounts", "Listo", "ListoFoundation",
  ])
  func everyPublicDeclarationIsDocumented(module: String) throws {
    let files = try SourceFile.all(in: "Sources/" + module)
    #expect(!files.isEmpty)
    for file in files {
      let lines = Self.undocumented(file.lines)
      #expect(lines.isEmpty, "\(file.path), lines \(lines): public, and not documented")
    }
  }

  @Test func whatLacksADocstringIsFound() {
    let lines = [
      "/// A type.", "public struct A {", "  public let b: Int", "  @inlinable", "  public var c: Int { 1 }",
      "  /// D.",
      "  @inlinable", "  public mutating func d() {}", "  public private(set) var e = 1",
      "  public var description: String { \"\" }", "  package let f: Int", "}", "public import A",
      "/// A protocol.", "public protocol B {", "  associatedtype C", "  mutating func d(",
      "    e: Int)", "  /// E.", "  var e: Int { get }", "}", "package protocol F {", "  func g()", "}",
    ]
    #expect(Self.undocumented(lines) == [3, 5, 9, 16, 17])
  }
}
