internal import ArgumentParser
internal import Listo
internal import Platform

/// The option that says where results go.
protocol OutputNaming {
  var output: String? { get }
}

extension OutputNaming {
  /// A folder: its name ends in a slash, or it is one.
  var isFolder: Bool { Destination(output).isFolder }

  /// Where results go; what goes to a terminal is for people to look at.
  func destination(_ reporter: Reporter) -> Destination {
    Destination(output) { reporter.dataOutput() }
  }
}

/// Where what is made of each input goes.
struct OutputOptions: ParsableArguments, OutputNaming {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write instead of standard output; a folder, or a name that ends in /, gets a file for each input.",
      valueName: "path"),
    completion: .file())
  var output: String?

  /// - Throws: ValidationError where the name of an output is that of a format that this command does not
  ///   write.
  static func requireCalendarName(_ path: String?, of option: String, _ command: String) throws {
    guard let path, path != "-", !path.hasSuffix("/") else { return }
    guard let format = Format.forFileName(path), format.name != Format.iCalendar.name else { return }
    if (try? FileStatus(path: path).kind) == .folder { return }
    throw ValidationError(
      "\(option) \(path): listo \(command) writes iCalendar, not \(format.title); use listo convert on its result."
    )
  }
}

/// Where the result of a merge goes.
struct MergedOutputOptions: ParsableArguments, OutputNaming {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write instead of standard output; a folder, or a name that ends in /, gets a file for each list.",
      valueName: "path"),
    completion: .file())
  var output: String?
}

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

/// Whether long output goes through a pager.
struct PagerOptions: ParsableArguments {
  @Flag(
    help:
      "Print output that is longer than the screen directly, instead of through a pager."
  )
  var noPager = false

  /// nil where output is printed directly.
  ///
  /// - Parameter isForPeople: the output is a view, not JSON or another format.
  func pager(isForPeople: Bool = true) -> Pager? { noPager || !isForPeople ? nil : Pager() }
}

/// How problems are told.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print no warnings, notes and confirmations.")
  var quiet = false

  /// ``MessageStyle/isJSON`` reads it. Not a ``ReportForm``: every verb has this option, and each type of
  /// option costs the parser two million instructions.
  @Option(
    help: ArgumentHelp(
      "The form of messages on standard error: text (lines for people, the default), or json (objects, one on a line).",
      valueName: "form"), completion: .list(["text", "json"]))
  var messages: String?

  @Flag(help: "Exit with status 2 if there was a warning.")
  var strict = false

  func validate() throws {
    if let messages, ReportForm(rawValue: messages) == nil {
      throw ValidationError("--messages=\(messages): the forms are text and json.")
    }
  }

  func reporter(_ limits: LimitOptions) -> Reporter {
    Reporter(isQuiet: quiet, isStrict: strict, limits: limits.values, progress: Progress(isQuiet: quiet))
  }
}

/// How `patch` and `sync` print a report.
enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, json }
