internal import ICalendar

/// Signs that follow a blank: `#tag`, `@list`, `!high`, `^start`, and their long forms `tag:`, `list:`,
/// `start:` and `due:`.
extension QuickEntryReader {
  mutating func takeSigns() throws(WordsError) {
    var index = 0
    var followsSign = false
    // Where a quotation mark in a sign's value is looked for no more, since there is none.
    var hasMarks = true
    while index < tokens.count {
      var token = tokens[index]
      if !token.isQuoted {
        if escape(token) {
          token.isQuoted = true
        } else if index > 0, let next = try sign(at: index, &hasMarks) {
          index = next
          followsSign = true
          continue
        }
      }
      token.followsSign = followsSign
      followsSign = false
      words.append(token)
      index += 1
    }
  }

  /// A backslash before what would be understood is taken away.
  private mutating func escape(_ token: WordToken) -> Bool {
    guard token.text.hasPrefix("\\") else { return false }
    let rest = token.text.dropFirst()
    guard let first = rest.first, first != "\\" else { return false }
    let isKey = rest.firstIndex(of: ":").map { key(rest[..<$0]) != nil } ?? false
    guard
      "#@!^+".contains(first) || first.isNumber || isKey || language.meanings[String(rest)] != nil
        || WordGrammar.priority(String(rest)) != nil
    else { return false }
    let scalars = line.unicodeScalars
    guard let start = scalars[token.range].firstIndex(where: { WordToken.folded($0) == "\\" }) else {
      return false
    }
    pieces.append(
      Piece(
        start..<scalars.index(after: start), .escape,
        WordToken.visible(line[scalars.index(after: start)..<token.range.upperBound])))
    return true
  }

  private func key(_ word: Substring) -> Piece.Kind? {
    for case .key(let kind) in language.meanings[String(word)] ?? [] { return kind }
    return nil
  }

  /// Reads the sign at a token.
  ///
  /// - Returns: the token behind it; nil where it is none.
  private mutating func sign(at index: Int, _ hasMarks: inout Bool) throws(WordsError) -> Int? {
    let token = tokens[index]
    guard let first = token.text.first, token.text.count > 1 else { return nil }
    let kind: Piece.Kind
    var length = 1
    switch first {
    case "#": kind = .tag
    case "@": kind = .list
    case "^": kind = .start
    case "!":
      return try important(token, index)
    default:
      guard first.isLetter, let colon = token.text.firstIndex(of: ":"), let found = key(token.text[..<colon])
      else { return nil }
      kind = found
      length = token.text.distance(from: token.text.startIndex, to: colon) + 1
      guard token.text.count > length else { return nil }
    }
    let scalars = line.unicodeScalars
    // Behind the sign, whatever invisible marks stand before it.
    var value = token.range.lowerBound
    var seen = 0
    let head = token.text.prefix(length).unicodeScalars.count
    while seen < head, value < token.range.upperBound {
      if !WordToken.isInvisible(scalars[value]) { seen += 1 }
      value = scalars.index(after: value)
    }
    switch kind {
    case .tag, .list: return try name(kind, token, value, index, &hasMarks)
    default: return try date(kind, isKey: length > 1, token, value, index)
    }
  }

  /// `!high`, and `!1` to `!9` (RFC 5545 §3.8.1.9). Exclamation marks alone are emphasis, and belong to the
  /// title.
  private mutating func important(_ token: WordToken, _ index: Int) throws(WordsError) -> Int? {
    guard let found = importance(token.text.dropFirst()) else { return nil }
    guard priority == nil else { throw error(.twice(.priority), token.range) }
    priority = found
    pieces.append(
      Piece(token.range, .priority, WordsLanguage.english.written.importance[found] ?? String(found)))
    return index + 1
  }

  private func importance(_ word: Substring) -> Int? {
    for case .importance(let found) in language.meanings[String(word)] ?? [] { return found }
    return Int(word).flatMap { word.count == 1 && (1...9).contains($0) ? $0 : nil }
  }

