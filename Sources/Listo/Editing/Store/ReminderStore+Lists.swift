public import ICalendar
internal import ListoEditing
public import ListoModel
internal import ListoStores
internal import Platform

extension ReminderStore {
  /// Creates a list in the form of the other lists: a folder with `displayname` and `color`, or a file.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - color: the colour; nil for none.
  ///   - source: the source of the list; nil for the only source.
  ///   - shape: the form; nil for the form of the other lists of the source, or a folder if there are none.
  /// - Returns: the identifier of the list.
  /// - Throws: ``WorkError/editing(_:)`` if there are several sources, or a list with this title.
  @discardableResult
  public func addList(
    _ title: String, color: ListColor? = nil, in source: ModelIdentifier? = nil, shape: ListShape? = nil
  ) throws(WorkError) -> ModelIdentifier {
    let known = Set(catalog.lists.map(\.id))
    try addList(title, color: color, in: source, shape: shape, at: clock.view.now)
    let added = catalog.lists.first { !known.contains($0.id) && $0.title == title }
    guard let added else {
      throw .editing(.place(title, reason: "the new list was removed by another program", repairs: []))
    }
    return added.id
  }

  /// Creates a list, at a time.
  @discardableResult
  package func addList(
    _ title: String, color: ListColor? = nil, in source: ModelIdentifier? = nil, shape: ListShape? = nil,
    at time: Instant
  ) throws(WorkError) -> Transaction {
    let label = "add the list \(title)"
    if let memory {
      return try changeMemory(memory, label, at: time) { (catalog) throws(WorkError) in
        let node = try catalog.sourceForList(source)
        if node?.lists.contains(where: { $0.title == title }) ?? false {
          throw .editing(.listExists(title))
        }
        let lines = CollectionMetadata(title: title, color: color).lines
        let text = CalendarText.head + lines.flatMap { ContentLineText.fold($0[...]) } + CalendarText.end
        do throws(ICalendarError) {
          return try catalog.adding(calendar: text, named: title, to: node?.source ?? .memory)
        } catch {
          throw .store(StoreError(title, error))
        }
      }
    }
    return try change(label, at: time) { reading throws(WorkError) in
      try ListPlan(reading).adding(title, color, source, shape)
    }
  }

  /// Gives a list another title; its identifier stays.
  ///
  /// - Throws: ``WorkError/editing(_:)`` if there is no such list, or its files cannot be edited.
  @discardableResult
  public func renameList(
    _ list: ModelIdentifier, to title: String, at time: Instant? = nil
  ) throws(WorkError) -> Transaction {
    try changeLists("rename a list to \(title)", [(list, .rename(title))], at: time)
  }

  /// Sets or removes the colour of a list.
  ///
  /// - Throws: as ``renameList(_:to:at:)``.
  @discardableResult
  public func setColor(
    _ color: ListColor?, of list: ModelIdentifier, at time: Instant? = nil
  ) throws(WorkError) -> Transaction {
    try changeLists("colour a list", [(list, .color(color))], at: time)
  }

  /// Puts lists in this order, with X-APPLE-CALENDAR-ORDER in a file or `order` in a vdir. Lists whose number
  /// is right are not written.
  ///
  /// - Throws: as ``renameList(_:to:at:)``.
  @discardableResult
  public func orderLists(_ lists: [ModelIdentifier], at time: Instant? = nil) throws(WorkError) -> Transaction
  {
    let changes = lists.enumerated().map { ($1, ListChange.order($0)) }
    return try changeLists("order \(lists.count) lists", changes, at: time)
  }

  /// Removes a list with its content, which the journal keeps.
  ///
  /// - Throws: as ``renameList(_:to:at:)``.
  @discardableResult
  public func deleteList(_ list: ModelIdentifier, at time: Instant? = nil) throws(WorkError) -> Transaction {
    let title = catalog.list(list)?.title
    let label = "delete the list \(title ?? list.list?.text ?? "")"
    if let memory {
      return try changeMemory(memory, label, at: time) { (catalog) throws(WorkError) in
        guard catalog.list(list) != nil else { throw .editing(.change(.notFound(list))) }
        return catalog.changingLists { lists in lists.filter { $0.id != list } }
      }
    }
    return try change(label, at: time) { reading throws(WorkError) in try ListPlan(reading).removing(list) }
  }

  private func changeLists(
    _ label: String, _ changes: [(ModelIdentifier, ListChange)], at time: Instant?
  ) throws(WorkError) -> Transaction {
    if let memory {
      return try changeMemory(memory, label, at: time) { (catalog) throws(WorkError) in
        var changed: [ModelIdentifier: Catalog.ListNode] = [:]
        for (id, change) in changes {
          guard let node = changed[id] ?? catalog.list(id) else {
            throw .editing(.change(.notFound(id)))
          }
          changed[id] = node.applying(change)
        }
        return catalog.changingLists { lists in lists.map { changed[$0.id] ?? $0 } }
      }
    }
    return try change(label, at: time) { reading throws(WorkError) in try ListPlan(reading).changing(changes)
    }
  }

  private func changeMemory(
    _ memory: MemoryContent, _ label: String, at time: Instant?,
    _ change: (Catalog) throws(WorkError) -> Catalog
  ) throws(WorkError) -> Transaction {
    try memory.apply(label, at: time ?? clock.view.now, isTrial: isTrial) { (catalog) throws(WorkError) in
      (try change(catalog), nil)
    }
  }

  private func change(
    _ label: String, at time: Instant?, _ make: (PlaceReading) throws(WorkError) -> ListPlan
  ) throws(WorkError) -> Transaction {
    try write(label, at: time ?? clock.view.now) { reading throws(WorkError) in
      let plan = try make(reading)
      return Work(folders: plan.folders, edits: plan.changedFiles)
    }
  }
}

extension Catalog {
  /// The source of a new list in memory; nil if there is none yet.
  ///
  /// - Parameter source: the source that was asked for; nil for the only one.
  fileprivate func sourceForList(_ source: ModelIdentifier?) throws(WorkError) -> SourceNode? {
    if let source {
      guard let node = sources.first(where: { $0.id == source }) else {
        throw .editing(.change(.notFound(source)))
      }
      return node
    }
    guard sources.count <= 1 else {
      throw .editing(.severalSources("memory", sources.map(\.identifier.source)))
    }
    return sources.first
  }
}

extension Catalog.ListNode {
  /// The list after a change, in memory.
  fileprivate func applying(_ change: ListChange) -> Self {
    let calendar = calendars.first ?? .none
    let edits = CalendarHeading(calendar)?.edited(change) ?? []
    let lines = ([calendar.header].compactMap(\.self) + calendar.trailing).map { part in
      edits.first { $0.before.bytes == part.bytes }?.after ?? part
    }
    var (title, color, order) = (list.title, list.color, list.order)
    switch change {
    case .rename(let new): title = new
    case .color(let new): color = new
    case .order(let new): order = new
    }
    return with(title: title, color: color, order: order, lines: lines)
  }
}

extension Source {
  /// The source of lists that are made in memory.
  static let memory = Source(identifier: "memory", title: "Memory", kind: .folder)
}
