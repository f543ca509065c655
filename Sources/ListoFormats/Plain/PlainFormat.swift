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

/// A title as one line can hold it.
enum PlainTitle {
  /// The text with a space for each line end, without white space and byte order marks around it; linear in
  /// its length.
  static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\r" {
        if !(isBehindReturn && scalar == "\n") { scalars.append(" ") }
      } else {
        scalars.append(scalar)
      }
      isBehindReturn = scalar == "\r"
    }
    guard let first = scalars.firstIndex(where: { !isAround($0) }),
      let last = scalars.lastIndex(where: { !isAround($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  private static func isAround(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{FEFF}"
  }
}
