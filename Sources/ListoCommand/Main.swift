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
    let given = Array(CommandLine.arguments.dropFirst())
    let options = given.prefix { $0 != "--" }
    let words = options.map { $0 == "--report" ? "--report=text" : $0 } + given[options.endIndex...]
    let isWholeHelp = options.contains(ShortHelp.allOption)
    let arguments = ListoTool.spelledOut(words.map { $0 == ShortHelp.allOption ? "--help" : $0 })
    do {
      if let text = try completions(given) ?? text(for: arguments) {
        try Printing.print(text, Reporter(isQuiet: true, isStrict: false))
        return
      }
      // The word behind `help` is a command as well.
      if let word = arguments.first(where: { $0 != "help" }), arguments != ["help", ShortHelp.all] {
        try ListoTool.requireCommand(word)
      }
      var command = try ListoTool.parseAsRoot(arguments == ["help", ShortHelp.all] ? ["help"] : arguments)
      kind = type(of: command)
      try command.run()
    } catch let failure as Failure {
      tell(failure)
      ListoTool.exit(withError: ExitCode(failure.status.rawValue))
    } catch let error as ValidationError {
      refuse(UsageError(error.message, command: kind.configuration.commandName))
    } catch {
      // Help, the version, completions.
      let command = arguments.first { $0 != "help" }.flatMap { ListoTool.isCommand($0) ? $0 : nil }
      if ListoTool.exitCode(for: error).isSuccess {
        explain(ListoTool.fullMessage(for: error), ParserText(isWhole: isWholeHelp))
      }
      refuse(UsageError(ListoTool.message(for: error), command: command))
    }
  }

  /// Returns what a command line that runs no command asks for; nil for any other one.
  private static func text(for arguments: [String]) -> String? {
    switch arguments {
    case [], ["help"], ["--help"], ["-h"]: ShortHelp.text
    case ["help", QueryHelp.word]: QueryHelp.text
    case ["--version", "--verbose"], ["--verbose", "--version"]: VersionReport.text
    default: nil
    }
  }

  /// Returns the words that fit, for a shell that asks for completions; nil for any other command line.
  ///
  /// - Throws: ``Failure`` for the parser's own option, whose scripts run what stands in the names of lists.
  private static func completions(_ arguments: [String]) throws(Failure) -> String? {
    guard let first = arguments.first else { return nil }
    if first == CompletionRequest.word { return CompletionRequest.output(Array(arguments.dropFirst())) }
    guard first == CompletionScript.parserOption || first.hasPrefix(CompletionScript.parserOption + "=")
    else { return nil }
    throw Failure(.usage, "listo has no option \(CompletionScript.parserOption); use listo completions.")
  }

  private static func explain(_ text: String, _ help: ParserText) -> Never {
    let text = help.refined(text, width: Surface.standardOutput(.never).width)
    do throws(Failure) {
      try Printing.print(text + "\n", Reporter(isQuiet: true, isStrict: false))
      ListoTool.exit()
    } catch {
      ListoTool.exit(withError: ExitCode(error.status.rawValue))
    }
  }

  /// A command line that cannot be done: what is wrong with it, and where to read on.
  private static func refuse(_ error: UsageError) -> Never {
    tell(Failure(.usage, error.message, details: [error.hint]))
    ListoTool.exit(withError: ExitCode(ExitStatus.usage.rawValue))
  }

  private static func tell(_ failure: Failure) {
    ProcessEnvironment.writeToStandardError(MessageStyle.text(failure))
  }
}

