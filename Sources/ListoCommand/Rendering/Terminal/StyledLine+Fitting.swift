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
  /// Broken anywhere: what goes on stands below where the value began, or two columns in where that leaves
  /// little room.
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
