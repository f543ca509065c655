internal import ListoModel

extension Format {
  /// Google Takeout's Tasks.json: the lists of Google Tasks as its export has them.
  public static let takeout = Format(
    name: "takeout", title: "Google Takeout Tasks", extensions: ["json"],
    holds: "the lists of Google Tasks, as exported",
    capabilities: Capabilities(
      fields: [
        .title: .exact, .notes: .exact, .status: .approximate("done or not"), .completed: .exact,
        .due: .exact, .parent: .exact, .created: .exact, .modified: .exact,
        .uid: .exact, .url: .approximate("the first of its links"),
      ], aspects: [.lists: .exact]),
    recognise: { _, beginning in
      let outline = JSONOutline(beginning)
      guard outline.shape == .object, outline.has("items") else { return .none }
      if let kind = outline.keys["kind"] { return kind.hasPrefix("tasks#") ? .certain : .none }
      return TakeoutReader.knowsMost(of: outline) ? .likely : outline.itemKeys.isEmpty ? .none : .similar
    },
    makeReader: { _ in TakeoutReader() })
}
