internal import Listo

/// Prints results; a reader that has gone ends the command quietly.
enum Printing {
  static func print(_ text: String, _ reporter: Reporter) throws(Failure) {
    try print(reporter) { put throws(Failure) in try put(Array(text.utf8)) }
  }

  /// Prints a text, in UTF-8, that is handed over piece by piece.
  static func print(
    _ reporter: Reporter, _ write: (([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let output = reporter.standardOutput()
    try write { text throws(Failure) in
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(text[...]) }
    }
    try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.commit() }
  }
}
