internal import Listo

/// A line of texts, from left to right: their bytes in one run, so that a line is two pieces of memory,
/// however many texts it has.
struct StyledLine: Sendable, Hashable {
  private struct Run: Sendable, Hashable {
    var style: Style
    /// Where it ends among the bytes.
    var end: Int
    var cells: Int
  }

  /// In UTF-8.
  private var bytes: [UInt8] = []
  /// Of two that follow each other the styles differ.
  private var runs: [Run] = []
  private(set) var cells = 0

  init(_ texts: [StyledText] = []) {
    for text in texts { append(text) }
  }

  /// The texts, each as long as its style is the same.
  var texts: [StyledText] {
    var start = 0
    return runs.map { run in
      defer { start = run.end }
      return StyledText(String(decoding: bytes[start..<run.end], as: UTF8.self), run.style, cells: run.cells)
    }
  }

  /// The style of its last text.
  var lastStyle: Style? { runs.last?.style }

  mutating func append(_ text: StyledText) {
    guard !text.text.isEmpty else { return }
    bytes += text.text.utf8
    end(text.cells, text.style)
  }

  mutating func append(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { append(StyledText(text, style)) }
  }

  /// Appends the bytes in a range, which are UTF-8, as a text of so many cells.
  mutating func append(_ text: Span<UInt8>, _ range: Range<Int>, _ style: Style, cells: Int) {
    bytes.append(addingCapacity: range.count) { $0.append(text, range) }
    end(cells, style)
  }

  mutating func append(_ line: StyledLine) {
    let start = bytes.count
    bytes += line.bytes
    for run in line.runs { end(run.cells, run.style, at: start + run.end) }
  }

  /// Appends so many blanks, none where the number is negative.
  mutating func append(blanks count: Int, _ style: Style = .plain) {
    guard count > 0 else { return }
    bytes += repeatElement(UInt8(ascii: " "), count: count)
    end(count, style)
  }

  /// Blanks up to a column.
  mutating func pad(to column: Int) { append(blanks: column - cells) }

  /// The bytes that were appended are of this style.
  private mutating func end(_ cells: Int, _ style: Style, at end: Int? = nil) {
    self.cells += cells
    let end = end ?? bytes.count
    let last = runs.count - 1
    if last >= 0, runs[last].style == style {
      runs[last].end = end
      runs[last].cells += cells
    } else {
      runs.append(Run(style: style, end: end, cells: cells))
    }
  }

  /// Nothing is in it; the memory for its texts stays.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    cells = 0
  }

  /// Room for a line of the usual length.
  mutating func reserveCapacity() {
    bytes.reserveCapacity(160)
    runs.reserveCapacity(8)
  }

  /// As it is printed, without blanks at its end.
  func rendered(_ depth: ColorDepth) -> String {
    var rendered: [UInt8] = []
    write(to: &rendered, depth)
    return String(decoding: rendered, as: UTF8.self)
  }

  /// Appends it as it is printed, without blanks at its end.
  func write(to output: inout [UInt8], _ depth: ColorDepth) {
    var (start, last) = (0, bytes.count)
    if lastStyle == .plain {
      let first = runs.count > 1 ? runs[runs.count - 2].end : 0
      while last > first, bytes[last - 1] == UInt8(ascii: " ") { last -= 1 }
    }
    guard depth != .none else {
      output += bytes[..<last]
      return
    }
    for run in runs {
      let end = min(run.end, last)
      let parameters = run.style.parameters(depth)
      if parameters.isEmpty || start == end {
        output += bytes[start..<end]
      } else {
        output += "\u{1B}[\(parameters)m".utf8
        output += bytes[start..<end]
        output += "\u{1B}[0m".utf8
      }
      start = end
    }
  }

  /// Appends it as it is printed on a terminal that may give some characters other widths: what stands behind
  /// such a character is placed by its column (CHA of ECMA-48).
  func write(placedTo output: inout [UInt8], _ depth: ColorDepth) {
    guard TextWidth.mayBeUncertain(bytes) else { return write(to: &output, depth) }
    var (placed, column) = (StyledLine(), 0)
    for text in texts {
      var piece = ""
      for character in text.text {
        piece.append(character)
        column += TextWidth.cells(character)
        if TextWidth.isUncertain(character), column < cells { piece += "\u{1B}[\(column + 1)G" }
      }
      placed.append(StyledText(piece, text.style, cells: text.cells))
    }
    placed.write(to: &output, depth)
  }

  /// The beginning that fits into `width` cells.
  func truncated(toCells width: Int?, _ glyphs: Glyphs) -> StyledLine {
    guard let width, cells > width else { return self }
    var line = StyledLine()
    for text in texts {
      let room = width - line.cells
      // The text behind needs a cell for the ellipsis, so the text before it gives way.
      let isLast = line.cells + text.cells >= width
      line.append(
        isLast
          ? (text.text + glyphs.ellipsis).truncated(toCells: room, ellipsis: glyphs.ellipsis) : text.text,
        text.style)
      if isLast { break }
    }
    return line
  }
}

/// A text in one style.
struct StyledText: Sendable, Hashable {
  let text: String
  var style: Style
  let cells: Int

  init(_ text: String, _ style: Style = .plain) { self.init(text, style, cells: TextWidth.cells(text)) }

  /// - Parameter cells: ``TextWidth/cells(_:)`` of the text, or the sum of those of its pieces.
  init(_ text: String, _ style: Style, cells: Int) {
    (self.text, self.style, self.cells) = (text, style, cells)
  }
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
