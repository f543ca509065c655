internal import ListoModel

/// The difference between two states of some rows, as the batch updates of UITableView, UICollectionView and
/// their relatives take it.
///
/// Removed sections and rows, and the sources of moves, are counted in the old rows; inserted ones, targets
/// of moves and updated rows in the new rows. To apply them to an array of arrays: remove the removed and the
/// moved rows from the last on, then the removed sections from the last on; insert the inserted sections with
/// their rows, then the inserted and the moved rows, each in ascending order; then reload the updated rows.
public struct RowChanges: Sendable, Hashable {
  /// A row with another position.
  public struct Move: Sendable, Hashable {
    /// The position in the old rows.
    public let old: ReminderRows.Position
    /// The position in the new rows.
    public let new: ReminderRows.Position
  }

  /// The indices of sections that are gone, with all their rows.
  public internal(set) var removedSections: [Int] = []
  /// The indices of new sections, with all their rows.
  public internal(set) var insertedSections: [Int] = []
  /// The removed rows of sections that stay.
  public internal(set) var removed: [ReminderRows.Position] = []
  /// The new rows of sections that stayed.
  public internal(set) var inserted: [ReminderRows.Position] = []
  /// Rows that moved within a section or between sections that stay, as few as possible.
  public internal(set) var moved: [Move] = []
  /// Rows that say something else; they may have moved too.
  public internal(set) var updated: [ReminderRows.Position] = []

  /// True if both states are the same.
  public var isEmpty: Bool {
    removedSections.isEmpty && insertedSections.isEmpty && removed.isEmpty && inserted.isEmpty
      && moved.isEmpty && updated.isEmpty
  }
}

extension ReminderRows {
  /// Returns the changes from an earlier state of the rows to this one.
  ///
  /// - Complexity: O(n log n) in the rows.
  public func changes(from old: ReminderRows) -> RowChanges {
    var changes = RowChanges()
    let oldSections = Dictionary(uniqueKeysWithValues: zip(old.sections.map(\.id), 0...))
    // Sections that stay in their order are kept; a section at another place comes and goes as a whole.
    let known = sections.indices.filter { oldSections[sections[$0].id] != nil }
    let stays = Rearrangement.staying(known.compactMap { oldSections[sections[$0].id] })
    var kept: [Int: Int] = [:]
    for (index, stays) in zip(known, stays) where stays { kept[index] = oldSections[sections[index].id] }
    let keptOld = Set(kept.values)
    changes.removedSections = old.sections.indices.filter { !keptOld.contains($0) }
    changes.insertedSections = sections.indices.filter { kept[$0] == nil }

    var unmatched = old.places(inSections: keptOld)
    var partners: [Position: Position] = [:]
    for (section, oldSection) in kept {
      for (row, content) in sections[section].rows.enumerated() {
        if let match = unmatched[content.id]?.first(where: { $0.section == oldSection }) {
          partners[Position(section: section, row: row)] = match
          unmatched[content.id]?.remove(match)
        }
      }
    }
    for section in kept.keys.sorted() {
      let oldSection = kept[section]
      var sameSection: [(row: Int, old: Int)] = []
      for (row, content) in sections[section].rows.enumerated() {
        let position = Position(section: section, row: row)
        if let match = partners[position] {
          sameSection.append((row, match.row))
        } else if let match = unmatched[content.id]?.min() {
          partners[position] = match
          unmatched[content.id]?.remove(match)
          changes.moved.append(RowChanges.Move(old: match, new: position))
        } else {
          changes.inserted.append(position)
        }
        if let match = partners[position], old.row(at: match) != content { changes.updated.append(position) }
      }
      for (pair, stays) in zip(sameSection, Rearrangement.staying(sameSection.map(\.old))) where !stays {
        changes.moved.append(
          RowChanges.Move(
            old: Position(section: oldSection ?? 0, row: pair.old),
            new: Position(section: section, row: pair.row)))
      }
    }
    changes.moved.sort { $0.new < $1.new }
    changes.removed = unmatched.values.flatMap(\.self).sorted()
    return changes
  }

  /// The positions of each reminder in some sections.
  private func places(inSections sections: Set<Int>) -> [ModelIdentifier: Set<Position>] {
    var places: [ModelIdentifier: Set<Position>] = [:]
    for section in sections {
      for (row, content) in self.sections[section].rows.enumerated() {
        places[content.id, default: []].insert(Position(section: section, row: row))
      }
    }
    return places
  }
}
