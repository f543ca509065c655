public import ICalendar
public import ListoEditing
public import ListoModel
internal import Platform

/// The deletion of old completed and cancelled reminders, or their move to an archive file.
public struct Purge: Sendable {
  /// The reminders that go.
  public let reminders: [ModelIdentifier]
  /// The number of completed and cancelled reminders that stay because no date says when they were completed.
  public let undatedCount: Int
  /// The lists that have reminders to purge and stay as they are because their files cannot be changed. Empty
  /// if only one list is searched: then the change says why it is not possible.
  public let readOnlyLists: [ModelIdentifier]
  /// The change of each reminder. A move to an archive is one change, so one undo restores both files.
  public let change: Change

  /// Finds the reminders to purge.
  ///
  /// - Parameters:
  ///   - store: with the archive among its places.
  ///   - instant: the reminders completed before this instant are purged.
  ///   - list: the only list to search; nil for all.
  ///   - archive: the path of a file; nil to delete the reminders.
  ///   - context: the clock, the zone and the defaults of changes; nil for the clock of the store.
  public init(
    of store: ReminderStore, before instant: Instant, in list: Catalog.IndexPath? = nil,
    archive: String? = nil, _ context: EditContext? = nil
  ) {
    let context = context ?? EditContext(store.clock.view)
    let catalog = store.catalog
    // Where the archive stands in another place as well, the last is the file that is named.
    let target = archive.flatMap { catalog.lists(inFile: $0).last }
    // Reminders that the catalog has from the archive, found by way of its folder, are archived already.
    let archived = archive.map(catalog.names(ofFile:)) ?? []
    let editing = Editing(catalog, in: context)
    let lists = (list.map { [$0] } ?? catalog.listPaths).compactMap(catalog.modelIdentifier)
      .filter { $0 != target }
    func purgeable(in lists: [ModelIdentifier], where isOld: (Instant?) -> Bool) -> [ModelIdentifier] {
      lists.flatMap { editing.purgeable(in: $0, where: isOld) }
        .filter { identifier in catalog[identifier].map { !archived.contains($0.calendar.file) } ?? true }
    }
    func isOld(_ completed: Instant?) -> Bool { completed.map { $0 < instant } ?? false }
    let readOnly = list == nil ? Set(lists.filter { !store.canChange($0) }) : []
    let editable = lists.filter { !readOnly.contains($0) }
    reminders = purgeable(in: editable, where: isOld)
    undatedCount =
      purgeable(in: editable) { _ in true }.count - purgeable(in: editable) { $0 != nil }.count
    readOnlyLists = lists.filter { list in
      readOnly.contains(list) && !purgeable(in: [list], where: isOld).isEmpty
    }
    change = target.map { .move(toList: $0) } ?? .delete(.keep)
  }
}

extension Catalog {
  /// The lists that a file holds, by the name that the catalog has for it.
  fileprivate func lists(inFile path: String) -> [ModelIdentifier] {
    listPaths.filter { list(at: $0)?.calendars.contains { $0.file == path } ?? false }
      .compactMap(modelIdentifier)
  }

  /// The names of a file in the catalog, by whichever place it was found.
  fileprivate func names(ofFile path: String) -> Set<String> {
    let real = try? FileSystem.realPath(path)
    let files = Set(sources.flatMap(\.lists).flatMap(\.calendars).map(\.file))
    return files.filter { (try? FileSystem.realPath($0)) == real }
  }
}
