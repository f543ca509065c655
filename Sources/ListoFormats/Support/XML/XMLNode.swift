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
