internal import Listo

/// Finds what a word on the command line names.
struct Lookup {
  let catalog: Catalog
  /// Worked out when one is asked for.
  let names: () -> ShortNames
  /// In whose words due dates are told; nil for the dates themselves.
  var dates: RelativeDate?

  /// The element that a word names: see ``ElementNaming``.
  ///
  /// - Throws: ``Failure`` with status 1 where nothing, or more than one element, has the name.
  func path(_ word: String) throws(Failure) -> Catalog.IndexPath {
    var naming = ElementNaming(catalog, names: names)
    if word.first == "#" { naming.numbered = try ConfigurationFile.load().numbered }
    let found = naming.candidates(word)
    guard let first = found.first ?? formerPath(word) else {
      throw Failure(
        .differences,
        "no name or title matches '\(word)'; listo list shows short names and titles."
      )
    }
    guard found.count < 2 else { throw several(found, word) }
    return first
  }

  /// The place of the reminder that had this short name before it was moved.
  func formerPath(_ word: String) -> Catalog.IndexPath? {
    try? EditStore.journal(ConfigurationFile.load()).path(formerlyNamed: word, in: catalog)
  }

  /// Whether an identifier names an occurrence of a series, as `listo list --expand --json` prints it.
  ///
  /// - Throws: ``Failure`` with status 1 where the series has no such occurrence.
  func isOccurrence(_ identifier: ModelIdentifier, in context: ViewContext) throws(Failure) -> Bool {
    guard catalog.masterPath(ofOccurrence: identifier) != nil else { return false }
    guard catalog.occurrence(identifier, in: context) != nil else {
      throw Failure(
        .differences,
        "the series has no occurrence '\(identifier.recurrenceID ?? "")'; listo list --expand shows those that it has."
      )
    }
    return true
  }

  /// `done,`, `due in 3 days,`: what tells reminders of one title apart.
  private func state(_ reminder: Reminder) -> String {
    guard reminder.isOpen else { return reminder.status == .completed ? "done," : "\(reminder.status.word)," }
    guard let due = reminder.due else { return "open," }
    guard let dates else { return "due \(due)," }
    let zones = reminder.calendar.zones
    return reminder.isOverdue(in: dates.context)
      ? "\(dates.overdue(due, zones))," : "due \(dates.words(due, zones)),"
  }

  /// The line that tells a reminder from others: its short name, title, state, list and source.
  func line(_ path: Catalog.IndexPath) -> String {
    guard let reminder = catalog.reminder(at: path) else { return "" }
    let name = catalog.modelIdentifier(at: path).map(names().name) ?? ""
    let list = catalog.list(at: path)?.list.title ?? ""
    let source = catalog.sources[path.source].source.title
    return "\(name)  \(reminder.title ?? "untitled"), \(state(reminder)) in \(list) (\(source))"
  }

  /// All that may be meant, a line each, with what tells them apart.
  private func several(_ paths: [Catalog.IndexPath], _ word: String) -> Failure {
    let limit = 12
    var details: [String] = []
    for path in paths.prefix(limit) {
      let source = catalog.sources[path.source].source.title
      let list = catalog.list(at: path)?.list.title
      if catalog.reminder(at: path) != nil {
        details.append("  " + line(path))
      } else if let list, let identifier = catalog.modelIdentifier(at: path) {
        details.append("  \(list) (\(source))  \(identifier)")
      } else {
        details.append("  " + source)
      }
    }
    if paths.count > limit { details.append("  …") }
    return Failure(
      .differences, "'\(word)' matches \(paths.count) reminders:", details: details)
  }
}
