internal import Listo

/// The texts that a list shows of many reminders, in pieces that a layout puts together: their bytes are in
/// one run, so that all are a few pieces of memory, however many rows there are.
struct RowTexts: Sendable {
  /// The part of a row that a piece belongs to; in the order in which the parts are on one line.
  enum Part: UInt8, Sendable {
    /// It is the row of the one that was selected.
    case pointer
    case mark, name
    /// The lines of the tree before its title.
    case guides
    /// The same for further lines of it.
    case furtherGuides
    /// Number, priority and title.
    case title
    /// `Fri 18:00`, `3 days overdue`, `done yesterday`.
    case date
    /// The same as a date: `4 Dec 18:00`; only behind that.
    case absolute
    /// Progress, tags, recurrence, place; its list, where that is not said above it.
    case extras
  }

  /// A word or a phrase of a row, or another text of it.
  fileprivate struct Piece {
    /// Where it ends among the bytes.
    let end: UInt32
    let cells: UInt32
    /// Which of the styles it has.
    let style: UInt16
    /// The blanks before it, unless it begins a line.
    let space: UInt8
    /// ``part`` in the upper six bits, ``kind`` below: of each of a million rows there are several pieces.
    private let packed: UInt8

    init(end: Int, cells: Int, space: Int, style: UInt16, part: Part, kind: Kind) {
      (self.end, self.cells, self.style) = (UInt32(end), UInt32(cells), style)
      (self.space, packed) = (UInt8(space), part.rawValue << 2 | kind.rawValue)
    }

    var part: Part { Part(rawValue: packed >> 2) ?? .title }
    var kind: Kind { Kind(rawValue: packed & 3) ?? .word }
  }

  fileprivate enum Kind: UInt8 {
    case word
    /// It is several words.
    case phrase
    /// It stands before the word behind it: ``Word/sign``.
    case sign
  }

  /// In UTF-8.
  private var bytes: [UInt8] = []
  private var pieces: [Piece] = []
  /// Where the pieces of each row end.
  private var ends: [UInt32] = []
  /// A dozen, and two for each colour of a list.
  private var styles: [Style] = []
  /// How wide the widest of the rows are.
  private(set) var widths = RowWidths()
  /// The buffer in which texts are decoded, kept so that its memory is used again.
  private var room: [UInt8] = []

  /// None yet.
  ///
  /// - Parameter count: how many there will be.
  init(for count: Int = 1) {
    bytes.reserveCapacity(count * 160)
    pieces.reserveCapacity(count * 9)
    ends.reserveCapacity(count)
  }

  var count: Int { ends.count }
}

// MARK: Making

extension RowTexts {
  /// Appends a piece to the row that is made; nothing where the text is empty.
  mutating func append(_ part: Part, _ text: String, _ style: Style = .plain, space: Int = 0) {
    guard !text.isEmpty else { return }
    bytes += text.utf8
    end(part, TextWidth.cells(text), style, space: space)
  }

  mutating func append(_ part: Part, _ text: StyledText) {
    guard !text.text.isEmpty else { return }
    bytes += text.text.utf8
    end(part, text.cells, text.style, space: 0)
  }

  mutating func append(_ part: Part, _ words: [Word]) {
    for word in words {
      if let sign = word.sign {
        bytes += sign.text.utf8
        end(part, sign.cells, sign.style, space: word.space, .sign)
      }
      bytes += word.text.text.utf8
      end(part, word.text.cells, word.text.style, space: word.space, word.isPhrase ? .phrase : .word)
    }
  }

  /// Appends the words of a text from an input, as ``Wrapping/phrase(_:_:space:)`` has them.
  ///
  /// - Parameter text: UTF-8.
  /// - Returns: false where there are none.
  @discardableResult mutating func append(
    _ part: Part, phrase text: ArraySlice<UInt8>, _ style: Style, space: Int, _ glyphs: Glyphs
  ) -> Bool {
    // Most texts are shown as they stand.
    if TextWidth.isPrintableASCII(text.span), Wrapping.isPhrase(text.span) {
      bytes += text
      end(part, text.count, style, space: space, .phrase)
      return true
    }
    let words = Wrapping.phrase(
      Visible.line(String(decoding: text, as: UTF8.self), glyphs), style, space: space)
    append(part, words)
    return !words.isEmpty
  }

  /// The same of a property; nil where the reminder has none.
  mutating func append(
    _ part: Part, phrase property: PropertyID, of reminder: PlacedReminder, _ style: Style, space: Int,
    _ glyphs: Glyphs
  ) -> Bool {
    guard let text = reminder.text(property, in: &room) else { return false }
    return append(part, phrase: text, style, space: space, glyphs)
  }

