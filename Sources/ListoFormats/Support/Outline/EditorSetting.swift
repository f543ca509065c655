/// Settings that text editors take out of a text as their own, some of which run programs: the variables of
/// Emacs (Emacs manual, "File Variables") and the mode lines of vi (`:help modeline`). Both have a colon
/// behind a name.
enum EditorSetting {
  /// The text before a colon makes a setting of it: for vi at the beginning of a word, which is more than it
  /// takes.
  static func ends(_ before: some BidirectionalCollection<Unicode.Scalar>) -> Bool {
    guard !ends(before, with: "local variables") else { return true }
    return ["vi", "vim", "ex"].contains { ends(before, withWord: $0) }
  }

  /// Whether a text ends with this, and no ASCII letter or digit stands before it: in Emacs a word may begin
  /// between letters of two scripts.
  static func ends(_ text: some BidirectionalCollection<Unicode.Scalar>, withWord word: String) -> Bool {
    guard ends(text, with: word) else { return false }
    guard let before = text.dropLast(word.unicodeScalars.count).last, before.isASCII else { return true }
    return !before.properties.isAlphabetic && before.properties.numericType == nil
  }

  /// Whether a text ends with this, whatever the case: as Emacs compares, by the capital letter first, so
  /// that U+017F is an s.
  static func ends(_ text: some BidirectionalCollection<Unicode.Scalar>, with word: String) -> Bool {
    let end = text.suffix(word.unicodeScalars.count)
    return end.elementsEqual(word.unicodeScalars) { found, wanted in
      if found.isASCII, wanted.isASCII {
        return found == wanted || (found.value | 0x20 == wanted.value && found.value & 0x5F &- 0x41 < 26)
      }
      return found == wanted || found.properties.uppercaseMapping.lowercased() == String(wanted)
    }
  }
}
