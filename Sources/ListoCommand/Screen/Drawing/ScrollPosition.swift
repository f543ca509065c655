/// Which line is meant, and which is the first that is seen.
struct ScrollPosition: Sendable, Hashable {
  var index = 0
  private(set) var top = 0

  /// Moves the window so that the line is in it.
  ///
  /// - Parameters:
  ///   - count: of all lines.
  ///   - height: how many are seen.
  mutating func settle(count: Int, height: Int) {
    let height = max(1, height)
    index = max(0, min(index, count - 1))
    if index < top { top = index }
    if index >= top + height { top = index - height + 1 }
    top = max(0, min(top, count - height))
  }

  /// Where there is no line that is meant, the window moves by itself.
  mutating func scroll(by lines: Int, count: Int, height: Int) {
    top = max(0, min(top + lines, count - max(1, height)))
    index = top
  }
}
