import Listo
@testable import ListoFormats
@testable import ListoModel

/// Every reminder can be named, found again, and asked for each of its fields, and a field that is set says
/// so.
@Sendable func fuzzModel(_ input: [UInt8]) {
  let catalog = catalog(input)
  for path in catalog.reminderPaths {
    guard let reminder = catalog.reminder(at: path), let identifier = catalog.modelIdentifier(at: path) else {
      broken("a path leads to nothing")
    }
    expect(
      catalog.indexPath(for: identifier) == path, "an identifier leads elsewhere:", identifier.description)
    expect(
      ModelIdentifier(identifier.description) == identifier, "an identifier is read as another:",
      "\(identifier)")
    guard let selection = Selection(path, in: catalog) else { broken("nothing can be selected") }
    expect(selection.resolve(in: catalog) == .found(path), "a selection is not found again:", "\(selection)")
    let read = try? Selection(json: selection.json.compact)
    expect(read == selection, "a selection, written and read, is another:", "\(selection)")
    for field in Field.all {
      let value = field.get(reminder)
      guard let set = field.set, let value else { continue }
      var changed = reminder
      guard (try? set(&changed, value)) != nil else { continue }
      // No line can hold a line end; words such as those of STATUS are written in capitals.
      if value.description.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { continue }
      expect(
        field.get(changed)?.description.uppercased() == value.description.uppercased(),
        "a field that was set to what it was is another:",
        "\(field.name), \(value), \(String(describing: field.get(changed)))")
    }
  }
}

/// A catalog of one file in one folder.
func catalog(_ input: [UInt8]) -> Catalog {
  var builder = CatalogBuilder()
  do throws(ICalendarError) {
    let file = try CalendarFile(reading: MemorySource(input), file: "fuzz.ics")
    builder.add(file, fileName: "fuzz.ics", in: folder)
  } catch {
    broken("memory cannot be read")
  }
  return builder.catalog()
}

let folder = CatalogBuilder.Folder(
  parent: Source(identifier: "/p", title: "p", kind: .folder),
  source: Source(identifier: "/p/f", title: "f", kind: .folder), name: "f", path: "/p/f")
