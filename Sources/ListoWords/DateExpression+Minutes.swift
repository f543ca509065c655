extension DateExpression {
  /// Returns a note on the first word of a text that counts minutes with `m`, which meant months in an
  /// earlier version; nil if there is none.
  ///
  ///     DateExpression.minutesNote(in: "due < today+2m")     // "+2m is 2 minutes; 2 months are +2mo"
  ///
  /// To be removed after one release.
  public static func minutesNote(in text: String) -> String? {
    let words = text.lowercased().split { $0.isWhitespace || "()<>=,;".contains($0) }
    for (index, word) in words.enumerated() {
      let isDistance =
        index > 0 && ["in", "vor"].contains(words[index - 1])
        || index + 1 < words.count && words[index + 1] == "ago"
      let start = word.lastIndex { $0 == "+" || $0 == "-" } ?? word.startIndex
      let count = word[start...].dropLast()
      let digits = count.drop { $0 == "+" || $0 == "-" }
      guard word.hasSuffix("m"), !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
        isDistance || digits.startIndex > word.startIndex
      else { continue }
      return "\(count)m is \(digits) minutes; \(digits) months are \(count)mo"
    }
    return nil
  }
}
