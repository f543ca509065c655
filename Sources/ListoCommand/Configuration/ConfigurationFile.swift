internal import Listo
internal import Platform
internal import TOML

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

  /// The configuration in the file; an empty one where there is no file.
  ///
  /// - Throws: ``Failure`` with status 78, which names the line.
  static func load() throws(Failure) -> Configuration {
    guard let file = ConfigurationFile() else { return Configuration() }
    return try file.orFailure(file.read).configuration
  }

  /// The configuration in the file, for a command that can do without: an empty one, and a warning, where the
  /// file cannot be read.
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

  /// The failure for a problem in a line: the reason, the line itself, and the remedy.
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
    let lock = try locked()
    defer { withExtendedLifetime(lock) {} }
    let (bytes, configuration) = try orFailure(read)
    guard let document = try? TOMLDocument(bytes),
      let new = try change(configuration, ConfigurationText(bytes, document))
    else { return }
    let isNew = (try? FileStatus(path: path)) == nil
    try attempt { () throws(SystemError) in try SmallFile.write(new, to: path, isPrivate: isPrivate || isNew)
    }
  }

  /// The settings and their values, in the order of the file, without sources and accounts. Texts have
  /// no quotes.
  ///
  /// - Throws: ``Failure`` with status 78.
  func settings() throws(Failure) -> [(name: SettingName, value: String)] {
    let (bytes, _) = try orFailure(read)
    guard let document = try? TOMLDocument(bytes) else { return [] }
    let entries = document.entries.flatMap { entry -> [(path: [String], value: TOMLDocument.Value)] in
      guard case .table(let members) = entry.value else { return [(entry.path, entry.value)] }
      return members.map { (entry.path + $0.key, $0.value) }
    }
    return entries.filter { !["sources", "accounts", "sync"].contains($0.path[0]) }.map {
      (SettingName(path: $0.path), $0.value.text)
    }
  }

  /// Sets a setting. Only its line changes.
  ///
  /// - Throws: ``Failure``: with status 64 for a value that the setting cannot have.
  func set(_ name: SettingName, to value: String) throws(Failure) {
    try change { (_, text) throws(Failure) in
      var problem: TOMLDocument.Problem?
      // A number or a word such as true is tried as a text first. Another line would be another setting.
      let literals = [ConfigurationText.quoted(value)] + (value.contains(where: \.isNewline) ? [] : [value])
      for literal in literals {
        guard let new = text.setting(name.path, to: literal) else { throw inBraces(name) }
        do throws(TOMLDocument.Problem) {
          _ = try Configuration(try TOMLDocument(new))
          return new
        } catch {
          problem = problem ?? error
        }
      }
      throw Failure(.usage, "\(name.text) = '\(value)': \(problem?.reason ?? "it is not valid")")
    }
  }

  private func inBraces(_ name: SettingName) -> Failure {
    Failure(.configuration, "\(path): [\(name.path[0])] is in braces on one line; change it by hand.")
  }

  /// Removes a setting, so that its default applies.
  ///
  /// - Returns: false if it was not set.
  /// - Throws: ``Failure``.
  func unset(_ name: SettingName) throws(Failure) -> Bool {
    guard try settings().contains(where: { $0.name == name }) else { return false }
    try change { (_, text) throws(Failure) in
      guard let new = text.removing(name.path) else { throw inBraces(name) }
      return new
    }
    return true
  }

  /// Opens the text of the file in the person's editor, and stores it if it is valid.
  ///
  /// - Returns: whether it was changed.
  /// - Throws: ``Failure``; the text is kept in a file that the message names.
  func edit() throws(Failure) -> Bool {
    let old = try orFailure(bytes)
    let draft = try EditorDraft(String(decoding: old, as: UTF8.self))
    let new = Array(try draft.edited().utf8)
    guard new != old else {
      draft.remove()
      return false
    }
    do throws(TOMLDocument.Problem) {
      _ = try Configuration(try TOMLDocument(new))
    } catch {
      var failure = failure(error, new)
      failure.details = failure.details.dropLast() + ["Nothing was changed; the text is in \(draft.path)."]
      throw failure
    }
    let lock = try locked()
    defer { withExtendedLifetime(lock) {} }
    guard try orFailure(bytes) == old else {
      throw Failure(.doubtful, "\(path) was changed meanwhile; the text is in \(draft.path).")
    }
    try attempt { () throws(SystemError) in try SmallFile.write(new, to: path, isPrivate: old.isEmpty) }
    draft.remove()
    return true
  }

  /// Keeps other processes from changing the file.
  private func locked() throws(Failure) -> FolderLock {
    try attempt { () throws(SystemError) in
      try FileSystem.makeFolder(folder, isPrivate: true)
      return try FolderLock(folder)
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
