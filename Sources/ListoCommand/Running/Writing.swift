internal import Listo
internal import Platform

/// What every command that writes does the same way.
enum Writing {
  /// Puts the output in its place; a reader that has gone is no error.
  ///
  /// - Throws: ``Failure`` with status 74.
  static func finish(_ output: Output, _ reporter: Reporter) throws(Failure) {
    try attempt(reporter) { () throws(StoreError) in reporter.report(try output.commit()) }
  }

  /// Opens a file for writing.
  ///
  /// - Throws: ``Failure`` with status 73.
  static func create(_ path: String, makingFolders: Bool = true, _ reporter: Reporter) throws(Failure)
    -> Output
  {
    reporter.keepData()
    do throws(StoreError) {
      return try Output.file(path, makingFolders: makingFolders)
    } catch {
      reporter.report(error)
      throw Failure(reporter.status)
    }
  }

  /// Does what writes, and ends the command where it fails: quietly when the reader of a pipe has gone.
  static func attempt(_ reporter: Reporter, _ body: () throws(StoreError) -> Void) throws(Failure) {
    do throws(StoreError) {
      try body()
    } catch {
      if error.code == .brokenPipe { throw Failure(reporter.status) }
      reporter.report(error)
      throw Failure(reporter.status)
    }
  }
}
