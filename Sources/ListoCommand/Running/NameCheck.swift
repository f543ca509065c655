internal import Listo

/// Says so when a list or a source that was asked for does not exist, and which one may have been meant.
struct NameCheck {
  private let places: [Query.Place]

  init(_ places: [Query.Place]) { self.places = places }

  /// A name of `--list` or `--source` has to be there; of one in an expression that is not there, a note is enough: the expression
  /// may be a saved one, which is asked of many inputs.
  ///
  /// - Throws: ``Failure`` with status 64.
  func check(_ conditions: ConditionOptions, _ query: Query, _ reporter: Reporter) throws(Failure) {
    try check(conditions)
    var names = NamedPlaces(in: query)
    for place in places { names.see(place) }
    Self.note(names, reporter)
  }

  /// - Throws: ``Failure`` with status 64.
  func check(_ conditions: ConditionOptions) throws(Failure) {
    let lists = places.map(\.listTitle)
    for name in conditions.list where !matches(.inList(name)) {
      throw Failure(.usage, Self.words(.list(name), lists))
    }
    let sources = places.map(\.source.title)
    for name in conditions.source where !matches(.inSource(name)) {
      throw Failure(.usage, Self.words(.source(name), sources))
    }
  }

  /// Names those that nothing has.
  static func note(_ names: NamedPlaces, _ reporter: Reporter) {
    for name in names.missing {
      let known = if case .list = name { names.listTitles } else { names.sourceTitles }
      reporter.note("note: " + words(name, known))
    }
  }

  private func matches(_ query: Query) -> Bool {
    places.contains { query.matches($0) }
  }

  private static func words(_ name: NamedPlaces.Name, _ known: [String]) -> String {
    let kind = if case .list = name { "list" } else { "source" }
    let text = "no \(kind) is called '\(name.text)'"
    if let near = Spelling.nearest(to: name.text, in: known) { return text + "; did you mean '\(near)'?" }
    var seen: Set<String> = []
    let names = known.filter { seen.insert($0).inserted }
    return text
      + (names.count > 12 ? "; listo calendars shows them." : "; there are \(names.joined(separator: ", ")).")
  }
}
