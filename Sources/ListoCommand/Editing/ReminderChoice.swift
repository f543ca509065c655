internal import Listo
internal import Platform

/// Finds the reminders that the words of a command line name: one for each word.
struct ReminderChoice {
  let lookup: Lookup
  var naming: ReminderNaming

  private var catalog: Catalog { lookup.catalog }

  /// The reminder that a word names; where it fits several, a person at a terminal is asked.
  ///
  /// - Throws: ``Failure`` with status 1 where it fits none, or several and nobody can be asked.
  func identifier(_ word: String, _ prompt: EditPrompt?, _ reporter: Reporter) throws(Failure)
    -> ModelIdentifier
  {
    if let context = lookup.dates?.context, let identifier = ModelIdentifier(word),
      try lookup.isOccurrence(identifier, in: context)
    {
      return identifier
    }
    let found = naming.candidates(word)
    if found.count == 1, let identifier = catalog.modelIdentifier(at: found[0]) { return identifier }
    if found.isEmpty, let path = lookup.formerPath(word),
      let identifier = catalog.modelIdentifier(at: path)
    {
      reporter.note("note: \(word) was moved; it is \(lookup.names().name(of: identifier)) now")
      return identifier
    }
    guard !found.isEmpty else { throw nothing(word) }
    let rows = found.enumerated().map { number, path in "\(number + 1)  \(lookup.line(path))" }
    guard let prompt, found.count <= 20 else {
      throw Failure(
        .differences, "'\(word)' matches \(found.count) reminders:",
        details: rows.prefix(12).map { "  " + $0 } + (rows.count > 12 ? ["  …"] : [])
          + ["Use the short name before a title."])
    }
    reporter.progress?.end()
    prompt.say("'\(word)' matches several reminders:\n" + rows.map { "  " + $0 + "\n" }.joined())
    while let answer = prompt.answer("Which reminder (1 to \(found.count), q to quit): ") {
      if let number = Int(answer), found.indices.contains(number - 1),
        let identifier = catalog.modelIdentifier(at: found[number - 1])
      {
        return identifier
      }
      if answer.lowercased() == "q" { break }
    }
    throw Failure(.doubtful, "stopped: nothing was changed.")
  }

  private func nothing(_ word: String) -> Failure {
    if let list = naming.list.flatMap(catalog.list), let number = Int(word) {
      return Failure(.differences, "\(list.list.title) has no reminder with the number \(number).")
    }
    if (try? FileStatus(path: word)) != nil {
      return Failure(.usage, "\(word) is a file or folder; to change reminders in it, use --in \(word).")
    }
    let near = naming.nearestTitle(to: word).map { " Did you mean '\($0)'?" } ?? ""
    return Failure(
      .differences,
      "no name or title matches '\(word)'.\(near) listo list shows short names and titles."
    )
  }
}

/// Reminders that are named on standard input: JSON as `listo list --json` prints it, JSON lines, or an
/// identifier, a UID or a short name a line.
enum IdentifierInput {
  /// More than this is no list of identifiers.
  private static let most = 1 << 30

  /// - Throws: ``Failure`` with status 64 for JSON without identifiers.
  static func read() throws(Failure) -> [IdentifierList.Entry] {
    let entries: [IdentifierList.Entry]
    let bytes = try bytes()
    do throws(IdentifierList.Problem) {
      entries = try IdentifierList.read(bytes)
    } catch {
      throw Failure(
        .usage, "standard input, line \(error.line): \(error.reason).",
        details: ["Pipe identifiers in: listo list --where overdue --json | listo done - --yes"])
    }
    guard !entries.isEmpty else { throw Failure(.differences, "standard input has no identifier.") }
    return entries
  }

  private static func bytes() throws(Failure) -> [UInt8] {
    do throws(StoreError) {
      return try NamedFile.bytes("-", upTo: most)
    } catch {
      let reason = error.code == .tooLarge ? "more than 1 GiB of identifiers" : error.reason
      throw Failure(.noInput, "standard input: \(reason).")
    }
  }
}

/// The short names of a catalog, worked out when one is asked for.
final class NamesOnDemand {
  let catalog: Catalog
  private let isPart: Bool
  /// All of them.
  private(set) lazy var all = catalog.shortNames(isPart: isPart)

  /// - Parameter isPart: it holds part of what the names are looked for in.
  init(_ catalog: Catalog, isPart: Bool = false) { (self.catalog, self.isPart) = (catalog, isPart) }
}
