internal import ICalendar

/// What is saved of a selected element, so that it can be found again after a refresh, a rename or a re-export.
public struct Selection: Sendable, Hashable {
  public var identifier: ModelIdentifier
  public var sourceTitle: String
  public var listTitle: String?
  public var title: String?
  /// CREATED and due in ISO 8601, a zone's name behind a space.
  public var created: String?
  public var due: String?

  public init(
    identifier: ModelIdentifier, sourceTitle: String, listTitle: String? = nil, title: String? = nil,
    created: String? = nil, due: String? = nil
  ) {
    (self.identifier, self.sourceTitle, self.listTitle) = (identifier, sourceTitle, listTitle)
    (self.title, self.created, self.due) = (title, created, due)
  }

  /// The element at this place; nil where there is none.
  public init?(_ path: Catalog.IndexPath, in catalog: Catalog) {
    guard let identifier = catalog.modelIdentifier(at: path) else { return nil }
    let reminder = catalog.reminder(at: path)
    self.init(
      identifier: identifier, sourceTitle: catalog.sources[path.source].source.title,
      listTitle: catalog.list(at: path)?.list.title, title: reminder?.title,
      created: reminder?.created.map { FieldValue.moment($0).description },
      due: reminder?.due.map { FieldValue.moment($0).description })
  }
}

/// What became of a selected element.
public enum Resolution: Sendable, Hashable {
  /// It is where it was.
  case found(Catalog.IndexPath)
  /// The same UID stands elsewhere, and nowhere else.
  case moved(Catalog.IndexPath)
  /// Elements that may be it, the likeliest first. Never to be taken without asking.
  case similar([Catalog.IndexPath])
  /// It is gone; its list, else its source, may still stand.
  case gone(nearest: Catalog.IndexPath?)

  /// The word for it.
  public var word: String {
    switch self {
    case .found: "found"
    case .moved: "moved"
    case .similar: "similar"
    case .gone: "gone"
    }
  }
}

extension Selection {
  /// Finds the element in a catalog.
  ///
  /// - Complexity: O(1) where it is found by its identifier, else linear in the catalog.
  public func resolve(in catalog: Catalog) -> Resolution {
    if let path = catalog.indexPath(for: identifier) { return .found(path) }
    switch identifier.kind {
    case .reminder: return resolveReminder(in: catalog)
    case .list: return resolveList(in: catalog)
    case .source:
      let similar = catalog.sources.indices.filter { catalog.sources[$0].source.title == sourceTitle }
      return similar.isEmpty ? .gone(nearest: nil) : .similar(similar.map { Catalog.IndexPath(source: $0) })
    }
  }

  private func resolveReminder(in catalog: Catalog) -> Resolution {
    var same: [Catalog.IndexPath] = []
    var similar: [(path: Catalog.IndexPath, score: Int)] = []
    for path in catalog.reminderPaths {
      guard let other = catalog.modelIdentifier(at: path) else { continue }
      if other.uid?.text == identifier.uid?.text && other.recurrenceID == identifier.recurrenceID {
        same.append(path)
      } else if let score = score(path, in: catalog) {
        similar.append((path, score))
      }
    }
    if same.count > 1 {
      // One UID in several lists is several reminders: only the titles of list and source can say which.
      let best = same.filter { isSameList($0, in: catalog) && isSameSource($0, in: catalog) }
      let better = best.isEmpty ? same.filter { isSameList($0, in: catalog) } : best
      if better.count == 1 { return .moved(better[0]) }
      return .similar(better.isEmpty ? same : better)
    }
    if let only = same.first { return .moved(only) }
    if !similar.isEmpty {
      let sorted = similar.sorted { ($1.score, $0.path) < ($0.score, $1.path) }
      return .similar(sorted.map(\.path))
    }
    return .gone(nearest: nearest(in: catalog))
  }

  /// How much a reminder with another UID looks like this one: the title must agree, and one more thing.
  private func score(_ path: Catalog.IndexPath, in catalog: Catalog) -> Int? {
    guard let title, let reminder = catalog.reminder(at: path), let other = reminder.title,
      other.lowercased() == title.lowercased()
    else { return nil }
    var score = 0
    if let created, reminder.created.map({ FieldValue.moment($0).description }) == created { score += 4 }
    if let due, reminder.due.map({ FieldValue.moment($0).description }) == due { score += 2 }
    if isSameList(path, in: catalog) { score += 1 }
    return score > 0 ? score : nil
  }

  private func resolveList(in catalog: Catalog) -> Resolution {
    let lists = catalog.sources.indices.flatMap { section in
      catalog.sources[section].lists.indices.map { Catalog.IndexPath(source: section, list: $0) }
    }
    let same = lists.filter { catalog.modelIdentifier(at: $0)?.list == identifier.list }
    if same.count == 1 { return .moved(same[0]) }
    if !same.isEmpty { return .similar(same) }
    let similar = lists.filter { isSameList($0, in: catalog) }
    return similar.isEmpty ? .gone(nearest: nearest(in: catalog)) : .similar(similar)
  }

  /// What still stands of where it was: the list, by its identifier, else its title; else the source; nil where neither does.
  ///
  /// - Complexity: linear in the lists of the catalog.
  public func nearest(in catalog: Catalog) -> Catalog.IndexPath? {
    if identifier.kind == .reminder {
      if let list = identifier.container.flatMap(catalog.indexPath) { return list }
      let lists = catalog.sources.indices.flatMap { section in
        catalog.sources[section].lists.indices.map { Catalog.IndexPath(source: section, list: $0) }
      }.filter { isSameList($0, in: catalog) }
      if let list = lists.first(where: { isSameSource($0, in: catalog) }) ?? lists.first { return list }
    }
    if let source = catalog.indexPath(for: ModelIdentifier(source: identifier.source)) { return source }
    return catalog.sources.indices.first { catalog.sources[$0].source.title == sourceTitle }
      .map { Catalog.IndexPath(source: $0) }
  }

  private func isSameList(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    guard let list = catalog.list(at: path) else { return false }
    return list.identifier.list == identifier.list || list.list.title == listTitle
  }

  private func isSameSource(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    let source = catalog.sources[path.source].source
    return source.identifier == identifier.source || source.title == sourceTitle
  }
}
