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

/// Writes frames one after another: of each only what differs from the one before it.
struct FrameWriter: Sendable {
  private struct Cell: Sendable, Hashable {
    var text: String
    var style: Style
    var width: Int

    /// Every terminal gives it one cell.
    var isSure: Bool { width == 1 && text.unicodeScalars.count == 1 }

    /// Terminals, and multiplexers in them, disagree about its width.
    var isUncertain: Bool { text.first.map(TextWidth.isUncertain) ?? false }
  }

  private let depth: ColorDepth
  private var shown: Frame?
  private var cells: [[Cell]] = []
  private var hasCursor = false

  init(_ depth: ColorDepth) { self.depth = depth }

  /// The terminal was cleared, or written on by another: the next frame is written whole.
  mutating func forget() { (shown, cells, hasCursor) = (nil, [], false) }

  /// The bytes that make the terminal show the frame.
  mutating func bytes(for frame: Frame) -> String {
    var text = ""
    if shown?.size != frame.size {
      text += "\u{1B}[0m\u{1B}[2J"
      cells = [[Cell]](repeating: [], count: frame.size.rows)
      shown = nil
    }
    for row in 0..<frame.size.rows where shown.map({ $0.lines[row] != frame.lines[row] }) ?? true {
      let new = Self.cells(of: frame.lines[row])
      write(new, over: cells[row], row, frame.size.columns, &text)
      cells[row] = new
    }
    if let cursor = frame.cursor {
      if !text.isEmpty || shown?.cursor != cursor { text += Self.go(cursor.row, cursor.column) }
      if !hasCursor { text += "\u{1B}[?25h" }
    } else if hasCursor {
      text += "\u{1B}[?25l"
    }
    hasCursor = frame.cursor != nil
    shown = frame
    return text
  }

  private static func go(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }

  private func write(_ new: [Cell], over old: [Cell], _ row: Int, _ columns: Int, _ text: inout String) {
    guard new != old else { return }
    // Where terminals may disagree on a width, what stands behind it is written again.
    var first = 0
    while first < min(new.count, old.count), new[first] == old[first], new[first].isSure { first += 1 }
    var last = new.count
    if new.count == old.count {
      while last > first, new[last - 1] == old[last - 1], new[last - 1].isSure { last -= 1 }
      let isSure = new[first..<last].allSatisfy(\.isSure) && old[first..<last].allSatisfy(\.isSure)
      if !isSure { last = new.count }
    }
    var column = new[..<first].reduce(0) { $0 + $1.width }
    text += Self.go(row, column)
    // A half of what stood there would stay where the terminal gives a character fewer cells.
    if new.contains(where: \.isUncertain) || old.contains(where: \.isUncertain) { text += "\u{1B}[K" }
    var style = Style.plain
    for cell in new[first..<last] {
      if cell.style != style {
        text += Self.change(to: cell.style.parameters(depth), from: style.parameters(depth))
        style = cell.style
      }
      text += cell.text
      column += cell.width
      if cell.isUncertain, column < columns { text += "\u{1B}[\(column + 1)G" }
    }
    text += Self.change(to: "", from: style.parameters(depth))
    let width = new.reduce(0) { $0 + $1.width }
    let isShorter = width < old.reduce(0) { $0 + $1.width }
    let isUnsure = !old.allSatisfy(\.isSure) || !new.allSatisfy(\.isSure)
    // Behind the last column the cursor stands on it, and would erase what was just written.
    if last == new.count, width < columns, isShorter || (isUnsure && !old.isEmpty) { text += "\u{1B}[K" }
  }

  private static func change(to parameters: String, from before: String) -> String {
    guard parameters != before else { return "" }
    return parameters.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(parameters)m"
  }

  /// A character a cell; what takes no cell of its own stands with the one before it. Plain blanks at the end
  /// are none.
  private static func cells(of line: StyledLine) -> [Cell] {
    var cells: [Cell] = []
    for text in line.texts {
      for character in text.text {
        let width = TextWidth.cells(character)
        if width == 0, let last = cells.indices.last {
          cells[last].text.append(character)
        } else if width > 0 {
          cells.append(Cell(text: String(character), style: text.style, width: width))
        }
      }
    }
    while let last = cells.last, last.text == " ", last.style == .plain { cells.removeLast() }
    return cells
  }
}
