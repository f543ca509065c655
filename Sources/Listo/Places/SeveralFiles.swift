internal import ListoStores

/// The results of a job that writes several files. Each file is written completely or unchanged, and a
/// failure does not affect the others.
public struct WrittenFiles: Sendable, Hashable {
  /// The number of written files.
  public internal(set) var written = 0
  /// The number of files that already had the same content.
  public internal(set) var unchanged = 0
  /// The number of inputs that failed. The observer has received each failure.
  public internal(set) var failed = 0
}

/// The outputs of a job that writes several files.
struct SeveralFiles {
  private(set) var result: WrittenFiles
  private let observer: any WorkObserver

  /// - Parameter unchanged: how many are left as they are.
  init(unchanged: Int = 0, _ observer: any WorkObserver) {
    self.observer = observer
    result = WrittenFiles(unchanged: unchanged)
  }

  /// Writes one of them.
  ///
  /// - Throws: what `write` throws, unless it is a failure of reading or writing, which is told to the
  ///   observer.
  mutating func add(_ write: () throws(WorkError) -> Void) throws(WorkError) {
    do throws(WorkError) {
      try write()
      result.written += 1
    } catch {
      guard case .store(let failure) = error, failure.code != .brokenPipe else { throw error }
      observer.report(failure)
      result.failed += 1
    }
  }
}
