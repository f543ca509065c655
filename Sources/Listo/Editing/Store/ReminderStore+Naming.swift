package import ICalendar
internal import ListoEditing
internal import ListoModel

extension ReminderStore {
  /// The data that a change needs besides the named reminders.
  package struct Neighbourhood: Sendable, Hashable {
    /// The subtasks of these reminders.
    package var subtasks = false
    /// The conventions of the list's producer for dates, flags and alarms, which the first calendars of a
    /// list show.
    package var shapes = false
    /// Their neighbours: all of the lists that they are in.
    package var neighbours = false
    /// All of another list, by its title or identifier: they go there.
    package var list: String?

    /// Creates an empty value.
    package init() {}
  }

  /// Reads only the data that changes of some reminders need, if they are named by identifiers or UIDs.
  ///
  /// - Parameters:
  ///   - words: identifiers or UIDs.
  ///   - neighbourhood: the data that the change needs besides these reminders.
  ///   - places: files and folders.
  ///   - journal: the journal of the changes.
  ///   - limits: the limits on inputs.
  ///   - isTrial: true if nothing is to be written.
  ///   - web: fetches published calendars.
  /// - Returns: nil if the whole place must be read: a word may be another name, a UID occurs twice, a
  ///   reminder repeats or has subtasks, or there are many reminders.
  /// - Throws: ``WorkError``, as opening all of it does.
  package static func naming(
    _ words: [String], with neighbourhood: Neighbourhood = Neighbourhood(), in places: [String],
    journal: Journal? = nil, limits: ReadingLimits = ReadingLimits(), isTrial: Bool = false,
    sourceNames: [String: String] = [:], web: (any PublishedCalendarSource)? = nil
  ) throws(WorkError) -> ReminderStore? {
    guard
      var scope = StoreScope(
        naming: words, withSubtasks: neighbourhood.subtasks, withShapes: neighbourhood.shapes)
    else { return nil }
    scope.hasLists = neighbourhood.list != nil
    let store = try ReminderStore(
      places, journal: journal, limits: limits, scope: scope, isTrial: isTrial,
      sourceNames: sourceNames, web: web, interrupt: nil)
    let catalog = store.catalog
    guard catalog.holds(justThoseNamed: words) else { return nil }
    var lists: Set<Catalog.IndexPath> = []
    if neighbourhood.neighbours {
      lists.formUnion(catalog.reminderPaths.map { Catalog.IndexPath(source: $0.source, list: $0.list) })
    }
    if let name = neighbourhood.list {
      let found = catalog.lists(named: name)
      guard found.count == 1 else { return nil }
      lists.formUnion(found)
    }
    return lists.isEmpty || store.hold(lists) ? store : nil
  }
}

extension Catalog {
  /// It holds a reminder for each of the words, which name it by identifier or UID, and no other; none
  /// repeats.
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
  func mastersAlone(_ paths: [IndexPath]) -> [IndexPath] {
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
