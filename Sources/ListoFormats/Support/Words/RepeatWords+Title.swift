internal import ICalendar

extension RepeatWords {
  /// What stands in parentheses behind a title for a rule that a format has no other place for: words, else
  /// the RRULE itself; nil where that holds characters which could be taken for something else.
  static func behindTitle(_ raw: String) -> String? { words(raw) ?? (isRule(raw) ? raw : nil) }

  /// The rule that such a text is; nil for any other text.
  static func ruleBehindTitle(_ text: String) -> String? {
    if let rule = rule(text) { return rule }
    return text.hasPrefix("FREQ=") && isRule(text) ? text : nil
  }

  /// A rule that can stand in parentheses.
  private static func isRule(_ raw: String) -> Bool {
    (try? RecurrenceRule.parse(Array(raw.utf8)[...])) != nil
      && raw.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B...0x2D, 0x3A...0x3D: true
        default: false
        }
      }
  }
}
