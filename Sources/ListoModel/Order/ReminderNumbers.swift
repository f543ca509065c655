internal import ICalendar

/// The lists that show the running numbers of their reminders.
package enum NumberedLists: String, Sendable, CaseIterable {
  /// Lists whose titles end in `#`.
  case marked
  case always, never

  package func contains(_ list: ReminderList) -> Bool {
    switch self {
    case .marked: list.title.last { $0 != " " } == "#"
    case .always: true
    case .never: false
    }
  }
}

/// The running numbers of a list, from 1 on in the order that was given by hand, whatever is shown of it and
/// however that is sorted.
///
/// A completed reminder keeps its number, so that the others keep theirs. A reminder whose title begins with
/// a number of its own (`#1052`) has no other, and takes none away; neither does a changed occurrence of a
/// reminder.
package struct ReminderNumbers: Sendable {
  private let numbers: [Int?]

  /// - Complexity: O(n log n) in the list's reminders.
  package init(_ node: Catalog.ListNode) {
    var numbers = [Int?](repeating: nil, count: node.reminders.count)
    var next = 1
    // The order by hand asks for no clock.
    let context = ViewContext(now: Instant(seconds: 0), zone: .utc)
    let order = SortOrder.manual.sorted(Array(node.reminders.indices), of: node.reminders, context)
    for index in order {
      let reminder = node.reminders[index]
      guard reminder.component.first(.recurrenceID) == nil, !Self.isNumbered(reminder.title) else { continue }
      numbers[index] = next
      next += 1
    }
    self.numbers = numbers
  }

  /// The number of a reminder, by its index in the list.
  package subscript(index: Int) -> Int? { numbers.indices.contains(index) ? numbers[index] : nil }

  /// The title begins with a number sign and digits.
  package static func isNumbered(_ title: String?) -> Bool {
    guard let title, title.first == "#", let digit = title.dropFirst().first else { return false }
    guard digit.isASCII, digit.isNumber else { return false }
    // `#1st` is no number, nor is the tag `#2026-goals`.
    let rest = title.dropFirst().drop { $0.isASCII && $0.isNumber }
    return rest.first.map { !$0.isLetter && $0 != "-" && $0 != "_" } ?? true
  }
}
