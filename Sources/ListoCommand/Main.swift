internal import ArgumentParser
internal import Listo
internal import Platform

@main
enum Main {
  /// Reads the command line, does it, and ends the process with the status that ``ExitStatus`` lists.
  static func main() {
    ProcessEnvironment.holdStandardStreams()
    ProcessEnvironment.ignoreFailedWrites()
    EndingSignals.tidyUp()
    Heap.keepFreedBuffers()
    var kind: any ParsableCommand.Type = ListoTool.self
    // An option whose value may be left out: the parser would take what follows for it.
    let words = CommandLine.arguments.dropFirst().map { $0 == "--report" ? "--report=text" : $0 }
    let arguments = ListoTool.spelledOut(words)
    do {
      if arguments == ["help", QueryHelp.word] {
        try Printing.print(QueryHelp.text, Reporter(isQuiet: true, isStrict: false))
        return
      }
      // What follows `help` is a command as well.
      if let word = arguments.first(where: { $0 != "help" }) { try ListoTool.requireCommand(word) }
      var command = try ListoTool.parseAsRoot(arguments)
      kind = type(of: command)
      try command.run()
    } catch let failure as Failure {
      if !failure.message.isEmpty { tell("listo: " + Visible.line(failure.message)) }
      for detail in failure.details { tell(Visible.line(detail)) }
      ListoTool.exit(withError: ExitCode(failure.status.rawValue))
    } catch let error as ValidationError {
      // The parser would name the sub-command alone: it does not know any longer what was asked.
      let name = "listo " + (kind.configuration.commandName ?? "")
      tell("Error: \(Visible.line(error.message))")
      tell("Usage: \(ListoTool.usageString(for: kind))\n  See '\(name) --help' for more information.")
      ListoTool.exit(withError: ExitCode(ExitStatus.usage.rawValue))
    } catch {
      let status = ListoTool.exitCode(for: error)
      // Help, the version, completions.
      if status.isSuccess { ListoTool.exit(withError: error) }
      // The parser repeats the words that it did not understand, and these may be names of files.
      tell(Visible.lines(ListoTool.fullMessage(for: error)).joined(separator: "\n"))
      ListoTool.exit(withError: status)
    }
  }

  private static func tell(_ text: String) { ProcessEnvironment.writeToStandardError(text + "\n") }
}

/// The command: only its parts are named here.
struct ListoTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listo",
    abstract: "Read, list, convert, filter, merge, compare and split reminders, and lose nothing.",
    discussion: """
      An input is a file in any format that can be read (listo formats lists them), a folder (an account with a folder for each \
      calendar, a vdir, or a plain folder of files), or - for standard input. Inputs are never changed, but by --in-place of listo filter and listo patch.

      Examples:
        listo sources add ~/Calendars
        listo today
        listo next --why
        listo list ~/Calendars
        listo list Export.ics --overdue
        listo convert Export.ics -t jsonl | jq .title
        listo filter Export.ics --incomplete -o open.ics
        listo merge laptop.ics phone.ics -o all.ics --report
        listo diff laptop.ics phone.ics

      listo help query shows the language of --where.
      """,
    version: Version.current,
    subcommands: [
      CalendarsCommand.self, ListCommand.self, ShowCommand.self, ConvertCommand.self, FilterCommand.self,
      MergeCommand.self, DiffCommand.self, PatchCommand.self, SplitCommand.self, CheckCommand.self,
      FormatsCommand.self, SourcesCommand.self, SelectCommand.self, TodayCommand.self, OverdueCommand.self,
      WeekCommand.self, NextCommand.self, StatsCommand.self,
    ])

  /// The name of a saved query stands for `list --query` and the name.
  static func spelledOut(_ words: [String]) -> [String] {
    let names =
      configuration.subcommands.compactMap { $0.configuration.commandName } + ["help", QueryHelp.word]
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(word),
      let queries = try? ConfigurationFile.load().queries, queries.contains(where: { $0.name == word })
    else { return words }
    return ["list", "--query=" + word] + words.dropFirst()
  }

  /// Says so when the first word is no command, and which one may have been meant.
  ///
  /// - Throws: ``Failure`` with status 64.
  static func requireCommand(_ word: String) throws(Failure) {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    // An option is the parser's; so are `help` and the words that shells ask for completions with.
    guard !word.hasPrefix("-"), !names.contains(word) else { return }
    guard word != QueryHelp.word else {
      throw Failure(.usage, "query is no command but a language; listo help query shows it.")
    }
    guard let near = Spelling.nearest(to: word, in: names) else {
      if (try? FileStatus(path: word)) != nil {
        throw Failure(.usage, "there is no command '\(word)'; listo list \(word) shows what is in it.")
      }
      throw Failure(.usage, "there is no command '\(word)'; there are \(names.joined(separator: ", ")).")
    }
    throw Failure(.usage, "there is no command '\(word)'; did you mean '\(near)'?")
  }
}

/// The version of the command and the library.
enum Version {
  static let current = "0.1.0"
}
