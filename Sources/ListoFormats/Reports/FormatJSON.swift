/// The formats and their capabilities as one JSON document, as `listo formats --json` prints it.
///
///     {"listo":"formats","version":1,"formats":[{"name":…,"title":…,"aliases":[…],"extensions":[…],"read":…,"write":…,
///      "holds":…,"options":[{"name":…,"summary":…}],"capabilities":{"title":"yes","due":"without the time of day","url":"no",…}}]}
///
/// `capabilities` has every field and every other part of calendars, by name.
package enum FormatJSON {
  /// - Parameter formats: in the order in which they are shown.
  public static func value(_ formats: [Format] = Format.all) -> JSONValue {
    .object(present: ["listo": "formats", "version": 1, "formats": .array(formats.map(row))])
  }

  private static func row(_ format: Format) -> JSONValue {
    .object(present: [
      "name": .string(format.name), "title": .string(format.title), "aliases": .strings(format.aliases),
      "extensions": .strings(format.extensions),
      "read": .bool(format.canRead), "write": .bool(format.canWrite), "holds": .string(format.holds),
      "options": .array(
        format.options.map { option in
          .object(present: ["name": .string(option.name), "summary": .string(option.summary)])
        }),
      "capabilities": .object(
        format.capabilities.words.map { .init(key: $0.name, value: .string($0.fidelity)) }),
    ])
  }
}
