internal import ListoModel

extension Format {
  /// One JSON document with everything: `JSONDocumentWriter`.
  public static let json = Format(
    name: "json", title: "Listo JSON", extensions: ["json"],
    holds: "everything, though not the original bytes",
    capabilities: Capabilities(.exact, aspects: [.sources: .approximate("their titles")]),
    recognise: { name, beginning in
      switch ReminderCollectionReader.shape(beginning) {
      case .document: .certain
      case .reminders: .likely
      case .reminder: Recognition.has(name, ["json"]) ? .certain : .none
      case .others: Recognition.has(name, ["jsonl", "ndjson"]) ? .none : .similar
      case nil: .none
      }
    },
    makeReader: { _ in ReminderCollectionReader() },
    makeWriter: { JSONDocumentWriter(losses: $1) })
}

extension Format {
  /// Reminders, one JSON object a line: the shape of `ReminderJSON`.
  public static let jsonLines = Format(
    name: "jsonl", title: "JSON lines", extensions: ["jsonl", "ndjson"], holds: "reminders, one per line",
    capabilities: Capabilities(
      .exact,
      aspects: [
        .events: .none, .journals: .none, .otherComponents: .none, .calendarProperties: .none,
        .timeZones: .approximate("time zones that tzdata does not have or defines differently"),
        .sources: .approximate("their titles"), .lists: .approximate("their titles"),
      ]),
    recognise: { name, beginning in
      let isNamed = Recognition.has(name, ["jsonl", "ndjson"])
      switch ReminderCollectionReader.shape(beginning) {
      case .reminder: return isNamed ? .certain : .likely
      case .reminders, .document: return isNamed ? .likely : .none
      case .others: return isNamed ? .similar : .none
      case nil: return isNamed && beginning.isEmpty ? .likely : .none
      }
    },
    makeReader: { _ in ReminderCollectionReader() },
    makeWriter: { JSONLinesWriter(losses: $1) })
}
