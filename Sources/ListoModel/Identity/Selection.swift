internal import ICalendar

/// The saved data of a selected element, to find it again after a refresh, a rename or another export.
public struct Selection: Sendable, Hashable {
  /// The identifier at the time of the selection.
  public var identifier: ModelIdentifier
  /// The title of its source at the time of the selection.
  public var sourceTitle: String
  /// The title of its list at the time of the selection; nil for a source.
  public var listTitle: String?
  /// The title of the reminder; nil for a list or a source.
  public var title: String?
  /// CREATED and due in ISO 8601, a zone's name behind a space.
  public var created: String?
  /// DUE as it was written.
  public var due: String?

  /// A selection of which all is known, as one that was saved.
  public init(
    identifier: ModelIdentifier, sourceTitle: String, listTitle: String? = nil, title: String? = nil,
    created: String? = nil, due: String? = nil
  ) {
    (self.identifier, self.sourceTitle, self.listTitle) = (identifier, sourceTitle, listTitle)
    (self.title, self.created, self.due) = (title, created, due)
  }

  /// Selects the element at a path; nil if there is none.
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

/// The result of resolving a selected element.
public enum Resolution: Sendable, Hashable {
  /// The element is in its old place.
  case found(Catalog.IndexPath)
  /// One other element has the same UID.
  case moved(Catalog.IndexPath)
  /// Elements that may be it, the likeliest first. Never to be taken without asking.
  case similar([Catalog.IndexPath])
  /// The element is gone; its list or its source may still exist.
  case gone(nearest: Catalog.IndexPath?)

  /// The word for it in JSON: `found`, `moved`, `similar` or `gone`.
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
  /// An element with the identifier is accepted only if its saved data agrees: a file name, `~2`, or a UID
  /// that two reminders share can refer to another element after a refresh.
  ///
  /// - Complexity: O(1) if the element with the identifier also has the title, otherwise linear in the
  ///   catalog.
  public func resolve(in catalog: Catalog) -> Resolution {
    var current = self
    current.identifier = catalog.current(identifier)
    switch identifier.kind {
    case .reminder: return current.resolveReminder(in: catalog)
    case .list: return current.resolveList(in: catalog)
    case .source:
      if let path = catalog.indexPath(for: identifier) { return .found(path) }
      let similar = catalog.sources.indices.filter { catalog.sources[$0].source.title == sourceTitle }
      return similar.isEmpty ? .gone(nearest: nil) : .similar(similar.map { Catalog.IndexPath(source: $0) })
    }
  }

  // MARK: A reminder

  private func resolveReminder(in catalog: Catalog) -> Resolution {
    let place = catalog.indexPath(for: identifier)
    if let place, let reminder = catalog.reminder(at: place), isIt(reminder), reminder.title == title,
      catalog.list(at: place)?.list.title == listTitle
    {
      return .found(place)
    }
    var same: [Catalog.IndexPath] = []
    var similar: [(path: Catalog.IndexPath, score: Int)] = []
    for path in catalog.reminderPaths {
      guard let other = catalog.modelIdentifier(at: path), let reminder = catalog.reminder(at: path) else {
        continue
      }
      let hasName =
        other.uid.map { UID($0.text) } == identifier.uid.map { UID($0.text) }
        && isSameOccurrence(other, reminder)
      if hasName, isIt(reminder) {
        same.append(path)
      } else if let score = score(path, in: catalog) ?? (hasName ? 0 : nil) {
        similar.append((path, score))
      }
    }
    let best = likeliest(same, in: catalog)
    // That it is elsewhere now is said where its list is another one.
    if best.count == 1 { return isInItsList(best[0], in: catalog) ? .found(best[0]) : .moved(best[0]) }
    if best.count > 1 { return .similar(best) }
    if !similar.isEmpty {
      let sorted = similar.sorted { ($1.score, $0.path) < ($0.score, $1.path) }
      return .similar(sorted.map(\.path))
    }
    return .gone(nearest: nearest(in: catalog))
  }

  /// Of several with its name those that nothing tells apart: the same UID in two lists is two reminders, and
  /// only the titles of list and source can say which; of two in one list what else is known.
  private func likeliest(_ same: [Catalog.IndexPath], in catalog: Catalog) -> [Catalog.IndexPath] {
    var best = same
    let signs: [(Catalog.IndexPath) -> Bool] = [
      { self.hasListTitle($0, in: catalog) && self.isSameSource($0, in: catalog) },
      { self.hasListTitle($0, in: catalog) },
      { self.isInItsContainer($0, in: catalog) },
      { catalog.reminder(at: $0)?.title == self.title },
      { self.hasDue(catalog.reminder(at: $0)) },
      { catalog.modelIdentifier(at: $0) == self.identifier },
    ]
    for sign in signs where best.count > 1 {
      let better = best.filter(sign)
      if !better.isEmpty { best = better }
    }
    return best
  }

