internal import ICalendar
internal import XMLEvents

/// An element that was read whole, with the line where it begins.
struct XMLNode: Sendable {
  let name: String
  let line: Int
  var children: [XMLNode] = []
  /// The character data that stands directly in it.
  var text: [UInt8] = []

  /// The text; where it was set on lines of its own, without the white space around it.
  var word: String {
    var slice = text[...]
    guard slice.contains(0x0A) else { return String(decoding: slice, as: UTF8.self) }
    while let first = slice.first, first.isXMLSpace { slice.removeFirst() }
    while let last = slice.last, last.isXMLSpace { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
  }

  subscript(name: String) -> XMLNode? { children.first { $0.name == name } }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// The events of an XML text, one by one.
struct XMLEventFeed {
  private let reader = XMLEventReader()
  private var events: [XMLEvent] = []
  private var index = 0
  private var isOver = false
  /// Why it could not be read to its end.
  private(set) var problem: XMLProblem?

  mutating func next(_ input: inout TextFeed) throws(ICalendarError) -> XMLEvent? {
    while index == events.count {
      guard !isOver else { return nil }
      let block = try input.nextBlock()
      let answer = reader.read(block ?? [], isLast: block == nil)
      (events, index) = (answer.events, 0)
      isOver = block == nil || answer.problem != nil
      problem = answer.problem
    }
    defer { index += 1 }
    return events[index]
  }

  /// Reads an element that has begun to its end; nil where the text ends before, or where it is too large or too
  /// deep, which is reported.
  mutating func node(
    _ name: String, _ line: Int, _ input: inout TextFeed
  ) throws(ICalendarError) -> XMLNode? {
    var open = [XMLNode(name: name, line: line)]
    let (depthLimit, sizeLimit) = (input.limits[.valueNesting], input.limits[.itemSize])
    var size = 0
    while let event = try next(&input) {
      switch event {
      case .begin(let name, _, let line):
        size += 64
        guard open.count < depthLimit else {
          input.report(.valueNesting, line: line, "this element is left out")
          try pass(&input)
          continue
        }
        open.append(XMLNode(name: name, line: line))
      case .text(let bytes):
        if size <= sizeLimit, size + bytes.count > sizeLimit {
          input.report(.itemSize, line: open[0].line, "this element is left out")
        }
        size += bytes.count
        if size <= sizeLimit { open[open.count - 1].text += bytes }
      case .end:
        guard let node = open.popLast() else { return nil }
        if open.isEmpty { return size > sizeLimit ? nil : node }
        if size <= sizeLimit { open[open.count - 1].children.append(node) }
      }
    }
    return nil
  }

  /// Passes over the rest of an element that has begun.
  mutating func pass(_ input: inout TextFeed) throws(ICalendarError) {
    var depth = 1
    while depth > 0, let event = try next(&input) {
      switch event {
      case .begin: depth += 1
      case .end: depth -= 1
      case .text: continue
      }
    }
  }
}

/// Appends XML to bytes.
struct XMLText: Sendable {
  var bytes: [UInt8] = []
  /// How many characters were met that XML 1.0 cannot hold, and are written as U+FFFD.
  private(set) var replacements = 0

  mutating func open(_ name: String) { bytes += "<\(name)>".utf8 }
  mutating func close(_ name: String) { bytes += "</\(name)>".utf8 }

  mutating func element(_ name: String, _ text: String) {
    open(name)
    self.text(text)
    close(name)
  }

  /// Character data. A carriage return is written as a reference: XML would read it as a line feed.
  mutating func text(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\r": bytes += "&#13;".utf8
      case "\t", "\n": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        replacements += 1
        bytes += "\u{FFFD}".utf8
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// Letters, digits, hyphen, full stop and underscore, the first a letter or underscore: the names that XML and
  /// iCalendar have in common.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first | 0x20 >= 0x61 && first | 0x20 <= 0x7A || first == 0x5F else {
      return false
    }
    return ComponentText.isName(name)
  }
}
