import Listo
@testable import ListoWords

/// A quick entry loses no word, its pieces stand in order, and what they mean is read back. The first byte is
/// the language and the hour, the second the day; the rest is the line.
@Sendable func fuzzWords(_ input: [UInt8]) {
  guard input.count > 2 else { return }
  let language = WordsLanguage.all[Int(input[0]) % WordsLanguage.all.count]
  let day = Day(daysSince1970: 20_500 + Int(input[1]) * 7)
  let context = WordsContext(
    now: LocalDateTime(startOf: day).adding(seconds: Int64(input[0]) * 331),
    weekStart: input[1] & 1 == 0 ? .monday : .sunday)
  let line = String(decoding: input[2...], as: UTF8.self)

  expect(QuickEntry(plain: line).title == line, "a plain title is another:", line)
  guard let entry = try? QuickEntry(line, language: language, in: context) else { return }
  var left = ""
  var place = line.startIndex
  for piece in entry.pieces {
    expect(place <= piece.range.lowerBound, "pieces overlap:", line)
    left.unicodeScalars += line.unicodeScalars[place..<piece.range.lowerBound]
    place = piece.range.upperBound
  }
  left.unicodeScalars += line.unicodeScalars[place...]
  expect(shown(left) == shown(entry.title), "title and pieces are not the line:", "\(entry.title) of \(line)")

  func meaning(_ kind: Piece.Kind) -> String? { entry.pieces.first { $0.kind == kind }?.meaning }
  let said = [meaning(.date), meaning(.time)].compactMap { $0 }.joined(separator: " ")
  if !said.isEmpty, meaning(.rule) == nil || meaning(.date) != nil {
    expect(
      (try? DateWords.parse(said, language: language, in: context)) == entry.due,
      "a date, written and read, is another:", "\(said) of \(line)")
  }
  if let rule = meaning(.rule) {
    expect(
      (try? RuleWords.parse(rule, language: language, in: context)) == entry.repeats,
      "a rule, written and read, is another:", "\(rule) of \(line)")
  }
}

/// The visible characters of a text, without blanks.
private func shown(_ text: String) -> [Unicode.Scalar] {
  text.unicodeScalars.filter {
    !$0.properties.isWhitespace && $0.properties.generalCategory != .format
      && $0.properties.generalCategory != .control
  }
}
