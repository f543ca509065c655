internal import ICalendar

extension Catalog {
  /// Returns the changes from an older catalog to this one: insertions, removals, moves and updates.
  ///
  /// Elements are matched by identifier. A missing element whose UID (for a list, whose identifier within its
  /// source) appears once elsewhere has moved there. The identifier of a reminder without UID is derived from
  /// its content, so a changed one counts as another.
  ///
  /// - Complexity: linear in the bytes and elements of both; O(n log n) at worst for reordered elements.
  public func changes(from old: Catalog) -> CatalogChanges {
    CatalogChanges(CatalogMatch(old, self))
  }
}

extension CatalogChanges {
  init(_ match: CatalogMatch) {
    self.init(
      match, newLists: CatalogMatch.inverse(match.lists, count: match.old.lists.count),
      newReminders: CatalogMatch.inverse(match.reminders, count: match.old.reminderCount))
    let rows = Rows(match)
    takeSources(rows)
    takeLists(rows)
    takeReminders(rows)
    removed.sort { $0.path < $1.path }
    inserted.sort { $0.path < $1.path }
    moved.sort { $0.path < $1.path }
    updated.sort { $0.path < $1.path }
  }

  /// Which containers stand on both sides, so that what is in them is told one by one.
  private struct Rows {
    let newSources: [Int?]
    let newLists: [Int?]
    let newReminders: [Int?]
    /// By number of the new list: it stands, and so does its source, then and now.
    let standing: [Bool]
    let oldStanding: [Bool]

    init(_ match: CatalogMatch) {
      let newSources = CatalogMatch.inverse(match.sources, count: match.old.catalog.sources.count)
      let newLists = CatalogMatch.inverse(match.lists, count: match.old.lists.count)
      standing = match.lists.enumerated().map { number, old in
        guard let old else { return false }
        return match.sources[match.new.source(ofList: number)] != nil
          && newSources[match.old.source(ofList: old)] != nil
      }
      oldStanding = newLists.map { [standing] number in number.map { standing[$0] } ?? false }
      (self.newSources, self.newLists) = (newSources, newLists)
      newReminders = CatalogMatch.inverse(match.reminders, count: match.old.reminderCount)
    }
  }

  private mutating func takeSources(_ rows: Rows) {
    let (old, new) = (match.old.catalog.sources, match.new.catalog.sources)
    for (number, source) in old.enumerated() where rows.newSources[number] == nil {
      removed.append(Element(identifier: source.identifier, path: Catalog.IndexPath(source: number)))
    }
    let kept = match.sources.compactMap(\.self)
    var stays = Rearrangement.staying(kept)[...]
    for (number, source) in new.enumerated() {
      let path = Catalog.IndexPath(source: number)
      guard let before = match.sources[number] else {
        inserted.append(Element(identifier: source.identifier, path: path))
        continue
      }
      let oldPath = Catalog.IndexPath(source: before)
      if stays.popFirst() == false {
        moved.append(
          Move(
            identifier: source.identifier, oldIdentifier: old[before].identifier, oldPath: oldPath, path: path
          ))
      }
      if source.source != old[before].source {
        updated.append(Update(identifier: source.identifier, oldPath: oldPath, path: path))
      }
    }
  }

  private mutating func takeLists(_ rows: Rows) {
    let (old, new) = (match.old, match.new)
    for number in old.lists.indices
    where rows.newSources[old.source(ofList: number)] != nil && !rows.oldStanding[number] {
      removed.append(Element(identifier: old.list(number).identifier, path: old.lists[number]))
    }
    for (section, oldSection) in match.sources.enumerated() {
      guard let oldSection else { continue }
      let numbers = new.firstLists[section]..<new.firstLists[section + 1]
      let before = numbers.map { number in rows.standing[number] ? match.lists[number] : nil }
      let isHere = before.map { $0.map { old.source(ofList: $0) == oldSection } ?? false }
      var stays = Rearrangement.staying(zip(before, isHere).compactMap { $1 ? $0 : nil })[...]
      for (row, number) in numbers.enumerated() {
        let list = new.list(number)
        guard let match = before[row] else {
          inserted.append(Element(identifier: list.identifier, path: new.lists[number]))
          continue
        }
        let (was, oldPath) = (old.list(match), old.lists[match])
        if !isHere[row] || stays.popFirst() == false {
          moved.append(
            Move(
              identifier: list.identifier, oldIdentifier: was.identifier, oldPath: oldPath,
              path: new.lists[number]))
        }
        if list.list != was.list {
          updated.append(Update(identifier: list.identifier, oldPath: oldPath, path: new.lists[number]))
        }
      }
    }
  }

  private mutating func takeReminders(_ rows: Rows) {
    let (old, new) = (match.old, match.new)
    for number in old.lists.indices where rows.oldStanding[number] {
      let list = old.list(number)
      for (index, reminder) in old.reminders(ofList: number).enumerated() {
        if let now = rows.newReminders[reminder], rows.standing[new.list(ofReminder: now)] { continue }
        removed.append(Element(identifier: list.identifiers[index], path: old.path(reminder, inList: number)))
      }
    }
    var zones = ZoneDifferences()
    for number in new.lists.indices where rows.standing[number] {
      guard let home = match.lists[number] else { continue }
      let (list, homeRange) = (new.list(number), old.reminders(ofList: home))
      let before = new.reminders(ofList: number).map { reminder -> Int? in
        guard let before = match.reminders[reminder] else { return nil }
        return homeRange.contains(before) || rows.oldStanding[old.list(ofReminder: before)] ? before : nil
      }
      var stays = Rearrangement.staying(
        before.compactMap { $0.flatMap { homeRange.contains($0) ? $0 : nil } })[...]
      for (index, before) in before.enumerated() {
        let path = new.path(new.firstReminders[number] + index, inList: number)
        guard let before else {
          inserted.append(Element(identifier: list.identifiers[index], path: path))
          continue
        }
        let oldPath =
          homeRange.contains(before) ? old.path(before, inList: home) : old.path(ofReminder: before)
        if !homeRange.contains(before) || stays.popFirst() == false {
          moved.append(
            Move(
              identifier: list.identifiers[index],
              oldIdentifier: old.catalog.modelIdentifier(at: oldPath) ?? list.identifiers[index],
              oldPath: oldPath, path: path))
        }
        guard let was = old.catalog.reminder(at: oldPath) else { continue }
        if !zones.isEqual(was, list.reminders[index]) {
          updated.append(Update(identifier: list.identifiers[index], oldPath: oldPath, path: path))
        }
      }
    }
  }
}
