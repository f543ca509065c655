internal import Platform

/// Files that are there already where a command writes several into a folder: none is replaced that says
/// something else, unless that is asked for.
enum StandingFiles {
  /// - Parameters:
  ///   - paths: what would be written.
  ///   - produce: hands the bytes of one of them to the sink.
  /// - Returns: those that say the same already, by their places.
  /// - Throws: ``WorkError/standing(path:others:)`` before anything is written, where one says something
  ///   else.
  static func same(
    _ paths: [String], force: Bool, produce: (Int, (ArraySlice<UInt8>) throws -> Void) throws -> Void
  ) throws(WorkError) -> Set<Int> {
    var same: Set<Int> = []
    var taken: [String] = []
    for (number, path) in paths.enumerated() where (try? FileStatus(path: path)) != nil {
      if try isSame(path, number, produce) { same.insert(number) } else { taken.append(path) }
    }
    if !force, let first = taken.first { throw .standing(path: first, others: taken.count - 1) }
    return same
  }

  /// Nothing more and nothing less stands in the file than would be written.
  private static func isSame(
    _ path: String, _ number: Int, _ produce: (Int, (ArraySlice<UInt8>) throws -> Void) throws -> Void
  ) throws(WorkError) -> Bool {
    guard let status = try? FileStatus(path: path), status.kind == .regular,
      let old = try? InputFile(path: path)
    else { return false }
    var offset = 0
    var isSame = true
    try WorkError.rethrowing {
      try produce(number) { bytes in
        guard isSame else { return }
        var present: [UInt8] = []
        while present.count < bytes.count,
          let got = try? old.read(bytes.count - present.count, at: offset + present.count, into: &present),
          got > 0
        {}
        isSame = present[...] == bytes
        offset += bytes.count
      }
    }
    return isSame && offset == status.size
  }
}
