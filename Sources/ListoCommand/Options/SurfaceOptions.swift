internal import ArgumentParser
internal import Listo
internal import Platform

/// What the result looks like.
struct SurfaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to use colour; auto is on a terminal, unless NO_COLOR is set.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(help: "Use no characters but ASCII for marks and lines.")
  var ascii = false

  var surface: Surface {
    Surface(
      isTerminal: Terminal.isTerminal(.output), columns: Terminal.columns(.output), color: color,
      isASCII: ascii,
      environment: ProcessEnvironment.variable)
  }
}

extension Surface {
  /// Standard output, for text without colours.
  static var standardOutput: Surface {
    Surface(
      isTerminal: Terminal.isTerminal(.output), columns: Terminal.columns(.output), color: .never,
      isASCII: false,
      environment: ProcessEnvironment.variable)
  }
}

extension ColorChoice: ExpressibleByArgument {}

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
      try Writing.attempt(reporter) { () throws(StoreError) in try output.write(text[...]) }
    }
    try Writing.attempt(reporter) { () throws(StoreError) in try output.commit() }
  }
}
