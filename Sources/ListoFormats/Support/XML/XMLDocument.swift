/// An element that was read whole, flat: elements and texts stand one behind the other in one array, and the bytes of the texts in another.
struct XMLDocument: Sendable {
  fileprivate struct Part: Sendable {
    /// The number of an element's name; -1 for character data.
    let name: Int32
    /// The line in which an element begins, counted from 1.
    let line: UInt32
    /// The place behind the part and all that stands in it.
    var next: UInt32
    /// Of character data.
    let start, end: UInt32
  }

  /// An element of the document, by its place.
  struct Element: Sendable {
    fileprivate let place: Int
    /// The document's own.
    static let root = Element(place: 0)
  }

  fileprivate let names: [String]
  fileprivate let parts: [Part]
  fileprivate let texts: [UInt8]

  func name(_ element: Element) -> String { names[Int(parts[element.place].name)] }

  func line(_ element: Element) -> Int { Int(parts[element.place].line) }

  /// The elements that stand directly in one.
  func children(_ element: Element) -> Children {
    Children(document: self, place: element.place + 1, end: Int(parts[element.place].next))
  }

  struct Children: Sequence, IteratorProtocol {
    fileprivate let document: XMLDocument
    fileprivate var place: Int
    fileprivate let end: Int

    mutating func next() -> Element? {
      while place < end {
        let found = place
        place = Int(document.parts[found].next)
        if document.parts[found].name >= 0 { return Element(place: found) }
      }
      return nil
    }
  }

  /// The first of this name in an element.
  func child(_ name: String, of element: Element) -> Element? {
    children(element).first { self.name($0) == name }
  }

  /// The character data that stands directly in an element.
  func text(_ element: Element) -> ArraySlice<UInt8> {
    var place = element.place + 1
    let end = Int(parts[element.place].next)
    var result: ArraySlice<UInt8> = []
    while place < end {
      let part = parts[place]
      if part.name < 0 {
        let more = texts[Int(part.start)..<Int(part.end)]
        if result.isEmpty { result = more } else { result += more }
      }
      place = Int(part.next)
    }
    return result
  }

  /// The text; where it was set on lines of its own, without the white space around it.
  func word(_ element: Element) -> ArraySlice<UInt8> {
    var slice = text(element)
    guard slice.contains(0x0A) else { return slice }
    while let first = slice.first, first.isXMLSpace { slice.removeFirst() }
    while let last = slice.last, last.isXMLSpace { slice.removeLast() }
    return slice
  }
}

extension XMLDocument {
  /// Makes documents, one after the other.
  struct Draft {
    private var parts: [Part] = []
    private var texts: [UInt8] = []
    private var open: [Int] = []
    /// The names of all documents, as long as they are few.
    private var names: [String] = []
    private var numbers: [String: Int32] = [:]
    /// The sizes of the document before, for which room is made.
    private var usual = (parts: 0, texts: 0)

    private static let mostNames = 1024

    /// The number of a name, for the document that is being made, and those behind it while this says nothing else.
    mutating func number(of name: String) -> Int32 {
      if let known = numbers[name] { return known }
      let number = Int32(truncatingIfNeeded: names.count)
      names.append(name)
      numbers[name] = number
      return number
    }

    /// Begins a document; false where the numbers of names that were told before do not hold any more.
    mutating func begin() -> Bool {
      (parts, texts, open) = ([], [], [])
      parts.reserveCapacity(usual.parts)
      texts.reserveCapacity(usual.texts)
      guard names.count > Self.mostNames else { return true }
      (names, numbers) = ([], [:])
      return false
    }

    mutating func begin(_ name: Int32, line: Int) {
      open.append(parts.count)
      parts.append(Part(name: name, line: UInt32(clamping: line), next: 0, start: 0, end: 0))
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
      let start = UInt32(truncatingIfNeeded: texts.count)
      texts += bytes
      parts.append(
        Part(
          name: -1, line: 0, next: UInt32(truncatingIfNeeded: parts.count + 1), start: start,
          end: UInt32(truncatingIfNeeded: texts.count)))
    }

    mutating func end() {
      guard let place = open.popLast() else { return }
      parts[place].next = UInt32(truncatingIfNeeded: parts.count)
    }

    mutating func finish() -> XMLDocument {
      usual = (parts.count, texts.count)
      defer { (parts, texts, open) = ([], [], []) }
      return XMLDocument(names: names, parts: parts, texts: texts)
    }
  }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
