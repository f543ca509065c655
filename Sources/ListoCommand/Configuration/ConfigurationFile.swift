internal import Listo
internal import Platform

/// The file that holds the configuration: `config.toml`.
struct ConfigurationFile {
  let folder: String
  var path: String { folder + "/config.toml" }

  /// nil where the system says no folder for it.
  init?() {
    guard let folder = StandardFolders.configurationFolder else { return nil }
    self.folder = folder
  }

  /// The file, for what writes into it.
  ///
  /// - Throws: ``Failure`` where the system says no folder for it.
  static func needed() throws(Failure) -> ConfigurationFile {
    guard let file = ConfigurationFile() else {
      throw Failure(
        .cannotCreate, "there is no folder for a configuration: neither HOME nor XDG_CONFIG_HOME is set.")
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
      // Several parts of a command ask for it.
      if !reporter.met.contains(.badConfiguration) { reporter.report(file.warning(error)) }
      return Configuration()
    }
  }

  /// The paths of the sources that inputs are read from.
  func paths(_ configuration: Configuration) -> [String] {
    configuration.sources.map { StandardFolders.expanded($0.text, in: folder) }
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
    details.append("Correct the file; man listo-config lists the settings.")
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

  /// Checks that nobody else can have written the file, before a program that it names is run, or a login is
  /// taken from it, which goes to the server that it names.
  ///
  /// - Parameter consequence: of other users' access.
  /// - Throws: ``Failure`` with status 78.
  func requireOwned(_ consequence: String = "takes no login from it") throws(Failure) {
    guard let real = try? FileSystem.realPath(path), let slash = real.lastIndex(of: "/") else { return }
    for place in [real, String(real[..<slash])] {
      guard let status = try? FileStatus(path: place), status.isWritableByOthers else { continue }
      throw Failure(
        .configuration, "\(place): other users can write to this file, so Listo \(consequence).",
        details: ["Check its content, then run chmod go-w \(place)."])
    }
  }

  // MARK: Changing it

  /// Changes the file while no other process does; all but the lines that are changed stay as they were.
  ///
  /// - Parameters:
  ///   - isPrivate: something comes in that others shall not read; from then on the file is its owner's
  ///     alone.
  ///   - change: makes a new text of the old one; nil to leave it.
  /// - Throws: ``Failure``.
  func change(
    isPrivate: Bool = false, _ change: (Configuration, ConfigurationText) throws(Failure) -> [UInt8]?
  ) throws(Failure) {
    let lock = try attempt { () throws(SystemError) in
      try FileSystem.makeFolder(folder, isPrivate: true)
      return try FolderLock(folder)
    }
    defer { withExtendedLifetime(lock) {} }
    let (bytes, configuration) = try orFailure(read)
    guard let document = try? TOMLDocument(bytes),
      let new = try change(configuration, ConfigurationText(bytes, document))
    else { return }
    let isNew = (try? FileStatus(path: path)) == nil
    try attempt { () throws(SystemError) in try SmallFile.write(new, to: path, isPrivate: isPrivate || isNew)
    }
  }

  private func attempt<Result>(_ body: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }
}
