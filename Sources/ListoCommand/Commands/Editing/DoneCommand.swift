internal import ArgumentParser
internal import Listo

struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Complete reminders.",
    usage: "listo done [<options>] <name> ... [--in <place>]",
    discussion: """
      Name a reminder by its short name, words of its title, or its identifier. If several match, Listo \
      lists them with numbers to choose from. The output names the command that takes the change back.

      A repeating reminder moves to its next occurrence, and a completed copy is added (--recur advance). \
      --recur override completes the one occurrence, as Thunderbird does; --recur series completes the whole \
      series. Occurrences that you missed stay open; --next-from next skips to the first occurrence after now. \
      --next-from completion adds the interval to today; a reminder that repeats from completion does so by itself.

      Examples:
        listo done bf6e
        listo done 'swimming club' 'the bins'
        listo done 2 --list Family
        listo done --where 'list = Work and priority = low' --yes
        listo list --list Home --json | listo done - --yes --subtasks complete
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp(
      "The way to complete a repeating reminder: advance (the default, which the configuration can change), override, or series.",
      valueName: "mode"))
  var recur: CompletionMode?

  @Option(
    help: ArgumentHelp(
      "The start for the next occurrence: the completed one (due, the default, which the configuration can change), the first after now (next), or today plus the interval (completion).",
      valueName: "origin"))
  var nextFrom: CompletionOrigin?

  @Option(
    help: ArgumentHelp(
      "The treatment of open subtasks: keep leaves them open, complete completes them too.", valueName: "what"
    ))
  var subtasks: SubtasksOfCompleted?

  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, subtasks == .keep ? .named : .subtasks)
    let identifiers = try session.reminders(targets, preferring: \.isOpen)
    let completion = Completion(
      recur?.value ?? session.completion(of: identifiers), from: nextFrom?.value,
      subtasks: try session.subtasks(
        of: identifiers, subtasks?.value, or: SubtasksOfCompleted.complete.rawValue))
    try session.apply([.complete(completion)], to: identifiers, .done)
  }
}

/// `keep` or `complete`.
enum SubtasksOfCompleted: String, ExpressibleByArgument, CaseIterable {
  case keep, complete

  var value: Subtasks { self == .keep ? .keep : .include }
}

/// How what repeats is completed.
enum CompletionMode: String, ExpressibleByArgument, CaseIterable {
  case advance, override, series

  var value: Completion.Recurrence {
    switch self {
    case .advance: .advance
    case .override: .override
    case .series: .series
    }
  }
}

/// From where the next time is counted.
enum CompletionOrigin: String, ExpressibleByArgument, CaseIterable {
  case due, next, completion

  var value: Completion.Origin {
    switch self {
    case .due: .due
    case .next: .next
    case .completion: .completion
    }
  }
}
