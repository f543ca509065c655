/// The list that the headings above name.
///
/// A heading is a list where tasks stand below it, or nothing at all: one with other headings below it only
/// holds lists, and one with text is a chapter of something else.
struct OutlinePlace {
  struct List: Sendable {
    let key: String
    let name: String?
  }

  private var headings: [(level: Int, text: String)] = []
  /// The innermost one names a list that was not chosen yet.
  private var isPending = false
  /// Something stands below the innermost one.
  private var hasText = false

  /// Takes a heading in, which ends those of its level and deeper.
  ///
  /// - Returns: a list in which nothing stands.
  mutating func enter(_ level: Int, _ title: String) -> List? {
    var empty: List?
    if isPending, !hasText, let last = headings.last, level <= last.level { empty = choose() }
    headings.removeAll { $0.level >= level }
    headings.append((level, title))
    (isPending, hasText) = (true, false)
    return empty
  }

  /// Ends the headings of this level and deeper.
  mutating func leave(_ level: Int) {
    let before = headings.count
    headings.removeAll { $0.level >= level }
    if headings.count != before { (isPending, hasText) = (true, true) }
  }

  /// Text that belongs to no task stands here.
  mutating func noteText() { hasText = true }

  /// A task comes.
  ///
  /// - Returns: the list that it and what follows belong to, where that is another than before.
  mutating func choose() -> List? {
    guard isPending else { return nil }
    isPending = false
    return List(key: headings.map(\.text).joined(separator: "/"), name: headings.last?.text)
  }

  /// The end of the input.
  ///
  /// - Returns: a list in which nothing stands.
  mutating func finish() -> List? { isPending && !hasText ? choose() : nil }
}
