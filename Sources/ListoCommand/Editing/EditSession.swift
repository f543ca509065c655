internal import Listo
internal import Platform

/// What all commands that change reminders have in common: they open places, find what is named, ask, write, and say what was done.
struct EditSession {
  let reporter: Reporter
  let options: EditOptions
  let configuration: Configuration
  /// `add --uid` puts its own maker of UIDs here.
  var context: EditContext
  let store: CatalogStore
  /// What questions are asked with; nil where nobody can be asked.
  let prompt: EditPrompt?

  var catalog: Catalog { store.catalog }

  /// Words of dates and rules, as they are meant here and now.
  var wording: DateWording { DateWording(context.view, configuration) }

  /// - Parameters:
  ///   - names: of reminders, among which someone may have put a place.
  ///   - more: further places, such as an archive.
  ///   - isInputTaken: standard input is read for names or reminders, so that no answer can come from it.
  /// - Throws: ``Failure``; what cannot be read is told, and the rest is there.
  init(
    _ options: EditOptions, _ places: PlaceOptions, names: [String] = [], with more: [String] = [],
    isInputTaken: Bool = false
  ) throws {
    let reporter = options.reporting.reporter(options.limits)
    if let path = names.first(where: { $0 != "-" && (try? FileStatus(path: $0)) != nil }),
      places.places.isEmpty
    {
      throw Failure(
        .usage, "\(path) is a file or folder, and reminders are named; --in \(path) says where they are.")
    }
    let paths = try places.paths()
    (self.reporter, self.options) = (reporter, options)
    configuration = try ConfigurationFile.load()
    context = EditContext(try options.view.context(reporter, inputs: places.places))
    prompt = options.yes ? nil : EditPrompt(isTaken: isInputTaken, asks: options.ask)
    let store = try EditStore.open(paths + more, configuration, options.limits, reporter)
    self.store = store
    reporter.titleOf = { identifier in
      let catalog = store.catalog
      return catalog[identifier]?.title
        ?? catalog.indexPath(for: identifier).flatMap(catalog.list)?.list.title
    }
  }

  // MARK: What is meant

