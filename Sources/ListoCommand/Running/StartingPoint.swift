internal import Listo
internal import Platform

/// Where `list` and `next` start when no input is named: at what was selected, else in the configured list,
/// else everywhere.
struct StartingPoint {
  /// What is read.
  let inputs: [String]
  private let saved: SavedSelection?
  private let defaultList: String?

  /// - Parameter inputs: those that were named: where there are some, they are the starting point.
  /// - Parameter isEverywhere: nothing that is remembered counts.
  /// - Throws: ``Failure``.
  init(_ inputs: [String], isEverywhere: Bool, _ reporter: Reporter) throws(Failure) {
    let isFree = inputs.isEmpty && !isEverywhere
    saved = isFree ? SelectionFile()?.load(reporter) : nil
    self.inputs = try SourceInputs.paths(try saved?.presentInputs(reporter) ?? inputs)
    defaultList = isFree && saved == nil ? try ConfigurationFile.load().defaultList?.value : nil
  }

  /// Nothing that is remembered or configured says where.
  var isEverywhere: Bool { saved == nil && defaultList == nil }

  /// The place in a catalog.
  struct Scope {
    /// The list, or the source, that is shown; nil for everything.
    var place: Catalog.IndexPath?
    /// The reminder that was selected.
    var reminder: Catalog.IndexPath?
  }

  /// Finds it, says on standard error what became of it, and remembers where it is now.
  func scope(in catalog: Catalog, _ names: () -> ShortNames, _ reporter: Reporter) -> Scope {
    guard let saved else { return defaultScope(in: catalog, reporter) }
    let words = PlaceWords(catalog)
    switch saved.selection.resolve(in: catalog) {
    case .found(let path):
      refresh(path, catalog)
      reporter.note("found: \(words.start(path)); --everywhere shows all")
      return Self.scope(at: path)
    case .moved(let path):
      refresh(path, catalog)
      reporter.note("moved: \(words.start(path, " now")); --everywhere shows all")
      return Self.scope(at: path)
    case .similar(let paths):
      reporter.note(
        "similar: \(saved.selection.words), is no longer there; this may be the same (use listo select to select it):"
      )
      for path in paths.prefix(5) { reporter.note("  " + words.element(path, names())) }
      return Scope(place: fallback(saved.selection, catalog, words, reporter))
    case .gone:
      reporter.note("gone: \(saved.selection.words), is no longer there")
      return Scope(place: fallback(saved.selection, catalog, words, reporter))
    }
  }

  private static func scope(at path: Catalog.IndexPath) -> Scope {
    guard path.reminder != nil else { return Scope(place: path) }
    return Scope(place: Catalog.IndexPath(source: path.source, list: path.list), reminder: path)
  }

  private func fallback(
    _ selection: Selection, _ catalog: Catalog, _ words: PlaceWords, _ reporter: Reporter
  ) -> Catalog.IndexPath? {
    guard let nearest = selection.nearest(in: catalog) else {
      reporter.note("its list and source are gone too; showing all lists")
      return nil
    }
    reporter.note("\(words.start(nearest)), where it was; --everywhere shows all")
    return nearest
  }

  private func defaultScope(in catalog: Catalog, _ reporter: Reporter) -> Scope {
    guard let defaultList else { return Scope() }
    if let path = catalog.lists(named: defaultList).first { return Scope(place: path) }
    reporter.note(
      "note: unknown list '\(defaultList)' (default-list in the configuration); showing all lists")
    return Scope()
  }

  /// What changed of it since, such as its title, helps to find it the next time; that this cannot be written
  /// is no reason to stop.
  private func refresh(_ path: Catalog.IndexPath, _ catalog: Catalog) {
    guard let saved, let now = Selection(path, in: catalog), now != saved.selection else { return }
    try? SelectionFile()?.save(SavedSelection(now, inputs: saved.inputs))
  }
}

extension SavedSelection {
  /// The inputs that it was made in, as far as they are still there; what is gone is told. None where all are
  /// gone, or it was made in those of the configuration, which are then looked through.
  ///
  /// - Throws: ``Failure`` with status 66 where nothing is left to be read.
  func presentInputs(_ reporter: Reporter) throws(Failure) -> [String] {
    let sources = try inputs.isEmpty ? [] : ConfigurationFile.load().sources.map(\.name)
    let present = inputs.filter { sources.contains($0) || WebAddress($0) != nil || !Self.isMissing($0) }
    for path in inputs where !present.contains(path) {
      reporter.note("gone: \(path), which had the selection \(selection.words)")
    }
    if present.isEmpty, !inputs.isEmpty, try SourceInputs.configured().isEmpty {
      throw Failure(
        .noInput,
        "the selection was in \(inputs.joined(separator: " and ")), and no source is configured.",
        details: ["Name an input, or clear the selection: listo select --clear"])
    }
    return present
  }

  private static func isMissing(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(path: path)
      return false
    } catch {
      return error.isMissing
    }
  }
}

/// Elements of a catalog in words.
struct PlaceWords {
  private let catalog: Catalog

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// `Errands (Tasks.org)`.
  func place(_ path: Catalog.IndexPath) -> String {
    let source = Visible.line(catalog.sources[path.source].source.title)
    guard let list = catalog.list(at: path) else { return source }
    return "\(Visible.line(list.list.title)) (\(source))"
  }

  /// `you are in Home (iCloud)`, with the reminder that is meant.
  func start(_ path: Catalog.IndexPath, _ time: String = "") -> String {
    guard let reminder = catalog.reminder(at: path) else { return "you are in \(place(path))\(time)" }
    return "you are in \(place(path))\(time), at \(Visible.line(reminder.title ?? "(untitled)"))"
  }

  /// `5c7a  Pay the swimming club, in Family (iCloud)`.
  func element(_ path: Catalog.IndexPath, _ names: ShortNames) -> String {
    let name = catalog.modelIdentifier(at: path).map(names.name) ?? ""
    let title = catalog.reminder(at: path)?.title ?? catalog.list(at: path)?.list.title ?? ""
    return "\(name)  \(Visible.line(title)), in \(place(path))"
  }
}
