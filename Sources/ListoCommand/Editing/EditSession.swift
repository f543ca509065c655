internal import Listo
internal import Platform

/// The session of a command that changes reminders: it opens places, finds the named reminders, asks, writes,
/// and reports the changes.
struct EditSession {
  let reporter: Reporter
  let options: EditOptions
  let configuration: Configuration
  /// `add --uid` puts its own maker of UIDs here.
  var context: EditContext
  let store: ReminderStore
  /// The short names of what the store holds.
  private let names: NamesOnDemand
  /// The identifiers that came on standard input.
  private let piped: [IdentifierList.Entry]
  /// The prompt for questions; nil where nobody can be asked.
  let prompt: EditPrompt?

  var catalog: Catalog { store.catalog }

  /// Finds and tells reminders as they were read first.
  var lookup: Lookup {
    let names = names
    return Lookup(catalog: names.catalog, names: { names.all }, dates: RelativeDate(context.view))
  }

  /// Words of dates and rules, as they are meant here and now.
  var wording: DateWording { DateWording(context.view, configuration, reporter) }

  /// - Parameters:
  ///   - more: further places, such as an archive.
  ///   - isInputTaken: standard input is read for reminders, so that no answer can come from it.
  /// - Throws: ``Failure``; what cannot be read is told, and the rest is there.
  init(
    _ options: EditOptions, _ places: PlaceOptions, with more: [String] = [], isInputTaken: Bool = false
  ) throws {
    try self.init(
      options, try places.paths() + more, places, isInputTaken, words: nil, piped: [], .everything)
  }

  /// - Parameters:
  ///   - targets: the reminders that are to be changed. Of those that are named by their identifiers no more
  ///     is read than they need.
  ///   - reach: what the change looks at beside them.
  /// - Throws: ``Failure``, also where someone may have put a place among the names.
  init(_ options: EditOptions, _ targets: TargetOptions, _ reach: Reach = .everything) throws {
    if let path = targets.names.first(where: { $0 != "-" && (try? FileStatus(path: $0)) != nil }),
      targets.places.places.isEmpty
    {
      throw Failure(
        .usage, "\(path) is a file or folder, not a reminder; to change reminders in it, use --in \(path).")
    }
    let paths = try targets.places.paths()
    let piped = targets.readsStandardInput ? try IdentifierInput.read() : []
    let isNamed = targets.expressions.isEmpty && targets.list == nil
    try self.init(
      options, paths, targets.places, targets.readsStandardInput,
      words: isNamed ? piped.isEmpty ? targets.names : piped.map(\.text) : nil, piped: piped, reach)
  }