  /// The reminders that are named or match, each once.
  ///
  /// - Parameter preference: which of several that a word fits can be meant.
  /// - Throws: ``Failure``.
  func reminders(
    _ targets: TargetOptions, preferring preference: @escaping (Reminder) -> Bool = { _ in true }
  ) throws -> [ModelIdentifier] {
    let list = try targets.list.map { try self.list($0) }
    if targets.names.isEmpty && targets.expressions.isEmpty {
      throw Failure(
        .usage, "no reminder is named.",
        details: [
          "Name them by short name or title, or say which with --where: listo list shows both.",
          "Identifiers are read from standard input with -.",
        ])
    }
    var found: [ModelIdentifier] = []
    if targets.readsStandardInput {
      for identifier in try IdentifierInput.read() {
        guard catalog.indexPath(for: identifier) != nil else {
          throw Failure(.differences, "\(identifier): no reminder of these places has this identifier.")
        }
        found.append(identifier)
      }
    } else {
      var choice = self.choice(in: list)
      choice.preference = preference
      for word in targets.names { found.append(try choice.identifier(word, prompt, reporter)) }
    }
    if !targets.expressions.isEmpty {
      let query = try ConditionOptions.expression(targets.expressions).query(in: context.view)
      var names = NamedPlaces(in: query)
      for place in catalog.places { names.see(place) }
      NameCheck.note(names, reporter)
      let matches = catalog.matches(query, in: context.view)
      reporter.report(matches.problems)
      found += matches.paths.sorted().filter { path in
        list.map { $0.source == path.source && $0.list == path.list } ?? true
      }.compactMap(catalog.modelIdentifier)
      if found.isEmpty { throw Failure(.differences, "nothing matches.") }
    }
    var seen: Set<ModelIdentifier> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// One reminder.
  func reminder(_ word: String, in list: String? = nil) throws -> ModelIdentifier {
    try choice(in: try list.map { try self.list($0) }).identifier(word, prompt, reporter)
  }

  private func choice(in list: Catalog.IndexPath?) -> ReminderChoice {
    let dates = RelativeDate(context.view)
    return ReminderChoice(
      lookup: Lookup(catalog: catalog, names: ShortNames(catalog, on: ThreadPipeline()), dates: dates),
      context: context.view, list: list)
  }

  /// The list with this title or identifier.
  ///
  /// - Throws: ``Failure`` where none has it, or several.
  func list(_ name: String) throws(Failure) -> Catalog.IndexPath {
    var found: [Catalog.IndexPath] = []
    for (section, source) in catalog.sources.enumerated() {
      for (row, list) in source.lists.enumerated()
      where Query.inList(name).matches(list.place(in: source.source)) {
        found.append(Catalog.IndexPath(source: section, list: row))
      }
    }
    if found.count == 1 { return found[0] }
    let titles = (found.isEmpty ? allLists : found).map { words(ofList: $0) }
    guard found.isEmpty else {
      throw Failure(
        .differences, "'\(name)' may be any of these lists:",
        details: found.map { path in
          "  \(words(ofList: path))  \(catalog.modelIdentifier(at: path)?.description ?? "")"
        })
    }
    let known = allLists.compactMap { catalog.list(at: $0)?.list.title }
    let near = Spelling.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
    throw Failure(
      .differences,
      "there is no list '\(name)'; \(near ?? "there are \(titles.prefix(12).joined(separator: ", ")).")")
  }

  private var allLists: [Catalog.IndexPath] {
    catalog.sources.enumerated().flatMap { section, source in
      source.lists.indices.map { Catalog.IndexPath(source: section, list: $0) }
    }
  }

  /// The list that a new reminder goes to: the one that is named, else the configured one, else the only one.
  func listForNew(_ name: String?) throws(Failure) -> ModelIdentifier {
    var path = try name.map { name throws(Failure) in try list(name) }
    if path == nil, let setting = configuration.defaultList {
      path = try list(setting.value)
    }
    if path == nil, allLists.count == 1 { path = allLists[0] }
    guard let identifier = path.flatMap(catalog.modelIdentifier) else {
      throw Failure(
        .usage, "no list is named, and there are \(allLists.count).",
        details: [
          "Name one with --list; there are \(allLists.prefix(12).map { words(ofList: $0) }.joined(separator: ", ")).",
          "Or say once which is meant: default-list = \"…\" in config.toml",
        ])
    }
    return identifier
  }

  /// A list, or all of them.
  func lists(_ scope: Catalog.IndexPath?) -> [ModelIdentifier] {
    (scope.map { [$0] } ?? allLists).compactMap(catalog.modelIdentifier)
  }

  /// The lists that a file holds.
  func lists(inFile path: String) -> [ModelIdentifier] {
    allLists.filter { catalog.list(at: $0)?.calendars.contains { $0.file == path } ?? false }
      .compactMap(catalog.modelIdentifier)
  }

  func words(ofList path: Catalog.IndexPath) -> String {
    let source = catalog.sources[path.source].source.title
    return "\(catalog.list(at: path)?.list.title ?? "") (\(source))"
  }

  // MARK: Doing it

  /// Asks where that is to be asked: for deletions as the settings say, for others where they are more than three.
  ///
  /// - Parameters:
  ///   - what: what would be done, as in `5 reminders would be completed`.
  /// - Throws: ``Failure`` with status 2 where the answer is no, and 64 where nobody can be asked.
  func confirm(_ count: Int, _ participle: String, deletes: Bool = false, _ titles: () -> [String])
    throws(Failure)
  {
    guard !options.dryRun, !options.yes else { return }
    let least =
      switch deletes ? configuration.editing.deletion : .many {
      case .always: 1
      case .many: 4
      case .never: Int.max
      }
    guard count >= least else { return }
    let what = "\(RelativeDate.count(count, "reminder")) would be \(participle)"
    guard let prompt else {
      throw Failure(
        .usage, "\(what); nobody can be asked here.",
        details: ["--yes does it, --dry-run shows what would change."])
    }
    reporter.progress?.end()
    let shown = titles()
    let rest = shown.count > 12 ? "  … and \(shown.count - 12) more\n" : ""
    prompt.say("\(what):\n" + shown.prefix(12).map { "  " + $0 + "\n" }.joined() + rest)
    guard prompt.confirms("Do it?") else { throw Failure(.doubtful, "stopped: nothing was changed.") }
  }

  /// The title of a reminder and its list.
  func words(of identifier: ModelIdentifier, in catalog: Catalog) -> String {
    guard let path = catalog.indexPath(for: identifier), let reminder = catalog.reminder(at: path) else {
      return identifier.description
    }
    let title = reminder.title ?? "(untitled)"
    return catalog.list(at: path).map { "\(title), in \($0.list.title)" } ?? title
  }

  /// Makes a change to each of the reminders, and says so.
  ///
  /// - Parameters:
  ///   - participle: what is said of each: `done`, `moved`.
  func apply(
    _ change: Change, to identifiers: [ModelIdentifier], _ participle: String, deletes: Bool = false
  ) throws {
    try confirm(identifiers.count, participle, deletes: deletes) {
      identifiers.map { words(of: $0, in: catalog) }
    }
    try perform(participle, told: identifiers) { (editing) throws(EditError) in
      for identifier in identifiers { try editing.apply(change, to: identifier) }
      return identifiers
    }
  }

  /// Makes changes, writes them as one transaction, and says what was done; or, where that was asked for, only shows it.
  ///
  /// - Parameters:
  ///   - told: the reminders that the history names; what comes new is told as it is afterwards.
  ///   - title: of what comes new.
  ///   - body: makes the changes, and returns what they were made to; it is called again where a file changed meanwhile.
  func perform(
    _ participle: String, told: [ModelIdentifier] = [], titled title: String? = nil,
    _ body: @escaping (inout Editing) throws(EditError) -> [ModelIdentifier]
  ) throws {
    defer { reporter.progress?.end() }
    let before = catalog
    var changed: [ModelIdentifier] = []
    let run: (inout Editing) throws(EditError) -> Void = { editing throws(EditError) in
      changed = try body(&editing)
    }
    if options.dryRun {
      let lines = try reporter.running {
        try store.difference(of: try store.plan(in: context, run))
      }
      try Printing.print(DifferenceText.text(lines), reporter)
      return try reporter.finish()
    }
    let transaction = try reporter.running {
      try store.apply(label(participle, told, title), in: context, run)
    }
    reporter.tell(transaction)
    let report = EditReport(
      transaction: transaction, participle: participle, changed: changed, before: before, after: store.catalog
    )
    try Printing.print(
      options.json ? String(decoding: report.json.pretty, as: UTF8.self) : report.text, reporter)
    try reporter.finish()
  }

  /// What the history calls it: `done: Bread, and 3 others`.
  private func label(_ participle: String, _ told: [ModelIdentifier], _ title: String?) -> String {
    guard let title = title ?? told.first.map({ catalog[$0]?.title ?? "(untitled)" }) else {
      return participle
    }
    return "\(participle): \(title)"
      + (told.count > 1 ? ", and \(RelativeDate.count(told.count - 1, "other"))" : "")
  }
}
