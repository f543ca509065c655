internal import ICalendar
internal import ListoModel

/// Deleting, moving and copying reminders, together with everything that belongs to them.
extension Editing {
  mutating func delete(_ identifier: ModelIdentifier, _ subtasks: Subtasks) throws(EditError) {
    if let path = catalog.masterPath(ofOccurrence: identifier), self[identifier] == nil,
      let master = catalog.modelIdentifier(at: path),
      let moment = identifier.recurrenceID.flatMap(Moment.init(recurrenceID:))
    {
      guard catalog.occurrence(identifier, in: context.view) != nil else {
        throw .notFound(identifier)
      }
      try except(moment, of: master)
      return noteEnd(of: master, identifier)
    }
    guard let reminder = self[identifier] else { throw .notFound(identifier) }
    try requireWritable(list(of: identifier))
    if let moment = reminder.recurrenceID, let uid = reminder.uid {
      let master = family(of: list(of: identifier)).holders(of: uid).first {
        self[$0]?.first(.recurrenceID) == nil
      }
      put(nil, as: identifier)
      // Without it the occurrence would stand again as the rule makes it.
      if let master, self[master] != nil {
        try except(moment, of: master)
        note(identifier, "its date is now excluded from the series (EXDATE)")
        noteEnd(of: master, identifier)
      }
      return
    }
    let family = family(of: list(of: identifier))
    switch subtasks {
    case .include:
      for subtask in descendants(of: identifier) {
        for override in overrides(of: subtask) { put(nil, as: override) }
        put(nil, as: subtask)
      }
    case .keep:
      guard let uid = reminder.uid, master(of: uid, in: list(of: identifier)) == identifier else { break }
      // One whose parent is not there, or is a part of it, goes to the top.
      let above = parent(of: identifier).flatMap { parent in
        parent == identifier || descendants(of: identifier).contains(parent) ? nil : self[parent]?.uid
      }
      for subtask in family.children(of: uid) where subtask != identifier {
        guard let component = self[subtask]?.component, self[subtask]?.uid.map(UID.init) != UID(uid) else {
          continue
        }
        var lifted = component
        if let above {
          lifted.setParent(above, by: producer(of: list(of: identifier)))
        } else {
          lifted = lifted.withoutParent
        }
        put(lifted, as: subtask)
        note(subtask, "it moved up a level, because its parent was deleted")
      }
    }
    for override in overrides(of: identifier) { put(nil, as: override) }
    put(nil, as: identifier)
  }

  private mutating func noteEnd(of series: ModelIdentifier, _ occurrence: ModelIdentifier) {
    if isFinished(series) { note(occurrence, "it was the last open occurrence, so the series is finished") }
  }

  /// The rule makes no occurrence then (EXDATE, RFC 5545 §3.8.5.1); a date that was added (RDATE) goes.
  private mutating func except(_ moment: Moment, of master: ModelIdentifier) throws(EditError) {
    let reminder = try editable(master)
    guard let recurrence = Recurrence(reminder) else { return }
    let local = recurrence.local(of: moment)
    let time = recurrence.moment(at: local)
    var component = reminder.component
    guard recurrence.times(from: local, through: local, limit: 1).times == [local] else { return }
    component.append("EXDATE", Array(time.iCalendarText.utf8), time.parameters)
    put(component, as: master, isRevision: true)
  }

  // MARK: To another list

  mutating func moveTree(of identifier: ModelIdentifier, to list: ModelIdentifier) throws(EditError) {
    let reminder = try editable(identifier)
    let source = self.list(of: identifier)
    try requireWritable(list)
    guard list != source else { return }
    if reminder.first(.recurrenceID) != nil, let uid = reminder.uid, master(of: uid, in: source) != identifier
    {
      throw .refused(
        identifier, reason: "an occurrence stays with its repeating reminder",
        repairs: ["move the repeating reminder", "copy the occurrence"])
    }
    let tree = [identifier] + descendants(of: identifier)
    let target = family(of: list)
    for moved in tree {
      guard let uid = self[moved]?.uid else { continue }
      if target.holders(of: uid).contains(where: { self[$0] != nil }) {
        throw .refused(
          moved, reason: "that list has a reminder with the same UID",
          repairs: ["copy it instead: the copy gets a new UID"])
      }
    }
    for moved in tree {
      for part in [moved] + overrides(of: moved) {
        guard let reminder = self[part] else { continue }
        var component = reminder.component
        if moved == identifier {
          if component.parentLines.contains(where: { target.holders(of: $0.text).isEmpty }) {
            component = component.withoutParent
            note(part, "it is no longer a subtask, because its parent was not moved")
          }
          if part == identifier { component = try ordered(component, atEndOf: list) }
        }
        let isChanged = component.bytes != reminder.component.bytes
        if isChanged { component.stamp(reminder.component.timeOfChange(context.view.now)) }
        try bring(component, from: reminder, to: list)
        put(nil, as: part)
      }
    }
  }

