internal import ListoFormats
package import ListoStores
internal import Platform

/// No input is overwritten, whatever its name and whichever option names the output.
package enum Overwriting {
  /// Both paths name one file, whether it is there yet or not.
  package static func isSame(_ left: String, _ right: String) -> Bool { place(left) == place(right) }

  private static func place(_ path: String) -> String {
    if let real = try? FileSystem.realPath(path) { return real }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return ((try? FileSystem.realPath(folder)) ?? folder) + "/" + name
  }

  /// - Throws: ``WorkError/besideInput(folder:input:)`` where files would be written into a folder that is an
  ///   input, or into one in it: beside what they were made of they would be read as more of the same.
  package static func refuse(folder: String, in arguments: [String]) throws(WorkError) {
    var target = folder
    while target.hasSuffix("/"), target.count > 1 { target.removeLast() }
    let real = place(target).withSlash
    for argument in arguments where (try? FileStatus(path: argument).kind) == .folder {
      guard let input = try? FileSystem.realPath(argument), real.hasPrefix(input.withSlash) else { continue }
      throw .besideInput(folder: folder, input: argument)
    }
  }

  /// - Throws: ``WorkError/overwritesInput(path:)`` where a path is that of an input.
  package static func refuse(_ paths: [String], of inputs: [Input]) throws(WorkError) {
    let present = paths.compactMap { path -> (path: String, identity: FileStatus.Identity)? in
      guard let status = try? FileStatus(path: path), status.kind == .regular else { return nil }
      return (path, status.identity)
    }
    guard !present.isEmpty else { return }
    let known = Set(present.map(\.identity))
    let read = Set(
      OrderedPipeline.map(inputs.indices, atATime: 256, threads: ThreadPipeline.threads) { indices in
        indices.compactMap { inputs[$0].path.flatMap { try? FileStatus(path: $0) }?.identity }
          .filter(known.contains)
      }.joined())
    guard let taken = present.first(where: { read.contains($0.identity) }) else { return }
    throw .overwritesInput(path: taken.path)
  }
}

/// Where results are written in the place of inputs.
extension Input {
  /// - Throws: ``WorkError/notReplaceable(input:format:)`` unless it is a regular file of iCalendar.
  package func requireReplaceable() throws(WorkError) {
    guard isReplaceable else {
      throw .notReplaceable(input: name, format: format.isICalendar ? nil : format)
    }
  }

  /// To be asked after it was read, which shows it.
  ///
  /// - Throws: ``WorkError/decoded(input:)`` where it is UTF-16: what was not asked to change would be other
  ///   bytes afterwards.
  package func requireUndecoded() throws(WorkError) {
    if isDecoded { throw .decoded(input: name) }
  }
}

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
