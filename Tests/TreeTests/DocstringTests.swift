import Testing

/// Each public type, function, property, initializer and subscript has a docstring in plain English, and so
/// has each requirement of a public protocol. The docstring of an enum may describe its cases.
@Suite struct DocstringTests {
  /// Returns the indices of the lines that declare a public symbol or a requirement of a public protocol.
  static func declarations(_ lines: [String]) -> [Int] {
    let modifiers = #/^ *(?:@\w+(?:\([^)]*\))? )*public (?:[a-z]+(?:\(set\))? )*/#
    let requirement = #/^  (?:@\w+(?:\([^)]*\))? )*(?:[a-z]+ )*/#
    let kinds: Set<Substring> = [
      "struct", "enum", "class", "protocol", "actor", "typealias", "var", "let", "func", "init", "subscript",
      "associatedtype",
    ]
    // Requirements of Swift's protocols, which document them.
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
      // The kind of the declaration may lack a blank after it, as in `init(`.
      let words =
        match.output.split(separator: " ") + [line[match.range.upperBound...].prefix(while: \.isLetter)]
      return words.contains(where: kinds.contains)
    }
  }

  /// Returns the lines of the docstring above a declaration, without the slashes.
  static func docstring(_ lines: [String], above index: Int) -> [Substring] {
    let texts = lines[..<index].reversed().lazy.map { $0.drop { $0 == " " } }
    return texts.drop { $0.hasPrefix("@") }.prefix { $0.hasPrefix("///") }.map { $0.dropFirst(3) }.reversed()
  }

  /// Returns the numbers of the lines with a declaration that has no docstring.
  static func undocumented(_ lines: [String]) -> [Int] {
    declarations(lines).filter { docstring(lines, above: $0).isEmpty }.map { $0 + 1 }
  }

  /// Returns a phrase of a docstring that plain English avoids; nil if there is none.
  static func lapse(in docstring: [Substring]) -> String? {
    let text = docstring.joined()
    let clause = #/(?:^|\. |- [A-Za-z ]+:) ?(?:What|Who|Whose|Where|How|what|who|whose|where|how) /#
    let phrase =
      #/ (?:is told|are told|in the place of|but for|but by|of its own|that is none|may be asked|for the sake of) /#
    return (text.firstMatch(of: clause) ?? (text + " ").firstMatch(of: phrase)).map { String($0.output) }
  }

  private static let modules = [
    "Platform", "Patterns", "XMLEvents", "ICalendar", "ListoWords", "ListoModel", "ListoEditing",
    "ListoRepairs", "ListoFormats", "ListoStores", "ListoAccounts", "Listo", "ListoFoundation",
  ]

  @Test(arguments: modules) func everyPublicDeclarationIsDocumented(module: String) throws {
    let files = try SourceFile.all(in: "Sources/" + module)
    #expect(!files.isEmpty)
    for file in files {
      let lines = Self.undocumented(file.lines)
      #expect(lines.isEmpty, "\(file.path), lines \(lines): public, and not documented")
    }
  }

  @Test(arguments: modules) func docstringsAreInPlainEnglish(module: String) throws {
    for file in try SourceFile.all(in: "Sources/" + module) {
      for index in Self.declarations(file.lines) {
        let lapse = Self.lapse(in: Self.docstring(file.lines, above: index))
        #expect(lapse == nil, "\(file.path):\(index + 1): the docstring has \"\(lapse ?? "")\"")
      }
    }
  }

  @Test(arguments: [
    ("/// What people call it.", true), ("/// The name. Where it was read.", true),
    ("/// Says how far it is, which is told\n/// when is told \n", true),
    ("/// A line.\n/// - Parameter a: who asks.", true),
    ("/// A copy that is none of these, of its own making.", true),
    ("/// The bytes, but for the last.", true),
    ("/// Returns the place where a line ends, and how many follow.", false),
    ("/// The name for people.", false),
  ]) func aLapseIsFound(docstring: String, isLapse: Bool) {
    let lines = docstring.split(separator: "\n").map(String.init) + ["public let a = 1"]
    let found = Self.declarations(lines).map { Self.lapse(in: Self.docstring(lines, above: $0)) }
    #expect(found.map { $0 != nil } == [isLapse])
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
