internal import ICalendar

/// The list that the headings above name.
///
/// A heading is a list where tasks stand below it, or nothing at all: one with other headings below it only holds lists, and one
/// with text is a chapter of something else.
struct OutlinePlace {
  private var headings: [(level: Int, text: String)] = []
  /// The innermost one names a list that was not chosen yet.
  private var isPending = false
  /// Something stands below the innermost one.
  private var hasText = false

  /// Takes a heading in, which ends those of its level and deeper.
  mutating func enter(_ level: Int, _ title: String, _ output: inout ICalendarOutput) {
    if isPending, !hasText, let last = headings.last, level <= last.level { choose(&output) }
    headings.removeAll { $0.level >= level }
    headings.append((level, title))
    (isPending, hasText) = (true, false)
  }

  /// Ends the headings of this level and deeper.
  mutating func leave(_ level: Int) {
    let before = headings.count
    headings.removeAll { $0.level >= level }
    if headings.count != before { (isPending, hasText) = (true, true) }
  }

  /// Text that belongs to no task stands here.
  mutating func noteText() { hasText = true }

  /// A task comes: what follows belongs to the list.
  mutating func choose(_ output: inout ICalendarOutput) {
    guard isPending else { return }
    isPending = false
    output.calendar(key: headings.map(\.text).joined(separator: "/"), name: headings.last?.text)
  }

  /// The end of the input.
  mutating func finish(_ output: inout ICalendarOutput) {
    if isPending, !hasText { choose(&output) }
  }
}
