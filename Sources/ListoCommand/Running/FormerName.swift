internal import Listo

/// The short name that a reminder had before it was moved to another list.
enum FormerName {
  /// The place of the reminder that had the name; nil for none, and if several reminders have its UID now.
  static func path(_ word: String, in catalog: Catalog) -> Catalog.IndexPath? {
    guard let journal = try? EditStore.journal(ConfigurationFile.load()),
      let uid = (try? journal.uids(formerlyNamed: word))?.first
    else { return nil }
    let paths = catalog.reminderPaths.filter { path in
      catalog.reminder(at: path).map { $0.uid == uid && $0.recurrenceID == nil } ?? false
    }
    return paths.count == 1 ? paths[0] : nil
  }
}
