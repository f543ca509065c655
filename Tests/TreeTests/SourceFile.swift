import Foundation

/// A Swift file of the repository, as text.
struct SourceFile {
  /// Its place below the repository.
  let path: String
  let lines: [String]

  /// The folder of `Sources` or `Tests` that it is in: a target's name.
  var target: String { String(path.split(separator: "/")[1]) }
  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of any file of the repository.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// All below a folder of the repository, by their paths.
  static func all(in folder: String) throws -> [SourceFile] {
    let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return try (names ?? .init()).compactMap { $0 as? String }.filter {
      $0.hasSuffix(".swift") && !$0.contains(".build/")
    }.sorted().map { name in
      let text = try String(contentsOf: root.appending(path: folder + "/" + name), encoding: .utf8)
      return SourceFile(path: folder + "/" + name, lines: text.components(separatedBy: "\n"))
    }
  }

  /// The numbers of the lines that use a word as code: in no comment, and in no text within quotation marks
  /// but for what is put into it.
  func lines(using word: String) -> [Int] {
    // An expression is taken apart where it is met, which costs more than a match of it.
    let (quoted, put) = (/"(\\.|[^"\\])*"/, /\\\((?:[^()]|\([^()]*\))*\)/)
    return lines.indices.filter { index in
      let line = lines[index]
      guard line.contains(word) else { return false }
      let code = line.replacing(quoted) { text in
        let parts = text.output.0.matches(of: put)
        return parts.map { " \($0.output) " }.joined()
      }
      let end = code.range(of: "//")?.lowerBound ?? code.endIndex
      return code[..<end].split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.contains {
        $0 == word
      }
    }.map { $0 + 1 }
  }

  /// The types that it declares at its outermost level.
  var types: [String] { declared(/^(?:@?\w+ )*(?:struct|class|enum|protocol|actor) (\w+)/) }

  /// The names that an expression finds at the beginning of lines that are not indented.
  func declared(_ expression: Regex<(Substring, Substring)>) -> [String] {
    lines.filter { $0.first.map { $0 != " " && $0 != "/" && $0 != "}" } ?? false }
      .compactMap { line in line.firstMatch(of: expression).map { String($0.output.1) } }
  }

  /// The modules that it imports.
  var imports: Set<String> {
    let expression = /^ *(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate) )?import (\w+)/
    return Set(
      lines.filter { $0.contains("import ") }
        .compactMap { line in line.firstMatch(of: expression).map { String($0.output.1) } })
  }
}