  private init(
    _ options: EditOptions, _ paths: [String], _ places: PlaceOptions, _ isInputTaken: Bool,
    words: [String]?, piped: [IdentifierList.Entry], _ reach: Reach
  ) throws {
    let reporter = options.reporting.reporter(options.limits)
    (self.reporter, self.options, self.piped) = (reporter, options, piped)
    configuration = try ConfigurationFile.load()
    context = configuration.editing.context(try options.view.context(reporter, inputs: places.places))
    prompt = options.yes ? nil : EditPrompt(isTaken: isInputTaken, asks: options.ask)
    let store = try EditStore.open(
      paths, configuration, options.limits, reporter, of: words, reach, isTrial: options.dryRun)
    self.store = store
    names = NamesOnDemand(store.catalog, isPart: !store.scope.isEverything)
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
        .usage, "no reminder was named.",
        details: [
          "Name reminders by short name or title (see listo list), or use --where.",
          "With -, Listo reads names from standard input: short names or identifiers, one per line, or JSON.",
        ])
    }
    var found: [ModelIdentifier] = []
    var choice = self.choice(in: list)
    choice.naming.preference = preference
    choice.naming.looksAtTitles = !targets.readsStandardInput
    for entry in targets.readsStandardInput ? piped : targets.names.map(IdentifierList.Entry.word) {
      switch entry {
      case .word(let word): found.append(try choice.identifier(word, prompt, reporter))
      case .identifier(let identifier):
        guard
          try catalog.indexPath(for: identifier) != nil
            || choice.lookup.isOccurrence(identifier, in: context.view)
        else {
          throw Failure(.differences, "\(identifier): no reminder here has this identifier.")
        }
        found.append(identifier)
      }
    }
    if !targets.expressions.isEmpty {
      targets.expressions.forEach(reporter.noteMinutes)
      let query = try ConditionOptions.expression(targets.expressions).query(in: context.view)
      var names = NamedPlaces(in: query)
      for place in catalog.places { names.see(place) }
      NameCheck.note(names, reporter)
      let rows = reporter.rows(of: catalog, context.view)
      let matches = rows.found(by: query, at: list, in: context.view)
      reporter.report(matches.problems)
      found += matches.paths.sorted().compactMap(rows.modelIdentifier)
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
    let names = names
    var naming = ReminderNaming(catalog, in: list, names: { names.all })
    naming.numbered = configuration.numbered
    return ReminderChoice(lookup: lookup, naming: naming)
  }

  /// The list with this title or identifier.
  ///
  /// - Throws: ``Failure`` where none has it, or several.
  func list(_ name: String) throws(Failure) -> Catalog.IndexPath {
    do throws(ListNaming.Failure) {
      return try ListNaming(catalog).list(name)
    } catch {
      throw failure(error)
    }
  }

  /// The list that a new reminder goes to: the one that is named, else the configured one, else the only one.
  func listForNew(_ name: String?) throws(Failure) -> ModelIdentifier {
    do throws(ListNaming.Failure) {
      return try ListNaming(catalog).listForNew(name, orElse: configuration.defaultList?.value)
    } catch {
      throw failure(error, orElse: name.map { "to create it: listo calendars add '\($0)'" })
    }
  }

  /// - Parameter advice: what to do where there is no such list.
  private func failure(_ error: ListNaming.Failure, orElse advice: String? = nil) -> Failure {
    guard !catalog.listPaths.isEmpty else {
      return Failure(
        .differences, "there is no list yet.", details: [advice ?? "to create one: listo calendars add NAME"])
    }
    let known = catalog.listPaths.prefix(12).map { words(ofList: $0) }.joined(separator: ", ")
    switch error {
    case .several(let name, let paths):
      return Failure(
        .differences, "'\(name)' matches several lists:",
        details: paths.map { path in
          "  \(words(ofList: path))  \(catalog.modelIdentifier(at: path)?.description ?? "")"
        })
    case .unknown(let name, let nearest):
      let near = nearest.map(UnknownName.question)
      return Failure(
        .differences, "unknown list '\(name)'; \(near ?? "the lists are \(known).")",
        details: advice.map { [$0] } ?? [])
    case .unnamed:
      return Failure(
        .usage, "no list was named, and there are \(catalog.listPaths.count) lists.",
        details: [
          "Name a list with --list: \(known).",
          "Or set a default: listo config set default-list NAME",
        ])
    }
  }

  func words(ofList path: Catalog.IndexPath) -> String {
    let source = catalog.sources[path.source].source.title
    return "\(catalog.list(at: path)?.list.title ?? "") (\(source))"
  }

  // MARK: Doing it

  /// Asks where that is to be asked: for deletions as the settings say, for others where they are more than
  /// three.
  ///
  /// - Throws: ``Failure`` with status 2 where the answer is no, and 64 where nobody can be asked.
  func confirm(_ count: Int, _ action: EditAction, _ titles: () -> [String]) throws(Failure) {
    guard !options.dryRun, !options.yes else { return }
    guard count >= (action.deletes ? configuration.editing.deletion : .many).least else { return }
    let what = "\(RelativeDate.count(count, "reminder")) would be \(action.asked)"
    let all = titles()
    let shown = all.prefix(12).map { "  " + $0 } + (all.count > 12 ? ["  … and \(all.count - 12) more"] : [])
    guard let prompt else {
      throw Failure(
        .usage, "\(what); Listo cannot ask, because this is not a terminal.",
        details: shown + ["Pass --yes to go ahead, or --dry-run to see the changes."])
    }
    reporter.progress?.end()
    prompt.say("\(what):\n" + shown.map { $0 + "\n" }.joined())
    guard prompt.confirms("Do it?") else { throw Failure(.doubtful, "stopped: nothing was changed.") }
  }

  /// Makes changes to each of the reminders, and says so.
  ///
  /// - Parameter list: where they are afterwards; nil where they stay.
  func apply(
    _ changes: [Change], to identifiers: [ModelIdentifier], movingTo list: ModelIdentifier? = nil,
    _ action: EditAction
  ) throws {
    try change(identifiers, movingTo: list, action) { (editing, identifier) throws(EditError) in
      try editing.apply(changes, to: identifier)
    }
  }

  /// Changes each of the reminders, once that is confirmed, and says so.
  ///
  /// - Parameters:
  ///   - turns: the order in which they are changed, where it is not that in which they are told.
  ///   - list: where they are afterwards; nil where they stay.
  ///   - body: changes one of them, and returns the reminder that holds the change
  ///     (``Editing/apply(_:to:)``).
  func change(
    _ identifiers: [ModelIdentifier], inTurn turns: [ModelIdentifier]? = nil,
    movingTo list: ModelIdentifier? = nil, _ action: EditAction,
    _ body: @escaping (inout Editing, ModelIdentifier) throws(EditError) -> ModelIdentifier
  ) throws {
    try confirm(identifiers.count, action) { identifiers.map(catalog.words) }
    try perform(action, told: identifiers, movingTo: list) { (editing) throws(EditError) in
      var holders: [ModelIdentifier: ModelIdentifier] = [:]
      for identifier in turns ?? identifiers { holders[identifier] = try body(&editing, identifier) }
      return identifiers.map { holders[$0] ?? $0 }
    }
  }

  /// Makes changes, writes them as one transaction, and says what was done; or, where that was asked for,
  /// only shows it.
  ///
  /// - Parameters:
  ///   - told: the reminders that the history names; what comes new is told as it is afterwards.
  ///   - title: of what comes new.
  ///   - list: where they are afterwards; nil where they stay.
  ///   - body: makes the changes, and returns what they were made to; it is called again where a file changed
  ///     meanwhile.
  func perform(
    _ action: EditAction, told: [ModelIdentifier] = [], titled title: String? = nil,
    movingTo list: ModelIdentifier? = nil,
    _ body: @escaping (inout Editing) throws(EditError) -> [ModelIdentifier]
  ) throws {
    defer { reporter.progress?.end() }
    let before = catalog
    var changed: [ModelIdentifier] = []
    var made = Editing(before, in: context)
    var turns = 0
    let run: (inout Editing) throws(EditError) -> Void = { editing throws(EditError) in
      changed = try body(&editing)
      made = editing
      turns += 1
    }
    if options.dryRun {
      let lines = try reporter.running {
        try store.difference(of: try store.plan(in: context, run))
      }
      try DifferenceText.print(lines, json: options.json, reporter)
      return try reporter.finish()
    }
    let transaction = try reporter.running {
      try store.apply(label(action, told, title), in: context, run)
    }
    reporter.tell(transaction)
    // Others may have changed the files between the reading and the writing.
    let names = turns > 1 ? NamesOnDemand(made.catalog, isPart: !store.scope.isEverything) : names
    let now = { (identifier: ModelIdentifier) in
      guard let list, made[identifier] == nil else { return identifier }
      let moved = ModelIdentifier(
        source: list.source, list: list.list, uid: identifier.uid, recurrenceID: identifier.recurrenceID)
      return made[moved] == nil ? identifier : moved
    }
    if action.makesCopies { changed = transaction.added }
    let report = EditReport(
      transaction: transaction, action: action, changed: changed, made: made, now: now,
      name: names.all.including(changed.map(now)).name)
    try Printing.printDone(report.text, json: options.json ? report.json.prettyText : nil, reporter)
    try reporter.finish()
  }

  /// The label of a change in the history: `done: Bread, and 3 others`.
  private func label(_ action: EditAction, _ told: [ModelIdentifier], _ title: String?) -> String {
    guard let title = title ?? told.first.map({ catalog[$0]?.title ?? "(untitled)" }) else {
      return action.participle
    }
    return "\(action.participle): \(title)"
      + (told.count > 1 ? ", and \(RelativeDate.count(told.count - 1, "other"))" : "")
  }
}

extension Catalog {
  /// The title of a reminder and its list.
  func words(of identifier: ModelIdentifier) -> String {
    guard let path = indexPath(for: identifier), let reminder = reminder(at: path) else {
      return identifier.description
    }
    return words(of: reminder, in: list(at: path)?.list)
  }

  func words(of reminder: Reminder, in list: ReminderList?) -> String {
    let title = reminder.title ?? "(untitled)"
    return list.map { "\(title), in \($0.title)" } ?? title
  }
}
