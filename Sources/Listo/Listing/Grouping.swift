public import ListoModel

/// The field by which reminders are grouped.
public enum Grouping: String, Sendable, CaseIterable {
  case list, source, tag
  /// By due date: overdue, today, within a week, later, without a date.
  case due
  /// The day of the due date.
  case day
  case priority
  /// All together.
  case none

  /// Returns the groups that are not empty, in order; each keeps the order of `paths`. A reminder with
  /// several tags is in several groups, otherwise it is in one.
  ///
  /// - Parameters:
  ///   - paths: paths of reminders.
  ///   - catalog: the catalog of the paths.
  ///   - context: the viewer's clock and time zone.
  ///   - leadsWithToday: true if, by day, reminders of today come before those overdue from before.
  /// - Complexity: linear in the paths; tags are sorted.
  public func groups(
    of paths: [Catalog.IndexPath], in catalog: Catalog, _ context: ViewContext, leadsWithToday: Bool = false
  ) -> [ReminderGroup] {
    if let keys = GroupKeys(self, context, leadsWithToday: leadsWithToday) {
      return keys.groups(catalog.grouped(paths) { keys.key(of: $0) })
    }
    return groupsOfPlaces(paths, catalog)
  }

  /// The same of reminders that are put in order before.
  ///
  /// - Parameters:
  ///   - order: in which they stand in each group.
  ///   - isForFinished: what is done or cancelled is among them.
  /// - Returns: the groups, and the reminders of all of them in the order.
  /// - Complexity: O(n log n) in the paths.
  package func groups(
    of paths: [Catalog.IndexPath], by order: SortOrder, isForFinished: Bool, in catalog: Catalog,
    _ context: ViewContext, leadsWithToday: Bool
  ) -> (groups: [ReminderGroup], paths: [Catalog.IndexPath]) {
    let keys = GroupKeys(self, context, leadsWithToday: leadsWithToday)
    let sorted = order.sorted(paths, of: catalog, context, on: ThreadPipeline()) { reminder, isOpen in
      isForFinished || isOpen ? keys?.key(of: reminder) ?? 0 : nil
    }
    let groups =
      keys?.groups(Catalog.grouped(sorted.paths, by: sorted.notes)) ?? groupsOfPlaces(sorted.paths, catalog)
    return (groups, sorted.paths)
  }

  private func groupsOfPlaces(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> [ReminderGroup] {
    switch self {
    case .list: Self.places(paths) { Catalog.IndexPath(source: $0.source, list: $0.list ?? 0) }
    case .source: Self.places(paths) { Catalog.IndexPath(source: $0.source) }
    default: Self.byTag(paths, catalog)
    }
  }

  private static func places(
    _ paths: [Catalog.IndexPath], place: (Catalog.IndexPath) -> Catalog.IndexPath
  ) -> [ReminderGroup] {
    let groups = Dictionary(grouping: paths, by: place)
    return groups.sorted { $0.key < $1.key }.map { ReminderGroup(.place($0.key), $0.value) }
  }

  private static func byTag(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> [ReminderGroup] {
    // Tags that differ in capital letters alone are one; it is written as it is first.
    var spellings: [String: String] = [:]
    var groups: [String: [Catalog.IndexPath]] = [:]
    var rest: [Catalog.IndexPath] = []
    for path in paths {
      let tags = catalog.reminder(at: path)?.tags ?? []
      if tags.isEmpty { rest.append(path) }
      var seen: Set<String> = []
      for tag in tags {
        let key = tag.lowercased()
        guard seen.insert(key).inserted else { continue }
        if spellings[key] == nil { spellings[key] = tag }
        groups[key, default: []].append(path)
      }
    }
    let sorted = groups.map { (order: NaturalText($0.key), key: $0.key, paths: $0.value) }
      .sorted { $0.order < $1.order }
      .map { ReminderGroup(.tag(spellings[$0.key] ?? $0.key), $0.paths) }
    return sorted + (rest.isEmpty ? [] : [ReminderGroup(.tag(nil), rest)])
  }
}
