import Testing

/// A test that cannot run is skipped (`.enabled(if:)`), so that the test runner says so: it never passes in silence.
@Suite struct SkippingTests {
  @Test func noTestSaysItselfThatItIsSkipped() throws {
    for file in try SourceFile.all(in: "Tests") where file.target != "TreeTests" {
      for (index, line) in file.lines.enumerated() {
        #expect(!line.contains("\"skipped:"), "\(file.path):\(index + 1)")
      }
    }
  }
}