/// The command: only its parts are named here.
struct ListoTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listo",
    abstract: "List, change, convert, filter, merge and synchronize reminders.",
    discussion: """
      An input is a file (listo formats lists the formats), a folder (an account with a folder for each calendar, a vdir, or any folder with \
      files), the address of a published calendar, or - for standard input. Only --in-place and the commands that change reminders write to \
      an input; listo undo takes the change back.

      Examples:
        listo sources add ~/Calendars
        listo today
        listo next --why
        listo add 'Call the bank tomorrow 9:00 #money' --list Home
        listo done dentist
        listo undo
        listo list ~/Calendars
        listo list Export.ics --overdue
        listo convert Export.ics -t jsonl | jq .title
        listo filter Export.ics --incomplete -o open.ics
        listo merge laptop.ics phone.ics -o all.ics --report
        listo diff laptop.ics phone.ics

      listo help query shows the language of --where.
      """,
    version: Version.current,
    // Those of listo calendars, which its own help names.
    subcommands: [
      AddCalendar.self, RenameCalendar.self, ColourCalendar.self, OrderCalendars.self, DeleteCalendar.self,
    ],
    groupedSubcommands: [
      CommandGroup(
        name: "Look",
        subcommands: [
          CalendarsCommand.self, ListCommand.self, ShowCommand.self, TodayCommand.self, OverdueCommand.self,
          WeekCommand.self, NextCommand.self, AgendaCommand.self, StatsCommand.self, GlanceCommand.self,
          AlarmsCommand.self,
        ]),
      CommandGroup(
        name: "Change",
        subcommands: [
          AddCommand.self, EditCommand.self, DoneCommand.self, ReopenCommand.self, CancelCommand.self,
          DeleteCommand.self, MoveCommand.self, CopyCommand.self, OrderCommand.self, FlagCommand.self,
          TagCommand.self, DeferCommand.self, AlarmCommand.self, PurgeCommand.self, DedupeCommand.self,
          UndoCommand.self, RedoCommand.self, HistoryCommand.self,
        ]),
      CommandGroup(
        name: "Whole files",
        subcommands: [
          ConvertCommand.self, FilterCommand.self, MergeCommand.self, DiffCommand.self, PatchCommand.self,
          SplitCommand.self, CheckCommand.self, FormatsCommand.self,
        ]),
      CommandGroup(
        name: "Full screen",
        subcommands: [BrowseCommand.self, ReviewCommand.self, FocusCommand.self, MorningCommand.self]),
      CommandGroup(
        name: "Sources and selection",
        subcommands: [
          SourcesCommand.self, SelectCommand.self, ConfigCommand.self, CompletionsCommand.self,
          TourCommand.self,
        ]),
      CommandGroup(
        name: "Accounts",
        subcommands: [
          AccountCommand.self, StatusCommand.self, PullCommand.self, PushCommand.self, SyncCommand.self,
        ]),
    ])

  /// The names of the commands.
  static var commands: [String] {
    configuration.subcommands.map { $0.configuration }.filter { $0.shouldDisplay }.compactMap(\.commandName)
  }

  /// The parser knows the word as a command.
  static func isCommand(_ word: String) -> Bool { commands.contains(word) || word.hasPrefix("calendars-") }

  /// `calendars add` as the parser has it: ``AddCalendar``; `lists` is another name of `calendars`.
  private static func joined(_ words: [String]) -> [String] {
    let start = words.first == "help" ? 1 : 0
    var words = words
    if words.count > start, words[start] == "lists" { words[start] = "calendars" }
    guard words.count > start + 1, words[start] == "calendars" else { return words }
    let verb = words[start + 1] == "color" ? "colour" : words[start + 1]
    guard ["add", "rename", "colour", "order", "delete"].contains(verb) else { return words }
    var result = words
    result.replaceSubrange(start...(start + 1), with: ["calendars-" + verb])
    return result
  }

  /// The name of a saved query stands for `list --query` and the name.
  static func spelledOut(_ words: [String]) -> [String] {
    let words = joined(words)
    let names = commands + ["help", QueryHelp.word]
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(word), !word.hasPrefix("calendars-"),
      let queries = try? ConfigurationFile.load().queries, queries.contains(where: { $0.name == word })
    else { return words }
    return ["list", "--query=" + word] + words.dropFirst()
  }

  /// Says so when the first word is no command, and which one may have been meant.
  ///
  /// - Throws: ``Failure`` with status 64.
  static func requireCommand(_ word: String) throws(Failure) {
    let names = commands
    // An option is the parser's; so are `help` and the words that shells ask for completions with.
    guard !word.hasPrefix("-"), !isCommand(word) else { return }
    guard word != QueryHelp.word else {
      throw Failure(.usage, "query is a language, not a command; listo help query describes it.")
    }
    if let hint = CommandHint.words(for: word) {
      throw Failure(.usage, "unknown command '\(word)'; \(hint)")
    }
    guard let near = Spelling.nearest(to: word, in: names) else {
      if (try? FileStatus(path: word)) != nil {
        throw Failure(.usage, "unknown command '\(word)'; to list the file or folder: listo list \(word)")
      }
      if let near = Spelling.nearest(to: word, in: CommandHint.words), let hint = CommandHint.words(for: near)
      {
        throw Failure(.usage, "unknown commands '\(word)' and '\(near)'; \(hint)")
      }
      throw Failure(.usage, "unknown command '\(word)'; the commands are \(names.joined(separator: ", ")).")
    }
    throw Failure(.usage, "unknown command '\(word)'; \(UnknownName.question(near))")
  }
}

/// The version of the command and the library.
enum Version {
  static let current = "0.1.0"
}
