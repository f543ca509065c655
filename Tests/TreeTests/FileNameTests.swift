import Testing

/// Files are found by their names.
@Suite struct FileNameTests {
  /// `Type+Idea.swift` extends a type: where that is one of ours, a file has its name, so that one finds it.
  @Test func whatIsExtendedHasAFileOfItsName() throws {
    let files = try SourceFile.all(in: "Sources")
    let names = Set(files.map(\.name))
    let types = Set(files.flatMap(\.types))
    let homeless = files.filter { file in
      guard let plus = file.name.firstIndex(of: "+") else { return false }
      let type = String(file.name[..<plus])
      return types.contains(type) && !names.contains(type + ".swift")
    }
    #expect(homeless.map(\.path) == [])
    // So that the test sees types at all.
    #expect(types.isSuperset(of: ["Catalog", "FormatWriter", "ZoneCache"]))
  }
}
