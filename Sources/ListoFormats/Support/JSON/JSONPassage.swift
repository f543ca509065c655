internal import ICalendar
internal import ListoModel

/// A part of a JSON text in which whole values stand one behind the other, found by its brackets; what it
/// holds is read on any thread.
struct JSONPassage: Sendable {
  let bytes: [UInt8]
  let range: Range<Int>
  /// The line that it begins on.
  let line: Int
  /// How many bytes of the input stand before it.
  let offset: Int
  /// How many containers are open where it begins; of those the innermost is an array.
  let depth: Int
  /// The tokens that may come where it begins.
  let expectation: JSONReader.Expectation
  let itemSize, lineLength, valueNesting: Int

  /// The objects and arrays that stand in it; nil where something else does, or what there would be something
  /// to tell of: then it is to be read token by token, with the same result.
  ///
  /// - Complexity: linear.
  func values() -> [JSONNode]? {
    var walk = JSONWalk(self)
    guard walk.read(bytes.span.extracting(..<range.upperBound), from: range.lowerBound) else { return nil }
    let document = JSONDocument(walk.parts, walk.texts, source: bytes)
    return walk.places.map { JSONNode(document, $0) }
  }
}

/// Reads a passage, from mark to mark.
private struct JSONWalk {
  private(set) var parts: [JSONDocument.Part] = []
  /// Those that had escapes.
  private(set) var texts: [UInt8] = []
  /// Of the values that stand in no other.
  private(set) var places: [Int] = []
  private let passage: JSONPassage
  private var line: Int
  /// Where the value begins that stands in no other.
  private var start = 0
  private var expectation: Expectation
  private var open: [Container] = []
  /// The innermost one.
  private var container = Container()
  /// The keys of the objects that are open.
  private var keys: [Key] = []

  private enum Expectation { case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd }

  private struct Container {
    var place = 0
    var isObject = false
    var count = 0
    var firstKey = 0
    /// A bit for each key that it has; two may have the same.
    var seen: UInt64 = 0
  }

  private struct Key {
    let place: Int
    let mark: UInt32
  }

  /// An object of more keys is left to who has a table for them.
  private static let mostKeys = 64

  init(_ passage: JSONPassage) {
    self.passage = passage
    line = passage.line
    switch passage.expectation {
    case .value, .element: expectation = .value
    case .elementOrEnd: expectation = .valueOrEnd
    case .commaOrEnd: expectation = .commaOrEnd
    case .key, .keyOrEnd: expectation = .key
    }
    parts.reserveCapacity(passage.range.count / 9)
    texts.reserveCapacity(passage.range.count / 3)
  }

  /// - Returns: false where something is unusual.
  mutating func read(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    guard bytes.extracting(start...).isUTF8 else { return false }
    var marks = JSONMarks(from: start)
    var behind = start
    while let place = marks.next(in: bytes) {
      if behind < place, !gap(bytes, behind, place) { return false }
      behind = place + 1
      switch bytes[place] {
      case 0x0A: line += 1
      case 0x22:
        guard let end = text(bytes, place, &marks) else { return false }
        behind = end + 1
      case 0x3A:
        guard expectation == .colon else { return false }
        expectation = .value
      case 0x2C:
        guard expectation == .commaOrEnd, !open.isEmpty || passage.depth > 0 else { return false }
        expectation = container.isObject ? .key : .value
      case 0x7B: guard begin(isObject: true, at: place) else { return false }
      case 0x5B: guard begin(isObject: false, at: place) else { return false }
      case 0x7D:
        guard container.isObject, close(place, isEmpty: expectation == .keyOrEnd) else { return false }
      case 0x5D:
        guard !container.isObject, close(place, isEmpty: expectation == .valueOrEnd) else { return false }
      default: return false
      }
    }
    return open.isEmpty && behind == bytes.count && !marks.hasFault
  }

  // MARK: Containers

