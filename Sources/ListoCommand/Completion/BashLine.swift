/// A command line of bash up to the cursor, split into words as bash does it, and the quoting of its last
/// word.
struct BashLine {
  enum Quote { case none, single, double }

  /// Without quoting; the last is the one to complete.
  private(set) var words = [""]
  /// How the last word is quoted where it ends.
  private var quote = Quote.none
  /// The part of the last word, without quoting, that readline leaves alone: it replaces what is behind the
  /// last break or quote.
  private var kept = ""
  /// The same where the quote that is open began: readline goes back to it once the quote is closed.
  private var keptBeforeQuote = ""
  private var isBetween = true

  /// - Parameter breaks: COMP_WORDBREAKS.
  init(_ line: String, breaks: String) {
    var isEscaped = false
    let breaks = Set(breaks)
    for character in line {
      switch (quote, character) {
      case _ where isEscaped:
        // Within double quotes a backslash escapes only these.
        if quote == .double, !"\"\\$`".contains(character) { append("\\") }
        append(character)
        isEscaped = false
      case (.single, "'"), (.double, "\""): (quote, kept) = (.none, keptBeforeQuote)
      case (.single, _): append(character)
      case (_, "\\"): isEscaped = true
      case (.double, _): append(character)
      case (.none, "'"), (.none, "\""): open(character == "'" ? .single : .double)
      case (.none, " "), (.none, "\t"), (.none, "\n"): end()
      case (.none, ";"), (.none, "|"), (.none, "&"): restart()
      case (.none, _):
        append(character)
        if breaks.contains(character) { kept = words[words.count - 1] }
      }
    }
  }

  private mutating func append(_ character: Character) {
    words[words.count - 1].append(character)
    isBetween = false
  }

  private mutating func open(_ quote: Quote) {
    self.quote = quote
    keptBeforeQuote = kept
    kept = words[words.count - 1]
    isBetween = false
  }

  private mutating func end() {
    guard !isBetween else { return }
    words.append("")
    (kept, isBetween) = ("", true)
  }

  /// Another command begins.
  private mutating func restart() { (words, kept, isBetween) = ([""], "", true) }

  /// The replacement for the end of the last word, quoted, with which the word becomes `candidate`; nil where
  /// there is none.
  func completed(_ candidate: String) -> String? {
    guard candidate.hasPrefix(kept) else { return nil }
    let rest = candidate.dropFirst(kept.count)
    switch quote {
    case .none: return Self.escaped(rest)
    case .single:
      return rest.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    case .double:
      return rest.map { character in
        switch character {
        case "\"", "\\", "$", "`": "\\\(character)"
        // Bash would look it up in its history, and keeps a backslash before it.
        case "!": #""'!'""#
        default: String(character)
        }
      }.joined()
    }
  }

  private static func escaped(_ text: Substring) -> String {
    text.unicodeScalars.map { scalar in
      let isPlain =
        scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_./,+@%:=-".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "\\\(scalar)"
    }.joined()
  }
}
