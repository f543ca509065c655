internal import Listo

/// The words about a name that nothing has: which one may have been meant, else which there are.
enum UnknownName {
  /// - Parameters:
  ///   - kind: of what, such as `list`.
  ///   - known: in the order in which they are told; one that is there twice is told once.
  ///   - more: where many are shown, a command.
  static func words(_ kind: String, _ name: String, _ known: [String], more: String? = nil) -> String {
    let text = "unknown \(kind) '\(name)'; "
    if let guess = guess(name, in: known) { return text + guess }
    var seen: Set<String> = []
    let names = known.filter { seen.insert($0).inserted }
    if names.isEmpty { return text + "there are none." }
    if names.count > 12, let more { return text + "\(more) shows them." }
    return text + "there are \(names.joined(separator: ", "))."
  }

  /// `did you mean 'Home'?`, of the known name that is nearest; nil where none is near.
  static func guess(_ name: String, in known: [String]) -> String? {
    Spelling.nearest(to: name, in: known).map(question)
  }

  /// The same of a name that may have been meant.
  static func question(_ near: String) -> String { "did you mean '\(near)'?" }
}

/// Says so when a list or a source that was asked for does not exist, and which one may have been meant.
struct NameCheck {
  private let places: [Query.Place]
  private let catalog: Catalog

  init(_ catalog: Catalog) { (places, self.catalog) = (catalog.places, catalog) }

  /// A name of `--list` or `--source` has to be there; of one in an expression that is not there, a note is
  /// enough: the expression may be a saved one, which is asked of many inputs.
  ///
  /// - Throws: ``Failure`` with status 64.
  func check(_ conditions: ConditionOptions, _ query: Query, _ reporter: Reporter) throws(Failure) {
    try reporter.run { () throws(WorkError) in try conditions.placeNames.check(places) }
    var names = NamedPlaces(in: query)
    for place in places { names.see(place) }
    Self.note(names, reporter)
    note(tags: conditions.tag, reporter)
  }

  /// Names the tags of `--tag` that no reminder has. A note is enough: a tag is gone when the last reminder
  /// that had it is.
  private func note(tags: [String], _ reporter: Reporter) {
    for tag in catalog.unknownTags(tags) {
      let near =
        UnknownName.guess(tag, in: catalog.tags().sorted())
        ?? (tag.contains(",") ? "for several tags, repeat --tag" : nil)
      reporter.note(
        "note: no reminder has the tag '\(tag)'; \(near ?? "listo list --group tag shows the tags")"
      )
    }
  }

  /// Names those that nothing has.
  static func note(_ names: NamedPlaces, _ reporter: Reporter) {
    for name in names.missing {
      let known = if case .list = name { names.listTitles } else { names.sourceTitles }
      reporter.note("note: " + words(name, known))
    }
  }

  static func words(_ name: NamedPlaces.Name, _ known: [String]) -> String {
    let kind = if case .list = name { "list" } else { "source" }
    return UnknownName.words(kind, name.text, known, more: "listo calendars")
  }
}

/// Inputs that were named and are not there, and what was probably meant by them.
struct MissingInputs {
  private let paths: [String]
  /// The inputs that are there, as they were named.
  private let others: [String]
  /// The last that was named is missing, and was not the only one.
  private let isLast: Bool

  /// nil where none is missing.
  init?(_ errors: [StoreError], of inputs: [String]) {
    let missing = Set(errors.lazy.filter { $0.code == .missing }.map(\.path))
    guard !missing.isEmpty else { return nil }
    paths = inputs.filter(missing.contains)
    others = inputs.filter { !missing.contains($0) }
    isLast = inputs.count > 1 && inputs.last == paths.last
    if paths.isEmpty { return nil }
  }

  /// Nothing else was named, so that what is said of them is not far from the end.
  var areAll: Bool { others.isEmpty }

  /// One line for the end of what is printed, where the errors may have gone by.
  var summary: String {
    let names = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
    return
      "\(paths.count) of \(paths.count + others.count) inputs \(paths.count == 1 ? "is" : "are") missing: \(names)"
  }

  /// The suggestion of another name or command; nil where nothing is near.
  var suggestion: String? {
    let meant = paths.map { Self.neighbour(of: $0) }
    let near = meant.compactMap(\.self)
    if near.isEmpty, let output {
      return "To write \(output): listo convert \(others.joined(separator: " ")) -o \(output)"
    }
    let words = zip(paths, meant).filter { $0.1 == nil }.map(\.0)
    // A word that is like no name may be one to look for in reminders.
    guard !words.isEmpty, words.allSatisfy({ !$0.isEmpty && !$0.contains("/") && !$0.contains(".") }) else {
      return near.first.map { "Did you mean \($0)?" }
    }
    let text = words.joined(separator: " ")
    let quoted = text.allSatisfy { $0.isLetter || $0.isNumber } ? text : "'\(text)'"
    let inputs = (others + near).map { $0 + " " }.joined()
    return (near.isEmpty ? "To look for a word in reminders" : "Did you mean")
      + ": listo list \(inputs)--text \(quoted)"
  }

  /// The probable output: it was named last, and is of another format than the inputs before it.
  private var output: String? {
    guard paths.count == 1, let path = paths.last, isLast,
      let format = Format.all.first(where: { $0.canWrite && $0.claims(path) }),
      others.allSatisfy({ !format.claims($0) })
    else { return nil }
    return path
  }

  /// A name in the same folder, or of a source, that is spelt nearly so.
  private static func neighbour(of path: String) -> String? {
    NearestPath.find(path) { (try? ConfigurationFile.load())?.sources.map(\.name) ?? [] }
  }
}
