internal import ArgumentParser
internal import Listo
internal import Platform

/// `--watch`: what was printed is printed again when a file changes, and each minute, since time passes.
struct WatchOptions: ParsableArguments {
  @Flag(help: "Print again whenever a file changes, until you press ctrl-C.")
  var watch = false

  /// Does it once, or again and again.
  ///
  /// - Parameters:
  ///   - inputs: those that were named.
  ///   - body: reads, and prints.
  /// - Throws: what `body` throws, where it is done once; ``Failure`` for standard input, which can be read
  ///   once.
  func run(_ inputs: [String], _ body: () throws -> Void) throws {
    guard watch else { return try body() }
    guard !inputs.contains("-") else {
      throw Failure(.usage, "--watch needs files or folders; standard input can be read only once.")
    }
    while true {
      // Before it is read: what changes meanwhile is seen the next time.
      let places = PlaceWatch(try SourceInputs.paths(inputs))
      if Terminal.isTerminal(.output) {
        // To the top left, and all below is erased.
        try Printing.print("\u{1B}[H\u{1B}[2J", Reporter(isQuiet: true, isStrict: false))
      }
      do {
        try body()
      } catch let failure as Failure {
        // An input that cannot be read now may be there again later; a wrong command line stays wrong.
        if failure.status == .usage || failure.status == .inputOutput { throw failure }
        if !failure.message.isEmpty { Reporter(isQuiet: false, isStrict: false).note(failure.message) }
      }
      places.wait(seconds: 60)
    }
  }
}
