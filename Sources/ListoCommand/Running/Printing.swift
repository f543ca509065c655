internal import Listo

/// Prints results; a reader that has gone ends the command quietly.
enum Printing {
  /// - Parameter pager: shows what is longer than the screen.
  static func print(_ text: String, _ reporter: Reporter, _ pager: Pager? = nil) throws(Failure) {
    try print(reporter, pager) { put throws(Failure) in try put(Array(text.utf8)) }
  }

  /// Prints a report of changes: as JSON where that was asked for, else for people, unless with `--quiet`.
  static func printDone(_ text: String, json: String? = nil, _ reporter: Reporter) throws(Failure) {
    if json != nil || !reporter.isQuiet { try print(json ?? text, reporter) }
  }

  /// Prints a text, in UTF-8, that is handed over piece by piece.
  ///
  /// - Parameter pager: shows what is longer than the screen; a user who leaves it ends nothing else.
  static func print(
    _ reporter: Reporter, _ pager: Pager? = nil,
    _ write: (([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    if let pager {
      let output = PagedOutput(pager, reporter)
      do throws(Failure) {
        try write { text throws(Failure) in try output.put(text) }
        try output.finish()
      } catch  where !output.isLeft {
        throw error
      } catch {}
      return
    }
    let output = reporter.standardOutput()
    try write { text throws(Failure) in
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(text[...]) }
    }
    try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.commit() }
  }
}