  /// Whether what is known of it does not speak against a reminder of its UID. CREATED never changes, and
  /// decides where both have it; else the title or, where that was edited, the due date must be the same.
  private func isIt(_ reminder: Reminder) -> Bool {
    if created == nil, title == nil, due == nil { return true }
    if let created, let other = reminder.created { return FieldValue.moment(other).description == created }
    return reminder.title == title || hasDue(reminder)
  }

  private func hasDue(_ reminder: Reminder?) -> Bool {
    guard let due, let other = reminder?.due else { return false }
    return FieldValue.moment(other).description == due
  }

  /// Two RECURRENCE-IDs that name one instant are one, however they are written.
  private func isSameOccurrence(_ other: ModelIdentifier, _ reminder: Reminder) -> Bool {
    if other.recurrenceID == identifier.recurrenceID { return true }
    guard let saved = identifier.recurrenceID.flatMap(RecurrenceIDText.moment), other.recurrenceID != nil
    else {
      return false
    }
    let zone = reminder.calendar.zones.zone
    return RecurrenceKey(saved).resolved(in: zone)
      == RecurrenceKey(reminder.component.first(.recurrenceID)).resolved(in: zone)
  }

  /// How much a reminder with another UID looks like this one: the title must agree, and one more thing.
  private func score(_ path: Catalog.IndexPath, in catalog: Catalog) -> Int? {
    guard let title, let reminder = catalog.reminder(at: path), let other = reminder.title,
      other.lowercased() == title.lowercased()
    else { return nil }
    var score = 0
    if let created, reminder.created.map({ FieldValue.moment($0).description }) == created { score += 4 }
    if hasDue(reminder) { score += 2 }
    if isSameList(path, in: catalog) { score += 1 }
    return score > 0 ? score : nil
  }

  // MARK: A list

  private func resolveList(in catalog: Catalog) -> Resolution {
    let place = catalog.indexPath(for: identifier)
    if let place, hasListTitle(place, in: catalog) { return .found(place) }
    let lists = Self.lists(of: catalog)
    let same = lists.filter { catalog.list(at: $0)?.identifier.list?.text == identifier.list?.text }
    if same.count == 1, isSure(same[0], in: catalog) {
      return same[0] == place ? .found(same[0]) : .moved(same[0])
    }
    let titled = lists.filter { hasListTitle($0, in: catalog) }
    let both = same.filter(titled.contains)
    if place == nil, both.count == 1 { return .moved(both[0]) }
    let similar = both.isEmpty ? titled + same.filter { !titled.contains($0) } : both
    return similar.isEmpty ? .gone(nearest: nearest(in: catalog)) : .similar(similar)
  }

  /// Whether a list with its identifier is it whatever it is called now: it says of itself which one it is,
  /// and shared that with none.
  private func isSure(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    guard identifier.list?.holder == 1, let list = catalog.list(at: path) else { return false }
    return list.calendars.contains { $0.identifier == identifier.list?.text }
  }

  private static func lists(of catalog: Catalog) -> [Catalog.IndexPath] {
    catalog.sources.indices.flatMap { section in
      catalog.sources[section].lists.indices.map { Catalog.IndexPath(source: section, list: $0) }
    }
  }

  /// Returns the remaining container: the list, by identifier or else by title; or else the source; nil if
  /// both are gone.
  ///
  /// - Complexity: linear in the lists of the catalog.
  public func nearest(in catalog: Catalog) -> Catalog.IndexPath? {
    if identifier.kind == .reminder {
      let place = identifier.container.flatMap(catalog.indexPath)
      if let place, hasListTitle(place, in: catalog) { return place }
      let lists = Self.lists(of: catalog).filter { hasListTitle($0, in: catalog) }
      if let list = lists.first(where: { isSameSource($0, in: catalog) }) ?? lists.first { return list }
      if let place { return place }
    }
    if let source = catalog.indexPath(for: ModelIdentifier(source: identifier.source)) { return source }
    return catalog.sources.indices.first { catalog.sources[$0].source.title == sourceTitle }
      .map { Catalog.IndexPath(source: $0) }
  }

  private func isSameList(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    guard let list = catalog.list(at: path) else { return false }
    return list.identifier.list == identifier.list || list.list.title == listTitle
  }

  private func hasListTitle(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    catalog.list(at: path)?.list.title == listTitle
  }

  private func isInItsContainer(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    catalog.list(at: path)?.identifier == identifier.container
  }

  /// The path's list is the list of the selection if it has the same identifier, unless another list has the
  /// title.
  private func isInItsList(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    guard isInItsContainer(path, in: catalog) else { return false }
    if hasListTitle(path, in: catalog) || isSure(path, in: catalog) { return true }
    return !Self.lists(of: catalog).contains {
      hasListTitle($0, in: catalog) && isSameSource($0, in: catalog)
    }
  }

  private func isSameSource(_ path: Catalog.IndexPath, in catalog: Catalog) -> Bool {
    let source = catalog.sources[path.source].source
    return source.identifier == identifier.source || source.title == sourceTitle
  }
}
