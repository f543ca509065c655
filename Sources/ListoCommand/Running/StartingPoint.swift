internal import Listo
internal import Platform

/// The place where `list`, `next` and `browse` start when no input is named: the selection, else the
/// configured list, else everything.
struct StartingPoint {
  /// The inputs to read.
  let inputs: [String]
  /// The absolute paths of the named inputs, or of those of the selection; none for the sources of the
  /// configuration.
  let ownInputs: [String]
  private let saved: SavedSelection?
  private let defaultList: String?

  /// - Parameter inputs: those that were named: where there are some, they are the starting point.
  /// - Parameters:
  ///   - isEverywhere: nothing that is remembered counts.
  ///   - isSearch: the default list does not count: who looks for something looks in all lists.
  /// - Throws: ``Failure``.
  init(
    _ inputs: [String], isEverywhere: Bool, isSearch: Bool = false, _ reporter: Reporter
  ) throws(Failure) {
    let isFree = inputs.isEmpty && !isEverywhere
    saved = isFree ? SelectionFile()?.load(reporter) : nil
    let read = try saved?.presentInputs(reporter) ?? inputs
    ownInputs = read.map { (try? FileSystem.realPath($0)) ?? $0 }
    self.inputs = try SourceInputs.paths(read)
    defaultList = isFree && saved == nil && !isSearch ? try ConfigurationFile.load().defaultList?.value : nil
  }

  /// Nothing that is remembered or configured says where.
  var isEverywhere: Bool { saved == nil && defaultList == nil }

  /// The place in a catalog.
  struct Scope {
    /// The list, or the source, that is shown; nil for everything.
    var place: Catalog.IndexPath?
    /// The reminder that was selected.
    var reminder: Catalog.IndexPath?
    /// Whether the selection is in its old place.
    var isFound = false
    /// `gone: Milk, in Home (iCloud), is no longer there`; nil if it was found or moved.
    var loss: String?
    /// Elements that may be the selected one.
    var similar: [Catalog.IndexPath] = []
    /// `moved: you are in Home (iCloud) now`; nil if nothing was selected.
    var start: String?
  }

  /// Finds the place, and updates what is stored about it.
  func scope(in catalog: Catalog) -> Scope {
    guard let saved else { return defaultScope(in: catalog) }
    let scope = Scope(saved.selection, in: catalog)
    if scope.loss == nil, let path = scope.reminder ?? scope.place { refresh(path, catalog) }
    return scope
  }

  /// Finds the place, and reports on standard error where it is.
  func scope(in catalog: Catalog, _ names: () -> ShortNames, _ reporter: Reporter) -> Scope {
    let scope = scope(in: catalog)
    if let loss = scope.loss {
      let question = "; this may be the same (use listo select to select it):"
      reporter.note(loss + (scope.similar.isEmpty ? "" : question))
    }
    let words = PlaceWords(catalog)
    for path in scope.similar.prefix(5) { reporter.note("  " + words.element(path, names())) }
    if let start = scope.start {
      reporter.note(start + (scope.place == nil ? "" : "; --everywhere shows all"))
    }
    return scope
  }

  private func defaultScope(in catalog: Catalog) -> Scope {
    guard let defaultList else { return Scope() }
    if let path = catalog.lists(named: defaultList).first {
      let words = PlaceWords(catalog)
      return Scope(place: path, start: "note: only \(words.place(path)) is shown (default-list)")
    }
    return Scope(
      start: "note: unknown list '\(defaultList)' (default-list in the configuration); showing all lists")
  }

  /// Saves the selection again where it changed since, such as in its title, which helps to find it the next
  /// time; a failure to write it is ignored.
  private func refresh(_ path: Catalog.IndexPath, _ catalog: Catalog) {
    guard let saved, let now = Selection(path, in: catalog), now != saved.selection else { return }
    try? SelectionFile()?.save(SavedSelection(now, inputs: saved.inputs))
  }
}

extension StartingPoint.Scope {
  /// The place of a selection in a catalog.
  init(_ selection: Selection, in catalog: Catalog) {
    let words = PlaceWords(catalog)
    switch selection.resolve(in: catalog) {
    case .found(let path):
      self.init(path)
      (isFound, start) = (true, "found: \(words.start(path))")
    case .moved(let path):
      self.init(path)
      start = "moved: \(words.start(path, " now"))"
    case .similar(let paths):
      self.init(lost: selection, "similar", catalog, words)
      similar = paths
    case .gone: self.init(lost: selection, "gone", catalog, words)
    }
  }

  private init(_ path: Catalog.IndexPath) {
    place = Catalog.IndexPath(source: path.source, list: path.list)
    reminder = path.reminder == nil ? nil : path
  }

  /// The list or source in which the selection was.
  private init(lost selection: Selection, _ word: String, _ catalog: Catalog, _ words: PlaceWords) {
    place = selection.nearest(in: catalog)
    loss = "\(word): \(selection.words), is no longer there"
    start =
      place.map { "\(words.start($0)), where it was" }
      ?? "its list and source are gone too; showing all lists"
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
