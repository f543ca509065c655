internal import ArgumentParser
internal import Listo

struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Complete reminders.",
    usage: "listo done [<options>] <name> ... [--in <place>]",
    discussion: """
      A name is one reminder: its short name, words of its title, an identifier. Where it fits several they are shown with a number each. \
      The output names the command that takes the change back.

      One that repeats goes on to its next time: a completed copy stays behind (--recur advance). --recur override marks the one \
      occurrence, as Thunderbird does; --recur series completes all of it. --from next goes on from now, --from completion counts the \
      interval from today.

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
      "What is written of one that repeats: a completed copy while it moves on, an override, or the whole series; advance, unless the configuration says otherwise.",
      valueName: "mode"))
  var recur: CompletionMode?

  @Option(
    help: ArgumentHelp(
      "From where its next time is counted: the one that was due, now, or the interval from today.",
      valueName: "origin"))
  var from: CompletionOrigin = .due

  @Option(
    help: ArgumentHelp("What becomes of open subtasks: they stay, or are completed too.", valueName: "what"))
  var subtasks: SubtasksOfCompleted?

  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, subtasks == .keep ? .named : .subtasks)
    let identifiers = try session.reminders(targets, preferring: \.isOpen)
    let completion = Completion(
      recur?.value ?? session.completion(of: identifiers), from: from.value,
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
