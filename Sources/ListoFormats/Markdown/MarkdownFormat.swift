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

extension Format {
  /// The pages of Logseq, whose tasks are blocks such as `- TODO Pay the rent`.
  public static let logseq = Format(
    name: "logseq", title: "Logseq pages", extensions: ["md"], holds: "Markdown pages and journals of Logseq",
    capabilities: Capabilities(
      fields: [
        .title: .exact, .notes: .exact, .status: .exact, .due: .exact, .start: .exact,
        .priority: .approximate("three levels"), .tags: .exact, .parent: .exact, .uid: .exact,
        .recurrence: .approximate("an interval"), .completed: .approximate("from the logbook"),
      ], aspects: [.lists: .exact]),
    recognise: { _, beginning in LogseqBlock.likelihood(beginning) },
    makeReader: { _ in MarkdownReader(isLogseq: true) })
}
