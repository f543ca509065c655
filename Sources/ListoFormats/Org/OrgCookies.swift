internal import ICalendar
internal import ListoModel

/// The repeaters and warnings of a reminder's stamps: `.+2d/4d`, or `DEADLINE -3d SCHEDULED +1w`.
struct OrgCookies {
  /// The property that keeps them.
  static let name = "X-ORG-REPEATER"

  private var due: [String] = []
  private var start: [String] = []
  /// SCHEDULED stands before DEADLINE, so that the rule follows from the same repeater.
  let startIsFirst: Bool

  static func areIn(_ place: LinePlace, of reminder: PlacedReminder) -> Bool {
    place.nameLength == name.utf8.count && reminder.component.property(at: place).name == name
  }

  /// - Parameters:
  ///   - repeater: that of the rule; nil where there is none.
  ///   - hasDue: there is a DEADLINE, to which cookies without a word belong.
  /// - Returns: nil for what no stamp can have, and where the rule is another.
  init?(_ text: String, repeater: String?, hasDue: Bool) {
    var isDue = hasDue
    var first: String?
    for word in text.split(separator: " ") {
      if word == OrgRange.deadline.word || word == OrgRange.scheduled.word {
        isDue = word == OrgRange.deadline.word
        continue
      }
      guard Self.isCookie(word) else { return nil }
      if word.first != "-", first == nil {
        first = "+" + word.drop { $0 == "+" || $0 == "." }.prefix { $0 != "/" }
      }
      if isDue { due.append(String(word)) } else { start.append(String(word)) }
    }
    guard first == repeater else { return nil }
    startIsFirst = text.hasPrefix(OrgRange.scheduled.word) && !due.isEmpty
  }

  func text(_ range: OrgRange) -> String {
    (range == .deadline ? due : start).joined(separator: " ")
  }

  /// `+1w`, `++1w`, `.+1w`, each with `/2w` behind it or not; `-3d`, `--3d`.
  private static func isCookie(_ word: Substring) -> Bool {
    let signs = word.prefix { $0 == "+" || $0 == "-" || $0 == "." }
    guard ["+", "++", ".+", "-", "--"].contains(signs) else { return false }
    let parts = word.dropFirst(signs.count).split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= (signs.hasPrefix("-") ? 1 : 2)
      && parts.allSatisfy { part in
        guard let unit = part.last, "hdwmy".contains(unit) else { return false }
        let digits = part.dropLast()
        return !digits.isEmpty && digits.utf8.count < 6 && digits.utf8.allSatisfy { $0 &- 0x30 < 10 }
      }
  }
}
