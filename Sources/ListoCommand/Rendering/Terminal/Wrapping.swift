/// A word: what is not broken unless it is longer than a line; or several with a blank between each two,
/// which are parted where they do not fit.
struct Word: Sendable, Hashable {
  var text: StyledText
  /// It is several.
  private(set) var isPhrase = false
  /// The blanks before it, unless it begins a line.
  var space: Int
  /// A sign that stands before it, with a blank between them, on the same line.
  var sign: StyledText?

  var cells: Int { (sign.map { $0.cells + 1 } ?? 0) + text.cells }

  init(_ text: String, _ style: Style = .plain, space: Int = 1) {
    (self.text, self.space) = (StyledText(text, style), space)
  }

  /// - Parameter isPhrase: it is words with a blank between each two, and none before or behind them.
  init(_ text: StyledText, isPhrase: Bool, space: Int, sign: StyledText? = nil) {
    (self.text, self.isPhrase, self.space, self.sign) = (text, isPhrase, space, sign)
  }

  /// Each of its words by itself.
  var parted: [Word] {
    guard isPhrase else { return [self] }
    var words = Wrapping.words(text.text, text.style, space: space)
    if !words.isEmpty { words[0].sign = sign }
    return words
  }
}

/// Breaking of lines at blanks, and between wide characters (UAX #14 in its simplest form).
enum Wrapping {
  /// A text whose words are parted only where they do not fit, as most do. What it shows is that of its
  /// ``words(_:_:space:)``.
  static func phrase(_ text: String, _ style: Style = .plain, space: Int = 0) -> [Word] {
    isPhrase(text.utf8Span.span)
      ? [Word(StyledText(text, style), isPhrase: true, space: space)] : words(text, style, space: space)
  }

  /// A blank stands between each two words, and none before or behind them; there is one.
  static func isPhrase(_ bytes: Span<UInt8>) -> Bool {
    var previous = UInt8(ascii: " ")
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: " "), previous == byte { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ")
  }

  /// The words of a text. Blanks that stand together stay together, but vanish where a line is broken.
  ///
  /// - Parameter space: the blanks before the first.
  static func words(_ text: String, _ style: Style = .plain, space: Int = 0) -> [Word] {
    guard !TextWidth.isPrintableASCII(text) else { return asciiWords(text, style, space) }
    var words: [Word] = []
    var current = ""
    var space = space
    var previousIsWide = false
    func flush() {
      guard !current.isEmpty else { return }
      words.append(Word(current, style, space: space))
      (current, space) = ("", 0)
    }
    for character in text {
      if character == " " {
        flush()
        space += 1
        previousIsWide = false
        continue
      }
      let isWide = TextWidth.cells(character) == 2
      if (isWide || previousIsWide) && !current.isEmpty && !staysWithPrevious(character)
        && !(current.last.map(staysWithNext) ?? false)
      {
        flush()
      }
      current.append(character)
      previousIsWide = isWide
    }
    flush()
    return words
  }

