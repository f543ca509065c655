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
