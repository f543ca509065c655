internal import ICalendar
internal import Synchronization

/// An order by due dates as far as the bytes of a reminder's lines tell: the places between which it stands.
/// By them it is known of most reminders that they are not among the first, before anything is made of them.
struct ByteOrder: Sendable {
  /// The parts before the due date.
  private let states: [SortOrder.Part]
  private let isDescending: Bool

  /// - Returns: nil for an order that begins with something else.
  init?(_ order: SortOrder) {
    let states = order.parts.prefix { $0.key == .open || $0.key == .overdue }
    guard states.count <= 8, states.count < order.parts.count else { return nil }
    let part = order.parts[states.count]
    guard part.key == .field(.due) else { return nil }
    (self.states, isDescending) = (Array(states), part.isDescending)
  }

  /// Where a reminder stands: behind all of which the last place is before its first one.
  func places(
    _ state: ReminderCounts.State, _ lines: WalkedLines, row: Int, in bytes: [UInt8]
  ) -> ClosedRange<UInt64> {
    var first: UInt64 = 0
    for part in states {
      let isFirst = part.key == .open ? state.isOpen : state == .overdue
      first = first << 1 | (isFirst == part.isDescending ? 1 : 0)
    }
    first <<= 32
    // A reminder without a due date comes last, in ascending and in descending order.
    let last = first | 0xFFFF_FFFF
    guard let written = lines.day(.due, row: row, in: bytes) else { return first...last }
    guard let written else { return last...last }
    guard let day = Day(digits: written) else { return first...last }
    // From the year 0 on, and two days on either side, which is more than any offset.
    let number = UInt64(day.daysSince1970 + 719_530)
    let place = first + (isDescending ? 0x7FFF_FFFF - number : number)
    return place - 2...place + 2
  }
}

/// The first places of those that were seen of an input so far, on any thread: what stands behind them need
/// not be looked at. That depends on who was faster, and what comes of all does not.
final class FirstPlaces: Sendable {
  private struct Known {
    var places: [UInt64] = []
    /// So many stand there or before it.
    var last = UInt64.max
  }

  private let count: Int
  private let known = Mutex(Known())

  /// - Parameter count: how many are asked for.
  init(_ count: Int) { self.count = count }

  /// Takes note of places.
  ///
  /// - Returns: one at which, or before which, so many stand as are asked for.
  func last(with places: some Sequence<UInt64>) -> UInt64 {
    guard count > 0 else { return .max }
    return known.withLock { known in
      for place in places where place < known.last { known.places.append(place) }
      if known.places.count / 2 >= count {
        known.places.sort()
        known.places.removeLast(known.places.count - count)
        known.last = known.places[count - 1]
      }
      return known.last
    }
  }
}
