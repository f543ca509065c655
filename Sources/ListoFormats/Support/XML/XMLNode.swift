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
