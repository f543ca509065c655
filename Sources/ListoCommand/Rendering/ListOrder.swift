internal import ICalendar
internal import Listo

/// The order in which siblings stand in a list.
enum ListOrder: String, Sendable, CaseIterable {
  /// As arranged by hand (X-APPLE-SORT-ORDER, else CREATED), then as in the file.
  case manual
  case due, priority, title, created
  /// As in the file.
  case file

  /// The indices in order. What has no such value stands last; equal ones stay in the order of the file.
  ///
  /// - Complexity: O(n log n); each key is read once.
  func sorted(_ indices: [Int], of reminders: [Reminder], _ context: ViewContext) -> [Int] {
    switch self {
    case .file: indices
    case .manual: Self.sort(indices) { reminders[$0].order }
    case .due: Self.sort(indices) { Self.seconds(reminders[$0].due, reminders[$0], context) }
    case .created: Self.sort(indices) { Self.seconds(reminders[$0].created, reminders[$0], context) }
    case .priority:
      Self.sort(indices) { index in reminders[index].priority.flatMap { (1...9).contains($0) ? $0 : nil } }
    case .title: Self.sort(indices) { reminders[$0].title?.lowercased() }
    }
  }

  private static func seconds(_ moment: Moment?, _ reminder: Reminder, _ context: ViewContext) -> Int64? {
    moment.map { context.instant(of: $0, zones: reminder.calendar.zones).seconds }
  }

  private static func sort<Key: Comparable>(_ indices: [Int], by key: (Int) -> Key?) -> [Int] {
    let keyed = indices.map { (index: $0, key: key($0)) }
    let sorted = keyed.sorted { left, right in
      switch (left.key, right.key) {
      case (let a?, let b?) where a != b: a < b
      case (.some, nil): true
      case (nil, .some): false
      default: left.index < right.index
      }
    }
    return sorted.map(\.index)
  }
}
