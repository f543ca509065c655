internal import ListoModel

extension Format {
  /// The CSV that Todoist exports and imports: `TodoistReader`, `TodoistWriter`.
  public static let todoist = Format(
    name: "todoist", title: "Todoist's template", extensions: ["csv"],
    holds: "open reminders, in part",
    capabilities: Capabilities(
      .none,
      fields: [
        .title: .approximate("on one line; a word with @ is a label"), .notes: .exact,
        .status: .approximate("what is open; what is finished is left out"),
        .priority: .approximate("1, 5, 9 or none"), .tags: .approximate("without blanks"),
        .due: .approximate("without seconds"), .start: .approximate("where the due date has no time"),
        .recurrence: .approximate("rules for which Todoist has words"),
        .parent: .approximate("by indentation, four deep"),
      ],
      aspects: [
        .lists: .approximate("as sections, where there are several"), .timeZones: .approximate("their names"),
      ]),
    recognise: { _, beginning in TodoistReader.isHeader(CSVHeader.firstLine(beginning)) ? .certain : .none },
    makeReader: { _ in TodoistReader() },
    makeWriter: { TodoistWriter(recurrence: $0.recurrence, losses: $1) })
}
