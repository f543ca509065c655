internal import ListoFormats
public import ListoModel

extension Catalog {
  /// The reminders as JSON (RFC 8259), in UTF-8: an array with an object for each, as `listo list --json` prints it.
  ///
  /// - Complexity: linear in the catalog.
  public func json() -> [UInt8] {
    var bytes: [UInt8] = []
    writeJSON(of: reminderPaths) { bytes += $0 }
    return bytes
  }

  /// Hands on the same of some reminders, piece by piece: all of it would be in memory once more.
  package func writeJSON<E: Error>(
    of paths: some Sequence<IndexPath>, to write: (ArraySlice<UInt8>) throws(E) -> Void
  ) throws(E) {
    var writer = ReminderJSON()
    var bytes = Array("[".utf8)
    var isFirst = true
    for path in paths {
      bytes += isFirst ? "\n".utf8 : ",\n".utf8
      isFirst = false
      writer.write(path, of: self, to: &bytes)
      guard bytes.count > 1 << 16 else { continue }
      try write(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    try write((bytes + "\n]\n".utf8)[...])
  }
}
