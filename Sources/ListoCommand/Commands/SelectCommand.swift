internal import ArgumentParser
internal import Listo
internal import Platform

struct SelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select",
    abstract: "Remember a reminder or a list as the place to start.",
    usage: """
      listo select <name> [<options>] [<input> ...]
      listo select [--json]
      listo select --clear
      """,
    discussion: """
      Names are those of listo show: a short name, the title of a list, a word of a title. After that, listo \
      list, show and next without an input start in this list or with this reminder. They find it again \
      after a refresh, a rename, another export or a move, and report how. If it is gone, they start in its \
      list, or else in its source. The next listo browse with these inputs starts there too, not where it \
      was left.

      Without a name, Listo prints the selection.

      Examples:
        listo select Home ~/Calendars
        listo list
        listo select dentist ~/Calendars
        listo show
        listo select
        listo select --clear
      """)

  @Argument(
    help: ArgumentHelp("The name of a reminder, list or source.", valueName: "name"),
    completion: NameCompletion.reminders
  )
  var name: String?

  @Argument(
    help: ArgumentHelp(
      "Files, folders and web addresses; without any, the configured sources.",
      valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var lookup: LookupOptions

  @Flag(help: "Clear the selection.")
  var clear = false

  @Flag(help: "Print the selection as JSON.")
  var json = false

  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if clear && name != nil { throw ValidationError("a name and --clear cannot be combined.") }
    if (inputs + lookup.places).contains("-") {
      throw ValidationError("a selection needs files or folders; standard input cannot be read again.")
    }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    guard let file = SelectionFile() else {
      throw Failure(
        .cannotCreate, "there is no folder for it: neither HOME nor XDG_STATE_HOME is set.")
    }
    if clear { return try file.clear() }
    guard let name else { return try tell(file.load(reporter), reporter) }
    let inputs = self.inputs + lookup.places
    if let address = inputs.lazy.compactMap({ WebAddress($0) }).first(where: { $0.shown != $0.url }) {
      throw Failure(
        .usage,
        "\(address.shown): the address may hold a secret, so Listo does not store it with the selection.",
        details: ["Add it as a source, and use its name: listo sources add ADDRESS --name NAME"])
    }
    let tree = lookup.reading.tree(try SourceInputs.paths(inputs), reporter, limits)
    let catalog = try reporter.catalog(tree)
    let path = try Lookup(catalog: catalog, names: { catalog.shortNames() }).path(name)
    guard let selection = Selection(path, in: catalog) else { return }
    let real = inputs.map { (try? FileSystem.realPath($0)) ?? $0 }
    let saved = SavedSelection(selection, inputs: real)
    try file.save(saved)
    // The selection is newer than the place where browse was left.
    try BrowseFile(real).remove()
    try tell(saved, reporter)
    try reporter.finish()
  }

  private func tell(_ saved: SavedSelection?, _ reporter: Reporter) throws {
    guard let saved else {
      try Printing.print(json ? "null\n" : "Nothing is selected.\n", reporter)
      throw Failure(.differences)
    }
    if json { return try Printing.print(saved.json.prettyText, reporter) }
    try Printing.print("selected: \(saved.selection.words)\n", reporter)
  }
}

extension Selection {
  /// `Call the dentist, in Home (iCloud)`; of a list `Home (iCloud)`.
  var words: String {
    let source = Visible.line(sourceTitle)
    let place = listTitle.map { "\(Visible.line($0)) (\(source))" } ?? source
    guard identifier.kind == .reminder else { return place }
    return "\(Visible.line(title ?? "(untitled)")), in \(place)"
  }
}
