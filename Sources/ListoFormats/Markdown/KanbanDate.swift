internal import ICalendar
internal import ListoWords

/// The due date of a card of Obsidian's Kanban boards: `@{2026-12-01}`, with a time `@@{09:00}` behind it or
/// before it. A date may also be a link, `@[[2026-12-01]]`.
enum KanbanDate {
  /// Takes a date, and its time, off the end of a text in UTF-8.
  static func take(_ bytes: Span<UInt8>, _ text: inout Range<Int>, _ fields: inout TaskFields) -> Bool {
    var rest = text
    var clock = takeClock(bytes, &rest)
    guard let day = takeDay(bytes, &rest) else { return false }
    if clock == nil { clock = takeClock(bytes, &rest) }
    text = rest
    fields.set(due: day, at: clock)
    return true
  }

  private static func takeClock(_ bytes: Span<UInt8>, _ text: inout Range<Int>) -> ClockTime? {
    guard let value = value(bytes, text, open: "@@{", close: "}") else { return nil }
    let parts = value.text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24,
      let clock = ClockTime(hour: hour, minute: minute)
    else { return nil }
    text = bytes.trimmedEnd(text.lowerBound..<value.start)
    return clock
  }

  private static func takeDay(_ bytes: Span<UInt8>, _ text: inout Range<Int>) -> Day? {
    let found = value(bytes, text, open: "@{", close: "}") ?? value(bytes, text, open: "@[[", close: "]]")
    guard let found, let day = Day(iso: found.text) else { return nil }
    text = bytes.trimmedEnd(text.lowerBound..<found.start)
    return day
  }

  /// The text between brackets at the end, and the place where they begin.
  private static func value(
    _ bytes: Span<UInt8>, _ text: Range<Int>, open: String, close: String
  ) -> (text: String, start: Int)? {
    let (open, close) = (Array(open.utf8), Array(close.utf8))
    guard text.count > open.count + close.count, bytes.holds(close, at: text.upperBound - close.count) else {
      return nil
    }
    let end = text.upperBound - close.count
    // No date is longer.
    let first = max(text.lowerBound, end - 10 - open.count)
    guard let start = (first...end - open.count).last(where: { bytes.holds(open, at: $0) }) else {
      return nil
    }
    // `@@{` is a time, and a letter before the sign makes an address of it.
    guard start == text.lowerBound || bytes[start - 1] <= 0x20 else { return nil }
    return (bytes.text(start + open.count..<end, isText: false), start)
  }
}
