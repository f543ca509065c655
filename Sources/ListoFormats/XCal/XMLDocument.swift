internal import ICalendar

/// An element that was read whole, flat: elements and texts stand one behind the other in one array, and the
/// bytes of names and texts in another, which documents may share.
struct XMLDocument: Sendable {
  struct Part: Sendable {
    /// Where an element's name stands in the texts; no bytes for character data.
    let nameStart, nameEnd: UInt32
    /// The line in which an element begins, counted from 1.
    let line: UInt32
    /// The place behind the part and all that stands in it.
    var next: UInt32
    /// Of character data.
    let start, end: UInt32

    /// An element; the place behind it is not known yet.
    init(name: Range<Int>, line: Int) {
      nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
      nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
      self.line = UInt32(clamping: line)
      (next, start, end) = (0, 0, 0)
    }

    /// Character data.
    init(text: Range<Int>, next: Int) {
      (nameStart, nameEnd, line) = (0, 0, 0)
      self.next = UInt32(truncatingIfNeeded: next)
      start = UInt32(truncatingIfNeeded: text.lowerBound)
      end = UInt32(truncatingIfNeeded: text.upperBound)
    }

    fileprivate var isElement: Bool { nameStart < nameEnd }
  }

  /// An element of the document, by its place.
  struct Element: Sendable {
    fileprivate let place: Int
    /// The document's own.
    static let root = Element(place: 0)
  }

  private let parts: [Part]
  /// They begin with ``words``.
  let texts: [UInt8]

  init(_ parts: [Part], _ texts: [UInt8]) { (self.parts, self.texts) = (parts, texts) }

  /// How many elements and texts there are.
  var count: Int { parts.count }

  // MARK: Words

  /// The words that all texts begin with: a reader of a document may need them, and they may be missing from
  /// it.
  static let words = Array("floattextunknown".utf8)
  static let float = 0..<5
  static let text = 5..<9
  static let unknown = 9..<16

  // MARK: Elements

  /// Where the name of an element stands in the texts.
  func name(_ element: Element) -> Range<Int> {
    let part = parts[element.place]
    return Int(part.nameStart)..<Int(part.nameEnd)
  }

  func isNamed(_ element: Element, _ name: String) -> Bool {
    let range = self.name(element)
    guard range.count == name.utf8.count else { return false }
    var index = range.lowerBound
    for byte in name.utf8 {
      guard texts[index] == byte else { return false }
      index += 1
    }
    return true
  }

  func line(_ element: Element) -> Int { Int(parts[element.place].line) }

  /// The first element that stands directly in one.
  func first(in element: Element) -> Element? {
    self.element(from: element.place + 1, to: Int(parts[element.place].next))
  }

  /// The next element behind one that stands directly in the other.
  func next(_ element: Element, in holder: Element) -> Element? {
    self.element(from: Int(parts[element.place].next), to: Int(parts[holder.place].next))
  }

  private func element(from start: Int, to end: Int) -> Element? {
    var place = start
    while place < end {
      if parts[place].isElement { return Element(place: place) }
      place = Int(parts[place].next)
    }
    return nil
  }

  /// The first of this name in an element.
  func child(_ name: String, of element: Element) -> Element? {
    var child = first(in: element)
    while let found = child {
      if isNamed(found, name) { return found }
      child = next(found, in: element)
    }
    return nil
  }

  /// Where the character data stands that is directly in an element; nil where it stands in several places.
  func text(_ element: Element) -> Range<Int>? {
    var place = element.place + 1
    let end = Int(parts[element.place].next)
    var result: Range<Int>?
    while place < end {
      let part = parts[place]
      if !part.isElement {
        guard result == nil else { return nil }
        result = Int(part.start)..<Int(part.end)
      }
      place = Int(part.next)
    }
    return result ?? 0..<0
  }

  /// The character data that stands directly in an element, wherever it does.
  func joinedText(_ element: Element) -> [UInt8] {
    var place = element.place + 1
    let end = Int(parts[element.place].next)
    var result: [UInt8] = []
    while place < end {
      let part = parts[place]
      if !part.isElement { result += texts[Int(part.start)..<Int(part.end)] }
      place = Int(part.next)
    }
    return result
  }
}

extension Span<UInt8> {
  /// A text; where it was set on lines of its own, without the white space around it.
  func xmlWord(_ text: Range<Int>) -> Range<Int> {
    guard first(0x0A, from: text.lowerBound, to: text.upperBound) != nil else { return text }
    var (start, end) = (text.lowerBound, text.upperBound)
    while start < end, self[start].isXMLSpace { start += 1 }
    while start < end, self[end - 1].isXMLSpace { end -= 1 }
    return start..<end
  }
}

extension XMLDocument {
  /// Makes documents, one after the other.
  struct Draft {
    private var parts: [Part] = []
    private var texts: [UInt8] = []
    private var open: [Int] = []
    /// The names of all documents, as long as they are few.
    private var names: [[UInt8]] = []
    private var numbers: [String: Int32] = [:]
    /// Where each name stands in the texts of this document; 0 where it does not.
    private var places: [Int] = []
    /// The sizes of the document before, for which room is made.
    private var usual = (parts: 0, texts: 0)

    private static let mostNames = 1024

    /// The number of a name, for the document that is being made, and those behind it while this says nothing
    /// else.
    mutating func number(of name: String) -> Int32 {
      if let known = numbers[name] { return known }
      let number = Int32(truncatingIfNeeded: names.count)
      names.append(Array(name.utf8))
      places.append(0)
      numbers[name] = number
      return number
    }

    /// Begins a document; false where the numbers of names that were told before do not hold any more.
    mutating func begin() -> Bool {
      (parts, texts, open) = ([], [], [])
      parts.reserveCapacity(usual.parts)
      texts.reserveCapacity(usual.texts)
      texts += XMLDocument.words
      guard names.count > Self.mostNames else {
        for number in places.indices { places[number] = 0 }
        return true
      }
      (names, numbers, places) = ([], [:], [])
      return false
    }

    mutating func begin(_ name: Int32, line: Int) {
      let number = Int(name)
      if places[number] == 0 {
        places[number] = texts.count
        texts += names[number]
      }
      open.append(parts.count)
      parts.append(Part(name: places[number]..<places[number] + names[number].count, line: line))
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
      let start = texts.count
      texts += bytes
      parts.append(Part(text: start..<texts.count, next: parts.count + 1))
    }

    mutating func end() {
      guard let place = open.popLast() else { return }
      parts[place].next = UInt32(truncatingIfNeeded: parts.count)
    }

    mutating func finish() -> XMLDocument {
      usual = (parts.count, texts.count)
      defer { (parts, texts, open) = ([], [], []) }
      return XMLDocument(parts, texts)
    }
  }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
