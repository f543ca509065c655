internal import ArgumentParser
internal import Listo
internal import Platform

/// `--watch`: what was printed is printed again when a file changes, and each minute, since time passes.
struct WatchOptions: ParsableArguments {
  @Flag(help: "Print it again whenever a file changes, until ctrl-C.")
  var watch = false

  /// Does it once, or again and again.
  ///
  /// - Parameters:
  ///   - inputs: those that were named.
  ///   - body: reads, and prints.
  /// - Throws: what `body` throws, where it is done once; ``Failure`` for standard input, which can be read once.
  func run(_ inputs: [String], _ body: () throws -> Void) throws {
    guard watch else { return try body() }
    guard !inputs.contains("-") else {
      throw Failure(.usage, "--watch: standard input can be read once; name files or folders.")
    }
    while true {
      // Before it is read: what changes meanwhile is seen the next time.
      let signal = ChangeSignal(Self.folders(try SourceInputs.paths(inputs)))
      if Terminal.isTerminal(.output) {
        // To the top left, and all below is erased.
        try Printing.print("\u{1B}[H\u{1B}[2J", Reporter(isQuiet: true, isStrict: false))
      }
      do {
        try body()
      } catch let failure as Failure {
        // What cannot be read now may be there again later; a command line that is wrong stays so.
        if failure.status == .usage || failure.status == .inputOutput { throw failure }
        if !failure.message.isEmpty { Reporter(isQuiet: false, isStrict: false).note(failure.message) }
      }
      signal.wait(seconds: 60)
    }
  }

  /// The folders whose files are read.
  private static func folders(_ paths: [String]) -> [String] {
    let tree = InputTree(paths)
    var folders = Set(tree.inputs.map { $0.folder.source.identifier })
    for path in paths {
      guard let real = try? FileSystem.realPath(path), (try? FileStatus(path: real).kind) == .folder else {
        continue
      }
      folders.insert(real)
    }
    return folders.sorted()
  }
}
