internal import ListoFormats
public import ListoModel

extension Catalog {
  /// The reminders as JSON (RFC 8259), in UTF-8: an array with an object for each, as `listo list --json` prints it.
  ///
  /// - Complexity: linear in the catalog.
  public func json() -> [UInt8] {
    var writer = ReminderJSON()
    var bytes = Array("[".utf8)
    for (number, path) in reminderPaths.enumerated() {
      bytes += number == 0 ? "\n".utf8 : ",\n".utf8
      writer.write(path, of: self, to: &bytes)
    }
    return bytes + "\n]\n".utf8
  }
}