  mutating func copy(_ identifier: ModelIdentifier, to list: ModelIdentifier) throws(EditError) {
    // A reminder that cannot be changed can be copied.
    guard let reminder = self[identifier] else { throw .notFound(identifier) }
    try requireWritable(list)
    let tree = [identifier] + descendants(of: identifier)
    var uids: [UID: String] = [:]
    for copied in tree {
      guard let uid = self[copied]?.uid, uids[UID(uid)] == nil else { continue }
      uids[UID(uid)] = try newUID(in: list)
    }
    let target = family(of: list)
    for copied in tree {
      let isOccurrence = copied == identifier && reminder.first(.recurrenceID) != nil
      for part in [copied] + overrides(of: copied) {
        guard let original = self[part] else { continue }
        var component = original.component.completed().relating(uids)
        if let uid = original.uid.flatMap({ uids[UID($0)] }) {
          component.put(.uid, TextValue.encode(uid))
        } else {
          component.put(.uid, TextValue.encode(try newUID(in: list)))
        }
        // A copy of one occurrence stands by itself.
        if isOccurrence { component.drop(.recurrenceID, .rrule, .rdate, .exdate, .exrule) }
        if copied == identifier,
          component.parentLines.contains(where: { target.holders(of: $0.text).isEmpty })
        {
          component = component.withoutParent
        }
        if part == identifier { component = try ordered(component, atEndOf: list) }
        component = renewed(component)
        try bring(component, from: original, to: list)
      }
    }
  }

  /// The times of something new (RFC 5545 §3.8.7), and names of their own for its alarms.
  private func renewed(_ component: Component) -> Component {
    var component = component
    let now = Moment.utc(context.view.now.utc)
    for id in [PropertyID.created, .lastModified, .dtstamp] { component.put(id, now) }
    if component.first(.sequence) != nil { component.put(.sequence, Array("0".utf8)) }
    var names: [UID: String] = [:]
    for child in component.children where child.kind == .valarm {
      if let uid = Alarm(child).uid { names[UID(uid)] = context.makeUID() }
    }
    guard !names.isEmpty else { return component }
    for index in component.children.indices {
      let child = component.children[index]
      guard child.kind == .valarm else { continue }
      var alarm = child.relating(names)
      for id in [PropertyID.uid, .xWrAlarmuid] {
        if let name = alarm.first(id).flatMap({ names[UID($0.text)] }) {
          alarm.put(id, TextValue.encode(name))
        }
      }
      if alarm.bytes != child.bytes { component.replaceChild(child, by: alarm) }
    }
    return component
  }

  /// Puts a component of another list into a list: whole, with the list's line ends, its zones along.
  private mutating func bring(
    _ component: Component, from reminder: Reminder, to list: ModelIdentifier
  ) throws(EditError) {
    let found = try rezoned(component, from: reminder.calendar.zones, to: list)
    if found.component.bytes != component.bytes, let identifier = name(of: found.component, in: list) {
      note(
        identifier, "its time zone was renamed, because that list has another zone with the same name")
    }
    try insert(found.component.completed(), in: list, zones: found.zones)
  }
}

extension Editing {
  /// A UID that no reminder of a list has.
  func newUID(in list: ModelIdentifier) throws(EditError) -> String {
    for _ in 0..<100 {
      let uid = context.makeUID()
      let identifier = ModelIdentifier(source: list.source, list: list.list, uid: ModelIdentifier.Name(uid))
      if catalog.indexPath(for: identifier) == nil, self[identifier] == nil { return uid }
    }
    throw .refused(list, reason: "no unused UID was found", repairs: [])
  }

  /// The identifier that a component will have in a list; nil for one without UID.
  func name(of component: Component, in list: ModelIdentifier) -> ModelIdentifier? {
    let reminder = Reminder(component, in: .none)
    guard let uid = reminder.uid else { return nil }
    let id = reminder.recurrenceID.map { moment in
      if case .zoned(_, let tzid) = moment { return "\(moment.iCalendarText) \(tzid)" }
      return moment.iCalendarText
    }
    return ModelIdentifier(
      source: list.source, list: list.list, uid: ModelIdentifier.Name(uid), recurrenceID: id)
  }

  /// A new item of a list, under the name that its lines give it.
  @discardableResult
  mutating func insert(
    _ component: Component, in list: ModelIdentifier, zones: ZoneTable? = nil
  ) throws(EditError) -> ModelIdentifier {
    var component = component
    if Reminder(component, in: .none).uid == nil {
      component.put(.uid, TextValue.encode(try newUID(in: list)))
    }
    let lineEnd = try node(list).lineEnd
    component = component.withLineEnds(lineEnd)
    guard let identifier = name(of: component, in: list) else { throw .notFound(list) }
    if self[identifier] != nil {
      throw .refused(identifier, reason: "that list has a reminder with the same UID", repairs: [])
    }
    try insert(component, as: identifier, in: list, zones: zones)
    return identifier
  }
}

extension Catalog.ListNode {
  /// The line end of its files: that of its first reminder, else of its first calendar, else CRLF.
  var lineEnd: [UInt8] {
    (reminders.first?.component ?? calendars.first?.header)?.lineEnd ?? ContentLineText.crlf
  }
}

extension Component {
  /// The same with other line ends; folds stay where they are.
  func withLineEnds(_ wanted: [UInt8]) -> Component {
    guard lineEnd != wanted else { return self }
    let end: UInt8 = returnsEndLines ? 0x0D : 0x0A
    var result: [UInt8] = []
    for line in bytes.split(separator: end, omittingEmptySubsequences: false).dropLast(
      bytes.last == end ? 1 : 0)
    {
      result += (line.last == 0x0D ? line.dropLast() : line) + wanted
    }
    return Component(result, firstLine: lineNumber, returnsEndLines: wanted == [0x0D]) ?? self
  }
}
