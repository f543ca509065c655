package import ListoModel

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
