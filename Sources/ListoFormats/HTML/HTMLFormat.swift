internal import ListoModel

extension Format {
  /// A page for people: `HTMLPage`.
  public static let html = Format(
    name: "html", title: "HTML", extensions: ["html", "htm"], holds: "a page for people",
    options: [FormatOption("title", "the title of the page, instead of Reminders", value: .text)],
    capabilities: HTMLPage.capabilities, recognise: { _, _ in .none },
    makeWriter: { OutlineWriter(HTMLPage(title: $0.value("title")), recurrence: $0.recurrence, losses: $1) })
}
