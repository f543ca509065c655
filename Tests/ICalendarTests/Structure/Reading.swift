import Testing

@testable import ICalendar

/// The helpers that many tests of the reader share.
enum Reading {
  static func items(_ text: String, limits: ReadingLimits = ReadingLimits()) throws -> [Item] {
    try items(Array(text.utf8), limits: limits)
  }

  static func items(_ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) throws -> [Item] {
    var reader = ItemReader(bytes, limits: limits)
    var result: [Item] = []
    while let item = try reader.next() { result.append(item) }
    return result
  }

  /// Every component, those that stand directly in a calendar or in none.
  static func components(_ text: String, limits: ReadingLimits = ReadingLimits()) throws -> [Component] {
    try items(text, limits: limits).compactMap {
      if case .component(let component) = $0 { component } else { nil }
    }
  }

  static func problems(_ text: String, limits: ReadingLimits = ReadingLimits()) throws -> [Diagnostic] {
    try items(text, limits: limits).compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }

  /// The first component of a text that holds one.
  static func component(_ text: String) throws -> Component {
    try #require(Component(Array(text.utf8)))
  }

  static func property(_ line: String) throws -> Property {
    let component = try component("BEGIN:VTODO\r\n\(line)\r\nEND:VTODO\r\n")
    let properties = Array(component.properties)
    try #require(properties.count == 1)
    return properties[0]
  }
}

extension Component {
  /// Its bytes as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Name and value of its own properties.
  var pairs: [String] { properties.map { "\($0.name)=\($0.rawText)" } }
}
