internal import Listo

/// The configuration as text, in which lines are added and removed.
struct ConfigurationText {
  private let lines: [ArraySlice<UInt8>]
  private let document: TOMLDocument

  init(_ bytes: [UInt8], _ document: TOMLDocument) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    self.document = document
  }

  /// The text with a source more, behind the last that there is; nil where the sources stand in braces on one
  /// line.
  func adding(_ name: String, _ path: String) -> [UInt8]? {
    if document.entries.contains(where: { $0.path == ["sources"] }) { return nil }
    let own = document.entries.filter { $0.path.first == "sources" }
    let header = document.headers.first { $0.path == ["sources"] }
    var line = "\(Self.key(name)) = \(Self.quoted(path))"
    let place: Int
    if let last = own.last {
      place = last.lines.upperBound
      if last.isDotted { line = "sources." + line }
    } else if let header {
      place = header.line
    } else {
      let isBlank = lines.allSatisfy(\.isEmpty)
      let end = lines.last?.isEmpty ?? true ? lines.count - 1 : lines.count
      return text(lines[..<end] + Self.slices((isBlank ? [] : [""]) + ["[sources]", line]))
    }
    return text(lines[..<place] + Self.slices([line]) + lines[place...])
  }

  /// The text without a source; nil where the sources stand in braces on one line.
  func removing(_ name: String) -> [UInt8]? {
    guard let entry = document.entries.first(where: { $0.path == ["sources", name] }) else { return nil }
    return text(lines[..<(entry.lines.lowerBound - 1)] + lines[entry.lines.upperBound...])
  }

  /// The text with an account more, at its end.
  ///
  /// - Parameter settings: as they are written, without quotes.
  func addingAccount(_ name: String, _ settings: [(name: String, value: String)]) -> [UInt8] {
    let isBlank = lines.allSatisfy(\.isEmpty)
    let end = lines.last?.isEmpty ?? true ? lines.count - 1 : lines.count
    let own = settings.map { $0.name == "token" ? "token = true" : "\($0.name) = \(Self.quoted($0.value))" }
    let head = (isBlank ? [] : [""]) + ["[accounts.\(Self.key(name))]"]
    return text(lines[..<max(end, 0)] + Self.slices(head + own))
  }

  /// The text with another value for a setting of an account; nil where the account does not stand below a
  /// line of its own.
  func setting(_ name: String, _ value: String, ofAccount account: String) -> [UInt8]? {
    let path = ["accounts", account]
    let line = Self.slices(["\(name) = \(Self.quoted(value))"])
    if let entry = document.entries.first(where: { $0.path == path + [name] && !$0.isDotted }) {
      return text(lines[..<(entry.lines.lowerBound - 1)] + line + lines[entry.lines.upperBound...])
    }
    guard let header = document.headers.first(where: { $0.path == path }) else { return nil }
    return text(lines[..<header.line] + line + lines[header.line...])
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
