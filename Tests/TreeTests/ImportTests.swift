import Testing

/// Which modules each target may import: what is lower knows nothing of what is higher, and C stands behind
/// one module each.
@Suite struct ImportTests {
  /// The C library by the names that it has on the systems.
  private static let system: Set<String> = ["Darwin", "Glibc", "Musl"]

  private static let allowed: [String: Set<String>] = [
    "Platform": system.union(["CProcessor", "CSystem", "Dispatch", "Synchronization"]),
    "XMLEvents": ["CExpat"],
    "Patterns": ["CPCRE2"],
    "ICalendar": system.union(["CLibical", "CProcessor", "Platform", "Synchronization"]),
    "ListoModel": ["CProcessor", "ICalendar", "ListoWords", "Patterns", "Synchronization"],
    "ListoWords": ["ICalendar"],
    "ListoEditing": ["ICalendar", "ListoModel"],
    "ListoRepairs": ["ICalendar", "ListoEditing", "ListoModel"],
    "ListoFormats": ["ICalendar", "ListoModel", "ListoWords", "TOML", "XMLEvents"],
    "ListoStores": ["ICalendar", "ListoFormats", "ListoModel", "Platform", "Synchronization"],
    "ListoAccounts": [
      "CAccounts", "ICalendar", "ListoFormats", "ListoModel", "ListoStores", "Platform", "Synchronization",
      "XMLEvents",
    ],
    "Listo": [
      "ICalendar", "ListoAccounts", "ListoEditing", "ListoFormats", "ListoModel", "ListoRepairs",
      "ListoStores", "ListoWords", "Platform", "Synchronization",
    ],
    // Foundation is FoundationEssentials where that does not stand by itself.
    "ListoFoundation": ["Foundation", "FoundationEssentials", "Listo"],
    // A server for tests of apps, which may take its time.
    "ListoTesting": ["Foundation", "Listo", "Synchronization"],
    // The work of a verb is the library's: the command has flags and words.
    "ListoCommand": ["ArgumentParser", "Listo", "Platform", "Synchronization", "TOML"],
  ]

  @Test func eachTargetImportsWhatItMay() throws {
    var found: [String: Set<String>] = [:]
    for file in try SourceFile.all(in: "Sources") {
      found[file.target, default: []].formUnion(file.imports)
      let more = file.imports.subtracting(Self.allowed[file.target] ?? [])
      #expect(more.isEmpty, "\(file.path) imports \(more.sorted().joined(separator: ", "))")
    }
    // So that none stays allowed which nothing imports.
    for (target, modules) in Self.allowed {
      #expect(modules.subtracting(found[target] ?? []) == [], "\(target)")
    }
  }

  /// Code that two formats share is in `Support`, and only the registry's table names the formats.
  @Test func noFormatNamesAnother() throws {
    let files = try SourceFile.all(in: "Sources/ListoFormats")
    func folder(_ file: SourceFile) -> String { String(file.path.split(separator: "/")[2]) }
    var homes: [String: String] = [:]
    for file in files where !["Registry", "Support"].contains(folder(file)) {
      for type in file.types { homes[type] = folder(file) }
    }
    try #require(homes.count > 100)
    let word = /\b[A-Z]\w+/
    for file in files where folder(file) != "Registry" {
      let code = file.lines.map { $0.prefix { $0 != "/" } }.joined(separator: "\n")
      let names = Set(code.matches(of: word).map { String($0.output) })
      let foreign = names.filter { homes[$0].map { $0 != folder(file) } ?? false }
      #expect(foreign.isEmpty, "\(file.path) names \(foreign.sorted().joined(separator: ", "))")
    }
  }
}
