internal import ICalendar

/// Finds reminders that are their own parent over others, as they come: RELATED-TO makes each the child of
/// one.
///
/// - Complexity: nearly constant time for a reminder with a parent; some 100 bytes for each such.
struct RelationCheck: Sendable {
  /// That a reminder is part of another.
  struct Link: Sendable {
    let child: Int
    let parent: Int
    let line: Int
    let file: String
  }

  private var parents: [Int: Int] = [:]
  /// A step on the way to the top of a family.
  private var roots: [Int: Int] = [:]

  /// A finding where the link closes a circle.
  mutating func take(_ link: Link) -> Diagnostic? {
    guard parents[link.child] == nil else { return nil }
    let top = root(of: link.parent)
    guard top != link.child else {
      return Diagnostic(
        .warning, .badValue, file: link.file, line: link.line,
        "RELATED-TO forms a cycle: this reminder is an ancestor of its own parent")
    }
    parents[link.child] = link.parent
    roots[link.child] = top
    return nil
  }

  private mutating func root(of start: Int) -> Int {
    var top = start
    while let next = roots[top] { top = next }
    var node = start
    while let next = roots[node] {
      roots[node] = top
      node = next
    }
    return top
  }
}
