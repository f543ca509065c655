internal import ICalendar
public import ListoModel

/// Finds the reminders that a name refers to: an identifier, UID, running number, short name, or words of a
/// title.
package struct ReminderNaming {
  /// The catalog to search.
  public let catalog: Catalog
  /// Its short names, worked out when a word may be one.
  public let names: () -> ShortNames
  /// The list to search, in which running numbers count; nil for all lists.
  public let list: Catalog.IndexPath?
  /// Selects among several matches the reminders that can be meant, such as open ones for a completion.
  public var preference: (Reminder) -> Bool = { _ in true }
  /// Words of titles name a reminder too: false for many words, each of which would be looked for in each
  /// title.
  public var looksAtTitles = true
  /// The lists in which `#4` names a reminder, unless a list is given.
  package var numbered = NumberedLists.marked
  private let uids = PathsByUID()

  /// - Parameters:
  ///   - catalog: the catalog to search.
  ///   - list: the list to search, in which running numbers count; nil for all lists.
  ///   - names: returns the short names of the catalog; called only if a word may be one.
  public init(
    _ catalog: Catalog, in list: Catalog.IndexPath? = nil, names: @escaping () -> ShortNames
  ) {
    (self.catalog, self.list, self.names) = (catalog, list, names)
  }

  /// Returns the reminders that match a word, in the order of the catalog.
  ///
  /// An identifier, a UID and a running number take precedence. `#4` is a running number in the list that is
  /// searched, else in the lists that show their numbers. A short name that also occurs in titles
  /// matches both. An equal title, or else the only preferred reminder, takes precedence over other titles.
  ///
  /// - Returns: an empty array if nothing matches, and several paths if the name is ambiguous.
  /// - Complexity: linear in the catalog.
  public func candidates(_ word: String) -> [Catalog.IndexPath] {
    if let identifier = ModelIdentifier(word), identifier.kind == .reminder,
      let path = catalog.indexPath(for: identifier) ?? catalog.masterPath(ofOccurrence: identifier)
    {
      return [path]
    }
    if let list, let number = Int(word) { return catalog.reminders(numbered: number, in: list) }
    let numbered = catalog.reminders(numberedAsTyped: word, in: list, orOf: numbered)
    if !numbered.isEmpty { return numbered }
    let uids = catalog.mastersAlone(self.uids.paths(word, in: catalog).filter(isMeant))
    if uids.count == 1 { return uids }
    let short = names().identifiers(startingWith: word).compactMap(catalog.indexPath).filter(isMeant)
    let titled = looksAtTitles ? catalog.reminders(titled: word).filter(isMeant) : []
    var found = catalog.mastersAlone(Array(Set(short + titled + uids)).sorted())
    let preferred = found.filter { catalog.reminder(at: $0).map(preference) ?? false }
    if !preferred.isEmpty { found = preferred }
    let exact = found.filter { catalog.reminder(at: $0)?.title?.lowercased() == word.lowercased() }
    return exact.count == 1 && short.isEmpty ? exact : found
  }

  /// Returns the title that may have been meant by a misspelt word; nil if none is similar.
  ///
  /// - Complexity: linear in the titles.
  public func nearestTitle(to word: String) -> String? {
    let titles = catalog.reminderPaths.filter(isMeant).compactMap { catalog.reminder(at: $0)?.title }
    if let title = Spelling.nearest(to: word, in: titles) { return title }
    var holders: [String: String] = [:]
    for title in titles {
      let parts = title.lowercased().split { !$0.isLetter && !$0.isNumber }
      for part in parts.map({ String($0) }) where holders[part] == nil { holders[part] = title }
    }
    return Spelling.nearest(to: word.lowercased(), in: holders.keys.sorted()).flatMap { holders[$0] }
  }

  private func isMeant(_ path: Catalog.IndexPath) -> Bool {
    guard let list else { return true }
    return path.source == list.source && path.list == list.list
  }
}

/// Where the reminders of a catalog stand, by UID; worked out when it is first asked for.
private final class PathsByUID {
  private var paths: [String: [Catalog.IndexPath]]?

  func paths(_ uid: String, in catalog: Catalog) -> [Catalog.IndexPath] {
    let known =
      paths
      ?? Dictionary(grouping: catalog.reminderPaths) {
        catalog.modelIdentifier(at: $0)?.uid?.text ?? ""
      }
    paths = known
    return known[uid] ?? []
  }
}

extension Catalog {
  /// Returns the reminders that `#4` names: by their running number in a list, or in each list that shows its
  /// numbers.
  ///
  /// - Complexity: O(n log n) in the reminders of the lists.
  func reminders(
    numberedAsTyped word: String, in list: IndexPath?, orOf numbered: NumberedLists
  ) -> [IndexPath] {
    guard word.first == "#", let number = Int(word.dropFirst()) else { return [] }
    let shown = listPaths.filter { self.list(at: $0).map { numbered.contains($0.list) } ?? false }
    return (list.map { [$0] } ?? shown).flatMap { reminders(numbered: number, in: $0) }
  }

  /// Returns the reminder with a running number; an empty array if there is none.
  ///
  /// - Complexity: O(n log n) in the list.
  func reminders(numbered number: Int, in list: IndexPath) -> [IndexPath] {
    guard let node = self.list(at: list) else { return [] }
    let numbers = ReminderNumbers(node)
    return node.reminders.indices.filter { numbers[$0] == number }.prefix(1).map {
      IndexPath(source: list.source, list: list.list, reminder: $0)
    }
  }

  /// Returns the reminders whose title contains this word, regardless of case and accents.
  ///
  /// - Complexity: linear in the reminders.
  public func reminders(titled word: String) -> [IndexPath] {
    guard !word.isEmpty else { return [] }
    let expression = QueryExpression(.compare(.field(.title), .contains, .text(word, isExact: false)))
    // No clock is asked of a text.
    let context = ViewContext(now: Instant(seconds: 0), zone: .utc)
    return matches(expression.query(in: context), in: context).paths.sorted()
  }
}
