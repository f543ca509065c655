public import ICalendar
internal import ListoEditing
internal import ListoModel
internal import Platform

extension CatalogStore {
  /// Reads what changes of some reminders need, where they are named by identifiers or UIDs: of 100,000 reminders a few.
  ///
  /// - Parameters:
  ///   - words: an identifier or a UID each.
  ///   - hasSubtasks: the change asks about subtasks.
  ///   - hasShapes: it writes what the list's producer has a shape for: dates, flags, alarms. That is told by all calendars of a list, of
  ///     which a folder has one in each file.
  /// - Returns: nil where all has to be read: a word may be something else, a UID is there twice, a reminder repeats or has subtasks, or
  ///   they are many.
  /// - Throws: as ``init(_:journal:limits:scope:)``.
  public static func naming(
    _ words: [String], in places: [String], journal: Journal? = nil, limits: ReadingLimits = ReadingLimits(),
    withSubtasks hasSubtasks: Bool, withShapes hasShapes: Bool = false, isTrial: Bool = false,
    web: (any PublishedCalendarSource)? = nil
  ) throws(WorkError) -> CatalogStore? {
    if hasShapes, places.contains(where: { (try? FileStatus(path: $0).kind) == .folder }) { return nil }
    guard let scope = StoreScope(naming: words, withSubtasks: hasSubtasks) else { return nil }
    let store = try CatalogStore(
      places, journal: journal, limits: limits, scope: scope, isTrial: isTrial, web: web)
    return store.catalog.holds(justThoseNamed: words) ? store : nil
  }
}

extension Catalog {
  /// It holds a reminder for each of the words, which name it by identifier or UID, and no other; none repeats.
  fileprivate func holds(justThoseNamed words: [String]) -> Bool {
    let paths = reminderPaths
    var named: Set<IndexPath> = []
    for word in words {
      let path =
        ModelIdentifier(word).flatMap(indexPath)
        ?? paths.first { modelIdentifier(at: $0)?.uid?.text == word }
      guard let path, let reminder = reminder(at: path), reminder.recurrenceID == nil,
        !RepeatingCompletion.repeats(reminder.component)
      else { return false }
      named.insert(path)
    }
    return named.count == paths.count
  }

  /// Without the overrides of what is there too: the master stands for them.
  package func mastersAlone(_ paths: [IndexPath]) -> [IndexPath] {
    let masters = Set(
      paths.compactMap(modelIdentifier).filter { $0.recurrenceID == nil }.map {
        ModelIdentifier(source: $0.source, list: $0.list, uid: $0.uid)
      })
    return paths.filter { path in
      guard let identifier = modelIdentifier(at: path), identifier.recurrenceID != nil else { return true }
      let master = ModelIdentifier(source: identifier.source, list: identifier.list, uid: identifier.uid)
      return !masters.contains(master)
    }
  }
}
