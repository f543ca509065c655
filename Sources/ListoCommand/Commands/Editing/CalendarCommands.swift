internal import ArgumentParser
internal import Listo

/// Changes to lists themselves: `listo calendars add` and its like, which ``Main`` spells with a hyphen,
/// since the parser would take the word for an input of `listo calendars`.
struct AddCalendar: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars-add",
    abstract: "Create a list: a folder or a file, as the source has them.",
    usage: "listo calendars add <title> [--list-color <colour>] [--in <place>]",
    discussion: """
      Example:
        listo calendars add Garden --list-color '#34C759'
      """, shouldDisplay: false)

  @Argument(help: ArgumentHelp("The title.", valueName: "title"))
  var title: String

  @Option(
    help: ArgumentHelp("The colour: #RRGGBB or a CSS name.", valueName: "colour"))
  var listColor: String?

  @OptionGroup var places: PlaceOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, places)
    guard !title.allSatisfy(\.isWhitespace) else { throw ValidationError("the title is empty.") }
    let color = try listColor.map(CalendarColour.read)
    try session.changeList("added: list \(title)") { store, now throws(WorkError) in
      try store.addList(title, color: color, at: now)
    }
  }
}

struct RenameCalendar: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars-rename",
    abstract: "Rename a list.",
    usage: "listo calendars rename <list> <title> [--in <place>]",
    discussion: """
      The identifier stays the same, so that selections still find the list.

      Example:
        listo calendars rename Home House
      """, shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("A list, by title or identifier.", valueName: "list"), completion: NameCompletion.lists
  )
  var list: String

  @Argument(help: ArgumentHelp("The title.", valueName: "title"))
  var title: String

  @OptionGroup var places: PlaceOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, places)
    guard !title.allSatisfy(\.isWhitespace) else { throw ValidationError("the title is empty.") }
    let identifier = try session.listIdentifier(list)
    try session.changeList("renamed: \(list) is \(title)") { store, now throws(WorkError) in
      try store.renameList(identifier, to: title, at: now)
    }
  }
}

struct ColourCalendar: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars-colour",
    abstract: "Change the colour of a list.",
    usage: "listo calendars colour <list> <colour> | none [--in <place>]",
    discussion: """
      Examples:
        listo calendars colour Home '#34C759'
        listo calendars colour Home teal
      """, shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("A list, by title or identifier.", valueName: "list"), completion: NameCompletion.lists
  )
  var list: String

  @Argument(help: ArgumentHelp("#RRGGBB, a CSS name, or none.", valueName: "colour"))
  var colour: String

  @OptionGroup var places: PlaceOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, places)
    let identifier = try session.listIdentifier(list)
    let color = FieldOptions.isNone(colour) ? nil : try CalendarColour.read(colour)
    try session.changeList("coloured: \(list)") { store, now throws(WorkError) in
      try store.setColor(color, of: identifier, at: now)
    }
  }
}

struct OrderCalendars: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars-order",
    abstract: "Change the order of lists.",
    usage: "listo calendars order <list> ... [--in <place>]",
    discussion: """
      Lists that you do not name follow the named ones.

      Example:
        listo calendars order Home Work Someday
      """, shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("The lists in their new order.", valueName: "list"), completion: NameCompletion.lists)
  var lists: [String]

  @OptionGroup var places: PlaceOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, places)
    let identifiers = try lists.map { try session.listIdentifier($0) }
    try session.changeList("ordered: \(lists.joined(separator: ", "))") { store, now throws(WorkError) in
      try store.orderLists(identifiers, at: now)
    }
  }
}

struct DeleteCalendar: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars-delete",
    abstract: "Delete a list with all its reminders.",
    usage: "listo calendars delete <list> [--in <place>]",
    discussion: """
      Listo asks first, unless you pass --yes. The journal keeps the contents: listo undo brings the list \
      back.

      Example:
        listo calendars delete Scratch
      """, shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("A list, by title or identifier.", valueName: "list"), completion: NameCompletion.lists
  )
  var list: String

  @OptionGroup var places: PlaceOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, places)
    let path = try session.list(list)
    let node = session.catalog.list(at: path)
    let titles = node?.reminders.map { $0.title ?? "(untitled)" } ?? []
    // The list itself counts: an empty one is asked about as well.
    try session.confirm(max(1, titles.count), EditAction("deleted with the list \(list)", deletes: true)) {
      titles
    }
    guard let identifier = session.catalog.modelIdentifier(at: path) else { return }
    try session.changeList("deleted: list \(list)") { store, now throws(WorkError) in
      try store.deleteList(identifier, at: now)
    }
  }
}

extension EditSession {
  /// The identifier of the list with this title or identifier.
  fileprivate func listIdentifier(_ name: String) throws(Failure) -> ModelIdentifier {
    guard let identifier = catalog.modelIdentifier(at: try list(name)) else {
      throw Failure(.differences, "unknown list '\(name)'.")
    }
    return identifier
  }

  /// Changes lists, and says so.
  ///
  /// - Parameter done: the line that says what was done.
  fileprivate func changeList(
    _ done: String, _ change: (ReminderStore, Instant) throws(WorkError) -> Transaction
  ) throws {
    let transaction = try reporter.run { () throws(WorkError) in try change(store, context.view.now) }
    if options.dryRun {
      try DifferenceText.print(
        transaction.files.map(FileDifference.init), json: options.json, reporter)
      return try reporter.finish()
    }
    reporter.tell(transaction)
    let report = EditReport(
      transaction: transaction, action: EditAction(done), changed: [], made: Editing(catalog, in: context),
      now: { $0 }, name: { _ in "" })
    let text = transaction.isEmpty ? "" : Visible.line(done) + "\n"
    try Printing.printDone(text + report.text, json: options.json ? report.json.prettyText : nil, reporter)
    try reporter.finish()
  }
}

/// A colour on the command line.
enum CalendarColour {
  /// - Throws: ValidationError.
  static func read(_ word: String) throws -> ListColor {
    guard let color = ListColor(word) else {
      throw ValidationError("unknown colour '\(word)'; write it like '#34C759' or teal.")
    }
    return color
  }
}
