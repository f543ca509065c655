/// The outputs of a command that writes several files: each is whole or as it was before, one that fails costs no other, and how
/// many stand is said.
struct SeveralFiles {
  private let reporter: Reporter
  private var done = 0
  private var failed = 0

  init(_ reporter: Reporter) { self.reporter = reporter }

  /// Writes one of them.
  ///
  /// - Throws: what `write` throws, unless it is a failure of reading or writing, which was reported.
  mutating func add(_ write: () throws -> Void) throws {
    do {
      try write()
      done += 1
    } catch let failure as Failure where failure.isOfOneFile {
      reporter.raise(failure.status)
      failed += 1
    }
  }

  /// Says so where not all of them stand.
  func finish() {
    guard failed > 0 else { return }
    reporter.error("\(done) of \(done + failed) files were written; the others are as they were before")
  }
}

extension Failure {
  /// A file could not be read or written, and that was said.
  fileprivate var isOfOneFile: Bool {
    message.isEmpty && [.noInput, .cannotCreate, .inputOutput].contains(status)
  }
}
