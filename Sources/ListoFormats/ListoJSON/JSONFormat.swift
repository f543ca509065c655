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
