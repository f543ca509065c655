/// What stands on the terminal at one time: a line a row, and the place of the cursor where it is seen.
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

extension StyledLine {
  /// Without what does not fit, and without a sign for it.
  func clipped(toCells width: Int) -> StyledLine {
    guard cells > width else { return self }
    var line = StyledLine()
    for text in texts {
      line.append(text.text.truncated(toCells: width - line.cells, ellipsis: ""), text.style)
      if line.cells >= width { break }
    }
    return line
  }
}

extension StyledLine {
  /// Broken anywhere: what goes on stands below where the value began, or two columns in where that leaves little room.
  func broken(toCells width: Int) -> [StyledLine] {
    // A label, then blanks, then the value.
    let head = texts.prefix { $0.text.allSatisfy { $0 == " " } || $0.style == .dim }.reduce(0) {
      $0 + $1.cells
    }
    let indent = head > 0 && head <= width / 3 ? head : min(2, width / 4)
    var lines = [StyledLine()]
    for text in texts {
      for character in text.text {
        if lines[lines.count - 1].cells + TextWidth.cells(character) > width {
          lines.append(StyledLine([StyledText(String(repeating: " ", count: indent))]))
        }
        lines[lines.count - 1].append(String(character), text.style)
      }
    }
    return lines
  }
}
