internal import Listo
internal import Platform

/// Finds the reminders that the words of a command line name: one for each word.
struct ReminderChoice {
  let lookup: Lookup
  let context: ViewContext
  /// Where numbers count, and nothing else is looked for; nil for everywhere.
  var list: Catalog.IndexPath?
  /// Of several that a word fits, those that can be meant: open ones where something is to be done.
  var preference: (Reminder) -> Bool = { _ in true }

  private var catalog: Catalog { lookup.catalog }

  /// What a word fits.
  ///
  /// An identifier, a UID and a running number name one, whatever else they could be. A word that is a short name and in a title as well
  /// fits both. A title that is the word, or else all of whose other readings are not preferred, is the one that is meant.
  func candidates(_ word: String) throws(Failure) -> [Catalog.IndexPath] {
    if let identifier = ModelIdentifier(word), identifier.kind == .reminder,
      let path = catalog.indexPath(for: identifier) ?? catalog.masterPath(ofOccurrence: identifier)
    {
      return [path]
    }
    if let list, let number = Int(word) {
      guard let node = catalog.list(at: list) else { return [] }
      let numbers = ReminderNumbers(node)
      guard let index = node.reminders.indices.first(where: { numbers[$0] == number }) else {
        throw Failure(.differences, "\(node.list.title) has no reminder with the number \(number).")
      }
      return [Catalog.IndexPath(source: list.source, list: list.list, reminder: index)]
    }
    let uids = catalog.mastersAlone(
      catalog.reminderPaths.filter { isMeant($0) && catalog.modelIdentifier(at: $0)?.uid?.text == word })
    if uids.count == 1 { return uids }
    let short = lookup.names().identifiers(startingWith: word).compactMap(catalog.indexPath).filter(isMeant)
    let titled = lookup.reminders(titled: word).filter(isMeant)
    var found = catalog.mastersAlone(Array(Set(short + titled + uids)).sorted())
    let preferred = found.filter { catalog.reminder(at: $0).map(preference) ?? false }
    if !preferred.isEmpty { found = preferred }
    let exact = found.filter { catalog.reminder(at: $0)?.title?.lowercased() == word.lowercased() }
    return exact.count == 1 && short.isEmpty ? exact : found
  }

  private func isMeant(_ path: Catalog.IndexPath) -> Bool {
    guard let list else { return true }
    return path.source == list.source && path.list == list.list
  }

  /// The reminder that a word names; where it fits several, a person at a terminal is asked.
  ///
  /// - Throws: ``Failure`` with status 1 where it fits none, or several and nobody can be asked.
  func identifier(_ word: String, _ prompt: EditPrompt?, _ reporter: Reporter) throws(Failure)
    -> ModelIdentifier
  {
    let found = try candidates(word)
    if found.count == 1, let identifier = catalog.modelIdentifier(at: found[0]) { return identifier }
    guard !found.isEmpty else { throw try nothing(word) }
    let rows = found.enumerated().map { number, path in "\(number + 1)  \(lookup.line(path))" }
    guard let prompt, found.count <= 20 else {
      throw Failure(
        .differences, "'\(word)' may be any of these \(found.count):",
        details: rows.prefix(12).map { "  " + $0 } + (rows.count > 12 ? ["  …"] : [])
          + ["The short name in front of a title names one."])
    }
    reporter.progress?.end()
    prompt.say("'\(word)' may be any of these:\n" + rows.map { "  " + $0 + "\n" }.joined())
    while let answer = prompt.answer("Which one (1 to \(found.count)), or q: ") {
      if let number = Int(answer), found.indices.contains(number - 1),
        let identifier = catalog.modelIdentifier(at: found[number - 1])
      {
        return identifier
      }
      if answer.lowercased() == "q" { break }
    }
    throw Failure(.doubtful, "stopped: nothing was changed.")
  }

  private func nothing(_ word: String) throws(Failure) -> Failure {
    if (try? FileStatus(path: word)) != nil {
      return Failure(.usage, "\(word) is a file or folder; --in \(word) says where the reminders are.")
    }
    let titles = catalog.reminderPaths.filter(isMeant).compactMap { catalog.reminder(at: $0)?.title }
    let near = Spelling.nearest(to: word, in: titles).map { " Did you mean '\($0)'?" } ?? ""
    return Failure(
      .differences,
      "nothing is named '\(word)', and no title contains it.\(near) listo list shows the short names before the titles."
    )
  }
}
