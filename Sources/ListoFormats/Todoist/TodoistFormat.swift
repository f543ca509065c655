internal import ListoModel

extension Format {
  /// The CSV that Todoist exports and imports: `TodoistReader`, `TodoistWriter`.
  public static let todoist = Format(
    name: "todoist", title: "Todoist's template", extensions: ["csv"],
    holds: "open reminders, in part",
    options: [
      FormatOption(
        "today", "the day on which dates such as tomorrow or every monday were written, when reading",
        value: .text)
    ],
    capabilities: Capabilities(
      .none,
      fields: [
        .title: .approximate("on one line; a word with @ is a label"), .notes: .exact,
        .status: .approximate("only open reminders; completed ones are left out"),
        .priority: .approximate("1, 5, 9 or none"), .tags: .approximate("without blanks"),
        .due: .approximate("without seconds"), .start: .approximate("if the due date has no time"),
        .recurrence: .approximate("rules that Todoist has words for"),
        .parent: .approximate("by indentation, four deep"),
      ],
      aspects: [
        .lists: .approximate("as sections, if there are several"), .timeZones: .approximate("their names"),
      ]),
    recognise: { _, beginning in
      CSVHeaderLine.isOfTodoist(CSVHeaderLine.first(beginning).text) ? .certain : .none
    },
    makeReader: { TodoistReader(today: $0.value("today")) },
    makeWriter: { TodoistWriter(recurrence: $0.recurrence, losses: $1) })
}
