import Testing

#if canImport(Glibc)
  /// libical is loaded by what calls it, and by nothing else: it takes a quarter of the time in which a command starts.
  @Suite struct LoadingTests {
    @Test func libicalIsLoadedWhereItIsCalled() throws {
      let sandbox = try Sandbox()
      try sandbox.write(
        "a.ics",
        "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nDUE:20261203T090000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
      // What the loader of glibc says of each file that it opens.
      func loads(_ command: String) throws -> [Substring] {
        let result = try sandbox.sh("LD_DEBUG=files listo \(command)")
        // Findings (1) are an answer too.
        #expect(result.status <= 1, "\(command)")
        return result.errors.split(separator: "\n").filter { $0.contains("file=libical.so") }
      }
      for command in ["--version", "filter a.ics --where 'due < 2027-01-01'", "diff a.ics a.ics"] {
        #expect(try loads(command) == [], "\(command)")
      }
      #expect(try !loads("check a.ics").isEmpty)
    }
  }
#endif
