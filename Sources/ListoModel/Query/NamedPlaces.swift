/// The lists and sources that a query names, and those that no input has, which may be misspelled.
public struct NamedPlaces: Sendable {
  /// A list or a source that is named.
  public enum Name: Sendable, Hashable {
    case list(String)
    case source(String)

    /// The title or the identifier, as the query has it.
    public var text: String {
      switch self {
      case .list(let text), .source(let text): text
      }
    }

    fileprivate var query: Query {
      switch self {
      case .list(let text): .inList(text)
      case .source(let text): .inSource(text)
      }
    }
  }

  /// In the order of the query, each once.
  package private(set) var missing: [Name]
  /// Titles that were seen while something was missing: the first ``mostTitles`` of each kind.
  package private(set) var listTitles: [String] = []
  /// As ``listTitles``, of the sources.
  package private(set) var sourceTitles: [String] = []

  /// The number of titles that is enough to guess from; a file may hold a million calendars.
  package static let mostTitles = 1000

  /// The names that `query` compares a list or a source with, whether they are to be it or not.
  package init(in query: Query) { missing = Self.names(query) }

  /// Takes note of a list and its source.
  package mutating func see(_ place: Query.Place) {
    guard !missing.isEmpty else { return }
    missing.removeAll { $0.query.matches(place) }
    Self.add(place.listTitle, to: &listTitles)
    Self.add(place.source.title, to: &sourceTitles)
  }

  /// Takes note of what was seen elsewhere for the same query.
  package mutating func join(_ other: NamedPlaces) {
    missing.removeAll { !other.missing.contains($0) }
    for title in other.listTitles { Self.add(title, to: &listTitles) }
    for title in other.sourceTitles { Self.add(title, to: &sourceTitles) }
  }

  private static func add(_ title: String, to titles: inout [String]) {
    if titles.count < mostTitles, titles.last != title, !titles.contains(title) { titles.append(title) }
  }

  private static func names(_ query: Query) -> [Name] {
    switch query {
    case .inList(let text), .text(.list, .exactly(.equal, let text)),
      .text(.list, .exactly(.notEqual, let text)):
      return [.list(text)]
    case .inSource(let text), .text(.source, .exactly(.equal, let text)),
      .text(.source, .exactly(.notEqual, let text)):
      return [.source(text)]
    case .not(let query), .relation(_, let query): return names(query)
    case .and(let queries), .or(let queries):
      var seen: Set<Name> = []
      return queries.flatMap(names).filter { seen.insert($0).inserted }
    default: return []
    }
  }
}
