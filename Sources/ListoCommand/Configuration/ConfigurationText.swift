internal import Listo
internal import TOML

/// The configuration as text, in which lines are added and removed.
struct ConfigurationText {
  private let lines: [ArraySlice<UInt8>]
  private let document: TOMLDocument

  init(_ bytes: [UInt8], _ document: TOMLDocument) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    self.document = document
  }

  /// The text with another source, behind the last one; nil if the sources stand in braces on one line.
  func adding(_ name: String, _ path: String) -> [UInt8]? {
    setting(["sources", name], to: Self.quoted(path))
  }

  /// The text with a value for a setting, whose line is replaced or added to its table; nil if the table
  /// stands in braces on one line.
  ///
  /// - Parameters:
  ///   - path: the tables in which it stands, then its name.
  ///   - literal: the value as TOML.
  func setting(_ path: [String], to literal: String) -> [UInt8]? {
    let table = Array(path.dropLast())
    if let entry = document.entries.first(where: { $0.path == path }) {
      let (first, last) = (lines[entry.lines.lowerBound - 1], lines[entry.lines.upperBound - 1])
      guard let equals = first.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let line = Array(first[...equals]) + Array((" " + literal).utf8) + Self.comment(behindValueOf: last)
      return text(lines[..<(entry.lines.lowerBound - 1)] + [line[...]] + lines[entry.lines.upperBound...])
    }
    if document.entries.contains(where: { !table.isEmpty && $0.path == table }) { return nil }
    var line = "\(Self.key(path[path.count - 1])) = \(literal)"
    let own = document.entries.filter { $0.path.dropLast() == table[...] }
    if let last = own.last {
      // Within another table, a name with dots would mean something else.
      if last.isDotted, let first = document.headers.first, first.line < last.lines.lowerBound { return nil }
      if last.isDotted { line = table.map(Self.key).joined(separator: ".") + "." + line }
      return text(lines[..<last.lines.upperBound] + Self.slices([line]) + lines[last.lines.upperBound...])
    }
    if table.isEmpty {
      // Before the first table, since it would belong to that.
      let isBlank = lines.allSatisfy(\.isEmpty)
      let rest = isBlank ? [] : Self.slices([""]) + lines
      return text((Self.slices([line]) + rest)[...])
    }
    if let header = document.headers.first(where: { $0.path == table }) {
      return text(lines[..<header.line] + Self.slices([line]) + lines[header.line...])
    }
    return appending(["[\(table.map(Self.key).joined(separator: "."))]", line])
  }

  /// The comment of a line, with the blanks before it, if one stands behind the value.
  private static func comment(behindValueOf line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let ends = Array("\"']}".utf8)
    let end =
      line.lastIndex(where: ends.contains) ?? line.firstIndex(of: UInt8(ascii: "=")) ?? line.startIndex
    let tail = line[end...].dropFirst()
    guard let sign = tail.firstIndex(of: UInt8(ascii: "#")) else { return [] }
    let start = tail[..<sign].lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? tail.startIndex
    return tail[start...]
  }

  /// The text with a table at its end, behind an empty line.
  private func appending(_ table: [String]) -> [UInt8] {
    let isBlank = lines.allSatisfy(\.isEmpty)
    let end = lines.last?.isEmpty ?? true ? lines.count - 1 : lines.count
    return text(lines[..<max(end, 0)] + Self.slices((isBlank ? [] : [""]) + table))
  }

  /// The text without a setting; nil if it does not stand on lines of its own.
  func removing(_ path: [String]) -> [UInt8]? {
    guard let entry = document.entries.first(where: { $0.path == path }) else { return nil }
    return text(lines[..<(entry.lines.lowerBound - 1)] + lines[entry.lines.upperBound...])
  }

  /// The text with an account more, at its end.
  ///
  /// - Parameter settings: as they are written, without quotes.
  func addingAccount(_ name: String, _ settings: [(name: String, value: String)]) -> [UInt8] {
    let own = settings.map { $0.name == "token" ? "token = true" : "\($0.name) = \(Self.quoted($0.value))" }
    return appending(["[accounts.\(Self.key(name))]"] + own)
  }

  /// The text without an account; nil where it does not stand below a line of its own.
  func removingAccount(_ name: String) -> [UInt8]? {
    let path = ["accounts", name]
    guard let header = document.headers.first(where: { $0.path == path }) else { return nil }
    let entries = document.entries.filter { $0.path.starts(with: path) && !$0.isDotted }
    let end = entries.map(\.lines.upperBound).max() ?? header.line
    var start = header.line - 1
    if start > 0, lines[start - 1].isEmpty { start -= 1 }
    return text(lines[..<start] + lines[end...])
  }

  private func text(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
    var bytes = Array(lines.joined(separator: [0x0A]))
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    return bytes
  }

  private static func slices(_ texts: [String]) -> [ArraySlice<UInt8>] { texts.map { Array($0.utf8)[...] } }

  /// A name as TOML has it: without quotes where it needs none.
  static func key(_ name: String) -> String {
    !name.isEmpty && name.utf8.allSatisfy(TOMLScanner.isBare) ? name : quoted(name)
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
