/// A command line that is split into words and run without a shell: nothing in it is expanded.
package enum CommandWords {
  /// The words of a text: blanks divide them; quotes and a backslash take from a character what it means, as
  /// in a shell.
  ///
  /// - Returns: nil where a quote has no end.
  package static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let next = rest.popFirst() {
      switch (next, quote) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("\\", "\""):
        // In double quotes a backslash stays before what means nothing there (POSIX 2.2.3).
        guard let escaped = rest.popFirst() else { return nil }
        if !["\"", "\\", "$", "`"].contains(escaped) { word?.append("\\") }
        word?.append(escaped)
      case (_, .some): word?.append(next)
      case ("'", nil), ("\"", nil):
        quote = next
        word = word ?? ""
      case ("\\", nil):
        guard let escaped = rest.popFirst() else { return nil }
        word = (word ?? "") + String(escaped)
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(next)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
