public import ListoEditing
internal import ListoModel
public import ListoWords

extension QuickEntry {
  /// What it says beside the title and the list, as changes to the reminder that is made of it.
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
