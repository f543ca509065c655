internal import ICalendar

/// The lines that make another occurrence of a series than its first the current one
/// (``ReminderSeries/position(in:steps:)``).
enum SeriesLines {
  static let ids: [PropertyID] = [.recurrenceID, .rdate, .exdate, .exrule, .xKdeLibkcalDtrecurrence]

  /// A component has one of them.
  static func areIn(_ component: Component) -> Bool { ids.contains { component.first($0) != nil } }

  /// A reminder whose lines were walked has one of them.
  static func areIn(_ lines: WalkedLines, row: Int) -> Bool {
    ids.contains { lines.place($0, row: row) != nil }
  }
}
