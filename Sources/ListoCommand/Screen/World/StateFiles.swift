internal import Listo
internal import Platform

/// A small file of the state folder, for its owner's eyes alone: a first line that says what it is, then a
/// line for each thing that is remembered.
///
/// A file that cannot be read counts as none: it is remembered for comfort, and no reminder is in it.
struct StateLines {
  /// The name of the file, without the folder.
  let name: String
  /// The first line.
  let title: String

  /// The lines below the first; nil where there is no such file, or another one.
  func read() -> [String]? {
    guard let path = StandardFolders.stateFolder.map({ $0 + "/" + name }),
      let bytes = try? SmallFile.bytes(path, limit: 64 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    return lines.first == title ? Array(lines.dropFirst()) : nil
  }

  /// Writes the file in one step; without lines it is removed.
  ///
  /// - Throws: ``Failure`` with status 73.
  func write(_ lines: [String]) throws(Failure) {
    guard let folder = StandardFolders.stateFolder else {
      throw Failure(
        .cannotCreate, "there is no folder for it: neither HOME nor XDG_STATE_HOME is set.")
    }
    let path = folder + "/" + name
    do throws(SystemError) {
      guard !lines.isEmpty else {
        _ = try FileSystem.remove(path)
        return
      }
      try FileSystem.makeFolder(folder, isPrivate: true)
      let lock = try FolderLock(folder)
      try SmallFile.write(
        Array(([title] + lines).joined(separator: "\n").utf8) + [0x0A], to: path, isPrivate: true)
      withExtendedLifetime(lock) {}
    } catch {
      if lines.isEmpty, error.isMissing { return }
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }
}

/// The focus of today, as it was picked: remembered beside the selection, in `focus`, and in no reminder. On
/// another day it is empty.
struct FocusFile {
  private let lines = StateLines(name: "focus", title: "listo focus 1")

  /// The reminders and lists that were picked on a day; each is found again though it was moved, or got
  /// another name. Those that are gone or done are left out.
  ///
  /// - Parameter today: of the viewer.
  func load(_ catalog: Catalog, today: Day) -> [ModelIdentifier] {
    guard let saved = lines.read(), saved.first == "\(today)" else { return [] }
    return saved.dropFirst().compactMap { line in
      guard let selection = try? Selection(json: Array(line.utf8)) else { return nil }
      switch selection.resolve(in: catalog) {
      case .found(let path), .moved(let path):
        return catalog.reminder(at: path)?.isOpen ?? true ? catalog.modelIdentifier(at: path) : nil
      case .similar, .gone: return nil
      }
    }
  }

  /// Something was picked on a day.
  func isFor(_ today: Day) -> Bool { lines.read()?.first == "\(today)" }

  /// - Throws: ``Failure`` with status 73.
  func save(_ identifiers: [ModelIdentifier], _ catalog: Catalog, today: Day) throws(Failure) {
    let selections = identifiers.compactMap(catalog.indexPath).compactMap { Selection($0, in: catalog) }
    try lines.write(
      selections.isEmpty
        ? [] : ["\(today)"] + selections.map { String(decoding: $0.json.compact, as: UTF8.self) })
  }

  func clear() throws(Failure) { try lines.write([]) }
}

/// How far a review is: remembered beside the selection, in `review`, by identifier. Another question is
/// another review.
struct ReviewFile {
  private let lines = StateLines(name: "review", title: "listo review 1")

  /// - Parameter question: the expression that asks for what is reviewed.
  func load(_ question: String) -> ReviewProgress {
    guard let saved = lines.read(), saved.first == question else { return ReviewProgress() }
    var progress = ReviewProgress()
    for line in saved.dropFirst() {
      guard let (word, text) = line.parted(by: " "), let identifier = ModelIdentifier(text) else { continue }
      if word == "at" { progress.current = identifier } else { progress.decided.append(identifier) }
    }
    return progress
  }

  /// - Parameter progress: nil where the review is through: the next begins anew.
  /// - Throws: ``Failure`` with status 73.
  func save(_ progress: ReviewProgress?, _ question: String) throws(Failure) {
    guard let progress else { return try lines.write([]) }
    try lines.write(
      [question] + progress.decided.map { "decided \($0)" } + (progress.current.map { ["at \($0)"] } ?? []))
  }
}

/// How far a review is: what was decided in it, by identifier, and where it was left.
struct ReviewProgress: Sendable, Hashable {
  var decided: [ModelIdentifier] = []
  var current: ModelIdentifier?
}
