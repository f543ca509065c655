internal import ICalendar
public import ListoModel

/// A sequence of changes to the reminders of a catalog. Each change sees the results of those before it.
/// Nothing is written to files.
///
///     var editing = Editing(catalog, in: context)
///     try editing.apply(.complete(Completion()), to: identifier)
///     store.write(editing.plan)
///
/// Fields that depend on each other are changed together: STATUS, PERCENT-COMPLETE and COMPLETED; DTSTART,
/// DUE, DURATION and alarms with absolute times; a reminder and its subtasks and overrides. Changed
/// components get `now` as LAST-MODIFIED and DTSTAMP (RFC 5545 §3.8.7), unless the old value is later. All
/// other lines keep their bytes.
public struct Editing: Sendable {
  /// The catalog as it was read.
  public let catalog: Catalog
  /// The clock, the time zone and the defaults of the changes.
  public private(set) var context: EditContext

  /// An item as it was read, and as it is now.
  struct Item: Sendable {
    let list: ModelIdentifier
    var before: Reminder?
    let calendar: CalendarContext
    /// Nil for one that is gone.
    var after: Component?
    /// By which its zones are defined, where that is another calendar than its own.
    var zones: ZoneTable?
  }

  /// The items that all changes made, and the order in which each was first touched.
  private var items: [ModelIdentifier: Item] = [:]
  private var order: [ModelIdentifier] = []
  private var notes: [EditPlan.Note] = []
  /// The items that an earlier change removed, and those that a later one put back, which come after the rest
  /// then.
  private var gone: Set<ModelIdentifier> = []
  private var returned: Set<ModelIdentifier> = []
  /// The same of the change that is being made: it takes effect whole or not at all.
  private var pending: [ModelIdentifier: Item] = [:]
  private var pendingOrder: [ModelIdentifier] = []
  private var pendingNotes: [EditPlan.Note] = []
  /// The greatest X-APPLE-SORT-ORDER of what it brings, by list.
  private(set) var pendingLastOrders: [ModelIdentifier: Int] = [:]
  /// Who belongs to whom, of the lists of which that was asked.
  private var families: [ModelIdentifier: Family] = [:]

  /// The producers of the lists that were asked for.
  private var producers: [ModelIdentifier: Producer] = [:]

  /// The calendars of lists of which the catalog holds a part.
  private let shapes: [ModelIdentifier: [CalendarCount]]

  /// Starts with no changes.
  public init(_ catalog: Catalog, in context: EditContext) {
    self.init(catalog, in: context, shapes: [:])
  }

  /// - Parameter shapes: the calendars of lists of which the catalog holds a part: they tell the producer.
  package init(_ catalog: Catalog, in context: EditContext, shapes: [ModelIdentifier: [CalendarCount]]) {
    (self.catalog, self.context, self.shapes) = (catalog, context, shapes)
  }

  /// The plan of the changes: the items that differ from the catalog, in the order in which they were first
  /// changed.
  ///
  /// - Complexity: linear in the changed items.
  public var plan: EditPlan {
    let steps = order.compactMap { identifier -> EditPlan.Step? in
      guard let item = items[identifier] else { return nil }
      guard item.before != nil || item.after != nil else { return nil }
      if let before = item.before, let after = item.after, before.component.bytes == after.bytes {
        return nil
      }
      return EditPlan.Step(
        list: item.list, identifier: identifier, before: item.before, after: item.after,
        zones: definitions(of: item))
    }
    return EditPlan(steps: steps, notes: notes)
  }

  /// The reminder after the changes so far; nil if there is none, or it was deleted.
  ///
  /// - Complexity: O(1), except for the first call, which is linear in the catalog.
  public subscript(identifier: ModelIdentifier) -> Reminder? {
    if let item = pending[identifier] ?? items[identifier] {
      return item.after.map { Reminder($0, in: item.calendar) }
    }
    return catalog[identifier]
  }

