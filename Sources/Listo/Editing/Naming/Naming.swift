internal import ICalendar
public import ListoModel

/// Finds the reminder, list or source that a name refers to.
package struct ElementNaming {
  /// The catalog to search.
  public let catalog: Catalog
  /// Its short names, worked out when a word may be one.
  public let names: () -> ShortNames
  /// The lists in which `#4` names a reminder.
  package var numbered = NumberedLists.marked

  /// - Parameters:
  ///   - catalog: the catalog to search.
  ///   - names: returns the short names of the catalog; called only if a word may be one.
  public init(_ catalog: Catalog, names: @escaping () -> ShortNames) {
    (self.catalog, self.names) = (catalog, names)
  }

  /// Returns the elements that match a word, by the first of these that has any: identifiers (for an
  /// occurrence of a rule, its series); running numbers (`#4`) of lists that show them; beginnings of short
  /// names and UIDs; titles or identifiers of lists and sources; text in titles of reminders; beginnings of
  /// UIDs; text in titles of lists.
  ///
  /// - Returns: an empty array if nothing matches, and several paths if the name is ambiguous.
  /// - Complexity: linear in the catalog.
  public func candidates(_ word: String) -> [Catalog.IndexPath] {
    if let identifier = ModelIdentifier(word),
      let path = catalog.indexPath(for: identifier) ?? catalog.masterPath(ofOccurrence: identifier)
    {
      return [path]
    }
    let numbered = catalog.reminders(numberedAsTyped: word, in: nil, orOf: numbered)
    if !numbered.isEmpty { return numbered }
    let short = names().identifiers(startingWith: word).compactMap(catalog.indexPath)
    if short.count == 1 { return short }
    let uids = catalog.reminderPaths.filter { catalog.modelIdentifier(at: $0)?.uid?.text == word }
    if uids.count == 1 { return uids }
    // A master comes before its overrides.
    let masters = self.masters(uids)
    if masters.count == 1 { return masters }
    let ways = [
      { _ in short }, { _ in uids }, holders, catalog.reminders(titled:), reminders(whoseUIDBeginsWith:),
      lists(titled:),
    ]
    return ways.lazy.map { $0(word) }.first { !$0.isEmpty } ?? []
  }

  private func masters(_ paths: [Catalog.IndexPath]) -> [Catalog.IndexPath] {
    paths.filter { catalog.modelIdentifier(at: $0)?.recurrenceID == nil }
  }

  /// The lists with this title or identifier; where there are none, the sources.
  private func holders(_ word: String) -> [Catalog.IndexPath] {
    let lists = catalog.lists(named: word)
    guard lists.isEmpty else { return lists }
    return catalog.sources.enumerated().compactMap { section, source in
      guard let place = source.lists.first?.place(in: source.source), Query.inSource(word).matches(place)
      else { return nil }
      return Catalog.IndexPath(source: section)
    }
  }

  /// The reminders whose UID begins so, in capital letters or not; of what repeats without those of its
  /// occurrences. A few letters name none: they are a word that is looked for.
  private func reminders(whoseUIDBeginsWith word: String) -> [Catalog.IndexPath] {
    guard word.utf8.count >= 4 else { return [] }
    let lower = word.lowercased()
    let found = catalog.reminderPaths.filter {
      catalog.modelIdentifier(at: $0)?.uid?.text.lowercased().hasPrefix(lower) ?? false
    }
    let masters = self.masters(found)
    return masters.isEmpty ? found : masters
  }

  private func lists(titled word: String) -> [Catalog.IndexPath] {
    guard !word.isEmpty else { return [] }
    return catalog.listPaths.filter {
      catalog.list(at: $0)?.list.title.lowercased().contains(word.lowercased()) ?? false
    }
  }
}

/// Finds the list that a name refers to.
package struct ListNaming {
  /// The catalog to search.
  public let catalog: Catalog

  /// Looks in a catalog.
  public init(_ catalog: Catalog) { self.catalog = catalog }

  /// Why no list is meant.
  public enum Failure: Error, Sendable, Hashable {
    /// No list has this name; `nearest` is the most similar title, if there is one.
    case unknown(String, nearest: String?)
    /// Several are called so.
    case several(String, [Catalog.IndexPath])
    /// None is named, and there are several or none.
    case unnamed
  }

  /// Returns the list with this title or identifier.
  ///
  /// - Throws: ``Failure`` if no list has it, or several have it.
  /// - Complexity: linear in the lists.
  public func list(_ name: String) throws(Failure) -> Catalog.IndexPath {
    let found = catalog.lists(named: name)
    if found.count == 1 { return found[0] }
    guard found.isEmpty else { throw .several(name, found) }
    let titles = catalog.listPaths.compactMap { catalog.list(at: $0)?.list.title }
    throw .unknown(name, nearest: Spelling.nearest(to: name, in: titles))
  }

  /// Returns the list for a new reminder: the named list, or else the default list, or else the only list.
  ///
  /// - Parameters:
  ///   - name: the title or identifier of the list; nil if none was named.
  ///   - setting: the title or identifier of the default list; nil if there is none.
  /// - Throws: ``Failure``.
  public func listForNew(_ name: String?, orElse setting: String?) throws(Failure) -> ModelIdentifier {
    let lists = catalog.listPaths
    let path =
      if let name = name ?? setting { try list(name) } else { lists.count == 1 ? lists[0] : nil }
    guard let identifier = path.flatMap(catalog.modelIdentifier) else { throw .unnamed }
    return identifier
  }
}

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