  /// Appends a text from an input behind a sign, as one word.
  ///
  /// - Parameters:
  ///   - sign: one character of ASCII.
  ///   - text: UTF-8.
  mutating func append(
    _ part: Part, _ sign: Unicode.Scalar, _ text: ArraySlice<UInt8>, _ style: Style, space: Int,
    _ glyphs: Glyphs
  ) {
    bytes.append(UInt8(ascii: sign))
    if TextWidth.isPrintableASCII(text.span) {
      bytes += text
      end(part, 1 + text.count, style, space: space)
    } else {
      let visible = Visible.line(String(sign) + String(decoding: text, as: UTF8.self), glyphs)
      bytes += visible.utf8.dropFirst()
      end(part, TextWidth.cells(visible), style, space: space)
    }
  }

  private mutating func end(
    _ part: Part, _ cells: Int, _ style: Style, space: Int, _ kind: Kind = .word
  ) {
    pieces.append(
      Piece(
        end: bytes.count, cells: cells, space: space, style: number(of: style), part: part, kind: kind))
  }

  private mutating func number(of style: Style) -> UInt16 {
    for index in styles.indices where styles[index] == style { return UInt16(index) }
    styles.append(style)
    return UInt16(styles.count - 1)
  }

  /// Ends the row that is made, of one piece at the least.
  mutating func endRow() {
    ends.append(UInt32(pieces.count))
    var (date, absolute, guides, title, extras) = (0, 0, 0, WordCells(), WordCells())
    for index in pieces(of: count - 1) {
      switch pieces[index].part {
      case .pointer, .mark, .name, .furtherGuides: break
      case .guides: guides = cells(of: index)
      case .title: title.add(pieces[index])
      case .date: date = cells(of: index)
      case .absolute: absolute = cells(of: index)
      case .extras: extras.add(pieces[index])
      }
    }
    widths = widths.joined(
      RowWidths(date: date, absolute: absolute, title: guides + title.cells, extras: extras.cells))
  }

  /// The same rows in memory for no more: they are held until all others are made.
  func withoutRoom() -> RowTexts {
    var rows = self
    (rows.bytes, rows.pieces, rows.room) = (bytes.withoutRoom(), pieces.withoutRoom(), [])
    return rows
  }

  /// The cells of words, all on one line: ``Wrapping/cells(_:)``.
  fileprivate struct WordCells {
    private(set) var cells = 0
    private var isBehindSign = false

    mutating func add(_ piece: Piece) {
      cells += (isBehindSign ? 1 : cells > 0 ? Int(piece.space) : 0) + Int(piece.cells)
      isBehindSign = piece.kind == .sign
    }
  }
}

// MARK: Reading

extension RowTexts {
  /// The pieces of a row, by their numbers.
  func pieces(of row: Int) -> Range<Int> { (row > 0 ? Int(ends[row - 1]) : 0)..<Int(ends[row]) }

  func part(of piece: Int) -> Part { pieces[piece].part }

  func cells(of piece: Int) -> Int { Int(pieces[piece].cells) }

  /// The cells of the extras of a row, all on one line.
  func extrasCells(_ row: Range<Int>) -> Int {
    var extras = WordCells()
    for index in row where pieces[index].part == .extras { extras.add(pieces[index]) }
    return extras.cells
  }

  /// Appends a piece to a line, as it stands.
  func append(_ piece: Int, to line: inout StyledLine) {
    line.append(
      bytes.span, range(piece), styles[Int(pieces[piece].style)], cells: Int(pieces[piece].cells))
  }

  /// Appends a word to a line, as ``Wrapping/append(_:to:)`` does.
  ///
  /// - Parameter start: the cells of the line where the words begin.
  func append(word piece: Int, to line: inout StyledLine, from start: Int) {
    let (own, isBehindSign) = (pieces[piece], piece > 0 && pieces[piece - 1].kind == .sign)
    let style = styles[Int(own.style)]
    if isBehindSign {
      line.append(blanks: 1)
    } else {
      let space = line.cells == start ? 0 : Int(own.space)
      line.append(
        blanks: space, Wrapping.isInside(space, style, hasSign: own.kind == .sign, line) ? style : .plain)
    }
    line.append(bytes.span, range(piece), style, cells: Int(own.cells))
  }

  private func range(_ piece: Int) -> Range<Int> {
    (piece > 0 ? Int(pieces[piece - 1].end) : 0)..<Int(pieces[piece].end)
  }

  /// A row by itself, with texts of its own.
  subscript(row: Int) -> ReminderRow {
    var result = ReminderRow()
    var sign: StyledText?
    for index in pieces(of: row) {
      let piece = pieces[index]
      let text = StyledText(
        String(decoding: bytes[range(index)], as: UTF8.self), styles[Int(piece.style)],
        cells: Int(piece.cells))
      switch piece.part {
      case .pointer: result.isSelected = true
      case .mark: result.mark = text
      case .name: result.name = text.text
      case .guides: result.guides = text.text
      case .furtherGuides: result.furtherGuides = text.text
      case .date: result.date = text
      case .absolute: result.absolute = text.text
      case .title, .extras:
        if piece.kind == .sign {
          sign = text
          continue
        }
        let word = Word(text, isPhrase: piece.kind == .phrase, space: Int(piece.space), sign: sign)
        sign = nil
        if piece.part == .title { result.title.append(word) } else { result.extras.append(word) }
      }
    }
    return result
  }
}