  /// Returns the reminders of a list after the changes so far: in the order of the file, with added ones at
  /// the end.
  ///
  /// - Complexity: linear in the list and in the changes.
  public func reminders(in list: ModelIdentifier) -> [(identifier: ModelIdentifier, reminder: Reminder)] {
    let new = order.filter {
      items[$0]?.list == list && (catalog.indexPath(for: $0) == nil || returned.contains($0))
    }
    var result: [(identifier: ModelIdentifier, reminder: Reminder)] = []
    if let node = catalog.list(list) {
      result.reserveCapacity(node.identifiers.count + new.count)
      for (identifier, read) in zip(node.identifiers, node.reminders) where !returned.contains(identifier) {
        // One without changes is not looked up in the catalog.
        let reminder = isTouched(identifier) ? self[identifier] : read
        if let reminder { result.append((identifier, reminder)) }
      }
    }
    return result + new.compactMap { identifier in self[identifier].map { (identifier, $0) } }
  }

  private func isTouched(_ identifier: ModelIdentifier) -> Bool {
    items[identifier] != nil || pending[identifier] != nil
  }

  // MARK: Making changes

  /// Applies one change to a reminder.
  ///
  /// - Returns: the reminder that holds the change: the named one, or the reminder that an occurrence was
  ///   turned into.
  /// - Throws: ``EditError``; then nothing is changed.
  /// - Complexity: linear in the reminder; the first change of a reminder that may have subtasks is linear in
  ///   its list.
  @discardableResult
  public mutating func apply(
    _ change: Change, to identifier: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    try apply([change], to: identifier)
  }

  /// Applies several changes to a reminder at once: start and due date are compared when both are known.
  ///
  /// A new date of a repeating reminder is that of its current occurrence: the series moves by the
  /// difference, and EXDATE, RDATE, RECURRENCE-ID and UNTIL move with it. The identifier of an occurrence
  /// changes only that occurrence (``currentOccurrence(of:)``): it becomes an override if its list has
  /// overrides, else a reminder with a new UID.
  ///
  /// - Returns: the reminder that holds the changes: the named one, or the reminder that an occurrence was
  ///   turned into.
  /// - Throws: ``EditError``; then nothing is changed.
  @discardableResult
  public mutating func apply(
    _ changes: [Change], to identifier: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    try asOne { (editing) throws(EditError) in
      var changes = changes
      let target = changes.allSatisfy(\.isOfFields) ? try editing.detached(identifier) : identifier
      try editing.setDates(of: target, takingFrom: &changes)
      for change in changes { try editing.make(change, of: target) }
      return target
    }
  }

  /// Makes changes of which all take effect or none.
  mutating func asOne<Result>(
    _ body: (inout Editing) throws(EditError) -> Result
  ) throws(EditError) -> Result {
    do throws(EditError) {
      let result = try body(&self)
      commit()
      return result
    } catch {
      forget()
      throw error
    }
  }

  private mutating func make(_ change: Change, of identifier: ModelIdentifier) throws(EditError) {
    switch change {
    case .set(let field, let value): try set(field, value, of: identifier)
    case .add(let field, let texts): try add(texts, to: field, of: identifier)
    case .remove(let field, let texts): try remove(texts, from: field, of: identifier)
    case .attach(let address): try attach(address, to: identifier)
    case .detach(let address): try detach(address, from: identifier)
    case .repeatFromCompletion(let isSo): try repeatFromCompletion(isSo, identifier)
    case .complete(let completion): try complete(identifier, completion)
    case .reopen: try setOpen(identifier)
    case .cancel: try cancel(identifier)
    case .delete(let subtasks): try delete(identifier, subtasks)
    case .move(let list): try moveTree(of: identifier, to: list)
    case .copy(let list): try copy(identifier, to: list)
    case .setParent(let parent): try setParent(of: identifier, to: parent)
    case .arrange(let position): try place(identifier, position)
    case .flag(let isFlagged): try flag(identifier, isFlagged)
    case .addAlarm(let draft): try addAlarm(draft, to: identifier)
    case .removeAlarm(let index): try removeAlarm(index, of: identifier)
    case .removeAlarms: try removeAlarms(of: identifier)
    case .snooze(let moment): try snooze(identifier, until: moment)
    case .dismiss: try dismiss(identifier)
    }
  }

