internal import ListoModel

extension Format {
  /// A title a line, and nothing else: `PlainReader`, `PlainWriter`.
  public static let plain = Format(
    name: "plain", title: "plain text", extensions: ["txt"], holds: "titles, one per line",
    capabilities: Capabilities(
      .none, fields: [.title: .approximate("on one line, without white space around it")]),
    // Any text could be it, and what ends in .txt may be todo.txt: it is read where it is asked for by name,
    // and nowhere else.
    recognise: { _, _ in .none },
    makeReader: { _ in PlainReader() }, makeWriter: { PlainWriter(losses: $1) })
}
