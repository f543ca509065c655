public import ICalendar
public import ListoModel
internal import ListoStores
internal import Platform

extension CatalogStore {
  /// Creates a list in the form of the other lists: a folder with `displayname` and `color`, or a file.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - color: `#` and six hexadecimal digits; nil for none.
  ///   - source: the source of the list; nil for the only source.
  ///   - shape: the form; nil for the form of the other lists of the source, or a folder if there are none.
  ///   - time: the time of the change.
  /// - Throws: ``WorkError/editing(_:)`` if there are several sources, or a list with this title.
  @discardableResult
  public func addList(
    _ title: String, color: ListColor? = nil, in source: ModelIdentifier? = nil, shape: ListShape? = nil,
    at time: Instant
  ) throws(WorkError) -> Transaction {
    try change("add the list \(title)", at: time) { reading throws(WorkError) in
      try ListPlan(reading).adding(title, color, source, shape)
    }
  }

  /// Gives a list another title; its identifier stays.
  ///
  /// - Throws: ``WorkError/editing(_:)`` if there is no such list, or its files cannot be edited.
  @discardableResult
  public func renameList(
    _ list: ModelIdentifier, to title: String, at time: Instant
  ) throws(WorkError) -> Transaction {
    try changeLists("rename a list to \(title)", [(list, .rename(title))], at: time)
  }

  /// Sets or removes the colour of a list.
  ///
  /// - Throws: as ``renameList(_:to:at:)``.
  @discardableResult
  public func setColor(
    of list: ModelIdentifier, to color: ListColor?, at time: Instant
  ) throws(WorkError) -> Transaction {
    try changeLists("colour a list", [(list, .color(color))], at: time)
  }

  /// Puts lists in this order, with X-APPLE-CALENDAR-ORDER in a file or `order` in a vdir. Lists whose number
  /// is right are not written.
  ///
  /// - Throws: as ``renameList(_:to:at:)``.
  @discardableResult
  public func orderLists(_ lists: [ModelIdentifier], at time: Instant) throws(WorkError) -> Transaction {
    let changes = lists.enumerated().map { ($1, ListChange.order($0)) }
    return try changeLists("order \(lists.count) lists", changes, at: time)
  }

  /// Removes a list with its content, which the journal keeps.
  ///
  /// - Throws: as ``renameList(_:to:at:)``.
  @discardableResult
  public func deleteList(_ list: ModelIdentifier, at time: Instant) throws(WorkError) -> Transaction {
    let title = catalog.indexPath(for: list).flatMap(catalog.list)?.list.title
    return try change("delete the list \(title ?? list.list?.text ?? "")", at: time) {
      reading throws(WorkError) in
      try ListPlan(reading).removing(list)
    }
  }

  private func changeLists(
    _ label: String, _ changes: [(ModelIdentifier, ListChange)], at time: Instant
  ) throws(WorkError) -> Transaction {
    try change(label, at: time) { reading throws(WorkError) in try ListPlan(reading).changing(changes) }
  }

  private func change(
    _ label: String, at time: Instant, _ make: (PlaceReading) throws(WorkError) -> ListPlan
  ) throws(WorkError) -> Transaction {
    try edit(label, at: time) { reading throws(WorkError) in
      let plan = try make(reading)
      return Work(folders: plan.folders, edits: plan.changedFiles)
    }
  }
}
