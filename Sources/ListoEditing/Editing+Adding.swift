internal import ICalendar
public import ListoModel

extension Editing {
  /// Adds a reminder to a list, in the shape that its producer gives one.
  ///
  /// - Returns: its identifier.
  /// - Throws: ``EditError``; then nothing is changed.
  @discardableResult
  public mutating func add(
    _ draft: ReminderDraft, to list: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    let added = try add([draft], to: list)
    guard let identifier = added.first else { throw .notFound(list) }
    return identifier
  }

  /// Adds several reminders, all or none. Reminders from one place stay subtasks of each other, even if one
  /// gets another UID.
  ///
  /// - Returns: their identifiers, in order.
  public mutating func add(
    _ drafts: [ReminderDraft], to list: ModelIdentifier
  ) throws(EditError) -> [ModelIdentifier] {
    try asOne { (editing) throws(EditError) in
      try editing.requireWritable(list)
      var uids: [UID: String] = [:]
      for draft in drafts {
        guard let uid = draft.component.flatMap({ Reminder($0, in: .none).uid }), uids[UID(uid)] == nil else {
          continue
        }
        let isThere = editing.master(of: uid, in: list) != nil
        uids[UID(uid)] = isThere ? try editing.newUID(in: list) : uid
      }
      var result: [ModelIdentifier] = []
      for draft in drafts { result.append(try editing.insert(draft, to: list, uids)) }
      return result
    }
  }

  /// Adds several, and changes each that was added.
  ///
  /// - Parameters:
  ///   - changes: made of each.
  ///   - parent: what those become a part of that are a part of nothing then.
  /// - Returns: their identifiers, in their order.
  /// - Throws: ``EditError``; some may have been added then, so that the whole edit is one that is not made.
  package mutating func add(
    _ drafts: [ReminderDraft], to list: ModelIdentifier, changing changes: [Change],
    partsOf parent: ModelIdentifier?
  ) throws(EditError) -> [ModelIdentifier] {
    let identifiers = try add(drafts, to: list)
    for identifier in identifiers {
      try apply(changes, to: identifier)
      if let parent, self[identifier]?.parent == nil { try apply(.setParent(parent), to: identifier) }
    }
    return identifiers
  }

  private mutating func insert(
    _ draft: ReminderDraft, to list: ModelIdentifier, _ uids: [UID: String]
  ) throws(EditError) -> ModelIdentifier {
    var component: Component
    if let read = draft.component {
      component = try adopted(read, in: list, uids)
    } else {
      component = try blank(in: list)
    }
    if component.first(.recurrenceID) == nil { component = try ordered(component, atEndOf: list) }
    let found = try rezoned(component, from: draft.zones, to: list)
    let identifier = try insert(found.component, in: list, zones: draft.component == nil ? nil : found.zones)
    if draft.component == nil { try set(.title, .text(draft.title), of: identifier) }
    var changes = FieldID.allCases.compactMap { field in draft.fields[field].map { Change.set(field, $0) } }
    try setDates(of: identifier, takingFrom: &changes)
    for change in changes {
      guard case .set(let field, let value) = change else { continue }
      try set(field, value, of: identifier)
    }
    if let parent = draft.parent { try setParent(of: identifier, to: parent) }
    for alarm in draft.alarms { try addAlarm(alarm, to: identifier) }
    for attachment in draft.attachments { try attach(attachment, to: identifier) }
    return identifier
  }

  /// A VTODO with the properties that every reminder has (RFC 5545 §3.6.2), and those that the list's
  /// producer writes into a new one.
  private mutating func blank(in list: ModelIdentifier) throws(EditError) -> Component {
    let now = Moment.utc(context.view.now.utc).iCalendarText
    var lines = [
      "BEGIN:VTODO", "UID:\(try newUID(in: list))", "DTSTAMP:\(now)", "CREATED:\(now)",
      "LAST-MODIFIED:\(now)",
    ]
    if producer(of: list).writesStatus { lines.append("STATUS:NEEDS-ACTION") }
    let text = (lines + ["END:VTODO", ""]).joined(separator: "\r\n")
    guard let component = Component(Array(text.utf8)) else { throw .notFound(list) }
    return component.withLineEnds(try node(list).lineEnd)
  }

  /// An item that was read elsewhere, so that it can stand in the list.
  private func adopted(
    _ component: Component, in list: ModelIdentifier, _ uids: [UID: String]
  ) throws(EditError) -> Component {
    var component = component.completed().withLineEnds(try node(list).lineEnd).relating(uids)
    let now = Moment.utc(context.view.now.utc)
    let old = Reminder(component, in: .none).uid
    if let old, let uid = uids[UID(old)] {
      if UID(uid) != UID(old) { component.put(.uid, TextValue.encode(uid)) }
    } else {
      component.put(.uid, TextValue.encode(try newUID(in: list)))
    }
    if component.first(.created) == nil { component.put(.created, now) }
    component.put(.dtstamp, now)
    return component
  }

  // MARK: Order

  /// Behind all others of a list where its items have an X-APPLE-SORT-ORDER; else without one.
  mutating func ordered(_ component: Component, atEndOf list: ModelIdentifier) throws(EditError) -> Component
  {
    let family = family(of: list)
    var component = component
    let created = context.view.now.seconds - Quirks.orderEpoch.seconds
    if let last = [pendingLastOrders[list], family.lastOrder].compactMap({ $0 }).max() {
      guard last < Int.max else { return component }
      component.put(.xAppleSortOrder, Array(String(last + 1).utf8))
    } else if producer(of: list).writesOrder {
      component.put(.xAppleSortOrder, Array(String(created).utf8))
    } else {
      component.drop(.xAppleSortOrder)
    }
    return component
  }
}
