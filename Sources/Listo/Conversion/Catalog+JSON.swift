internal import ListoFormats
public import ListoModel

extension Catalog {
  /// The reminders as JSON (RFC 8259), in UTF-8: an array with an object for each, as `listo list --json`
  /// prints it. Each object has the component's own dates and texts.
  ///
  /// - Parameter context: the clock and the zone for which a series has its current occurrence under
  ///   `current`, or is `finished`; nil for neither.
  /// - Complexity: linear in the catalog, and with a context in the missed occurrences.
  public func json(currentIn context: ViewContext? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    writeJSON(of: reminderPaths, currentIn: context) { bytes += $0 }
    return bytes
  }

  /// One reminder, as an object of that array, without a line end; nothing where none stands at `path`.
  ///
  /// - Parameter why: sentences for the key `why`, which stands behind the reminder's own; nil for none.
  package func json(at path: IndexPath, currentIn context: ViewContext, why: [String]? = nil) -> [UInt8] {
    let members = JSONValue.object(present: ["why": why.map { .strings($0) }]).members
    var writer = ReminderJSON(currentIn: context)
    var bytes: [UInt8] = []
    writer.write(path, of: self, adding: members, to: &bytes)
    return bytes
  }

  /// Hands on the same of some reminders, piece by piece: all of it would be in memory once more. It is made
  /// on all cores.
  ///
  /// - Parameters:
  ///   - isWhole: every component is written, an override that the row of its series shows among them.
  ///   - number: returns the running number of a reminder, which stands under `number`; nil for none.
  package func writeJSON<E: Error>(
    of paths: some Sequence<IndexPath>, currentIn context: ViewContext? = nil,
    isWhole: Bool = false, numberedBy number: @escaping @Sendable (IndexPath) -> Int? = { _ in nil },
    to write: (ArraySlice<UInt8>) throws(E) -> Void
  ) throws(E) {
    var rest = Array(paths)[...]
    let writers = IdleCopies(ReminderJSON(currentIn: context, isWhole: isWhole))
    try write(Array("[".utf8)[...])
    var isFirst = true
    try ThreadPipeline().run { () throws(E) -> ArraySlice<IndexPath>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(Self.share) }
      return rest.prefix(Self.share)
    } transform: { paths in
      writers.with { writer in
        var bytes: [UInt8] = []
        for path in paths {
          bytes += ",\n".utf8
          let members = number(path).map { [JSONValue.Member(key: "number", value: .number($0))] } ?? []
          writer.write(path, of: self, adding: members, to: &bytes)
        }
        return bytes
      }
    } consume: { (bytes: [UInt8]) throws(E) in
      try write(bytes.dropFirst(isFirst ? 1 : 0))
      isFirst = false
    }
    try write(Array("\n]\n".utf8)[...])
  }

  /// How many reminders a thread takes at a time.
  private static let share = 256
}
