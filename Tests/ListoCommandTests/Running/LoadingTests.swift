import Testing

#if canImport(Glibc)
  /// libical is a dependency that the system's loader knows.
  @Suite struct LoadingTests {
    /// The names of the libraries beginning with `libical` or `libdb` that a command needs, as glibc's loader
    /// gives them.
    private static func libraries(_ sandbox: Sandbox) throws -> Set<Substring> {
      let result = try sandbox.sh("LD_DEBUG=files listo --version")
      #expect(result.status == 0)
      return Set(
        result.errors.matches(of: /file=((libical|libdb)[^ ]*) \[0\];  needed by/).map(\.output.1))
    }

    @Test func libicalIsNeededFromTheStart() throws {
      let libraries = try Self.libraries(try Sandbox())
      #expect(libraries.contains { $0.hasPrefix("libical.so") })
      // make release leaves out the others that pkg-config names.
      if Workplace.isRelease { #expect(libraries.count == 1, "\(libraries)") }
    }

    /// Without it nothing is done, and a sentence says why.
    @Test func aMissingLibraryIsReported() throws {
      let sandbox = try Sandbox()
      let name = try #require(try Self.libraries(sandbox).first { $0.hasPrefix("libical.so") })
      // A file that is no library, found first.
      try sandbox.write("libraries/\(name)", "")
      let result = try sandbox.sh("LD_LIBRARY_PATH=libraries listo --version")
      #expect(result.status == 127 && result.output.isEmpty)
      #expect(result.errors.contains("error while loading shared libraries") && result.errors.contains(name))
    }
  }
#endif
