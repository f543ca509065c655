internal import ICalendar
internal import ListoModel

/// STATUS, PERCENT-COMPLETE and COMPLETED are written together, as Nextcloud Tasks and Tasks.org do.
extension Editing {
  mutating func complete(_ identifier: ModelIdentifier, _ completion: Completion) throws(EditError) {
    if try completeOccurrence(identifier, completion) { return }
    let reminder = try editable(identifier)
    if completion.subtasks == .include {
      for subtask in descendants(of: identifier) where self[subtask]?.isOpen == true {
        if try completeOccurrence(subtask, completion) { continue }
        put(try editable(subtask).component.done(at: context.view.now), as: subtask)
      }
    }
    if !reminder.isCompleted {
      put(reminder.component.done(at: context.view.now), as: identifier)
    }
  }

  /// To be done again; what was done in part stays so.
  mutating func setOpen(_ identifier: ModelIdentifier) throws(EditError) {
    let reminder = try editable(identifier)
    guard !reminder.isOpen else { return }
    if try reopenOccurrence(identifier, reminder) { return }
    put(reminder.component.reopened, as: identifier)
  }

  mutating func cancel(_ identifier: ModelIdentifier) throws(EditError) {
    let reminder = try editable(identifier)
    guard reminder.status != .cancelled else { return }
    var component = reminder.component
    component.put(.status, Array("CANCELLED".utf8))
    component.drop(.completed)
    if reminder.percent == 100 { component.drop(.percentComplete) }
    put(component, as: identifier)
  }

  /// Writes the value of one of the three (status, percentage, time of completion) into the others as well.
  mutating func setStatus(
    _ field: FieldID, _ value: FieldValue?, of identifier: ModelIdentifier
  ) throws(EditError) {
    let reminder = try editable(identifier)
    var component = reminder.component
    switch (field, value) {
    case (.status, .text(let word)?):
      let status = Status(Array(word.utf8)[...])
      if status == reminder.writtenStatus { return }
      switch status {
      case .completed: return try complete(identifier, Completion())
      case .cancelled: return try cancel(identifier)
      case .needsAction, .inProcess, .pending, .failed:
        component.put(.status, Array(status.word.uppercased().utf8))
        component.drop(.completed)
        if status == .needsAction || reminder.percent == 100 { component.drop(.percentComplete) }
      case .other:
        throw .wrongValue(.status, reason: "needs-action, in-process, completed or cancelled is needed")
      }
    case (.status, nil):
      component.drop(.status, .completed)
      if reminder.percent == 100 { component.drop(.percentComplete) }
    case (.percent, .integer(100)?): return try complete(identifier, Completion())
    case (.percent, _):
      let bytes = try integer(.percent, value, 0...99)
      let number = bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      if number == reminder.percent ?? 0, reminder.isOpen { return }
      component.put(.percentComplete, number == 0 ? nil : bytes)
      component.drop(.completed)
      if number > 0 {
        component.put(.status, Array("IN-PROCESS".utf8))
      } else if let status = reminder.writtenStatus, status != .needsAction {
        component.put(.status, Array("NEEDS-ACTION".utf8))
      }
    case (.completed, nil): return try setOpen(identifier)
    case (.completed, _):
      guard let time = try utc(.completed, value, reminder) else { return }
      if !reminder.isCompleted {
        if RepeatingCompletion.repeats(component) || reminder.recurrenceID != nil {
          throw .refused(
            identifier, reason: "it repeats, and its occurrences are completed one by one",
            repairs: ["complete it (done)", "complete the whole series (--recur series)"])
        }
        component = component.done(at: context.view.now)
      }
      component.put(.completed, time)
    default: throw .wrongValue(field, reason: "a text is needed")
    }
    put(component, as: identifier)
  }

  // MARK: What repeats

  /// Completes an occurrence of what repeats (``RepeatingCompletion``).
  ///
  /// - Returns: false where the reminder does not repeat, and is no occurrence.
  private mutating func completeOccurrence(
    _ identifier: ModelIdentifier, _ completion: Completion
  ) throws(EditError) -> Bool {
    var occurrence: Moment?
    var holder = identifier
    if let path = catalog.masterPath(ofOccurrence: identifier), self[identifier] == nil {
      guard let master = catalog.modelIdentifier(at: path) else { throw .notFound(identifier) }
      holder = master
      occurrence = identifier.recurrenceID.flatMap(Moment.init(recurrenceID:))
    } else if let override = self[identifier], let id = override.recurrenceID, let uid = override.uid {
      let family = family(of: list(of: identifier))
      let master = family.holders(of: uid).first { self[$0]?.first(.recurrenceID) == nil }
      // An occurrence whose master is elsewhere is a reminder as others are.
      guard let master else { return false }
      (holder, occurrence) = (master, id)
    }
    let master = try editable(holder)
    guard occurrence != nil || RepeatingCompletion.repeats(master.component) else { return false }
    let list = list(of: holder)
    let family = family(of: list)
    let uid = master.uid ?? ""
    let overrides = family.holders(of: uid).filter { $0 != holder && self[$0]?.first(.recurrenceID) != nil }
    if holder == identifier, master.isCompleted, overrides.allSatisfy({ self[$0]?.isOpen == false }) {
      return true
    }
    let before = self
    let result = try RepeatingCompletion(
      of: master, overrides: overrides.compactMap { self[$0] }, occurrence: occurrence, completion,
      identifier: identifier, in: context,
      existing: { uid in
        family.holders(of: uid).first { before[$0]?.first(.recurrenceID) == nil }.flatMap { before[$0] }
      })
    try write(result, of: holder, overrides: overrides)
    for text in result.notes { note(identifier, text) }
    let subtasks = descendants(of: holder)
    if result.reopensSubtasks {
      for subtask in subtasks where self[subtask]?.isCompleted == true {
        guard let component = self[subtask]?.component else { continue }
        put(component.reopened, as: subtask)
      }
    } else if completion.subtasks == .include {
      for subtask in subtasks {
        guard let reminder = self[subtask], reminder.isOpen else { continue }
        put(reminder.component.done(at: context.view.now), as: subtask)
      }
    }
    return true
  }
}

extension Component {
  /// STATUS:COMPLETED, PERCENT-COMPLETE:100 and the time.
  func done(at now: Instant) -> Component {
    var component = self
    component.put(.status, Array("COMPLETED".utf8))
    component.put(.percentComplete, Array("100".utf8))
    component.put(.completed, Moment.utc(now.utc))
    return component
  }

  /// STATUS:NEEDS-ACTION without COMPLETED; IN-PROCESS where a part of it is done.
  var reopened: Component {
    var component = self
    let percent = Reminder(self, in: .none).percent
    let isBegun = percent.map { (1...99).contains($0) } ?? false
    component.put(.status, Array((isBegun ? "IN-PROCESS" : "NEEDS-ACTION").utf8))
    component.drop(.completed)
    if !isBegun { component.drop(.percentComplete) }
    return component
  }
}
