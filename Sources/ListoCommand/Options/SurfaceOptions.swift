internal import ArgumentParser
internal import Listo
internal import Platform

/// What the result looks like.
struct SurfaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to use colour; auto means on a terminal, unless NO_COLOR is set.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(help: "Use only ASCII characters for marks and lines.")
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
