internal import ICalendar

/// Which calendar of an input each item stands in: the one place that decides it, for files that are read
/// whole, surveys, conversions and merges.
///
/// A calendar begins with its header. Components that stand outside of any VCALENDAR, in a row, are a
/// calendar without header, which ends where the next one begins.
struct CalendarCursor: Sendable {
  /// How many calendars have begun.
  private(set) var count = 0
  /// The last of them has not ended.
  private(set) var isInside = false
  /// Its header was there, and its END was not.
  private(set) var isOpen = false

  /// The calendar that an item stands in.
  struct Place {
    /// Counted from 0; -1 where it stands in none.
    let calendar: Int
    /// The item is the first of it.
    var isFirst = false
  }

  /// Takes note of an item.
  @inline(__always)
  mutating func step(_ kind: ItemBatch.Kind) -> Place {
    switch kind {
    case .open:
      (isOpen, isInside) = (true, true)
      count += 1
      return Place(calendar: count - 1, isFirst: true)
    case .component:
      if isInside { return Place(calendar: count - 1) }
      isInside = true
      count += 1
      return Place(calendar: count - 1, isFirst: true)
    case .close:
      let place = Place(calendar: isInside ? count - 1 : -1)
      (isOpen, isInside) = (false, false)
      return place
    case .properties, .other, .problem:
      return Place(calendar: isInside ? count - 1 : -1)
    }
  }
}
