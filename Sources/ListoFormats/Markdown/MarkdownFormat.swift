internal import ListoModel

extension Format {
  /// Checklists: `MarkdownPage` and `MarkdownReader`.
  public static let markdown = Format(
    name: "markdown", title: "Markdown", extensions: ["md", "markdown"],
    holds: "checklists: title and status",
    options: [
      FormatOption(
        "obsidian", "dates, priorities and more in the signs of Obsidian Tasks; dates without times",
        keeps: ["due date", "start date", "priority", "date of completion", "creation date"]),
      FormatOption("dataview", "the same and more, as fields of Dataview"),
    ],
    capabilities: MarkdownPage.capabilities,
    recognise: { name, beginning in
      let isNamed = Recognition.has(name, ["md", "markdown"])
      return MarkdownReader.hasTask(beginning) ? (isNamed ? .certain : .likely) : isNamed ? .possible : .none
    },
    makeReader: { _ in MarkdownReader() },
    makeWriter: { options, losses in
      OutlineWriter(
        MarkdownPage(
          options.contains("dataview") ? .dataview : options.contains("obsidian") ? .obsidian : .plain),
        recurrence: options.recurrence, losses: losses)
    })
}
