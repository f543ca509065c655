internal import Listo

/// Finds what a word on the command line names.
struct Lookup {
  let catalog: Catalog
  let names: ShortNames

  /// A model identifier, the beginning of a short name, or a UID.
  ///
  /// - Throws: ``Failure`` with status 1 where nothing, or more than one element, has the name.
  func path(_ word: String) throws(Failure) -> Catalog.IndexPath {
    if let identifier = ModelIdentifier(word), let path = catalog.indexPath(for: identifier) { return path }
    let short = names.identifiers(startingWith: word)
    if short.count == 1, let path = catalog.indexPath(for: short[0]) { return path }
    let uids = catalog.reminderPaths.filter { catalog.modelIdentifier(at: $0)?.uid?.text == word }
    // A master comes before its overrides.
    let masters = uids.filter { catalog.modelIdentifier(at: $0)?.recurrenceID == nil }
    if uids.count == 1 { return uids[0] }
    if masters.count == 1 { return masters[0] }
    let several = short.isEmpty ? uids : short.compactMap(catalog.indexPath)
    guard several.isEmpty else {
      throw Failure(.differences, "'\(word)' names \(several.count) reminders: \(describe(several)).")
    }
    throw Failure(
      .differences, "no reminder is named '\(word)'; listo list shows the short names before the titles.")
  }

  private func describe(_ paths: [Catalog.IndexPath]) -> String {
    let shown = paths.prefix(6).compactMap { path -> String? in
      guard let identifier = catalog.modelIdentifier(at: path), let reminder = catalog.reminder(at: path)
      else {
        return nil
      }
      return "\(names.name(of: identifier)) (\(Visible.line(reminder.title ?? "untitled")))"
    }
    return shown.joined(separator: ", ") + (paths.count > 6 ? ", …" : "")
  }
}
