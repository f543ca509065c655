/// The content of the terminal at one time: a line a row, and the place of the cursor where it is seen.
struct Frame: Sendable, Hashable {
  struct Place: Sendable, Hashable {
    var row: Int
    var column: Int
  }

  var size: ScreenSize
  /// As many as the size has rows, none wider than its columns.
  var lines: [StyledLine]
  var cursor: Place?

  init(_ size: ScreenSize, _ lines: [StyledLine], cursor: Place? = nil) {
    (self.size, self.cursor) = (size, cursor)
    self.lines = (0..<size.rows).map { row in
      row < lines.count ? lines[row].clipped(toCells: size.columns) : StyledLine()
    }
  }

  /// Without styles, as tests and people read it.
  var text: String { lines.map { $0.rendered(.none) + "\n" }.joined() }
}
