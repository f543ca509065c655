import Foundation

/// A page of the manual: a file of `man`, in mdoc.
struct ManualPage {
  let document: Document
  /// The name without the section: `listo-query`.
  let name: String
  /// `1` for commands, `5` for files, `7` for all else.
  let section: String
  /// The names under which it is found, its own among them: the page of many commands has many.
  let names: [String]

  init(_ path: String) throws {
    document = try Document(path)
    let file = document.file.lastPathComponent
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    name = String(file[..<dot])
    section = String(file[dot...].dropFirst())
    names = Self.part("NAME", of: document.text).filter { $0.hasPrefix(".Nm ") }.map {
      String($0.dropFirst(".Nm ".count).prefix { $0 != " " })
    }
  }

  static func all() throws -> [ManualPage] {
    let folder = Workplace.repository.appendingPathComponent("man").path
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      try ManualPage("man/\($0)")
    }
  }

  /// The lines of a section.
  func part(_ heading: String) -> [String] { Self.part(heading, of: document.text) }

  private static func part(_ heading: String, of text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: ".Sh " + heading) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") })
  }

  /// The pages of Listo that it sends its readers to, such as `listo-query 7`.
  var references: [String] {
    let words = document.text.split(whereSeparator: \.isWhitespace)
    return words.indices.dropLast(2).filter { place in
      (words[place] == "Xr" || words[place] == ".Xr") && words[place + 1].hasPrefix("listo")
    }.map { "\(words[$0 + 1]) \(words[$0 + 2])" }
  }

  /// The command lines of its examples.
  var examples: [String] {
    part("EXAMPLES").filter { $0.hasPrefix("$ ") }.map {
      String($0.dropFirst(2)).replacing("\\-", with: "-").replacing("\\e", with: "\\")
    }
  }
}
