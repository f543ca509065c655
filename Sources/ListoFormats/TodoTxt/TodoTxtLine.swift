internal import ICalendar

/// One line of todo.txt by the format's rules (github.com/todotxt/todo.txt): marks and dates at the front, then words.
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
    var index = line.startIndex
    func skipSpace() { while index < line.endIndex, Self.isSpace(line[index]) { index += 1 } }
    skipSpace()
    if Self.isDone(Self.word(line, index)) {
      isDone = true
      index += 1
      skipSpace()
    }
    if let letter = Self.priority(Self.word(line, index)) {
      priority = letter
      index += 3
      skipSpace()
    }
    func takeDay() -> Day? {
      guard let day = Self.day(Self.word(line, index)) else { return nil }
      index += 10
      skipSpace()
      return day
    }
    if isDone { completed = takeDay() }
    if !isDone || completed != nil { created = takeDay() }
    words.reserveCapacity(24)
    var start = index
    while index < line.endIndex {
      skipSpace()
      let word = Self.word(line, index)
      guard !word.isEmpty else { break }
      words.append(Word(start: start, text: index, end: word.endIndex))
      index = word.endIndex
      start = index
    }
  }

  /// What a word says.
  func text(of word: Word) -> ArraySlice<UInt8> { bytes[word.text..<word.end] }

  /// Whether a text that begins with this word would be read as marks or a date.
  static func isMark(_ word: ArraySlice<UInt8>) -> Bool {
    isDone(word) || priority(word) != nil || day(word) != nil
  }

  private static func isDone(_ word: ArraySlice<UInt8>) -> Bool { word.count == 1 && word.first == 0x78 }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func word(_ line: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8> {
    line[start...].prefix { !isSpace($0) }
  }

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
