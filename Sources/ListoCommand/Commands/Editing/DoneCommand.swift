internal import ArgumentParser
internal import Listo

struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Complete reminders.",
    usage: "listo done [<options>] <name> ... [--in <place>]",
    discussion: """
      A name is one reminder: its short name, words of its title, an identifier. Where it fits several they are shown with a number each. \
      What was done is told with the command that takes it back.

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

struct ReopenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Make completed or cancelled reminders open again.",
    usage: "listo reopen [<options>] <name> ... [--in <place>]",
    discussion: """
      A name is what listo done takes. Its completion date and its percentage are removed.

      Examples:
        listo reopen d5b8
        listo reopen --where 'list = Work and completed' --yes
      """)

  @OptionGroup var targets: TargetOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .named)
    try session.apply([.reopen], to: try session.reminders(targets) { !$0.isOpen }, Deed("reopened"))
  }
}

struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Mark reminders as cancelled: they stay, and are no longer open.",
    usage: "listo cancel [<options>] <name> ... [--in <place>]",
    discussion: """
      A name is what listo done takes. listo reopen makes them open again; listo delete takes them out.

      Examples:
        listo cancel bf6e
        listo cancel --where 'list = Family and priority = none' --yes
      """)

  @OptionGroup var targets: TargetOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .named)
    try session.apply(
      [.cancel], to: try session.reminders(targets, preferring: \.isOpen), Deed("cancelled"))
  }
}

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Take reminders out, with their changed occurrences.",
    usage: "listo delete [<options>] <name> ... [--in <place>]",
    discussion: """
      A name is what listo done takes. It is asked first, or --yes says so; what was deleted stays in the journal, so that listo undo \
      brings it back, until listo history --forget.

      Examples:
        listo delete bf6e --yes
        listo delete 'advent weekend' --subtasks keep --yes
        listo delete --where 'list = Work and completed' --dry-run
      """)

  @OptionGroup var targets: TargetOptions

  @Option(
    help: ArgumentHelp(
      "What becomes of subtasks: they move up a level, or are deleted too.", valueName: "what"))
  var subtasks: SubtasksOfDeleted?

  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .subtasks)
    let identifiers = try session.reminders(targets)
    let subtasks = try session.subtasks(
      of: identifiers, subtasks?.value, or: SubtasksOfDeleted.delete.rawValue)
    try session.apply([.delete(subtasks)], to: identifiers, .deleted)
  }
}

/// `keep` or `complete`.
enum SubtasksOfCompleted: String, ExpressibleByArgument, CaseIterable {
  case keep, complete

  var value: Subtasks { self == .keep ? .keep : .include }
}

/// `keep` or `delete`.
enum SubtasksOfDeleted: String, ExpressibleByArgument, CaseIterable {
  case keep, delete

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

extension EditSession {
  /// What becomes of the open subtasks of what is completed or deleted: what was said, else what a person answers.
  ///
  /// - Parameter other: the word for the same being done to them.
  /// - Throws: ``Failure`` with status 64 where there are some, nothing was said, and nobody can be asked.
  func subtasks(of identifiers: [ModelIdentifier], _ said: Subtasks?, or other: String) throws(Failure)
    -> Subtasks
  {
    if let said { return said }
    var editing = Editing(catalog, in: context)
    var found: Set<ModelIdentifier> = []
    for identifier in identifiers { found.formUnion(editing.openSubtasks(of: identifier)) }
    let open = found.subtracting(identifiers).count
    guard open > 0, !options.dryRun else { return .keep }
    guard let prompt else {
      throw Failure(
        .usage, "\(RelativeDate.count(open, "open subtask")) would stay behind.",
        details: ["Say what becomes of them: --subtasks keep, or --subtasks \(other)."])
    }
    reporter.progress?.end()
    while let answer = prompt.answer(
      "\(RelativeDate.count(open, "open subtask")): [k]eep, [\(other.prefix(1))]\(other.dropFirst()) too, [q]uit: "
    ) {
      switch answer.lowercased() {
      case "k", "keep": return .keep
      case String(other.prefix(1)), other: return .include
      case "q", "quit": throw Failure(.doubtful, "stopped: nothing was changed.")
      default: continue
      }
    }
    throw Failure(.doubtful, "stopped: nothing was changed.")
  }

  /// How what repeats is completed in the source of the first: what the configuration says of it, else `advance`.
  func completion(of identifiers: [ModelIdentifier]) -> Completion.Recurrence {
    let source = identifiers.first.flatMap(catalog.indexPath).map { catalog.sources[$0.source].source }
    return configuration.editing.completion(inSource: source?.title)
  }
}
