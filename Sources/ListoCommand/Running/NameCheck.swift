internal import Listo

/// Says so when a list or a source that was asked for does not exist, and which one may have been meant.
struct NameCheck {
  private let places: [Query.Place]

  init(_ places: [Query.Place]) { self.places = places }

  /// - Throws: ``Failure`` with status 64.
  func check(_ conditions: ConditionOptions) throws(Failure) {
    let lists = places.map(\.listTitle)
    for name in conditions.list where !matches(.inList(name)) { throw unknown("list", name, lists) }
    let sources = places.map(\.source.title)
    for name in conditions.source where !matches(.inSource(name)) { throw unknown("source", name, sources) }
  }

  private func matches(_ query: Query) -> Bool {
    places.contains { query.matches($0) }
  }

  private func unknown(_ kind: String, _ name: String, _ known: [String]) -> Failure {
    var text = "no \(kind) is called '\(name)'"
    if let near = Spelling.nearest(to: name, in: known) {
      text += "; did you mean '\(near)'?"
    } else {
      var seen: Set<String> = []
      let names = known.filter { seen.insert($0).inserted }
      text +=
        names.count > 12 ? "; listo calendars shows them." : "; there are \(names.joined(separator: ", "))."
    }
    return Failure(.usage, text)
  }
}
