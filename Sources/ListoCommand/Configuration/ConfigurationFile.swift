internal import ICalendar
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

  /// What it says; nothing where there is none.
  ///
  /// - Throws: ``Failure`` with status 78, which names the line.
  static func load() throws(Failure) -> Configuration {
    guard let file = ConfigurationFile() else { return Configuration() }
    return try file.configuration(try file.bytes())
  }

  /// What it says, for a command that can do without: nothing, and a warning, where it cannot be read.
  static func load(_ reporter: Reporter) -> Configuration {
    guard let file = ConfigurationFile() else { return Configuration() }
    do throws(SystemError) {
      let bytes = try SmallFile.bytes(file.path) ?? []
      do throws(TOMLDocument.Problem) {
        return try Configuration(try TOMLDocument(bytes))
      } catch {
        reporter.report(file.unused(error.reason, line: error.line))
      }
    } catch {
      reporter.report(file.unused("it cannot be read: \(error.reason)"))
    }
    return Configuration()
  }

  private func unused(_ reason: String, line: Int? = nil) -> Diagnostic {
    Diagnostic(
      .warning, .badConfiguration, file: path, line: line, "none of its settings is used: " + reason)
  }

  /// The paths of the sources that inputs are read from.
  func paths(_ configuration: Configuration) -> [String] {
    configuration.sources.map { Place.expanded($0.text, in: folder) }
  }

  private func bytes() throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.bytes(path) ?? []
    } catch {
      throw Failure(.configuration, "\(path): it cannot be read: \(error.reason).")
    }
  }

  private func configuration(_ bytes: [UInt8]) throws(Failure) -> Configuration {
    do throws(TOMLDocument.Problem) {
      return try Configuration(try TOMLDocument(bytes))
    } catch {
      throw failure(error, bytes)
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
    throw file.failure(TOMLDocument.Problem(line: line, column: 1, reason: reason), try file.bytes())
  }

  // MARK: Changing it

  /// Changes the file while no other process does; all but the lines that are changed stay as they were.
  ///
  /// - Parameter change: makes a new text of the old one; nil to leave it.
  /// - Throws: ``Failure``.
  func change(_ change: (Configuration, ConfigurationText) throws(Failure) -> [UInt8]?) throws(Failure) {
    let lock = try attempt { () throws(SystemError) in
      try FileSystem.makeFolder(folder)
      return try FolderLock(folder)
    }
    defer { withExtendedLifetime(lock) {} }
    let bytes = try bytes()
    let configuration = try configuration(bytes)
    guard let document = try? TOMLDocument(bytes),
      let new = try change(configuration, ConfigurationText(bytes, document))
    else { return }
    try attempt { () throws(SystemError) in try SmallFile.write(new, to: path) }
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