  // MARK: Names

  private mutating func name(
    _ kind: Piece.Kind, _ token: WordToken, _ value: String.Index, _ index: Int, _ hasMarks: inout Bool
  ) throws(WordsError) -> Int? {
    let scalars = line.unicodeScalars
    var range = token.range
    var next = index + 1
    let name: String
    if scalars[value] == "\"" {
      guard hasMarks else { return nil }
      let begin = scalars.index(after: value)
      guard let end = scalars[begin...].firstIndex(of: "\"") else {
        hasMarks = false
        return nil
      }
      name = WordToken.visible(line[begin..<end])
      range = range.lowerBound..<scalars.index(after: end)
      while next < tokens.count, tokens[next].range.lowerBound < range.upperBound { next += 1 }
      // Something else stands at the closing mark.
      guard tokens[next - 1].range.upperBound == range.upperBound, name.contains(where: { !$0.isWhitespace })
      else { return nil }
    } else {
      let isLast = index == tokens.count - 1
      guard token.trailing.isEmpty || isLast || token.trailing.allSatisfy({ $0 == "," || $0 == ";" }) else {
        return nil
      }
      let raw = WordToken.visible(line[value..<token.range.upperBound])
      name = String(raw.dropLast(token.trailing.count))
      guard Self.isName(name) else { return nil }
    }
    if kind == .list {
      guard list == nil else { throw error(.twice(.list), range) }
      list = name
    } else if !tags.contains(name) {
      tags.append(name)
    }
    pieces.append(Piece(range, kind, name))
    return next
  }

  /// A name without quotation marks has a letter or a picture in it, and no signs but those that join words:
  /// no `#12`, no `a@b`.
  private static func isName(_ name: String) -> Bool {
    var hasLetter = false
    for scalar in name.unicodeScalars {
      let isLetter =
        scalar.properties.isAlphabetic || scalar.value > 0x2000 && scalar.properties.isEmojiPresentation
      hasLetter = hasLetter || isLetter
      guard
        scalar.value > 0x7F || isLetter || scalar.value &- 0x30 < 10
          || "-_/.+&'".unicodeScalars.contains(scalar)
      else { return false }
    }
    return hasLetter
  }

  // MARK: Dates

  /// `^next friday 9:00`: as many words as are a date with a time.
  private mutating func date(
    _ kind: Piece.Kind, isKey: Bool, _ token: WordToken, _ value: String.Index, _ index: Int
  ) throws(WordsError) -> Int? {
    guard value < token.range.upperBound else { return nil }
    var window = [WordToken(value..<token.range.upperBound, of: line)]
    window += tokens[(index + 1)...].prefix(Self.signWindow)
    // A sign ends the date.
    if let sign = window.dropFirst().firstIndex(where: { "#@!^".contains($0.text.first ?? " ") }) {
      window.removeSubrange(sign...)
    }
    var grammar = WordGrammar(line, window, language, isWhole: true)
    let run = grammar.run([.date, .time], to: window.count)
    guard let last = run.spans.last else {
      guard isKey else { return nil }
      throw error(.notUnderstood(expected: DateWords.expected), value..<token.range.upperBound)
    }
    let phrases: Phrases
    do throws(WordsError) {
      phrases = try Phrases(run, grammar, in: context)
    } catch {
      throw self.error(error.problem, error.range)
    }
    guard let date = phrases.due else { return nil }
    let range = token.range.lowerBound..<window[last.words.upperBound - 1].range.upperBound
    if kind == .start {
      guard start == nil else { throw error(.twice(.start), range) }
      start = date
    } else {
      guard due == nil else { throw error(.twice(.date), range) }
      due = date
    }
    pieces.append(Piece(range, kind, date.words(.english), note: phrases.pieces.compactMap(\.note).first))
    return index + last.words.upperBound
  }

  /// The words behind a sign that can belong to its date.
  private static let signWindow = 12
}
