internal import ListoModel

extension Capabilities {
  /// Every field of reminders, in values that are read back as they were, and nothing else.
  static let fieldsAlone = Capabilities(
    .none,
    fields: Dictionary(
      uniqueKeysWithValues: FieldID.allCases.map { id in
        (id, id == .alarms ? .approximate("the times at which they ring") : .exact)
      }),
    aspects: [
      .overrides: .exact, .lists: .approximate("their titles"), .timeZones: .approximate("their names"),
    ])
}
