internal import Listo

/// What reminders stand together below a heading.
enum Grouping: String, Sendable, CaseIterable {
  case list, source, tag, due, day, priority
  /// All together, without headings.
  case none
}

/// Reminders below one heading.
struct ReminderGroup: Sendable {
  var title: String
  var style = Style.bold
  var paths: [Catalog.IndexPath]
  /// How many belong to it, where a limit leaves some out.
  var total: Int?
  /// The heading is the day on which they are due.
  var isDay = false
  /// See ``Grouping/Keys``; nil where groups have none.
  var key: Int?
}

extension [ReminderGroup] {
  /// Leaves out what is not among these, and the groups that then have nothing.
  ///
  /// - Parameter omitted: how many more there are of each group that has a key.
  mutating func limit(to shown: Set<Catalog.IndexPath>, omitted: [Int: Int]) {
    for index in indices {
      let count = self[index].paths.count + (self[index].key.flatMap { omitted[$0] } ?? 0)
      self[index].paths.removeAll { !shown.contains($0) }
      if self[index].paths.count < count { self[index].total = count }
    }
    removeAll(where: \.paths.isEmpty)
  }
}

extension Grouping {
  /// The groups that hold something, in their order, each in the order of `paths`. A reminder with several tags stands in the group of
  /// each, in every other way it stands in one group alone.
  ///
  /// - Parameter leadsWithToday: by day, all that is due today comes before what is overdue from before.
  func groups(
    of paths: [Catalog.IndexPath], in catalog: Catalog, _ context: ViewContext, leadsWithToday: Bool = false
  ) -> [ReminderGroup] {
    if let keys = keys(in: context, leadsWithToday: leadsWithToday) {
      return keys.groups(of: paths, in: catalog)
    }
    switch self {
    case .list:
      return Self.places(paths) {
        catalog.list(at: $0)?.list.title ?? ""
      } key: {
        [$0.source, $0.list ?? 0]
      }
    case .source:
      return Self.places(paths) {
        catalog.sources[$0.source].source.title
      } key: {
        [$0.source]
      }
    default: return Self.byTag(paths, catalog)
    }
  }

  private static func places(
    _ paths: [Catalog.IndexPath], title: (Catalog.IndexPath) -> String, key: (Catalog.IndexPath) -> [Int]
  ) -> [ReminderGroup] {
    let groups = Dictionary(grouping: paths, by: key)
    let sorted = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return sorted.map { ReminderGroup(title: title($0.value[0]), paths: $0.value) }
  }

  private static func byTag(_ paths: [Catalog.IndexPath], _ catalog: Catalog) -> [ReminderGroup] {
    // Tags that differ in capital letters alone are one; it is written as it is first.
    var titles: [String: String] = [:]
    var groups: [String: [Catalog.IndexPath]] = [:]
    var rest: [Catalog.IndexPath] = []
    for path in paths {
      let tags = catalog.reminder(at: path)?.tags ?? []
      if tags.isEmpty { rest.append(path) }
      var seen: Set<String> = []
      for tag in tags where seen.insert(tag.lowercased()).inserted {
        if titles[tag.lowercased()] == nil { titles[tag.lowercased()] = tag }
        groups[tag.lowercased(), default: []].append(path)
      }
    }
    let sorted = groups.map { (order: NaturalText($0.key), key: $0.key, paths: $0.value) }.sorted {
      $0.order < $1.order
    }.map {
      _, key, paths in
      ReminderGroup(title: "#" + (titles[key] ?? key), paths: paths)
    }
    return sorted + (rest.isEmpty ? [] : [ReminderGroup(title: "Without a tag", paths: rest)])
  }
}
