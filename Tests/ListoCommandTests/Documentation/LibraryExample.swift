import Listo

/// The reminders of the highest priority below a folder; each selection can be saved, and found
/// again. A file that cannot be read is among `opened.failures`, and costs no other.
func urgent(in folder: String) -> [Selection] {
  let opened = Catalog.open(folder)
  let paths = opened.catalog.reminderPaths.filter { opened.catalog.reminder(at: $0)?.priority == 1 }
  return paths.compactMap { Selection($0, in: opened.catalog) }
}
