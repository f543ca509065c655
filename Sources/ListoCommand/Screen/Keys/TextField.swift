/// A line of text that is being typed.
struct TextField: Sendable, Hashable {
  private(set) var text = ""
  /// Before which character the next one goes.
  private(set) var position = 0

  init(_ text: String = "") {
    insert(text)
  }

  /// Takes a key that edits.
  ///
  /// - Returns: false for one that does not.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .left, .control("b"): position = max(0, position - 1)
    case .right, .control("f"): position = min(text.count, position + 1)
    case .home, .control("a"): position = 0
    case .end, .control("e"): position = text.count
    case .backspace where position > 0: remove(position - 1..<position)
    case .delete where position < text.count, .control("d") where position < text.count:
      remove(position..<position + 1)
    case .control("u"): remove(0..<position)
    case .control("k"): remove(position..<text.count)
    case .control("w"): remove(beginningOfWord..<position)
    case .backspace, .delete, .control("d"): break
    default: return false
    }
    return true
  }

  /// Where the word before the position begins.
  private var beginningOfWord: Int {
    let before = Array(text.prefix(position))
    var start = position
    while start > 0, before[start - 1] == " " { start -= 1 }
    while start > 0, before[start - 1] != " " { start -= 1 }
    return start
  }

  /// Line ends become blanks, and other control characters nothing: it is one line.
  private mutating func insert(_ added: String) {
    var line = ""
    for scalar in added.unicodeScalars {
      switch scalar.value {
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: if line.last != " " { line += " " }
      case 0..<0x20, 0x7F..<0xA0: break
      default: line.unicodeScalars.append(scalar)
      }
    }
    // A combining mark joins the character before it, so that the count is taken of the result.
    let before = text.prefix(position) + line
    let after = text.dropFirst(position)
    text = String(before + after)
    position = before.count
  }

  private mutating func remove(_ range: Range<Int>) {
    let lower = text.index(text.startIndex, offsetBy: range.lowerBound)
    text.removeSubrange(lower..<text.index(lower, offsetBy: range.count))
    position = range.lowerBound
  }

  /// The part of the text around the position that fits into so many cells, and the cell of the position.
  func window(_ width: Int, _ glyphs: Glyphs) -> (text: String, column: Int) {
    let before = text.prefix(position).map { Visible.line(String($0), glyphs) }
    var start = 0
    var cells = before.reduce(0) { $0 + TextWidth.cells($1) }
    while cells > max(0, width - 1), start < before.count {
      cells -= TextWidth.cells(before[start])
      start += 1
    }
    var shown = before[start...].joined()
    var used = cells
    for character in text.dropFirst(position) {
      let piece = Visible.line(String(character), glyphs)
      guard used + TextWidth.cells(piece) <= width else { break }
      used += TextWidth.cells(piece)
      shown += piece
    }
    return (shown, cells)
  }
}
