internal import ArgumentParser
internal import Platform

@main
enum Main {
  /// Reads the command line, does it, and ends the process with the status that ``ExitStatus`` lists.
  static func main() {
    ProcessEnvironment.ignoreBrokenPipes()
    var kind: any ParsableCommand.Type = ListoTool.self
    // An option whose value may be left out: the parser would take what follows for it.
    let arguments = CommandLine.arguments.dropFirst().map { $0 == "--report" ? "--report=text" : $0 }
    do {
      var command = try ListoTool.parseAsRoot(arguments)
      kind = type(of: command)
      try command.run()
    } catch let failure as Failure {
      if !failure.message.isEmpty { ProcessEnvironment.writeToStandardError("listo: \(failure.message)\n") }
      ListoTool.exit(withError: ExitCode(failure.status.rawValue))
    } catch {
      kind.exit(withError: error)
    }
  }
}

/// The command: only its parts are named here.
struct ListoTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listo",
    abstract: "Read, list, convert, filter and merge reminders, and lose nothing.",
    discussion: """
      INPUT is an .ics file, a folder (an account with a folder a calendar, a vdir, or a plain folder of files), or - for
      standard input.

      Examples:
        listo list ~/Calendars
        listo calendars Export.ics
        listo convert Export.ics -t jsonl | jq .title
        listo filter Export.ics --overdue -o overdue.ics
        listo merge laptop.ics phone.ics -o all.ics --report
      """,
    version: Version.current,
    subcommands: [
      CalendarsCommand.self, ListCommand.self, ShowCommand.self, ConvertCommand.self, FilterCommand.self,
      MergeCommand.self, CheckCommand.self, FormatsCommand.self,
    ])
}

/// The version of the command and the library.
enum Version {
  static let current = "0.1.0"
}
