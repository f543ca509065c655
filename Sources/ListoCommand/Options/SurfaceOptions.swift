internal import ArgumentParser
internal import Listo
internal import Platform

/// The appearance of the result.
struct SurfaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to use colour; auto means on a terminal, unless NO_COLOR is set.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(help: "Use only ASCII characters for marks and lines.")
  var ascii = false

  var surface: Surface { .standardOutput(color, isASCII: ascii) }
}

extension Surface {
  static func standardOutput(_ color: ColorChoice, isASCII: Bool = false) -> Surface {
    of(.output, color, isASCII)
  }

  static var standardError: Surface { of(.error, .auto, false) }

  private static func of(_ stream: Terminal.Stream, _ color: ColorChoice, _ isASCII: Bool) -> Surface {
    Surface(
      isTerminal: Terminal.isTerminal(stream), columns: Terminal.columns(stream), color: color,
      isASCII: isASCII, environment: ProcessEnvironment.variable)
  }
}

extension ColorChoice: ExpressibleByArgument {}
