/// A TOML document (toml.io, version 1.0), with the line of everything in it.
///
/// The package TOMLKit 0.6.0 was tried: it sorts the keys of a table, does not tell the line of a value that
/// is well written and yet wrong, writes no comment again, and costs 1.4 ms at every start and 15 MB in the
/// file of the command.
package struct TOMLDocument: Sendable {
  package indirect enum Value: Sendable, Hashable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    /// Valid, and of no use here: as they are written.
    case float(String), date(String)
    case array([Value])
    case table([Member])

    /// The value as people read it: a text without quotes.
    package var text: String {
      switch self {
      case .string(let text), .float(let text), .date(let text): text
      case .integer(let number): "\(number)"
      case .boolean(let isTrue): "\(isTrue)"
      case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
      case .table(let members):
        "{" + members.map { "\($0.key.joined(separator: ".")) = \($0.value.text)" }.joined(separator: ", ")
          + "}"
      }
    }
  }

  package struct Member: Sendable, Hashable {
    package let key: [String]
    package let value: Value
  }

  /// A key and its value, as they stand in the file.
  package struct Entry: Sendable, Hashable {
    /// The names of the tables that it stands in, then its own.
    package let path: [String]
    package let value: Value
    /// From 1 on: of the key, and of the end of the value.
    package let lines: ClosedRange<Int>
    /// Written with a dot, outside of the table that its path names.
    package let isDotted: Bool
  }

  /// `[name]` on a line of its own; with two brackets an element of an array.
  package struct Header: Sendable, Hashable {
    package let path: [String]
    package let line: Int
    package let isElement: Bool
  }

  package var entries: [Entry] = []
  package var headers: [Header] = []

  /// A fault of the text, with its place.
  package struct Problem: Error, Sendable, Hashable {
    /// From 1 on.
    package let line: Int
    /// In characters, from 1 on.
    package let column: Int
    package let reason: String

    package init(line: Int, column: Int, reason: String) {
      (self.line, self.column, self.reason) = (line, column, reason)
    }
  }

  /// - Throws: ``Problem``, the first that there is.
  package init(_ bytes: [UInt8]) throws(Problem) {
    var scanner = try TOMLScanner(bytes)
    var names = TOMLNames()
    var table: [String] = []
    while true {
      try scanner.skipBlanksAndLines()
      guard let byte = scanner.peek else { return }
      let line = scanner.line
      let place = scanner.place
      if byte == UInt8(ascii: "[") {
        let isElement = scanner.peek(1) == UInt8(ascii: "[")
        scanner.skip(isElement ? 2 : 1)
        table = try scanner.key()
        try scanner.expect(isElement ? "]]" : "]", "to end the name of the table")
        headers.append(Header(path: table, line: line, isElement: isElement))
        table = try names.open(table, isElement: isElement, line, at: place)
      } else {
        let key = try scanner.key()
        try scanner.expect("=", "behind the name")
        let value = try scanner.value()
        let entry = Entry(
          path: table + key, value: value, lines: line...scanner.line, isDotted: key.count > 1)
        try names.define(table, key, line, at: place)
        entries.append(entry)
      }
      try scanner.endLine()
    }
  }
}

/// The names that were given, with their meanings: a name means one thing.
struct TOMLNames {
  private enum Meaning {
    case value
    /// By a line `[a]`; by a longer one `[a.b]`; by a key `a.b`.
    case header, implied, dotted
    case elements(Int)
  }

  private var meanings: [[String]: (meaning: Meaning, line: Int)] = [:]

  /// Takes note of a header.
  ///
  /// - Returns: the path that its entries have: that of an element has its number in it.
  mutating func open(
    _ path: [String], isElement: Bool, _ line: Int, at place: TOMLScanner.Place
  ) throws(TOMLDocument.Problem) -> [String] {
    var full: [String] = []
    for name in path.dropLast() {
      full.append(name)
      switch meanings[full] {
      case nil: meanings[full] = (.implied, line)
      case (.value, let first)?: throw twice(full, first, place)
      case (.elements(let count), _)?: full.append("\(count)")
      case (.header, _)?, (.implied, _)?, (.dotted, _)?: break
      }
    }
    full += path.suffix(1)
    switch (meanings[full], isElement) {
    case (nil, true): meanings[full] = (.elements(1), line)
    case ((.elements(let count), let first)?, true): meanings[full] = (.elements(count + 1), first)
    case (nil, false), ((.implied, _)?, false): meanings[full] = (.header, line)
    case ((_, let first)?, _): throw twice(full, first, place)
    }
    if case .elements(let count)? = meanings[full]?.meaning { full.append("\(count)") }
    return full
  }

  /// Takes note of a key in a table.
  mutating func define(
    _ table: [String], _ key: [String], _ line: Int, at place: TOMLScanner.Place
  ) throws(TOMLDocument.Problem) {
    var full = table
    for name in key.dropLast() {
      full.append(name)
      switch meanings[full] {
      case nil: meanings[full] = (.dotted, line)
      case (.dotted, _)?: break
      case (_, let first)?: throw twice(full, first, place)
      }
    }
    full += key.suffix(1)
    if let first = meanings[full]?.line { throw twice(full, first, place) }
    meanings[full] = (.value, line)
  }

  private func twice(
    _ path: [String], _ line: Int, _ place: TOMLScanner.Place
  ) -> TOMLDocument.Problem {
    place.problem("'\(path.joined(separator: "."))' is already defined in line \(line)")
  }
}
