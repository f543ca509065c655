internal import Listo

/// The steps that are the same in every command that writes.
enum OutputWriting {
  /// Puts the output in its place; a reader that has gone is no error.
  ///
  /// - Throws: ``Failure`` with status 74.
  static func finish(_ output: Output, _ reporter: Reporter) throws(Failure) {
    try reporter.run { () throws(WorkError) in try output.finish(reporter) }
  }

  /// Asks on a terminal before a file is replaced that holds something else than the format to be written,
  /// such as notes in a `.txt`.
  ///
  /// - Parameter isTaken: standard input is read for something else.
  /// - Throws: ``Failure`` with status 2, if the answer is no.
  static func confirmReplacing(
    _ destination: Destination, by format: Format, isTaken: Bool, _ reporter: Reporter
  ) throws(Failure) {
    guard let path = destination.path, destination.holdsOther(than: format),
      let prompt = EditPrompt(isTaken: isTaken, asks: false)
    else { return }
    reporter.progress?.end()
    guard prompt.confirms("\(path) exists, and does not look like \(format.title). Replace it?") else {
      throw Failure(.doubtful, "stopped: nothing was written.")
    }
  }

  /// Opens a file for writing.
  ///
  /// - Throws: ``Failure`` with status 73.
  static func create(_ path: String, _ reporter: Reporter) throws(Failure) -> Output {
    reporter.keepData()
    return try reporter.run { () throws(WorkError) in try .creating(path) }
  }

  /// Does what writes, and ends the command where it fails: quietly when the reader of a pipe has gone.
  static func attempt(_ reporter: Reporter, _ body: () throws(StoreError) -> Void) throws(Failure) {
    try reporter.run { () throws(WorkError) in try WorkError.storing(body) }
  }
}
