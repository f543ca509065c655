import Listo

/// What has the highest priority in the calendars below a folder; each selection can be saved, and found again.
func urgent(in folder: String) throws -> [Selection] {
  var builder = CatalogBuilder()
  for input in InputTree([folder]).inputs {
    let file = try CalendarFile(reading: input.open(), file: input.name)
    builder.add(file, fileName: input.fileName, in: input.folder)
  }
  let catalog = builder.catalog()
  let paths = catalog.reminderPaths.filter { catalog.reminder(at: $0)?.priority == 1 }
  return paths.compactMap { Selection($0, in: catalog) }
}
