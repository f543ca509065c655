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
