internal import ICalendar

/// What stands at the end of a task's line beside its text, by the places of bytes: tags, links to blocks, fields in either notation.
struct TaskEnding {
  /// Where the text stands that is left.
  private(set) var text: Range<Int>
  /// In their order, without their signs.
  private(set) var tags: [Range<Int>] = []
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
    fields?.others.reverse()
  }

  /// It may stand at the end of a text: false for most.
  static func mayEnd(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let last = text.last else { return false }
    // Of Dataview's fields the end, of all else the beginning.
    return bytes[last] == 0x5D || bytes[last] == 0x29
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

  /// The word at the end; nil for none, and where no sign is in it.
  private static func lastWord(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Range<Int>? {
    var (start, isASCII, hasSign) = (text.upperBound, true, false)
    while start > text.lowerBound {
      let byte = bytes[start - 1]
      if byte >= 0x80 {
        isASCII = false
      } else if byte == 0x23 || byte == 0x5E {
        hasSign = true
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        // In ASCII each byte is a character; beside other bytes a blank may be a part of one.
        if isASCII { break }
        if byte == 0x20, bytes[start] < 0x80, start - 1 == text.lowerBound || bytes[start - 2] < 0x80 {
          break
        }
      }
      start -= 1
    }
    guard hasSign else { return nil }
    let word = start..<text.upperBound
    guard !isASCII else { return word }
    let length = bytes.text(word, isText: false)[...].suffix(while: { !$0.isWhitespace }).utf8.count
    return length > 0 ? word.suffix(length) : nil
  }

  // MARK: Fields

  private mutating func takeField(_ bytes: Span<UInt8>) -> Bool {
    guard let last = text.last else { return false }
    if bytes[last] == 0x5D || bytes[last] == 0x29 {
      var (rest, fields) = (bytes.text(text, isText: false)[...], fields ?? TaskFields())
      if DataviewField.take(&rest, &fields) {
        self.fields = fields
        text = text.prefix(rest.utf8.count)
        return true
      }
    }
    guard let sign = TaskSign.last(in: bytes, text) else { return false }
    var fields = fields ?? TaskFields()
    let value = bytes.text(sign.value, isText: false)[...].trimmed()
    guard TaskSign.set(sign.meaning, value, &fields) else { return false }
    self.fields = fields
    text = text.lowerBound..<sign.start
    return true
  }
}
