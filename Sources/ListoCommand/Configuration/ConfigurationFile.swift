internal import Listo
internal import Platform

/// The file that holds the configuration: `config.toml`.
struct ConfigurationFile {
  let folder: String
  var path: String { folder + "/config.toml" }

  /// nil where the system says no folder for it.
  init?() {
    guard let folder = Place.configurationFolder else { return nil }
    self.folder = folder
  }

  /// The file, for what writes into it.
  ///
  /// - Throws: ``Failure`` where the system says no folder for it.
  static func needed() throws(Failure) -> ConfigurationFile {
    guard let file = ConfigurationFile() else {
      throw Failure(
        .cannotCreate, "there is no place for a configuration: neither HOME nor XDG_CONFIG_HOME is set.")
    }
    return file
  }

  /// What it says; nothing where there is none.
  ///
  /// - Throws: ``Failure`` with status 78, which names the line.
  static func load() throws(Failure) -> Configuration {
    guard let file = ConfigurationFile() else { return Configuration() }
    return try file.orFailure(file.read).configuration
  }

  /// What it says, for a command that can do without: nothing, and a warning, where it cannot be read.
  static func load(_ reporter: Reporter) -> Configuration {
    guard let file = ConfigurationFile() else { return Configuration() }
    do throws(Trouble) {
      return try file.read().configuration
    } catch {
      reporter.report(file.warning(error))
      return Configuration()
    }
  }

  /// The paths of the sources that inputs are read from.
  func paths(_ configuration: Configuration) -> [String] {
    configuration.sources.map { Place.expanded($0.text, in: folder) }
  }

  // MARK: Reading it

  /// Why it is of no use.
  private enum Trouble: Error {
    case unreadable(SystemError)
    case malformed(TOMLDocument.Problem, [UInt8])
  }

  private func read() throws(Trouble) -> (bytes: [UInt8], configuration: Configuration) {
    let bytes = try bytes()
    do throws(TOMLDocument.Problem) {
      return (bytes, try Configuration(try TOMLDocument(bytes)))
    } catch {
      throw .malformed(error, bytes)
    }
  }

  private func bytes() throws(Trouble) -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.bytes(path) ?? []
    } catch {
      throw .unreadable(error)
    }
  }

  private func warning(_ trouble: Trouble) -> Diagnostic {
    let (line, reason): (Int?, String) =
      switch trouble {
      case .unreadable(let error): (nil, "it cannot be read: \(error.reason)")
      case .malformed(let problem, _): (problem.line, problem.reason)
      }
    return Diagnostic(
      .warning, .badConfiguration, file: path, line: line, "none of its settings is used: " + reason)
  }

  private func orFailure<Result>(_ body: () throws(Trouble) -> Result) throws(Failure) -> Result {
    do throws(Trouble) {
      return try body()
    } catch {
      switch error {
      case .unreadable(let error):
        throw Failure(.configuration, "\(path): it cannot be read: \(error.reason).")
      case .malformed(let problem, let bytes): throw failure(problem, bytes)
      }
    }
  }

  /// What is wrong in a line, the line itself, and what to do.
  private func failure(_ problem: TOMLDocument.Problem, _ bytes: [UInt8]) -> Failure {
    let lines = bytes.split(separator: 0x0A, maxSplits: problem.line, omittingEmptySubsequences: false)
    var details: [String] = []
    if problem.line <= lines.count {
      let text = String(decoding: lines[problem.line - 1], as: UTF8.self)
      details.append("  " + text)
      let before = TextWidth.cells(Visible.line(String(text.prefix(problem.column - 1))))
      if problem.column > 1 { details.append("  " + String(repeating: " ", count: before) + "^") }
    }
    details.append("Correct it there; man listo, CONFIGURATION, says what can stand in it.")
    return Failure(.configuration, "\(path):\(problem.line): \(problem.reason)", details: details)
  }

  /// Says where a setting stands that is well written, and yet of no use.
  ///
  /// - Throws: ``Failure`` with status 78.
  static func refuse(_ line: Int, _ reason: String) throws(Failure) {
    guard let file = ConfigurationFile() else { return }
    throw file.failure(
      TOMLDocument.Problem(line: line, column: 1, reason: reason), try file.orFailure(file.bytes))
  }

  // MARK: Changing it

  /// Changes the file while no other process does; all but the lines that are changed stay as they were.
  ///
  /// - Parameters:
  ///   - isPrivate: something comes in that others shall not read; from then on the file is its owner's alone.
  ///   - change: makes a new text of the old one; nil to leave it.
  /// - Throws: ``Failure``.
  func change(
    isPrivate: Bool = false, _ change: (Configuration, ConfigurationText) throws(Failure) -> [UInt8]?
  ) throws(Failure) {
    let lock = try attempt { () throws(SystemError) in
      try FileSystem.makeFolder(folder)
      return try FolderLock(folder)
    }
    defer { withExtendedLifetime(lock) {} }
    let (bytes, configuration) = try orFailure(read)
    guard let document = try? TOMLDocument(bytes),
      let new = try change(configuration, ConfigurationText(bytes, document))
    else { return }
    try attempt { () throws(SystemError) in try SmallFile.write(new, to: path, isPrivate: isPrivate) }
  }

  private func attempt<Result>(_ body: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }
}

/// The configuration as text, in which lines are added and removed.
struct ConfigurationText {
  private let lines: [ArraySlice<UInt8>]
  private let document: TOMLDocument

  init(_ bytes: [UInt8], _ document: TOMLDocument) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    self.document = document
  }

  /// The text with a source more, behind the last that there is; nil where the sources stand in braces on one line.
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
