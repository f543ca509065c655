/// A stretch of a text without blanks, and how the tables of words have it.
struct WordToken: Sendable {
  /// In the text, with the punctuation behind it.
  var range: Range<String.Index>
  /// In small letters, digits and signs of other widths as ASCII has them, without what cannot be seen and
  /// without ``trailing``.
  let text: String
  /// The commas, stops, colons and marks at its end.
  let trailing: String
  /// Stands in quotation marks, or behind a backslash: a word of the title, whatever it could mean.
  var isQuoted = false
  /// The first of two times that are one word: `9:00-10:00`.
  var startsRange = false
  /// A sign stood between it and the word before, so that no phrase reaches over.
  var followsSign = false

  init(_ range: Range<String.Index>, of line: String) {
    self.range = range
    var folded = String.UnicodeScalarView()
    for scalar in line.unicodeScalars[range] where !Self.isInvisible(scalar) {
      folded.append(Self.folded(scalar))
    }
    let text = String(folded).lowercased()
    // A text of marks alone keeps the first of them.
    let marks = text.dropFirst().reversed().prefix { ",;.!?:".contains($0) }
    (self.text, trailing) = (String(text.dropLast(marks.count)), String(text.suffix(marks.count)))
  }

  /// The text without what stands at its end and cannot be seen, for names of tags and lists.
  static func visible(_ text: Substring) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !isInvisible($0) }))
  }

  /// Begins with a digit.
  var isNumber: Bool { text.utf8.first.map { $0 &- 0x30 < 10 } ?? false }

  // MARK: Characters

  /// Blanks of all kinds, the one that breaks no line among them.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? scalar == " " || 0x09...0x0D ~= scalar.value : scalar.properties.isWhitespace
  }

  /// Marks of the direction of writing, and others without width. The joiner of emoji is none of them.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Digits of any script, full-width signs and letters, and the hyphens and minus that stand for ASCII's.
  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = scalar.value
    if value < 0x80 { return scalar }
    switch value {
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0) ?? scalar
    case 0x2010, 0x2011, 0x2212: return "-"
    default: break
    }
    guard scalar.properties.numericType == .decimal, let number = scalar.properties.numericValue else {
      return scalar
    }
    return Unicode.Scalar(0x30 + UInt32(number)) ?? scalar
  }

  // MARK: Lines

  /// The words of a line.
  ///
  /// - Parameter quotes: what stands in double quotation marks is quoted.
  /// - Complexity: linear in the line.
  static func tokens(of line: String, quotes: Bool) -> [WordToken] {
    var tokens: [WordToken] = []
    let scalars = line.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      guard !isBlank(scalars[index]) else {
        scalars.formIndex(after: &index)
        continue
      }
      let start = index
      while index < scalars.endIndex, !isBlank(scalars[index]) { scalars.formIndex(after: &index) }
      let token = WordToken(start..<index, of: line)
      // A word without any visible character counts as a blank.
      if !token.text.isEmpty { tokens.append(token) }
    }
    if quotes { markQuotes(&tokens) }
    return tokens
  }

  /// Tokens of which a date's word and the shifts behind it, `tomorrow+7d`, are two; so are two times,
  /// `9:00-10:00`, and German's `Freitagabend`.
  static func splitting(_ tokens: [WordToken], of line: String, in language: WordsLanguage) -> [WordToken] {
    var result: [WordToken] = []
    for token in tokens {
      guard !token.isQuoted, let place = token.splittingPlace(in: line, language) else {
        result.append(token)
        continue
      }
      var first = WordToken(token.range.lowerBound..<place, of: line)
      first.followsSign = token.followsSign
      first.startsRange = token.isNumber
      result += [first, WordToken(place..<token.range.upperBound, of: line)]
    }
    return result
  }

  private func splittingPlace(in line: String, _ language: WordsLanguage) -> String.Index? {
    let scalars = line.unicodeScalars
    if let count = language.joined[text] {
      // Letters that can be seen are as many as those of the table.
      var seen = 0
      return scalars[range].indices.first { index in
        defer { seen += Self.isInvisible(scalars[index]) ? 0 : 1 }
        return seen == count && !Self.isInvisible(scalars[index])
      }
    }
    guard
      let sign = scalars[range].dropFirst().firstIndex(where: {
        let folded = Self.folded($0)
        return folded == "+" || Self.isDash(Character(folded))
      })
    else { return nil }
    let (word, rest) = (
      WordToken(range.lowerBound..<sign, of: line), WordToken(sign..<range.upperBound, of: line)
    )
    guard rest.text.dropFirst().first?.isNumber ?? false else { return nil }
    if isNumber {
      func isTime(_ text: some StringProtocol) -> Bool {
        text.contains(":") || text.hasSuffix("am") || text.hasSuffix("pm")
      }
      func isHour(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= 2 && WordGrammar.digits(text) != nil
      }
      let end = rest.text.dropFirst()
      return (isTime(word.text) || isHour(word.text)) && (isTime(end) || isHour(end))
        && !end.contains(where: Self.isDash) ? sign : nil
    }
    let isOfDates = (language.meanings[word.text] ?? []).contains {
      if case .period = $0 { true } else { $0.isOfDates }
    }
    return isOfDates && ["+", "-"].contains(rest.text.first) ? sign : nil
  }

  /// A hyphen, or a dash, which does not become one.
  static func isDash(_ character: Character) -> Bool { ["-", "–", "—"].contains(character) }

  private static let openingMarks: Set<Character> = ["\"", "“", "„", "«", "»"]
  private static let closingMarks: Set<Character> = ["\"", "”", "“", "»", "«"]

  /// From a word with a quotation mark before it to the next with one behind it.
  private static func markQuotes(_ tokens: inout [WordToken]) {
    var closes = tokens.indices.filter { index in
      closingMarks.contains(tokens[index].text.last ?? " ")
    }[...]
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      let text = tokens[index].text
      guard let first = text.first, openingMarks.contains(first) else { continue }
      while let close = closes.first, close < index || close == index && text.count == 1 {
        closes.removeFirst()
      }
      guard let close = closes.first else { return }
      for inside in index...close { tokens[inside].isQuoted = true }
      index = close
    }
  }
}
