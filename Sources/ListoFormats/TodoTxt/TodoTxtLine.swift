internal import ICalendar

/// One line of todo.txt by the format's rules (github.com/todotxt/todo.txt): marks and dates at the front,
/// then words.
///
///     x (A) 2026-12-02 2026-11-01 Water the plants +House @garden due:2026-12-01
struct TodoTxtLine: Hashable {
  /// A word and the white space before it, by where they stand in the line.
  struct Word: Hashable {
    let start, text, end: Int
  }

  /// The bytes in which its words stand.
  let bytes: ArraySlice<UInt8>

  /// It begins with `x `.
  private(set) var isDone = false
  /// `A` to `Z`.
  private(set) var priority: UInt8?
  /// The first date of a done line.
  private(set) var completed: Day?
  /// The second date of a done line, the first of another.
  private(set) var created: Day?
  private(set) var words: [Word] = []

  /// - Parameter line: without its end.
  /// - Complexity: linear.
  init(_ line: ArraySlice<UInt8>) {
    bytes = line
    let (span, offset) = (line.span, line.startIndex)
    var index = span.endOfSpace(from: 0)
    if Self.isDone(Self.word(line, span, index)) {
      isDone = true
      index = span.endOfSpace(from: index + 1)
    }
    if let letter = Self.priority(Self.word(line, span, index)) {
      priority = letter
      index = span.endOfSpace(from: index + 3)
    }
    if isDone { completed = Self.takeDay(line, span, &index) }
    if !isDone || completed != nil { created = Self.takeDay(line, span, &index) }
    words.reserveCapacity(24)
    var start = index
    while true {
      let text = span.endOfSpace(from: start)
      guard text < span.count else { break }
      let end = span.endOfWord(from: text)
      words.append(Word(start: offset + start, text: offset + text, end: offset + end))
      start = end
    }
  }

  /// The text of a word.
  func text(of word: Word) -> ArraySlice<UInt8> { bytes[word.text..<word.end] }

  /// It is a word of the text: no sign begins it, and no key.
  func isPlain(_ word: Word) -> Bool {
    let (span, start) = (bytes.span, word.text - bytes.startIndex)
    guard span[start] != 0x2B, span[start] != 0x40 else { return false }
    return span.first(0x3A, from: start, to: word.end - bytes.startIndex) == nil
  }

  /// Whether a text that begins with this word would be read as marks or a date.
  static func isMark(_ word: ArraySlice<UInt8>) -> Bool {
    isDone(word) || priority(word) != nil || day(word) != nil
  }

  /// The word at an index, which counts from the beginning of the line.
  private static func word(_ line: ArraySlice<UInt8>, _ span: Span<UInt8>, _ index: Int) -> ArraySlice<UInt8>
  {
    line[line.startIndex + index..<line.startIndex + span.endOfWord(from: index)]
  }

  private static func takeDay(_ line: ArraySlice<UInt8>, _ span: Span<UInt8>, _ index: inout Int) -> Day? {
    guard let day = day(word(line, span, index)) else { return nil }
    index = span.endOfSpace(from: index + 10)
    return day
  }

  private static func isDone(_ word: ArraySlice<UInt8>) -> Bool { word.count == 1 && word.first == 0x78 }

  /// The letter of `(A)`.
  private static func priority(_ word: ArraySlice<UInt8>) -> UInt8? {
    guard word.count == 3, word.first == 0x28, word.last == 0x29 else { return nil }
    let letter = word[word.startIndex + 1]
    return (0x41...0x5A).contains(letter) ? letter : nil
  }

  private static func day(_ word: ArraySlice<UInt8>) -> Day? {
    word.count == 10 ? Day(iso: word) : nil
  }
}

extension Span where Element == UInt8 {
  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The place behind white space.
  fileprivate func endOfSpace(from start: Int) -> Int {
    var index = start
    while index < count, Self.isSpace(self[index]) { index += 1 }
    return index
  }

  /// The place behind a word.
  fileprivate func endOfWord(from start: Int) -> Int {
    var index = start
    while index < count, !Self.isSpace(self[index]) { index += 1 }
    return index
  }
}
