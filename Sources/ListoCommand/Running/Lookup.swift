internal import Listo

/// Finds what a word on the command line names.
struct Lookup {
  let catalog: Catalog
  /// Worked out when one is asked for.
  let names: () -> ShortNames
  /// In whose words due dates are told; nil for the dates themselves.
  var dates: RelativeDate?

  /// A model identifier (of an occurrence that a rule makes, what repeats), the beginning of a short name, or a UID; else the title or identifier of a list or source; else text that
  /// stands in the title of one reminder; else the beginning of a UID; else text in the title of one list.
  ///
  /// - Throws: ``Failure`` with status 1 where nothing, or more than one element, has the name.
  func path(_ word: String) throws(Failure) -> Catalog.IndexPath {
    if let identifier = ModelIdentifier(word),
      let path = catalog.indexPath(for: identifier) ?? catalog.masterPath(ofOccurrence: identifier)
    {
      return path
    }
    let short = names().identifiers(startingWith: word)
    if short.count == 1, let path = catalog.indexPath(for: short[0]) { return path }
    let uids = catalog.reminderPaths.filter { catalog.modelIdentifier(at: $0)?.uid?.text == word }
    // A master comes before its overrides.
    let masters = uids.filter { catalog.modelIdentifier(at: $0)?.recurrenceID == nil }
    if uids.count == 1 { return uids[0] }
    if masters.count == 1 { return masters[0] }
    if !short.isEmpty { throw several(short.compactMap(catalog.indexPath), word) }
    if !uids.isEmpty { throw several(uids, word) }
    let ways = [holders, catalog.reminders(titled:), reminders(whoseUIDBeginsWith:), lists(titled:)]
    for found in ways.lazy.map({ $0(word) }) where !found.isEmpty {
      guard found.count == 1 else { throw several(found, word) }
      return found[0]
    }
    throw Failure(
      .differences,
      "nothing is named '\(word)', and no title contains it; listo list shows the short names before the titles."
    )
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

  /// The reminders whose UID begins so, in capital letters or not; of what repeats without those of its occurrences. A few letters
  /// name none: they are a word that is looked for.
  private func reminders(whoseUIDBeginsWith word: String) -> [Catalog.IndexPath] {
    guard word.utf8.count >= 4 else { return [] }
    let lower = word.lowercased()
    let found = catalog.reminderPaths.filter {
      catalog.modelIdentifier(at: $0)?.uid?.text.lowercased().hasPrefix(lower) ?? false
    }
    let masters = found.filter { catalog.modelIdentifier(at: $0)?.recurrenceID == nil }
    return masters.isEmpty ? found : masters
  }

  private func lists(titled word: String) -> [Catalog.IndexPath] {
    catalog.sources.enumerated().flatMap { section, source in
      source.lists.indices.filter { Self.contains(source.lists[$0].list.title, word) }
        .map { Catalog.IndexPath(source: section, list: $0) }
    }
  }

  /// It has these characters in it, capital letters or not.
  private static func contains(_ title: String?, _ word: String) -> Bool {
    !word.isEmpty && title?.lowercased().contains(word.lowercased()) ?? false
  }

  /// `done,`, `due in 3 days,`: what tells reminders of one title apart.
  private func state(_ reminder: Reminder) -> String {
    guard reminder.isOpen else { return reminder.status == .completed ? "done," : "\(reminder.status.word)," }
    guard let due = reminder.due else { return "open," }
    guard let dates else { return "due \(due)," }
    let zones = reminder.calendar.zones
    return reminder.isOverdue(in: dates.context)
      ? "\(dates.overdue(due, zones))," : "due \(dates.words(due, zones)),"
  }

  /// What tells a reminder from others: its short name, title, state and list.
  func line(_ path: Catalog.IndexPath) -> String {
    guard let reminder = catalog.reminder(at: path) else { return "" }
    let name = catalog.modelIdentifier(at: path).map(names().name) ?? ""
    let list = catalog.list(at: path)?.list.title ?? ""
    let source = catalog.sources[path.source].source.title
    return "\(name)  \(reminder.title ?? "untitled"), \(state(reminder)) in \(list) (\(source))"
  }

  /// All that may be meant, a line each, with what tells them apart.
  private func several(_ paths: [Catalog.IndexPath], _ word: String) -> Failure {
    let limit = 12
    var details: [String] = []
    for path in paths.prefix(limit) {
      let source = catalog.sources[path.source].source.title
      let list = catalog.list(at: path)?.list.title
      if catalog.reminder(at: path) != nil {
        details.append("  " + line(path))
      } else if let list, let identifier = catalog.modelIdentifier(at: path) {
        details.append("  \(list) (\(source))  \(identifier)")
      } else {
        details.append("  " + source)
      }
    }
    if paths.count > limit { details.append("  …") }
    return Failure(
      .differences, "'\(word)' may be any of these \(paths.count):", details: details)
  }
}