  private mutating func commit() {
    for identifier in pendingOrder {
      guard let item = pending[identifier] else { continue }
      if var family = families[item.list] {
        // Taken out while it is changed, so that it is not copied.
        families[item.list] = nil
        family.replace(
          identifier, self[committed: identifier], by: item.after.map { Reminder($0, in: item.calendar) })
        families[item.list] = family
      }
      if items[identifier] == nil { order.append(identifier) }
      items[identifier] = item
    }
    notes += pendingNotes
    forget()
  }

  private mutating func forget() {
    (pending, pendingOrder, pendingNotes, pendingLastOrders) = ([:], [], [], [:])
  }

  /// As it stood before the change that is being made.
  private subscript(committed identifier: ModelIdentifier) -> Reminder? {
    guard let item = items[identifier] else { return catalog[identifier] }
    return item.after.map { Reminder($0, in: item.calendar) }
  }

  /// Makes changes of which all take effect or none, and says what they made. From then on that counts as
  /// what was read, so that changes may be made again and again of what is shown: each has a context of its
  /// own.
  ///
  /// - Throws: what `body` throws; then nothing is changed.
  package mutating func advance(
    in context: EditContext, _ body: (inout Editing) throws(EditError) -> Void
  ) throws(EditError) -> EditPlan {
    let before = (items, order, self.context)
    self.context = context
    do throws(EditError) {
      try body(&self)
    } catch {
      (items, order, self.context) = before
      // These had followed what was done; they are worked out again when they are asked for.
      (families, notes) = ([:], [])
      throw error
    }
    let plan = self.plan
    var back: [ModelIdentifier] = []
    for step in plan.steps {
      guard var item = items[step.identifier] else { continue }
      if step.after == nil {
        gone.insert(step.identifier)
      } else if gone.remove(step.identifier) != nil {
        back.append(step.identifier)
      }
      item.before = step.after.map { Reminder($0, in: item.calendar) }
      items[step.identifier] = item
    }
    notes = []
    guard !back.isEmpty else { return plan }
    returned.formUnion(back)
    let moved = Set(back)
    order = order.filter { !moved.contains($0) } + back
    // In another order now.
    for identifier in back { families[list(of: identifier)] = nil }
    return plan
  }

  // MARK: Parts of a change

  /// The reminder that is to be changed.
  ///
  /// - Throws: ``EditError/notFound(_:)``, ``EditError/readOnly(list:reason:)``, and where only a part of it
  ///   could be read.
  func editable(_ identifier: ModelIdentifier) throws(EditError) -> Reminder {
    guard let reminder = self[identifier] else {
      guard catalog.masterPath(ofOccurrence: identifier) != nil else { throw .notFound(identifier) }
      throw .refused(
        identifier, reason: "it is an occurrence of a rule, without lines in the file",
        repairs: ["do this to the repeating reminder", "complete, delete, edit or defer this occurrence"])
    }
    try requireWritable(list(of: identifier))
    if reminder.calendar.isMessage {
      throw .readOnly(
        list: list(of: identifier),
        reason: "its calendar is an iTIP message (METHOD), not a list")
    }
    if reminder.component.hasUnreadLines {
      throw .refused(identifier, reason: "some of its lines are longer than the limit", repairs: [])
    }
    return reminder
  }

  func requireWritable(_ list: ModelIdentifier) throws(EditError) {
    guard let node = catalog.list(list) else { throw .notFound(list) }
    if !node.list.allowsModification {
      throw .readOnly(list: list, reason: "its file cannot be written")
    }
  }

  /// The list that holds a reminder.
  func list(of identifier: ModelIdentifier) -> ModelIdentifier {
    (pending[identifier] ?? items[identifier])?.list ?? identifier.container ?? identifier
  }

  func node(_ list: ModelIdentifier) throws(EditError) -> Catalog.ListNode {
    guard let node = catalog.list(list) else { throw .notFound(list) }
    return node
  }

  /// Puts a component in the place of a reminder's, with the times of change.
  ///
  /// - Parameters:
  ///   - isRevision: dates or rules are others, so that SEQUENCE counts up where there is one (RFC 5545
  ///     §3.8.7.4).
  ///   - stamps: whether it is changed by this edit, and not only put elsewhere.
  ///   - zones: what the names of its zones mean, where some of its lines come from another calendar.
  mutating func put(
    _ component: Component?, as identifier: ModelIdentifier, isRevision: Bool = false, stamps: Bool = true,
    zones: ZoneTable? = nil
  ) {
    let old = self[identifier]
    guard var component else {
      return touch(identifier) { $0.after = nil }
    }
    if let old, old.component.bytes == component.bytes { return }
    if stamps { stamp(&component, isRevision, before: before(identifier)) }
    touch(identifier) { item in
      item.after = component
      if let zones { item.zones = zones }
    }
  }

