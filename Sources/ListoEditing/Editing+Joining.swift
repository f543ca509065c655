internal import ICalendar
public import ListoModel

/// Several reminders that became one.
public struct JoinedReminders: Sendable {
  /// The reminder that stays, with its UID and its place.
  public let kept: ModelIdentifier
  /// The reminders that went.
  public let removed: [ModelIdentifier]
  /// The lines that the kept reminder gained.
  public let added: [MergeDecision.Line]
  /// The lines that were dropped, such as other notes.
  public let dropped: [MergeDecision.Line]
  /// A date, a time of day, a rule, a note or an alarm is among the dropped lines.
  public let isLossy: Bool
}

/// Making one reminder of several.
extension Editing {
  /// Joins duplicates (``Catalog/duplicateGroups(atLeast:in:)``), each group as one change.
  ///
  /// The first reminder of a group stays in its list and keeps its UID. Its missing fields are filled in from
  /// the newest of the others that has them; tags and other sets are united. Reminders that refer to one of
  /// the others, such as its subtasks, refer to the first afterwards; subtasks move to its list.
  ///
  /// - Parameter groups: at least two reminders each; no reminder may be in two groups.
  /// - Returns: for each group the result, or the reason why it is unchanged.
  /// - Complexity: linear in the catalog.
  public mutating func join(_ groups: [[ModelIdentifier]]) -> [Result<JoinedReminders, EditError>] {
    let naming = naming(groups)
    return groups.map { group in
      Result { () throws(EditError) in
        try asOne { (editing) throws(EditError) in try editing.join(group, naming) }
      }
    }
  }

  /// The reminders that name the UID of one in these groups.
  private func naming(_ groups: [[ModelIdentifier]]) -> [UID: [ModelIdentifier]] {
    let uids = Set(groups.lazy.joined().compactMap { self[$0]?.uid.map(UID.init) })
    var result: [UID: [ModelIdentifier]] = [:]
    for list in catalog.sources.flatMap(\.lists).map(\.identifier) {
      for (identifier, reminder) in reminders(in: list) {
        let named = Set(reminder.component.all(.relatedTo).map { UID($0.text) })
        for uid in named.intersection(uids) { result[uid, default: []].append(identifier) }
      }
    }
    return result
  }

  private mutating func join(
    _ group: [ModelIdentifier], _ naming: [UID: [ModelIdentifier]]
  ) throws(EditError) -> JoinedReminders {
    try requireApart(group)
    let first = group[0]
    let kept = try editable(first)
    let list = list(of: first)
    var versions = [kept.component]
    var zones = kept.calendar.zones
    for identifier in group.dropFirst() {
      let other = try editable(identifier)
      let found = try rezoned(other.component, from: other.calendar.zones, to: list, defining: zones)
      if other.calendar.zones !== zones {
        let used = ZoneDifferences.names(of: found.component)
        let added = found.zones.definitions.filter { used.contains($0.key) }
        zones = ZoneTable(Array(zones.definitions.values) + added.values)
      }
      versions.append(found.component.withLineEnds(kept.component.lineEnd))
    }
    let table = zones
    let joined = JoinedVersions(versions) { table.zone($0) }
    let component = joined.changed ?? kept.component
    put(component, as: first, isRevision: component.dateLines != kept.component.dateLines, zones: table)
    try rename(group, to: component.first(.uid)?.text ?? "", naming)
    for identifier in group.dropFirst() { put(nil, as: identifier) }
    return JoinedReminders(
      kept: first, removed: Array(group.dropFirst()), added: joined.added, dropped: joined.dropped,
      isLossy: joined.isLossy)
  }

  /// None of them has occurrences that were changed, or is a subtask of another at any depth.
  private mutating func requireApart(_ group: [ModelIdentifier]) throws(EditError) {
    for identifier in group {
      if self[identifier]?.first(.recurrenceID) != nil || !overrides(of: identifier).isEmpty {
        throw .refused(identifier, reason: "some of its occurrences were changed", repairs: [])
      }
      let below = descendants(of: identifier)
      if group.contains(where: { $0 != identifier && below.contains($0) }) {
        throw .refused(
          identifier, reason: "one of its duplicates is its subtask", repairs: ["outdent the subtask first"])
      }
    }
  }

  /// Gives what names one of the others the name of the first.
  private mutating func rename(
    _ group: [ModelIdentifier], to uid: String, _ naming: [UID: [ModelIdentifier]]
  ) throws(EditError) {
    let own = UID(uid)
    let others = Set(group.dropFirst().compactMap { self[$0]?.uid.map(UID.init) }).subtracting([own])
    let names = Dictionary(uniqueKeysWithValues: others.map { ($0, uid) })
    let target = list(of: group[0])
    var seen = Set(group.dropFirst())
    for identifier in others.flatMap({ naming[$0] ?? [] }) where seen.insert(identifier).inserted {
      let reminder = try editable(identifier)
      let isSubtask = reminder.parent.map { others.contains(UID($0)) } ?? false
      put(reminder.component.relating(names), as: identifier)
      guard isSubtask, list(of: identifier) != target else { continue }
      try moveTree(of: identifier, to: target)
      note(identifier, "it moved to the list of its parent, which was joined with a duplicate there")
    }
  }
}

extension Component {
  /// The lines that say when it is, and how often.
  fileprivate var dateLines: [[UInt8]] {
    [PropertyID.dtstart, .due, .duration, .rrule, .rdate, .exdate].flatMap { id in
      all(id).map { Array($0.unfolded) }
    }
  }
}
