/// The lists and reminders of a catalog by one running number each, in their order: what tables over them are
/// indexed with.
struct CatalogOrdinals: Sendable {
  let catalog: Catalog
  /// Where each list stands.
  let lists: [Catalog.IndexPath]
  /// Of each source the number of its first list; behind the last source, how many lists there are.
  let firstLists: [Int]
  /// Of each list the number of its first reminder; behind the last list, how many reminders there are.
  let firstReminders: [Int]

  init(_ catalog: Catalog) {
    var lists: [Catalog.IndexPath] = []
    var firstLists = [0]
    var firstReminders = [0]
    for (section, source) in catalog.sources.enumerated() {
      for (row, list) in source.lists.enumerated() {
        lists.append(Catalog.IndexPath(source: section, list: row))
        firstReminders.append((firstReminders.last ?? 0) + list.reminders.count)
      }
      firstLists.append(lists.count)
    }
    (self.catalog, self.lists) = (catalog, lists)
    (self.firstLists, self.firstReminders) = (firstLists, firstReminders)
  }

  var reminderCount: Int { firstReminders.last ?? 0 }

  func list(_ number: Int) -> Catalog.ListNode {
    catalog.sources[lists[number].source].lists[lists[number].list ?? 0]
  }

  func source(ofList number: Int) -> Int { lists[number].source }

  /// The numbers of a list's reminders.
  func reminders(ofList number: Int) -> Range<Int> { firstReminders[number]..<firstReminders[number + 1] }

  /// The number of the list at a path; nil where there is none.
  func list(at path: Catalog.IndexPath) -> Int? {
    guard catalog.list(at: path) != nil, let row = path.list else { return nil }
    return firstLists[path.source] + row
  }

  /// The list that holds a reminder.
  ///
  /// - Complexity: logarithmic in the lists.
  func list(ofReminder number: Int) -> Int {
    var (low, high) = (0, lists.count)
    while low < high {
      let middle = (low + high) / 2
      if firstReminders[middle + 1] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where a reminder of a list stands.
  func path(_ reminder: Int, inList number: Int) -> Catalog.IndexPath {
    Catalog.IndexPath(
      source: lists[number].source, list: lists[number].list, reminder: reminder - firstReminders[number])
  }

  func path(ofReminder number: Int) -> Catalog.IndexPath {
    path(number, inList: list(ofReminder: number))
  }
}
