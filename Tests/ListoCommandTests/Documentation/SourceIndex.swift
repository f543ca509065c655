import Foundation

/// The names in the tree that a page or a comment may use: files, modules, declarations.
struct SourceIndex {
  /// The text of each Swift file of the package and of those beside it, by its path.
  let files: [String: String]
  /// The folders of `Sources`.
  let modules: Set<String>
  private(set) var types: Set<String> = []
  /// Functions, properties and cases.
  private(set) var members: Set<String> = []

  init() throws {
    var files: [String: String] = [:]
    for place in ["Sources", "Tests", "Benchmarks/Sources"] {
      for path in try Self.swiftFiles(below: place) {
        files[path] = try String(
          contentsOf: Workplace.repository.appendingPathComponent(path), encoding: .utf8)
      }
    }
    self.files = files
    modules = Set(
      try FileManager.default.contentsOfDirectory(
        atPath: Workplace.repository.appendingPathComponent("Sources").path))
    for text in files.values { take(text) }
  }

  private static func swiftFiles(below place: String) throws -> [String] {
    let folder = Workplace.repository.appendingPathComponent(place)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).flatMap { name -> [String] in
      let path = place + "/" + name
      if name.hasSuffix(".swift") { return [path] }
      // The folder `.build` has copies of many sources.
      guard name != ".build" else { return [] }
      let values = try folder.appendingPathComponent(name).resourceValues(forKeys: [.isDirectoryKey])
      return values.isDirectory ?? false ? try swiftFiles(below: path) : []
    }
  }

  // MARK: Declarations

  private static let introducers: Set<Substring> = [
    "struct", "enum", "class", "protocol", "actor", "typealias", "associatedtype",
  ]

  private mutating func take(_ text: String) {
    var isInCases = false
    for line in text.split(separator: "\n") {
      let words = line.prefix { $0 != "\"" }.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      let isCase = words.first == "case" || words.first == "indirect" || isInCases
      if isCase { members.formUnion(words.map(String.init)) }
      // A list of cases may go on on the next line.
      isInCases = isCase && line.hasSuffix(",")
      for (word, next) in zip(words, words.dropFirst()) {
        if Self.introducers.contains(word) { types.insert(String(next)) }
        if word == "func" || word == "let" || word == "var" { members.insert(String(next)) }
      }
    }
  }

  /// The modules of the package that the files of a module import.
  func imports(of module: String) -> Set<String> {
    var imports: Set<String> = []
    for (path, text) in files where path.hasPrefix("Sources/\(module)/") {
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").drop { $0 == "@_exported" }.map(String.init)
        guard let place = words.firstIndex(of: "import"), place <= 1, words.count == place + 2 else {
          continue
        }
        imports.insert(String(words[place + 1]))
      }
    }
    return imports.intersection(modules)
  }

  /// The comment lines of the Swift files, with path and number.
  var comments: [(place: String, text: Substring)] {
    files.sorted { $0.key < $1.key }.flatMap { path, text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
        let line = line.drop { $0 == " " }
        return line.hasPrefix("//") ? ("\(path):\(number + 1)", line) : nil
      }
    }
  }

  /// Whether a text stands somewhere in the sources, the tests, or the scripts that run them.
  func mentions(_ text: String) -> Bool {
    files.contains { path, source in
      !path.hasPrefix("Tests/ListoCommandTests/Documentation/") && source.contains(text)
    }
  }
}
