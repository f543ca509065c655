internal import ICalendar

/// The content of a ``JSONDocument``. Code that reads much of one asks this: given from function to function,
/// it counts no references.
struct JSONContent: Sendable {
  let parts: [JSONDocument.Part]
  /// UTF-8 without a fault, escapes decoded.
  let texts: [UInt8]
  /// The bytes that were read, where texts without an escape stand in them.
  let source: [UInt8]

  // MARK: Parts

  func kind(_ place: Int) -> JSONDocument.Part.Kind { parts[place].kind }

  func line(_ place: Int) -> Int { Int(parts[place].line) }

  /// How many elements or members a container has.
  func count(_ place: Int) -> Int { Int(parts[place].start) }

  /// The bytes of a text, a number or a key.
  func bytes(_ place: Int) -> ArraySlice<UInt8> {
    let part = parts[place]
    let range = Int(part.start)..<Int(part.end)
    return part.isInSource ? source[range] : texts[range]
  }

  /// A key or a text is this one.
  func isText(_ place: Int, _ text: String) -> Bool {
    let bytes = bytes(place)
    guard bytes.count == text.utf8.count else { return false }
    var index = bytes.startIndex
    for byte in text.utf8 {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  func text(_ place: Int) -> String { String(decoding: bytes(place), as: UTF8.self) }

  /// The place behind a value and all that stands in it.
  func behind(_ place: Int) -> Int { Int(parts[place].next) }

  /// The places of the elements of an array, in their order.
  func elements(_ place: Int) -> Elements { Elements(parts: parts, place: place + 1, end: behind(place)) }

  /// The places of the keys of an object and of their values, in the order of the keys.
  func members(_ place: Int) -> Members { Members(parts: parts, place: place + 1, end: behind(place)) }

  struct Elements: Sequence, IteratorProtocol {
    let parts: [JSONDocument.Part]
    var place: Int
    let end: Int

    mutating func next() -> Int? {
      guard place < end else { return nil }
      defer { place = Int(parts[place].next) }
      return place
    }
  }

  struct Members: Sequence, IteratorProtocol {
    let parts: [JSONDocument.Part]
    var place: Int
    let end: Int

    mutating func next() -> (key: Int, value: Int)? {
      while place < end {
        let key = place
        place = Int(parts[key + 1].next)
        if parts[key].kind == .key { return (key, Int(parts[key].next)) }
      }
      return nil
    }
  }
}

/// The values at places, without a ``JSONNode``: each of those would count the references to its document.
extension JSONContent {
  /// It says nothing.
  func isNothing(_ place: Int) -> Bool { kind(place) == .null || kind(place) == .omitted }

  /// The kind of a value, for people: `a text`, `a number`.
  func kindName(_ place: Int) -> String { kind(place).name }

  /// A whole number that fits; `1.0` and `1e2` are whole too.
  func integer(_ place: Int) -> Int? {
    guard kind(place) == .number else { return nil }
    // Nearly all are of a few digits.
    if let number = withBytes(place, { $0.isPlainInteger($1) ? $0.integer($1) : nil }) { return number }
    let text = text(place)
    if let number = Int(text) { return number }
    return Double(text).flatMap { abs($0) < 9e15 ? Int(exactly: $0) : nil }
  }

  /// How many bytes a text or number has.
  func size(_ place: Int) -> Int { Int(parts[place].end - parts[place].start) }

  /// About how many bytes of the input an object takes; 0 where that is not known.
  func extent(_ place: Int) -> Int {
    var last = behind(place) - 1
    while last > place, !parts[last].isInSource { last -= 1 }
    guard last > place, parts[place + 1].isInSource else { return 0 }
    return Int(parts[last].end) - Int(parts[place + 1].start)
  }

  /// The bytes of a text; nil for anything else.
  func string(_ place: Int) -> ArraySlice<UInt8>? { kind(place) == .string ? bytes(place) : nil }

  /// Calls a closure with the bytes in which a text, a number or a key stands, and where it stands there.
  @inline(__always)
  func withBytes<Result>(_ place: Int, _ body: (Span<UInt8>, Range<Int>) -> Result) -> Result {
    let part = parts[place]
    let range = Int(part.start)..<Int(part.end)
    guard part.isInSource else { return body(texts.span, range) }
    return body(source.span, range)
  }

  /// A text is the same as one in other bytes: where these are not the same, by their characters.
  func isText(_ place: Int, _ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    withBytes(place) { own, range in
      if range.count == text.count,
        own.isSame(range.count, from: range.lowerBound, as: bytes, from: text.lowerBound)
      {
        return true
      }
      guard !own.isASCII(range) || !bytes.isASCII(text) else { return false }
      return own.text(range, isText: false) == bytes.text(text, isText: false)
    }
  }

  /// A text, a number, or an array of them is the same as one of another document.
  func isSame(_ place: Int, as other: Int, of content: JSONContent) -> Bool {
    guard kind(place) == content.kind(other) else { return false }
    switch kind(place) {
    case .array:
      let others = Array(content.elements(other))
      return count(place) == others.count
        && zip(elements(place), others).allSatisfy { isSame($0, as: $1, of: content) }
    case .string, .number: return bytes(place) == content.bytes(other)
    default: return false
    }
  }

  /// The value of a key in a table.
  func value<Value>(ofKey place: Int, in table: KeyTable<Value>) -> Value? {
    withBytes(place) { table[$0, $1] }
  }

  /// A text that is a date, or a date and time, as Listo writes it: see ``DigitMoment/init(iso:_:)``.
  func moment(_ place: Int) -> DigitMoment? {
    guard kind(place) == .string else { return nil }
    return withBytes(place) { DigitMoment(iso: $0, $1) }
  }
}

extension Span<UInt8> {
  /// All bytes in a range are ASCII.
  fileprivate func isASCII(_ range: Range<Int>) -> Bool {
    for index in range where self[index] >= 0x80 { return false }
    return true
  }
}
