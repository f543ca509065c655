internal import ListoModel

extension Format {
  /// TaskPaper's outlines: `TaskPaperReader` and `TaskPaperPage`.
  public static let taskPaper = Format(
    name: "taskpaper", title: "TaskPaper", extensions: ["taskpaper"],
    holds: "projects, tasks and notes, with tags such as @due(2026-12-01)",
    capabilities: TaskPaperPage.capabilities,
    recognise: { name, _ in Recognition.has(name, ["taskpaper"]) ? .certain : .none },
    makeReader: { _ in TaskPaperReader() },
    makeWriter: { options, losses in
      OutlineWriter(TaskPaperPage(), recurrence: options.recurrence, losses: losses)
    })
}
