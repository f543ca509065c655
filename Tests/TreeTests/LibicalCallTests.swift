import Testing

/// libical's functions are loaded, and called by the names that `Sources/CLibical/loading.h` gives them: by their own they need not be there.
@Suite struct LibicalCallTests {
  @Test func eachIsCalledByItsLoadedName() throws {
    let files = try SourceFile.all(in: "Sources/ICalendar").filter { $0.imports.contains("CLibical") }
    #expect(files.count > 3)
    for file in files {
      let calls = file.lines.joined(separator: "\n").matches(of: /\b(listo_)?ical[a-z]+_\w+\(/)
      #expect(calls.allSatisfy { $0.1 != nil }, "\(file.path)")
    }
  }
}