  /// The same where nothing but blanks separates words.
  private static func asciiWords(_ text: String, _ style: Style, _ space: Int) -> [Word] {
    var words: [Word] = []
    var space = space
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !part.isEmpty {
        words.append(Word(String(part), style, space: space))
        space = 0
      }
      space += 1
    }
    return words
  }

  /// The cells of all on one line.
  static func cells(_ words: [Word]) -> Int {
    words.indices.reduce(0) { cells, index in
      cells + (cells == 0 ? 0 : words[index].space) + words[index].cells
    }
  }

  /// Lines of at most `width` cells. Beyond `limit` lines the rest is left out, with an ellipsis.
  static func lines(_ words: [Word], width: Int, limit: Int = .max, _ glyphs: Glyphs) -> [StyledLine] {
    if cells(words) <= width { return [line(words)] }
    var lines: [StyledLine] = [StyledLine()]
    for word in words.lazy.flatMap(\.parted).flatMap({ pieces($0, width) }) {
      let space = lines[lines.count - 1].cells == 0 ? 0 : word.space
      if lines[lines.count - 1].cells + space + word.cells <= width {
        add(word, space, to: &lines[lines.count - 1])
      } else if lines.count < limit {
        lines.append(line([word]))
      } else {
        var last = lines[lines.count - 1]
        if last.cells < width { last.append(String(repeating: " ", count: min(space, width - last.cells))) }
        add(word, 0, to: &last)
        if last.cells <= width { last.append(glyphs.ellipsis) }
        lines[lines.count - 1] = last.truncated(toCells: width, glyphs)
        break
      }
    }
    return lines
  }

  /// Lines of a plain text.
  static func lines(_ text: String, width: Int?, _ style: Style = .plain, _ glyphs: Glyphs) -> [StyledLine] {
    guard let width, TextWidth.cells(text) > width else { return [StyledLine([StyledText(text, style)])] }
    return lines(words(text, style), width: width, glyphs)
  }

  /// A line of several styles, broken at the width of a surface; all lines but the first are indented.
  static func lines(_ line: StyledLine, _ surface: Surface, indent: Int) -> [StyledLine] {
    guard let width = surface.width, line.cells > width else { return [line] }
    let start = line.texts.first?.text.prefix { $0 == " " }.count ?? 0
    return lines(words(line), width: max(8, width - indent), surface.glyphs).enumerated().map { index, part in
      var broken = StyledLine()
      broken.append(blanks: index == 0 ? start : indent)
      broken.append(part)
      return broken
    }
  }

  /// The words of a line of several styles.
  static func words(_ line: StyledLine) -> [Word] {
    // Blanks between two texts may be a text of their own.
    var space = 0
    return line.texts.flatMap { text in
      var words = words(text.text, text.style)
      if text.text.first != " ", !words.isEmpty { words[0].space = space }
      let blanks = text.text.reversed().prefix { $0 == " " }.count
      space = words.isEmpty ? space + blanks : blanks
      return words
    }
  }

  /// All on one line.
  static func line(_ words: [Word]) -> StyledLine {
    var line = StyledLine()
    // By their places: the words are not taken into hands.
    for index in words.indices { add(words[index], line.cells == 0 ? 0 : words[index].space, to: &line) }
    return line
  }

  /// A blank between words of one style has it too, so that lines under or through them have no gaps.
  static func isInside(_ space: Int, _ style: Style, hasSign: Bool, _ line: StyledLine) -> Bool {
    space == 1 && line.lastStyle == style && !hasSign
  }

  /// Appends a word behind so many blanks.
  static func add(_ word: Word, _ space: Int, to line: inout StyledLine) {
    let style = word.text.style
    line.append(blanks: space, isInside(space, style, hasSign: word.sign != nil, line) ? style : .plain)
    if let sign = word.sign {
      line.append(sign)
      line.append(" ")
    }
    line.append(word.text)
  }

  /// A word longer than a line in pieces that fit: at its blanks, if it is a phrase, else anywhere.
  private static func pieces(_ word: Word, _ width: Int) -> [Word] {
    guard word.cells > width else { return [word] }
    if let sign = word.sign {
      return [Word(sign.text, sign.style, space: word.space)]
        + pieces(Word(word.text.text, word.text.style), width)
    }
    let parts = word.text.text.split(separator: " ")
    if parts.count > 1 {
      return parts.enumerated().flatMap { index, part in
        pieces(Word(String(part), word.text.style, space: index == 0 ? word.space : 1), width)
      }
    }
    var result: [Word] = []
    var current = ""
    var cells = 0
    for character in word.text.text {
      let more = TextWidth.cells(character)
      if cells + more > width && !current.isEmpty {
        result.append(Word(current, word.text.style, space: result.isEmpty ? word.space : 0))
        (current, cells) = ("", 0)
      }
      current.append(character)
      cells += more
    }
    if !current.isEmpty {
      result.append(Word(current, word.text.style, space: result.isEmpty ? word.space : 0))
    }
    return result
  }

  /// Punctuation that does not begin a line, and such as does not end one.
  private static func staysWithPrevious(_ character: Character) -> Bool {
    "、。，．：；！？）］｝」』】〉》〕・ー…’”)]}.,;:!?".contains(character)
  }

  private static func staysWithNext(_ character: Character) -> Bool {
    "（［｛「『【〈《〔‘“([{#".contains(character)
  }
}