  private mutating func begin(isObject: Bool, at start: Int) -> Bool {
    guard expectation == .value || expectation == .valueOrEnd,
      open.count + passage.depth < passage.valueNesting
    else { return false }
    if open.isEmpty {
      places.append(parts.count)
      self.start = start
    }
    open.append(container)
    container = Container(place: parts.count, isObject: isObject, firstKey: keys.count)
    expectation = isObject ? .keyOrEnd : .valueOrEnd
    parts.append(
      JSONDocument.Part(
        kind: isObject ? .object : .array, line: UInt32(truncatingIfNeeded: line), start: 0, next: 0))
    return true
  }

  private mutating func close(_ end: Int, isEmpty: Bool) -> Bool {
    guard isEmpty || expectation == .commaOrEnd, let outer = open.popLast() else { return false }
    parts[container.place].start = UInt32(truncatingIfNeeded: container.count)
    parts[container.place].next = UInt32(truncatingIfNeeded: parts.count)
    keys.removeLast(keys.count - container.firstKey)
    let place = container.place
    container = outer
    guard open.isEmpty else {
      hold()
      return true
    }
    // More than what is counted of it where it is read token by token.
    guard end - start + 64 * (parts.count - place) <= passage.itemSize else { return false }
    // At the top one value may stand behind the other without a comma.
    expectation = passage.depth > 0 ? .commaOrEnd : .value
    return true
  }

  /// A value within a container is whole.
  private mutating func hold() {
    container.count += 1
    expectation = .commaOrEnd
  }

  // MARK: Texts

