internal import ICalendar
public import ListoModel

/// Subtasks: reminders whose RELATED-TO names the UID of another one of their list (RFC 5545 §3.8.4.5).
extension Editing {
  /// Returns the subtasks of a reminder at every depth, in the order of the tree, each once, without their
  /// overrides. A cycle ends where it begins to repeat.
  ///
  /// - Complexity: linear in the result; the first call is linear in the list.
  public mutating func descendants(of identifier: ModelIdentifier) -> [ModelIdentifier] {
    let family = family(of: list(of: identifier))
    var found: [ModelIdentifier] = []
    var seen: Set<ModelIdentifier> = [identifier]
    var stack = children(of: identifier, family).reversed() as [ModelIdentifier]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      found.append(next)
      stack += children(of: next, family).reversed()
    }
    return found
  }

  /// Returns the open subtasks at every depth. The treatment of subtasks on completion and deletion applies
  /// to them.
  public mutating func openSubtasks(of identifier: ModelIdentifier) -> [ModelIdentifier] {
    descendants(of: identifier).filter { self[$0]?.isOpen == true }
  }

  /// Returns the parent of a reminder; nil if the parent is not in the same list.
  public mutating func parent(of identifier: ModelIdentifier) -> ModelIdentifier? {
    guard let uid = self[identifier]?.parent else { return nil }
    return master(of: uid, in: list(of: identifier))
  }

  /// Returns the parent that the reminder gets when it is indented: the reminder before it among its
  /// siblings, in the list's manual order.
  ///
  /// - Throws: ``EditError`` if there is no such reminder.
  public mutating func parentForIndenting(
    _ identifier: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier {
    _ = try editable(identifier)
    let siblings = siblings(of: identifier)
    guard let place = siblings.firstIndex(of: identifier), place > 0 else {
      throw .refused(
        identifier, reason: "there is no reminder before it to become its parent",
        repairs: ["name its parent (--parent)"])
    }
    return siblings[place - 1]
  }

  /// Returns the parent that the reminder gets when it is outdented; nil for the top level.
  ///
  /// - Throws: ``EditError`` if it is not a subtask.
  public mutating func parentForOutdenting(
    _ identifier: ModelIdentifier
  ) throws(EditError) -> ModelIdentifier? {
    guard try editable(identifier).parent != nil else {
      throw .refused(identifier, reason: "it has no parent", repairs: [])
    }
    return parent(of: identifier).flatMap { parent in self.parent(of: parent) }
  }

  // MARK: Parts

  /// Masters whose parent it is; one without a UID has none.
  private func children(of identifier: ModelIdentifier, _ family: Family) -> [ModelIdentifier] {
    guard let reminder = self[identifier], let uid = reminder.uid, reminder.first(.recurrenceID) == nil else {
      return []
    }
    return family.children(of: uid).filter { self[$0].map { $0.first(.recurrenceID) == nil } ?? false }
  }

  /// The reminder that has a UID, and not one of its occurrences.
  mutating func master(of uid: String, in list: ModelIdentifier) -> ModelIdentifier? {
    let holders = family(of: list).holders(of: uid).filter { self[$0] != nil }
    return holders.first { self[$0]?.first(.recurrenceID) == nil } ?? holders.first
  }

  /// Occurrences of a reminder that were changed.
  mutating func overrides(of identifier: ModelIdentifier) -> [ModelIdentifier] {
    guard let reminder = self[identifier], let uid = reminder.uid, reminder.first(.recurrenceID) == nil else {
      return []
    }
    return family(of: list(of: identifier)).holders(of: uid).filter { other in
      // Another item with the same UID that is no occurrence is another reminder.
      other != identifier && self[other]?.first(.recurrenceID) != nil
    }
  }

  mutating func setParent(
    of identifier: ModelIdentifier, toUID uid: String?
  ) throws(EditError) {
    guard let uid else { return try setParent(of: identifier, to: nil) }
    guard let parent = master(of: uid, in: list(of: identifier)) else {
      throw .wrongValue(.parent, reason: "no reminder of its list has this UID")
    }
    try setParent(of: identifier, to: parent)
  }

  mutating func setParent(
    of identifier: ModelIdentifier, to parent: ModelIdentifier?
  ) throws(EditError) {
    let reminder = try editable(identifier)
    guard let parent else {
      return put(reminder.component.withoutParent, as: identifier)
    }
    guard let other = self[parent] else { throw .notFound(parent) }
    guard list(of: parent) == list(of: identifier) else {
      throw .refused(
        identifier, reason: "a subtask must be in the list of its parent",
        repairs: ["move it to that list first"])
    }
    guard let uid = other.uid else {
      throw .refused(
        identifier, reason: "the parent has no UID to refer to", repairs: [])
    }
    let own = reminder.uid.map(UID.init)
    if parent == identifier || UID(uid) == own || descendants(of: identifier).contains(parent) {
      throw .refused(
        identifier, reason: "it would be its own ancestor",
        repairs: ["outdent the other reminder first"])
    }
    if reminder.parent.map(UID.init) == UID(uid) { return }
    var component = reminder.component
    component.setParent(uid, by: producer(of: list(of: identifier)))
    put(component, as: identifier)
  }
}

extension Component {
  var withoutParent: Component { edited(parentLines.map { .remove($0) }) }

  mutating func setParent(_ uid: String, by producer: Producer) {
    let value = TextValue.encode(uid)
    if let line = parentLines.first { return replace(line, value) }
    let type = Parameter(name: "RELTYPE", values: ["PARENT"])
    append("RELATED-TO", value, producer.namesParentType ? [type] : [])
  }

  /// RELATED-TO of every kind that names one of these UIDs names another.
  func relating(_ uids: [UID: String]) -> Component {
    var component = self
    for index in component.all(.relatedTo).indices {
      let line = component.all(.relatedTo)[index]
      if let uid = uids[UID(line.text)] { component.replace(line, TextValue.encode(uid)) }
    }
    return component
  }
}