  private func before(_ identifier: ModelIdentifier) -> Reminder? {
    if let item = pending[identifier] ?? items[identifier] { return item.before }
    return catalog[identifier]
  }

  private mutating func touch(_ identifier: ModelIdentifier, _ body: (inout Item) -> Void) {
    var item: Item
    if let known = pending[identifier] ?? items[identifier] {
      item = known
    } else {
      guard let before = catalog[identifier] else { return }
      item = Item(
        list: list(of: identifier), before: before, calendar: before.calendar, after: before.component)
    }
    if pending[identifier] == nil { pendingOrder.append(identifier) }
    body(&item)
    pending[identifier] = item
  }

  /// A new item of a list.
  ///
  /// - Parameter zones: what the names of its zones mean, where it comes from another calendar.
  mutating func insert(
    _ component: Component, as identifier: ModelIdentifier, in list: ModelIdentifier, zones: ZoneTable? = nil
  ) throws(EditError) {
    let calendar = try node(list).calendars.first ?? .none
    if let order = Reminder(component, in: .none).writtenOrder {
      pendingLastOrders[list] = max(order, pendingLastOrders[list] ?? order)
    }
    if (pending[identifier] ?? items[identifier]) != nil || catalog[identifier] != nil {
      // One that went and comes back.
      touch(identifier) { $0.after = component }
      return
    }
    if pending[identifier] == nil { pendingOrder.append(identifier) }
    pending[identifier] = Item(list: list, before: nil, calendar: calendar, after: component, zones: zones)
  }

  mutating func note(_ identifier: ModelIdentifier, _ text: String) {
    let note = EditPlan.Note(identifier, text)
    if !pendingNotes.contains(note) { pendingNotes.append(note) }
  }

  /// LAST-MODIFIED and DTSTAMP, which are one in what is no message (RFC 5545 §3.8.7.2), and SEQUENCE where
  /// there is one: once an edit.
  private func stamp(_ component: inout Component, _ isRevision: Bool, before: Reminder?) {
    component.stamp((before?.component ?? component).timeOfChange(context.view.now))
    guard isRevision, let old = before?.sequence, old < Int(Int32.max),
      Reminder(component, in: .none).sequence == old
    else { return }
    component.put(.sequence, Array(String(old + 1).utf8))
  }

  // MARK: Families

  /// Who belongs to whom in a list, before the change that is being made.
  ///
  /// - Complexity: linear in the list for the first time.
  mutating func family(of list: ModelIdentifier) -> Family {
    if let family = families[list] { return family }
    let family = Family(reminders(in: list))
    families[list] = family
    return family
  }

  /// The producer whose shapes are followed in a list.
  ///
  /// - Complexity: for the first time linear in the calendars of the list.
  mutating func producer(of list: ModelIdentifier) -> Producer {
    if let producer = producers[list] { return producer }
    let calendars =
      shapes[list]
      ?? ((try? node(list))?.calendars ?? []).prefix(Producer.sampleSize).map { CalendarCount($0, 1) }
    let producer =
      calendars.allSatisfy(\.calendar.isOfListo) ? context.producer : Producer(ofMost: calendars)
    producers[list] = producer
    return producer
  }
}

extension Change {
  /// It is written into the lines of one reminder, so that one occurrence of a series can have it.
  fileprivate var isOfFields: Bool {
    switch self {
    case .set(.recurrence, _), .repeatFromCompletion: false
    case .set, .add, .remove, .attach, .detach, .flag, .addAlarm, .removeAlarm, .removeAlarms: true
    case .complete, .reopen, .cancel, .delete, .move, .copy, .setParent, .arrange, .snooze, .dismiss: false
    }
  }
}

extension CalendarContext {
  /// Listo made it.
  fileprivate var isOfListo: Bool { first(.prodid)?.text.contains("//Listo//") ?? false }
}