  /// - Returns: where its second quotation mark stands; nil where something is unusual.
  private mutating func text(_ bytes: Span<UInt8>, _ quote: Int, _ marks: inout JSONMarks) -> Int? {
    guard var place = marks.next(in: bytes) else { return nil }
    var part: JSONDocument.Part
    if bytes[place] == 0x22 {
      part = JSONDocument.Part(
        kind: .string, isInSource: true, line: UInt32(truncatingIfNeeded: line),
        start: UInt32(truncatingIfNeeded: quote + 1), end: UInt32(truncatingIfNeeded: place), next: 0)
    } else {
      let start = texts.count
      var from = quote + 1
      while bytes[place] == 0x5C {
        texts.append(bytes, from..<place)
        guard let behind = escape(bytes, place, &marks), let next = marks.next(in: bytes) else { return nil }
        (from, place) = (behind, next)
      }
      texts.append(bytes, from..<place)
      part = JSONDocument.Part(
        kind: .string, line: UInt32(truncatingIfNeeded: line), start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: texts.count), next: 0)
    }
    guard Int(part.end - part.start) <= passage.lineLength else { return nil }
    part.next = UInt32(truncatingIfNeeded: parts.count + 1)
    switch expectation {
    case .value, .valueOrEnd:
      guard !open.isEmpty else { return nil }
      parts.append(part)
      hold()
    case .key, .keyOrEnd:
      part.kind = .key
      guard isNew(part, bytes) else { return nil }
      parts.append(part)
      expectation = .colon
    case .colon, .commaOrEnd: return nil
    }
    return place
  }

  /// Appends what an escape stands for.
  ///
  /// - Returns: the place behind it; nil for what is none, and for half of a pair of surrogates.
  private mutating func escape(_ bytes: Span<UInt8>, _ place: Int, _ marks: inout JSONMarks) -> Int? {
    guard place + 1 < bytes.count else { return nil }
    let byte = bytes[place + 1]
    guard byte != JSONEscape.unicode else { return unicode(bytes, place, &marks) }
    guard let meant = JSONEscape.meaning(of: byte) else { return nil }
    texts.append(meant)
    return place + 2
  }

  private mutating func unicode(_ bytes: Span<UInt8>, _ place: Int, _ marks: inout JSONMarks) -> Int? {
    guard var unit = Self.unit(bytes, place + 2) else { return nil }
    var behind = place + 6
    if JSONEscape.isFirstHalf(unit) {
      // The second half of a pair is an escape of its own.
      guard let next = marks.next(in: bytes), next == behind, bytes[next] == 0x5C,
        next + 1 < bytes.count, bytes[next + 1] == JSONEscape.unicode,
        let second = Self.unit(bytes, next + 2), let whole = JSONEscape.whole(unit, second)
      else { return nil }
      unit = whole
      behind = next + 6
    }
    guard let scalar = Unicode.Scalar(unit), let encoded = UTF8.encode(scalar) else { return nil }
    texts += encoded
    return behind
  }

  /// Four hexadecimal digits.
  private static func unit(_ bytes: Span<UInt8>, _ start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = bytes[index].hexadecimalDigit else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  // MARK: Keys

  /// No key of the innermost object says the same; notes it then.
  private mutating func isNew(_ part: JSONDocument.Part, _ bytes: Span<UInt8>) -> Bool {
    let (start, end) = (Int(part.start), Int(part.end))
    var mark: UInt32 = 0
    if start < end {
      let (first, last) =
        part.isInSource ? (bytes[start], bytes[end - 1]) : (texts[start], texts[end - 1])
      mark = UInt32(truncatingIfNeeded: end - start) << 16 | UInt32(first) << 8 | UInt32(last)
    }
    let bit = UInt64(1) << UInt64((mark ^ mark >> 8 &* 5 ^ mark >> 16 &* 13) & 63)
    if container.seen & bit != 0 {
      for key in keys[container.firstKey...] where key.mark == mark && isSame(key.place, part, bytes) {
        return false
      }
    }
    container.seen |= bit
    keys.append(Key(place: parts.count, mark: mark))
    return keys.count - container.firstKey <= Self.mostKeys
  }

  private func isSame(_ place: Int, _ part: JSONDocument.Part, _ bytes: Span<UInt8>) -> Bool {
    let known = parts[place]
    guard known.end - known.start == part.end - part.start else { return false }
    for offset in 0..<Int(part.end - part.start) {
      let (left, right) = (Int(known.start) + offset, Int(part.start) + offset)
      let byte = known.isInSource ? bytes[left] : texts[left]
      if byte != (part.isInSource ? bytes[right] : texts[right]) { return false }
    }
    return true
  }

  // MARK: What stands between marks

  /// White space, or a number or word where a value may stand; false for anything else.
  private mutating func gap(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
    guard index < end else { return true }
    guard expectation == .value || expectation == .valueOrEnd, !open.isEmpty else { return false }
    let from = index
    while index < end, !Self.isSpace(bytes[index]) { index += 1 }
    let to = index
    guard let kind = Self.kind(bytes, from, to) else { return false }
    while index < end {
      guard Self.isSpace(bytes[index]) else { return false }
      index += 1
    }
    let isNumber = kind == .number
    parts.append(
      JSONDocument.Part(
        kind: kind, isInSource: isNumber, line: UInt32(truncatingIfNeeded: line),
        start: isNumber ? UInt32(truncatingIfNeeded: from) : 0,
        end: isNumber ? UInt32(truncatingIfNeeded: to) : 0,
        next: UInt32(truncatingIfNeeded: parts.count + 1)))
    hold()
    return true
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0D || byte == 0x09 }

  /// The kind of a number or word; nil for any other text.
  private static func kind(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> JSONDocument.Part.Kind? {
    switch bytes[start] {
    case 0x74: return isWord(yes, bytes, start, end) ? .yes : nil
    case 0x66: return isWord(no, bytes, start, end) ? .no : nil
    case 0x6E: return isWord(null, bytes, start, end) ? .null : nil
    default:
      // Nearly all are of a few digits.
      if bytes[start] &- 0x31 < 9 {
        var index = start + 1
        while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
        if index == end, end - start < 1024 { return .number }
      }
      guard end - start < 1024 else { return nil }
      var text: [UInt8] = []
      for index in start..<end { text.append(bytes[index]) }
      return JSONReader.isNumber(text[...]) ? .number : nil
    }
  }

  private static func isWord(_ word: [UInt8], _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    end - start == word.count && bytes.holds(word, at: start)
  }

  private static let yes = Array("true".utf8)
  private static let no = Array("false".utf8)
  private static let null = Array("null".utf8)
}

extension Array where Element == UInt8 {
  /// Appends the bytes in a range.
  fileprivate mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    append(addingCapacity: range.count) { $0.append(bytes, range) }
  }
}
