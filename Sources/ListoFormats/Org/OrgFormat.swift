internal import ListoModel

extension Format {
  /// Emacs' outlines: `OrgPage` and `OrgReader`.
  public static let org = Format(
    name: "org", title: "Org", extensions: ["org"], holds: "headlines; the rest in property drawers",
    options: [
      FormatOption(
        "keywords", "the keywords of headlines when reading, such as TODO,NEXT|DONE", value: .text),
      FormatOption("dated", "headlines with SCHEDULED or DEADLINE are tasks without a keyword too"),
    ],
    capabilities: OrgPage.capabilities,
    recognise: { name, beginning in
      let isNamed = Recognition.has(name, ["org"])
      return OrgReader.hasTask(beginning) ? (isNamed ? .certain : .likely) : isNamed ? .likely : .none
    },
    makeReader: { OrgReader(keywords: $0.value("keywords"), isDated: $0.contains("dated")) },
    makeWriter: { OutlineWriter(OrgPage(), losses: $1) })
}
