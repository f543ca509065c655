/// An address on the web, named where a file is meant: `https://…`, or the `webcal://…` of a calendar that is published.
package struct WebAddress: Sendable, Hashable {
  /// What to fetch: `webcal` is the word for a calendar behind `https`.
  package let url: String

  /// The same in quotes, for a shell.
  package var quoted: String { "'" + url.replacing("'", with: "'\\''") + "'" }

  /// nil for any other text.
  package init?(_ text: String) {
    guard let end = text.firstRange(of: "://"), end.upperBound < text.endIndex else { return nil }
    switch text[..<end.lowerBound].lowercased() {
    case "http", "https": url = text
    case "webcal", "webcals": url = "https" + text[end.lowerBound...]
    default: return nil
    }
  }
}
