internal import ICalendar
internal import ListoModel

/// Who belongs to whom in a list: subtasks by RELATED-TO, overrides by their UID. What is nobody's, or its
/// own descendant, is lost nowhere: it is at the top.
struct Family: Sendable {
  /// By UID, in the order of the list: masters and overrides.
  private var holders: [UID: [ModelIdentifier]] = [:]
  /// By the UID of the parent, in the order of the list.
  private var children: [UID: [ModelIdentifier]] = [:]
  /// The greatest X-APPLE-SORT-ORDER.
  private(set) var lastOrder: Int?
  /// How many reminders have each X-APPLE-SORT-ORDER.
  private var orders: [Int: Int] = [:]
  private(set) var count = 0

  init(_ reminders: [(identifier: ModelIdentifier, reminder: Reminder)]) {
    for (identifier, reminder) in reminders { insert(identifier, reminder) }
  }

  func holders(of uid: String) -> [ModelIdentifier] { holders[UID(uid)] ?? [] }
  func children(of uid: String) -> [ModelIdentifier] { children[UID(uid)] ?? [] }
  var parents: [String] { children.keys.map(\.text) }

  mutating func replace(_ identifier: ModelIdentifier, _ old: Reminder?, by new: Reminder?) {
    if let old {
      count -= 1
      if let uid = old.uid.map(UID.init) { holders[uid]?.removeAll { $0 == identifier } }
      if let parent = old.parent.map(UID.init) { children[parent]?.removeAll { $0 == identifier } }
      if let order = old.writtenOrder, let holders = orders[order] {
        orders[order] = holders > 1 ? holders - 1 : nil
      }
    }
    if let new { insert(identifier, new) }
    // The reminder with the greatest number is gone, or has another: its list may have none any more.
    if let last = lastOrder, orders[last] == nil { lastOrder = orders.keys.max() }
  }

  private mutating func insert(_ identifier: ModelIdentifier, _ reminder: Reminder) {
    count += 1
    let placed = PlacedReminder(reminder)
    if let uid = placed.uid.map(UID.init) { holders[uid, default: []].append(identifier) }
    if let parent = placed.parent.map(UID.init) { children[parent, default: []].append(identifier) }
    if let order = placed.writtenOrder {
      lastOrder = max(lastOrder ?? order, order)
      orders[order, default: 0] += 1
    }
  }
}
