import Foundation
import Listo

/// The citations of a page: the words in backticks, and the targets of its links.
struct Citations {
  /// Outside of blocks of code.
  private(set) var spans: [String] = []
  private(set) var links: [String] = []
  /// The anchors of its headings, as they are made on the web: `canonical-content`.
  private(set) var anchors: Set<String> = []

  init(_ page: String) {
    var isCode = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, !line.hasPrefix("```") else { continue }
      if line.hasPrefix("#") {
        let words = line.drop { $0 == "#" || $0 == " " }.lowercased()
        anchors.insert(
          String(
            words.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.map { $0 == " " ? "-" : $0 }
          ))
      }
      let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
      for (number, piece) in pieces.enumerated() where number % 2 == 1 { spans.append(String(piece)) }
      for part in line.components(separatedBy: "](").dropFirst() {
        links.append(String(part.prefix { $0 != ")" }))
      }
    }
  }
}

/// Tells what a page cites and the tree does not have.
struct CitationCheck {
  let index: SourceIndex
  let dump: CommandDump
  private let targets: Set<String>
  private let entries: Set<String>
  private let scripts: String

  init(_ index: SourceIndex, _ dump: CommandDump) throws {
    (self.index, self.dump) = (index, dump)
    let makefile = try Document("Makefile").text
    targets = Set(
      makefile.split(separator: "\n").compactMap { line in
        let name = line.prefix { $0.isLetter || $0 == "-" }
        return !name.isEmpty && line.dropFirst(name.count).hasPrefix(":") ? String(name) : nil
      })
    entries = Set(try FileManager.default.contentsOfDirectory(atPath: Workplace.repository.path))
    scripts =
      makefile + (try Document("Tests/Fuzzing/fuzz").text) + (try Document(".ci/run").text)
      + (try Document("Tests/Later/later").text)
  }

  /// - Parameter path: the page, as its links see it.
  func problems(_ page: String, at path: String) -> [String] {
    let citations = Citations(page)
    return citations.spans.filter { !holds($0) }.map { "`\($0)`" }
      + citations.links.filter { !leadsSomewhere($0, from: path, citations) }.map { "(\($0))" }
  }

  // MARK: Links

  private func leadsSomewhere(_ link: String, from path: String, _ own: Citations) -> Bool {
    if link.hasPrefix("http") { return true }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let folder =
      path.contains("/") ? String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)) + "/" : ""
    let target = parts[0].isEmpty ? nil : Workplace.repository.appendingPathComponent(folder + parts[0])
    if let target, !FileManager.default.fileExists(atPath: target.path) { return false }
    guard parts.count > 1 else { return true }
    let anchors = target.map { Citations((try? String(contentsOf: $0, encoding: .utf8)) ?? "").anchors }
    return (anchors ?? own.anchors).contains(parts[1])
  }

  // MARK: What stands in backticks

  private func holds(_ span: String) -> Bool {
    let words = span.split(separator: " ").map(String.init)
    guard let first = words.first else { return true }
    if first == "listo" { return isCommandLine(Array(words.dropFirst())) }
    if first == "make" { return words.count == 1 || targets.contains(words[1]) }
    if first.hasPrefix("--") { return isOption(first, of: dump.subcommands) }
    if first.hasPrefix("X-LISTO-") || first.hasPrefix("LISTO_") {
      let name = String(first.prefix { $0 != "=" && $0 != ":" && $0 != ";" })
      return index.mentions(name) || scripts.contains(name)
    }
    if first.hasPrefix("["), first.hasSuffix("]"), first.dropFirst().dropLast().allSatisfy(Self.isOfCode) {
      return Diagnostic.Code(rawValue: String(first.dropFirst().dropLast())) != nil
    }
    guard words.count == 1, !span.contains(where: { "*<>…{}".contains($0) }) else { return true }
    return isFile(span) ?? isDeclared(span) ?? true
  }

  private static func isOfCode(_ character: Character) -> Bool {
    character.isLowercase || character.isNumber || character == "-"
  }

  private func isCommandLine(_ words: [String]) -> Bool {
    guard let name = words.first, !name.hasPrefix("-"), name.first?.isLowercase ?? false else { return true }
    guard let command = dump.subcommand(name) else { return name == "help" }
    return words.filter { $0.hasPrefix("--") }.allSatisfy { isOption($0, of: [command]) }
  }

  private func isOption(_ word: String, of commands: [CommandDump.Command]) -> Bool {
    let option = String(word.prefix { $0 != "=" })
    // The parser does not know it.
    if option == "--help-all" { return true }
    return commands.contains { command in
      (command.arguments ?? []).contains { $0.names?.contains { $0.option == option } ?? false }
        || isOption(word, of: command.subcommands ?? [])
    }
  }

  /// Nil for what is no path of this repository.
  private func isFile(_ span: String) -> Bool? {
    let first = String(span.prefix { $0 != "/" })
    if entries.contains(first), first.contains(".") || span.contains("/") || !index.modules.contains(first) {
      return FileManager.default.fileExists(atPath: Workplace.repository.appendingPathComponent(span).path)
    }
    // A suffix by itself is no file.
    guard !span.contains("/"), !span.hasPrefix("."), span.hasSuffix(".swift") || span.hasSuffix(".md") else {
      return nil
    }
    return index.files.keys.contains { $0.hasSuffix("/" + span) }
      || FileManager.default.fileExists(
        atPath: Workplace.repository.appendingPathComponent("Documentation/\(span)").path)
  }

  /// Nil for what is no name of the code: a type with its members, or a name with a capital letter within.
  private func isDeclared(_ span: String) -> Bool? {
    let parts = span.prefix { $0 != "(" }.split(separator: ".", omittingEmptySubsequences: false)
    let areNames = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    guard areNames, let first = parts.first, first.contains(where: \.isLowercase),
      first.contains(where: \.isUppercase)
    else { return nil }
    return parts.allSatisfy { part in
      let name = String(part)
      return name.first?.isUppercase ?? false
        ? index.types.contains(name) || index.modules.contains(name) : index.members.contains(name)
    }
  }
}
