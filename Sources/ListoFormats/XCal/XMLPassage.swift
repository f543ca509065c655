internal import ICalendar

/// A run of bytes of an XML that was cut out between two elements, and read without Expat as far as it holds
/// nothing but whole elements in plain XML, with white space between them.
///
/// Plain XML is what can mean one thing alone: elements without attributes and prefixes, their ends where
/// they have to be, text without control characters but line feeds and tabs, and five entities. All else, and
/// what is broken, is left to who cut it out: `rest` says from where on. Elements that were read whole are as
/// Expat tells them, so that it may go on behind them (`XMLPassageTests`).
struct XMLPassage: Sendable {
  /// ``XMLDocument/words``, the bytes, and behind them texts without their entities.
  private var texts: [UInt8]
  private let end: Int
  /// The next byte, and its line.
  private var index = XMLDocument.words.count
  private(set) var line: Int
  /// Whether it is text; nil before that is looked at.
  private var isText: Bool?
  private let depthLimit, sizeLimit: Int
  /// How many parts the element before had.
  private var usual = 0

  /// - Parameter line: of the first byte.
  init(_ bytes: ArraySlice<UInt8>, line: Int, limits: ReadingLimits) {
    self.line = line
    (depthLimit, sizeLimit) = (limits[.valueNesting], limits[.itemSize])
    texts = []
    texts.reserveCapacity(XMLDocument.words.count + bytes.count)
    texts += XMLDocument.words
    texts += bytes
    end = texts.count
  }

  /// All of it.
  var bytes: ArraySlice<UInt8> { texts[XMLDocument.words.count..<end] }

  /// The bytes that were not read.
  var rest: ArraySlice<UInt8> { texts[index..<end] }

  /// UTF-8 of characters that XML 1.0 has, but for those of ASCII, at which is looked later.
  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.isUTF8 else { return false }
    var index = 0
    // U+FFFE and U+FFFF.
    while let found = bytes.first(0xEF, from: index, to: bytes.count) {
      if bytes[found + 1] == 0xBF, bytes[found + 2] >= 0xBE { return false }
      index = found + 3
    }
    return true
  }

  /// The next element; nil at the end, and where something else stands.
  mutating func next() -> XMLDocument? {
    let isText = isText ?? Self.isText(texts.span)
    self.isText = isText
    guard isText else { return nil }
    var element = Walk(line: line, references: texts.count, parts: usual)
    guard let behind = element.walk(texts.span, from: index, to: end, depthLimit, sizeLimit) else {
      return nil
    }
    if !element.decoded.isEmpty { texts += element.decoded }
    (index, line, usual) = (behind, element.line, element.parts.count)
    return XMLDocument(element.parts, texts)
  }

  /// An element that is being read.
  private struct Walk {
    var parts: [XMLDocument.Part] = []
    /// Texts without their entities, which come to stand behind the others.
    var decoded: [UInt8] = []
    var line: Int
    private let references: Int
    private var open: [Int] = []

    init(line: Int, references: Int, parts: Int) {
      (self.line, self.references) = (line, references)
      self.parts.reserveCapacity(parts)
    }

    /// - Returns: the index behind the element, which is whole; nil for what is none.
    mutating func walk(
      _ bytes: Span<UInt8>, from start: Int, to end: Int, _ depthLimit: Int, _ sizeLimit: Int
    ) -> Int? {
      var index = start
      while index < end, bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x09 {
        if bytes[index] == 0x0A { line += 1 }
        index += 1
      }
      var size = 0
      while true {
        guard index + 1 < end, bytes[index] == UInt8(ascii: "<") else { return nil }
        let isEnd = bytes[index + 1] == UInt8(ascii: "/")
        if isEnd {
          guard let holder = open.popLast(), let behind = endTag(bytes, index + 2, end, parts[holder]) else {
            return nil
          }
          index = behind
          parts[holder].next = UInt32(truncatingIfNeeded: parts.count)
        } else {
          let name = index + 1..<Self.endOfName(bytes, from: index + 1, to: end)
          guard !name.isEmpty, name.upperBound + 1 < end, open.count < depthLimit else { return nil }
          if !open.isEmpty { size += 64 }
          open.append(parts.count)
          parts.append(XMLDocument.Part(name: name, line: line))
          index = name.upperBound
          let isEmpty = bytes[index] == UInt8(ascii: "/")
          if isEmpty {
            index += 1
            open.removeLast()
            parts[parts.count - 1].next = UInt32(truncatingIfNeeded: parts.count)
          }
          guard bytes[index] == UInt8(ascii: ">") else { return nil }
          index += 1
        }
        if open.isEmpty { return size <= sizeLimit ? index : nil }
        if index < end, bytes[index] != UInt8(ascii: "<") {
          guard let text = text(bytes, from: index, to: end) else { return nil }
          size += text.range.count
          parts.append(XMLDocument.Part(text: text.range, next: parts.count + 1))
          index = text.behind
        }
        guard size <= sizeLimit else { return nil }
      }
    }

    /// The index behind the tag that ends an element, of which the name comes.
    private func endTag(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ holder: XMLDocument.Part) -> Int? {
      let (from, to) = (Int(holder.nameStart), Int(holder.nameEnd))
      let behind = start + to - from
      guard behind < end, bytes[behind] == UInt8(ascii: ">") else { return nil }
      for offset in 0..<to - from where bytes[from + offset] != bytes[start + offset] { return nil }
      return behind + 1
    }

    /// Letters, digits, hyphen, full stop and underscore, the first a letter or underscore; see
    /// ``XMLText/isName(_:)``.
    private static func endOfName(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
      var index = start
      while index < end, ComponentText.isNameByte(bytes[index]) { index += 1 }
      guard index > start else { return start }
      let first = bytes[start]
      return first | 0x20 >= 0x61 && first | 0x20 <= 0x7A || first == 0x5F ? index : start
    }

    /// Character data up to the next tag: where it stands, and the index behind it.
    private mutating func text(
      _ bytes: Span<UInt8>, from start: Int, to end: Int
    ) -> (range: Range<Int>, behind: Int)? {
      var (index, run) = (start, start)
      let first = decoded.count
      while true {
        index = bytes.endOfCharacterData(from: index, to: end)
        guard index < end else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "<"):
          guard run > start else { return (start..<index, index) }
          append(bytes, run..<index)
          return (references + first..<references + decoded.count, index)
        case 0x0A:
          line += 1
          index += 1
        case 0x09: index += 1
        case UInt8(ascii: ">"):
          // `]]>` cannot stand in text.
          let isEnd =
            index - start >= 2 && bytes[index - 1] == UInt8(ascii: "]")
            && bytes[index - 2] == UInt8(ascii: "]")
          guard !isEnd else { return nil }
          index += 1
        case UInt8(ascii: "&"):
          guard let (byte, count) = Self.entity(bytes, index, end) else { return nil }
          append(bytes, run..<index)
          decoded.append(byte)
          index += count
          run = index
        default: return nil
        }
      }
    }

    private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      decoded.append(addingCapacity: range.count) { $0.append(bytes, range) }
    }

    /// The byte that a reference stands for, and the length of the reference; nil for one that is not among
    /// the usual.
    private static func entity(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (byte: UInt8, count: Int)? {
      for (word, byte) in entities where end - start >= word.count {
        if word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) { return (byte, word.count) }
      }
      return nil
    }

    private static let entities: [([UInt8], UInt8)] = [
      ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27), ("&#13;", 0x0D),
    ].map { (Array($0.utf8), $1) }
  }
}
