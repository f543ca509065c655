internal import ICalendar
internal import ListoWords

/// The end of a task's line behind its text, by the places of bytes: tags, links to blocks, fields in either
/// notation.
struct TaskEnding {
  /// Where the text stands that is left.
  private(set) var text: Range<Int>
  /// In their order, without their signs.
  private(set) var tags: [Range<Int>] = []
  /// Signs with dates that do not exist, which belong to the text: in their order.
  private(set) var impossible: [Range<Int>] = []
  /// All but the tags; nil for most tasks, which have nothing else.
  private(set) var fields: TaskFields?

  var isEmpty: Bool { tags.isEmpty && fields == nil }

  /// Takes it off the end of a line, from the last to the first.
  ///
  /// - Parameter bytes: in UTF-8.
  init(_ bytes: Span<UInt8>, _ line: Range<Int>) {
    text = line
    while true {
      text = bytes.trimmedEnd(text)
      guard Self.mayEnd(bytes, text), takeWord(bytes) || takeField(bytes) else { break }
    }
    tags.reverse()
    impossible.reverse()
    fields?.others.reverse()
  }

  /// It may stand at the end of a text: false for most.
  static func mayEnd(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let last = text.last else { return false }
    // Of Dataview's fields and Kanban's dates the end, of all else the beginning.
    return bytes[last] == 0x5D || bytes[last] == 0x29 || bytes[last] == 0x7D
      || bytes.first(of: beginnings, from: text.lowerBound, to: text.upperBound) < text.upperBound
  }

  /// Of a tag, a link to a block, and signs.
  private static let beginnings = SoughtBytes(0x23, 0x5E, TaskSign.leads.0, TaskSign.leads.1, 0x23)

  // MARK: Tags and links

  /// Takes a tag, or a link to a block, which is the last word.
  private mutating func takeWord(_ bytes: Span<UInt8>) -> Bool {
    guard let word = Self.lastWord(bytes, text), bytes.startsWithCharacter(word) else { return false }
    let name = word.dropFirst()
    switch bytes[word.lowerBound] {
    case 0x23:
      guard TaskFields.isTag(bytes, name) else { return false }
      tags.append(name)
    case 0x5E:
      let block = bytes.text(name, isText: false)
      guard fields?.block == nil, word.lowerBound > text.lowerBound, TaskFields.isIdentifier(block[...])
      else { return false }
      fields = fields ?? TaskFields()
      fields?.block = block
    default: return false
    }
    text = text.lowerBound..<word.lowerBound
    return true
  }

  /// The word at the end, behind the last character that is white space; nil for none, and where no sign is
  /// in it.
  static func lastWord(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Range<Int>? {
    var (start, hasSign) = (text.upperBound, false)
    while start > text.lowerBound {
      let scalar = bytes.lastScalar(text.lowerBound..<start)
      if bytes[scalar.lowerBound] == 0x23 || bytes[scalar.lowerBound] == 0x5E {
        hasSign = true
      } else if bytes.isWhiteSpace(scalar), !bytes.isJoined(scalar, in: text) {
        // Accents upon it are no part of the word.
        if hasSign, bytes[start] >= 0x80 {
          start = scalar.lowerBound + bytes.firstCharacterLength(scalar.lowerBound..<text.upperBound)
        }
        break
      }
      start = scalar.lowerBound
    }
    return hasSign ? start..<text.upperBound : nil
  }

  // MARK: Fields

  private mutating func takeField(_ bytes: Span<UInt8>) -> Bool {
    // Taken out, so that it is not copied when it is changed.
    let found = fields.take()
    let hasFound = found != nil
    var fields = found ?? TaskFields()
    let before = text
    let isTaken =
      DataviewField.take(bytes, &text, &fields) || KanbanDate.take(bytes, &text, &fields)
      || takeSign(bytes, &fields)
    if isTaken || hasFound { self.fields = fields }
    return isTaken || takeImpossible(bytes, before)
  }

  private mutating func takeSign(_ bytes: Span<UInt8>, _ fields: inout TaskFields) -> Bool {
    guard let sign = TaskSign.last(in: bytes, text) else { return false }
    let value = bytes.text(sign.value, isText: false)[...].trimmed()
    guard TaskSign.set(sign.meaning, value, &fields) else { return false }
    text = text.lowerBound..<sign.start
    return true
  }

  /// Takes a sign with a word that would be a date, and is none.
  private mutating func takeImpossible(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let sign = TaskSign.last(in: bytes, text), case .field(let key) = sign.meaning, key.isDay,
      sign.start > text.lowerBound
    else { return false }
    let value = bytes.trimmedText(sign.value)
    guard value.count == 10, bytes[value.lowerBound + 4] == 0x2D, bytes[value.lowerBound + 7] == 0x2D,
      bytes.first(0x20, in: value) == nil
    else { return false }
    impossible.append(sign.start..<text.upperBound)
    self.text = text.lowerBound..<sign.start
    return true
  }
}

/// The due date of a card of Obsidian's Kanban boards: `@{2026-12-01}`, with a time `@@{09:00}` behind it or
/// before it. A date may also be a link, `@[[2026-12-01]]`.
enum KanbanDate {
  /// Takes a date, and its time, off the end of a text in UTF-8.
  static func take(_ bytes: Span<UInt8>, _ text: inout Range<Int>, _ fields: inout TaskFields) -> Bool {
    var rest = text
    var clock = takeClock(bytes, &rest)
    guard let day = takeDay(bytes, &rest) else { return false }
    if clock == nil { clock = takeClock(bytes, &rest) }
    text = rest
    fields.set(due: day, at: clock)
    return true
  }

  private static func takeClock(_ bytes: Span<UInt8>, _ text: inout Range<Int>) -> ClockTime? {
    guard let value = value(bytes, text, open: "@@{", close: "}") else { return nil }
    let parts = value.text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24,
      let clock = ClockTime(hour: hour, minute: minute)
    else { return nil }
    text = bytes.trimmedEnd(text.lowerBound..<value.start)
    return clock
  }

  private static func takeDay(_ bytes: Span<UInt8>, _ text: inout Range<Int>) -> Day? {
    let found = value(bytes, text, open: "@{", close: "}") ?? value(bytes, text, open: "@[[", close: "]]")
    guard let found, let day = Day(iso: found.text) else { return nil }
    text = bytes.trimmedEnd(text.lowerBound..<found.start)
    return day
  }

  /// The text between brackets at the end, and the place where they begin.
  private static func value(
    _ bytes: Span<UInt8>, _ text: Range<Int>, open: String, close: String
  ) -> (text: String, start: Int)? {
    let (open, close) = (Array(open.utf8), Array(close.utf8))
    guard text.count > open.count + close.count, bytes.holds(close, at: text.upperBound - close.count) else {
      return nil
    }
    let end = text.upperBound - close.count
    // No date is longer.
    let first = max(text.lowerBound, end - 10 - open.count)
    guard let start = (first...end - open.count).last(where: { bytes.holds(open, at: $0) }) else {
      return nil
    }
    // `@@{` is a time, and a letter before the sign makes an address of it.
    guard start == text.lowerBound || bytes[start - 1] <= 0x20 else { return nil }
    return (bytes.text(start + open.count..<end, isText: false), start)
  }
}
