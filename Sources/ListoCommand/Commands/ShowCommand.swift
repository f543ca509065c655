internal import ArgumentParser
internal import Listo
internal import Platform

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one reminder in full, or find the reminder of a saved selection.",
    usage: """
      listo show [<options>] <name> [<input> ...]
      listo show [<options>] <name> --in <input>
      listo show [<options>] --selection <file> [<input> ...]
      listo show [<options>]
      """,
    discussion: """
      A name is a short name as in listo list (its beginning is enough if it is unique), a UID, an \
      identifier of the JSON output, or the title of a list or source. If nothing has this name, Listo shows \
      the reminder whose title contains it, or else the reminder whose UID begins with it. If several match, \
      they are listed.

      --as-selection prints a selection. Saved in a file, --selection finds the reminder again after a refresh, a \
      rename, another export or a move to another list, and reports found, moved, similar or gone. The exit \
      status is 1 for similar and gone. Without a name, Listo shows the selection of listo select in the \
      same way.

      Examples:
        listo show 5c7a ~/Calendars
        listo show dentist --in ~/Calendars
        listo show 5c7a ~/Calendars --json | jq .due
        listo show 5c7a ~/Calendars --as-selection > selection.json
        listo show --selection selection.json ~/Calendars
      """)

  @Option(
    help: ArgumentHelp(
      "Find the reminder or list of this selection file; - reads standard input.", valueName: "file"),
    completion: .file())
  var selection: String?

  @Argument(
    help: ArgumentHelp("The name of a reminder; with --selection, the first input.", valueName: "name"),
    completion: NameCompletion.reminders)
  var name: String?

  @Argument(
    help: ArgumentHelp(
      "Files, folders, or - for standard input; without any, the configured sources.",
      valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var lookup: LookupOptions

  @Flag(
    help:
      "Print the reminder as a JSON object, as listo list --json has it; with --selection, the result of the search."
  )
  var json = false

  @Flag(help: "Print a selection, which --selection finds again.")
  var asSelection = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if asSelection, json || selection != nil || name == nil {
      throw ValidationError(
        "--as-selection needs a name, and cannot be combined with --json and --selection.")
    }
    if selection == "-" && (name == "-" || inputs.contains("-") || lookup.places.contains("-")) {
      throw ValidationError("standard input cannot be both the selection and an input.")
    }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let remembered = selection == nil && name == nil ? try Self.remembered(reporter) : nil
    let saved = try selection.map { try Self.read($0) } ?? remembered?.selection
    var inputs = (saved == nil ? [] : [name].compactMap(\.self)) + self.inputs + lookup.places
    if let remembered, inputs.isEmpty { inputs = try remembered.presentInputs(reporter) }
    if saved == nil { try requireInputs(inputs) }
    let context = try view.context(reporter, inputs: inputs)
    let paths = try SourceInputs.paths(inputs)
    let catalog = try reporter.catalog(lookup.reading.tree(paths, reporter, limits))
    let names = catalog.shortNames()
    var viewer = Viewer(
      catalog: catalog, names: names, context: context, surface: appearance.surface, lines: reporter.lines)
    if let saved {
      try tell(saved, viewer, reporter)
    } else if let name {
      let lookup = Lookup(catalog: catalog, names: { names }, dates: RelativeDate(context))
      let occurrence = try ModelIdentifier(name).flatMap { identifier throws(Failure) in
        try lookup.isOccurrence(identifier, in: context) ? identifier : nil
      }
      var path = try lookup.path(name)
      // A selection of an occurrence could not be found again: it is in no file.
      if !isData, let occurrence, let shown = catalog.showingOccurrence(occurrence, in: context) {
        viewer.catalog = shown.catalog
      } else if !isData, let identifier = catalog.modelIdentifier(at: path) {
        let rows = reporter.rows(of: catalog, context)
        // An override that its series shows is shown by itself when it is named.
        if let row = rows.indexPath(for: identifier) { (viewer.catalog, path) = (rows, row) }
      }
      let text = asSelection ? viewer.selection(path) : json ? viewer.json(path) : viewer.text(path)
      try Printing.print(text, reporter, paging.pager(isForPeople: !isData))
    }
    try reporter.finish()
  }

  /// The output is for a program.
  private var isData: Bool { json || asSelection }

  /// Says so where a file was named and the reminder was not, or the one stands in the place of the other.
  private func requireInputs(_ inputs: [String]) throws(Failure) {
    guard let name, (try? FileStatus(path: name)) != nil else { return }
    guard let first = inputs.first else {
      guard name.contains(".") || name.contains("/") else { return }
      throw Failure(
        .usage, "\(name) is a file; the name of a reminder comes first: listo show dentist \(name)")
    }
    guard inputs.allSatisfy({ (try? FileStatus(path: $0)) == nil && $0 != "-" }) else { return }
    throw Failure(.noInput, "no such input; the name comes first: listo show \(first) \(name)")
  }

  /// The selection that `listo select` remembers.
  private static func remembered(_ reporter: Reporter) throws(Failure) -> SavedSelection {
    if let saved = SelectionFile()?.load(reporter) { return saved }
    throw Failure(
      .usage, "no reminder was named, and nothing is selected.",
      details: [
        "Name a reminder, then the files to look in: listo show 3f9a Export.ics",
        "Or select a reminder: listo select 3f9a Export.ics",
      ])
  }

  private func tell(_ saved: Selection, _ viewer: Viewer, _ reporter: Reporter) throws {
    let resolution = saved.resolve(in: viewer.catalog)
    try Printing.print(
      json ? resolution.json(in: viewer.catalog).prettyText : viewer.text(resolution, of: saved), reporter,
      paging.pager(isForPeople: !json))
    switch resolution {
    case .found, .moved: return
    case .similar, .gone: reporter.raise(.differences)
    }
  }

  private static func read(_ path: String) throws(Failure) -> Selection {
    do {
      return try Selection(json: try NamedFile.bytes(path, upTo: 1 << 20))
    } catch let error as StoreError {
      throw Failure(.usage, "\(path): \(error.reason).")
    } catch {
      throw Failure(.usage, "\(path): \(error).")
    }
  }
}
