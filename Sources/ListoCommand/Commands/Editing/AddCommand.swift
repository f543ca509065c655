internal import ArgumentParser
internal import Listo

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add reminders.",
    usage: """
      listo add [<options>] <words> ...
      listo add [<options>] - [-f <format>]
      """,
    discussion: """
      Listo understands dates (tomorrow, fri 9:00, in 3 days, 1 dec) and rules (every 2 weeks on mon) at the \
      end of the words, and the signs !high, #tag, @list and ^start anywhere. It prints how it understood \
      them. --explain prints this and adds nothing; --verbatim uses all words as the title. Put the words in \
      single quotes, because ! and # have a meaning in the shell.

      With -, Listo reads reminders from standard input in any format that it can read: a pasted checklist, \
      todo.txt, JSON lines, or plain lines with -f plain.

      Examples:
        listo add 'Call the bank tomorrow 9:00 !high #money' --list Home
        listo add 'Water the plants every 3 days @Home'
        listo add 'Read 1984' --verbatim --list Family
        listo add 'Buy candles' --parent 'advent weekend' --list Home
        printf 'Milk\\nBread\\n' | listo add - -f plain --list Home
      """)

  @Argument(help: ArgumentHelp("The words of the reminder, or - for standard input.", valueName: "words"))
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "The list to add to, by title or identifier. Default: @list of the words, the default list of the configuration, or the only list.",
      valueName: "name"),
    completion: NameCompletion.lists)
  var list: String?

  @Option(
    help: ArgumentHelp("A tag; can be repeated.", valueName: "tag"), completion: NameCompletion.tags)
  var tag: [String] = []

  @OptionGroup var fields: FieldOptions

  @Flag(help: "Use the words unchanged as the title.")
  var verbatim = false

  @Flag(help: "Show how the words are understood, piece by piece, and add nothing.")
  var explain = false

  @Option(help: ArgumentHelp("The UID, instead of a new one.", valueName: "uid"))
  var uid: String?

  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp("The format of standard input.", valueName: "format"),
    completion: .list(FormatChoice.readable), transform: FormatChoice.init(argument:))
  var from: FormatChoice?

  @OptionGroup var places: PlaceOptions
  @OptionGroup var options: EditOptions

  private var readsStandardInput: Bool { words == ["-"] }

  func validate() throws {
    if words.isEmpty {
      throw ValidationError("the words of the reminder are missing: listo add 'Call the dentist tomorrow'.")
    }
    if from != nil && !readsStandardInput {
      throw ValidationError("-f is only for standard input: listo add - -f plain.")
    }
    if readsStandardInput && (verbatim || explain || uid != nil) {
      throw ValidationError("--verbatim, --explain and --uid cannot be combined with standard input.")
    }
    if words.joined().allSatisfy(\.isWhitespace) { throw ValidationError("the title is empty.") }
  }

  func run() throws {
    if readsStandardInput { return try addMany() }
    let reporter = options.reporting.reporter(options.limits)
    let view = try options.view.context(reporter, inputs: places.places)
    let wording = DateWording(view, try ConfigurationFile.load(), reporter)
    let text = words.joined(separator: " ")
    let entry = try wording.entry(text, isPlain: verbatim)
    try requireOnce(entry)
    let understood = EntryView(entry, of: text, RelativeDate(view))
    if explain {
      _ = try fields.changes(wording)
      try Printing.print(understood.text, reporter)
      return understood.notes.forEach(reporter.note)
    }
    var session = try EditSession(options, places)
    let list = try session.listForNew(self.list ?? entry.list)
    if let said = entry.list, let option = self.list, try session.listForNew(said) != list {
      throw Self.twice("the list", "--list \(option)", "@\(said)")
    }
    if let uid { try session.take(uid: uid, in: list) }
    let draft = ReminderDraft(title: entry.title)
    let changes = try entry.changes + (tag.isEmpty ? [] : [Change.add(.tags, tag)]) + fields.changes(wording)
    let parent = try fields.parent.flatMap { FieldOptions.isNone($0) ? nil : try session.reminder($0) }
    if !options.json, !options.dryRun, let summary = understood.summary { session.reporter.note(summary) }
    if !options.json { understood.notes.forEach(session.reporter.note) }
    try session.perform(.added, titled: entry.title) { (editing) throws(EditError) in
      try editing.add([draft], to: list, changing: changes, partsOf: parent)
    }
  }

  /// Refuses a value that both the words and an option give.
  private func requireOnce(_ entry: QuickEntry) throws(Failure) {
    if entry.due != nil, fields.due != nil { throw Self.twice("the due date", "--due") }
    if entry.start != nil, fields.start != nil { throw Self.twice("the start", "--start") }
    if entry.rule != nil, fields.rule != nil { throw Self.twice("the rule", "--repeat") }
    if entry.priority != nil, fields.priority != nil { throw Self.twice("the priority", "--priority") }
  }

  private static func twice(_ what: String, _ option: String, _ word: String = "the words") -> Failure {
    Failure(
      .usage, "\(what) is given twice: by \(option) and by \(word).",
      details: ["Remove one of them, or use --verbatim to take all words as the title."])
  }

  /// Adds the reminders on standard input, each with all that it has.
  private func addMany() throws {
    let session = try EditSession(options, places, isInputTaken: true)
    let list = try session.listForNew(self.list)
    let tree = InputTree(
      ["-"], format: from, defaults: ConfigurationFile.load(session.reporter).formats,
      limits: options.limits.values, patience: session.reporter.patience)
    for error in tree.errors { session.reporter.report(error) }
    session.reporter.report(tree.problems)
    let read = try session.reporter.catalog(tree)
    let drafts = read.reminderPaths.compactMap(read.reminder).map { ReminderDraft($0) }
    guard !drafts.isEmpty else { throw Failure(.noCalendar, "standard input has no reminder.") }
    let changes = try (tag.isEmpty ? [] : [Change.add(.tags, tag)]) + fields.changes(session.wording)
    let parent = try fields.parent.flatMap { FieldOptions.isNone($0) ? nil : try session.reminder($0) }
    try session.perform(.added, titled: RelativeDate.count(drafts.count, "reminder")) {
      (editing) throws(EditError) in
      try editing.add(drafts, to: list, changing: changes, partsOf: parent)
    }
  }
}

extension EditSession {
  /// Gives what comes new this UID.
  ///
  /// - Throws: ``Failure`` with status 64 where the list has it already.
  fileprivate mutating func take(uid: String, in list: ModelIdentifier) throws(Failure) {
    do throws(UIDRefusal) {
      context = try context.giving(uid: uid, in: list, of: catalog)
    } catch {
      let reason =
        switch error {
        case .notOneLine: "the UID has a line break."
        case .isTaken: "the list already has a reminder with the UID \(uid)."
        }
      throw Failure(.usage, "--uid: \(reason)")
    }
  }
}
