public import ArgumentParser
public import Listo

/// How reminders are listed: their order, what they stand below, and what is said of each.
struct ListingOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Also show completed and cancelled reminders.")
  var all = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order: fields separated by commas, where - before a field reverses it, such as due,-modified; or natural (overdue first, then due date, priority, manual order), manual, urgent (as natural, a parent at the place of its most urgent subtask), open (open first), overdue (overdue first), file. Subtasks stay below their parents, unless you use --group.",
      valueName: "keys"),
    completion: .list(SortOrder.words + FieldID.allCases.map(\.rawValue)),
    transform: SortOrder.init(argument:))
  var sort: SortOrder?

  @Option(help: "The field to group by, instead of the list.")
  var group: Grouping?

  @Option(
    help: ArgumentHelp(
      "Print a table of these fields, separated by commas, such as due,title:30,tags; man listo-list has the names and forms.",
      valueName: "names"), completion: .list(ListingName.all))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "Print a line for each reminder with this template, such as '{due:date} {title}'; man listo-list explains it.",
      valueName: "template"))
  var template: String?

  @Flag(
    help: "Show the running numbers of all lists, not only of lists whose titles end in #; also with --json.")
  var numbers = false

  @Flag(help: "Print the reminders as a JSON array.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the shown reminders to this file instead, in the format of its extension, as listo convert does.",
      valueName: "path"), completion: .file())
  var output: String?

  /// The output is for a program.
  var isForPrograms: Bool { json || columns != nil || template != nil || output != nil }

  func validate() throws {
    let given = [json ? "--json" : nil, columns.map { _ in "--columns" }, template.map { _ in "--template" }]
      .compactMap(\.self)
    if output != nil, let other = given.first ?? (group == nil ? sort == nil ? nil : "--sort" : "--group") {
      throw ValidationError("--output and \(other) cannot be combined.")
    }
    guard given.count < 2 else {
      throw ValidationError("\(given[0]) and \(given[1]) cannot be combined.")
    }
    if group != nil, let other = given.first {
      throw ValidationError("--group cannot be combined with \(other), which prints no headings.")
    }
  }

  /// The columns of `--columns`.
  ///
  /// - Throws: ``Failure`` with status 64.
  func chosenColumns() throws(Failure) -> [Template.Placeholder]? {
    guard let columns else { return nil }
    do throws(TemplateError) {
      return try Template.columns(columns)
    } catch {
      throw Failure(.usage, "--columns: \(error.reason)", details: error.picture)
    }
  }

  /// The template of `--template`.
  ///
  /// - Throws: ``Failure`` with status 64.
  func chosenTemplate() throws(Failure) -> Template? {
    guard let template else { return nil }
    // As a template it would be printed once for each reminder.
    if let named = Format.named(template) {
      let other =
        switch named.name {
        case "json", "jsonl": "; for JSON: --json"
        case "csv", "tsv": "; for a table: --columns"
        default: ""
        }
      let way = named.canWrite ? "; for \(named.title): listo convert -t \(named.name)" : ""
      throw Failure(
        .usage,
        "--template needs a template, such as '{due:date} {title}', and '\(template)' is a format\(other)\(way)"
      )
    }
    do throws(TemplateError) {
      return try Template(template)
    } catch {
      throw Failure(.usage, "--template: \(error.reason)", details: error.picture)
    }
  }
}

extension Grouping: ExpressibleByArgument {}

extension SortOrder {
  /// - Throws: ValidationError that names the key which may have been meant.
  init(argument: String) throws {
    do throws(UnknownKey) {
      try self.init(argument)
    } catch {
      let near = UnknownName.guess(error.word, in: Self.words + FieldArgument.names)
      let known = Self.words.joined(separator: ", ")
      throw ValidationError(
        "unknown key '\(error.word)'; \(near ?? "the keys are \(known), and the fields of listo help query.")"
      )
    }
  }
}

/// How many reminders are shown.
struct ListLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Show at most this many reminders: the first in the sort order.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("--limit must be a number of reminders, 1 or more.")
    }
  }
}

/// How often what repeats is shown.
struct ExpansionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show each occurrence of repeating reminders in this range, such as today..today+7d, instead of one.",
      valueName: "range"))
  var expand: String?

  @Option(
    help: ArgumentHelp(
      "Show each occurrence of repeating reminders from today until this date.", valueName: "date")
  )
  var until: String?

  /// The times at which repeating reminders are shown; nil for once.
  ///
  /// - Throws: ``Failure`` with status 64, or ValidationError.
  func range() throws -> QueryRange? {
    if expand != nil, until != nil { throw ValidationError("--expand and --until cannot be combined.") }
    guard let text = expand ?? until else { return nil }
    let configuration = try ConfigurationFile.load()
    do throws(QuerySyntaxError) {
      let language = WordsLanguage(configuration)
      if expand != nil { return try QueryRange(text, language: language) }
      return QueryRange(first: .relative(.today, []), last: try QueryDate(text, language: language))
    } catch {
      throw QueryErrorView(error: error).failure(expand == nil ? "--until" : "--expand")
    }
  }
}
