public import ListoEditing
internal import ListoModel
internal import ListoWords

extension QuickEntry {
  /// The fields of the entry other than title and list, as changes of the new reminder.
  public var changes: [Change] {
    var changes: [Change] = []
    if let due { changes.append(.set(.due, .moment(due.moment))) }
    if let start { changes.append(.set(.start, .moment(start.moment))) }
    if let rule { changes.append(.set(.recurrence, .text(rule))) }
    if let priority { changes.append(.set(.priority, .integer(priority))) }
    if !tags.isEmpty { changes.append(.add(.tags, tags)) }
    return changes
  }
}
