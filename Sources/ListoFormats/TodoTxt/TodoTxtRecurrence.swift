internal import ListoModel

/// The `rec:` convention of todo.txt programs: `+1w`, every week from the due date on; without the plus, from
/// the day it was done.
enum TodoTxtRecurrence {
  private static let frequencies: [(letter: Character, rule: String)] = [
    ("d", "FREQ=DAILY"), ("w", "FREQ=WEEKLY"), ("m", "FREQ=MONTHLY"), ("y", "FREQ=YEARLY"),
  ]
  private static let businessDays = "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"

  /// The word for a rule that says nothing but how often; nil for any other, and for one that is written
  /// otherwise than ``rule(_:)`` writes it.
  static func word(_ rule: String) -> String? {
    if rule == businessDays { return "+1b" }
    for (letter, frequency) in frequencies {
      if rule == frequency { return "+1\(letter)" }
      let head = frequency + ";INTERVAL="
      guard rule.hasPrefix(head), let interval = Int(rule.dropFirst(head.count)), interval > 1 else {
        continue
      }
      let word = "+\(interval)\(letter)"
      return self.rule(word)?.rule == rule ? word : nil
    }
    return nil
  }

  /// The rule that stands behind a title, `Water the plants (every week on Monday)`: how a plain line has one
  /// that no word can say; nil where none does.
  static func behind(_ title: String) -> (rule: String, title: String)? {
    guard title.utf8.last == 0x29, title.hasSuffix(")"), let start = title.suffix(300).lastIndex(of: "("),
      start > title.startIndex,
      title[title.index(before: start)] == " "
    else { return nil }
    let text = String(title[title.index(after: start)...].dropLast())
    let before = String(title[..<title.index(before: start)])
    return before.isEmpty ? nil : RepeatWords.ruleBehindTitle(text).map { ($0, before) }
  }

  /// A title would be read as one with a rule behind it, and there is no rule.
  static func isTaken(from title: String, hasRule: Bool) -> Bool { !hasRule && behind(title) != nil }

  /// The rule of a word; nil for a word that is none.
  static func rule(_ word: String) -> (rule: String, isFromCompletion: Bool)? {
    let isStrict = word.hasPrefix("+")
    let rest = isStrict ? word.dropFirst() : word[...]
    guard let letter = rest.last, let count = Int(rest.dropLast()), (1...9999).contains(count),
      rest.utf8.first != 0x2B
    else { return nil }
    if letter == "b" { return count == 1 ? (businessDays, !isStrict) : nil }
    guard let frequency = frequencies.first(where: { $0.letter == letter })?.rule else { return nil }
    return (count == 1 ? frequency : "\(frequency);INTERVAL=\(count)", !isStrict)
  }
}
