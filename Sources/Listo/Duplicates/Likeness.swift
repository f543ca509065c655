internal import ICalendar

/// What of a reminder is compared to find the same one under another UID.
struct Likeness: Sendable, Hashable {
  let uid: [UInt8]
  /// Lower case, letters and digits, one blank between words.
  let title: String
  let due: String
  let start: String
  let notes: String
  let parent: String
  private let words: [String]

  init(_ component: Component) {
    let reminder = Reminder(component, in: .none)
    uid = Array(component.first(.uid)?.value ?? [])
    title = Self.normalized(reminder.title ?? "")
    words = Self.words(title)
    due = reminder.due.map { FieldValue.moment($0).description } ?? ""
    start = reminder.start.map { FieldValue.moment($0).description } ?? ""
    notes = Self.normalized(reminder.notes ?? "")
    parent = reminder.parent ?? ""
  }

  /// How alike two reminders are, 0 to 1, and why: half of it is the title, a quarter the dates, 0.15 the notes, 0.1 the parent.
  ///
  /// A title counts by the words that both have (Sørensen–Dice); below a half the rest does not matter. Of due and start each counts
  /// half of the dates: all of it where both are the same or missing, half where one is missing. Notes count by their words, and a
  /// half where one is missing; a parent where it is the same or missing on both sides.
  func score(with other: Likeness) -> (score: Double, reasons: [String]) {
    let titles = title == other.title ? 1 : Self.dice(words, other.words)
    guard titles >= 0.5, !title.isEmpty else { return (0, []) }
    let dates = (Self.agreement(due, other.due) + Self.agreement(start, other.start)) / 2
    let texts =
      notes.isEmpty || other.notes.isEmpty
      ? Self.agreement(notes, other.notes) : Self.dice(Self.words(notes), Self.words(other.notes))
    let parents = parent == other.parent ? 1.0 : 0
    var reasons = [titles == 1 ? "same title" : "similar title"]
    reasons.append(dates == 1 ? (due.isEmpty && start.isEmpty ? "no dates" : "same dates") : "other dates")
    reasons.append(texts == 1 ? (notes.isEmpty ? "no notes" : "same notes") : "other notes")
    if parents == 0 { reasons.append("another parent") }
    return (0.5 * titles + 0.25 * dates + 0.15 * texts + 0.1 * parents, reasons)
  }

  private static func agreement(_ left: String, _ right: String) -> Double {
    if left == right { return 1 }
    return left.isEmpty || right.isEmpty ? 0.5 : 0
  }

  /// What brings reminders together that may be one: pairs are only looked for among those that share one of these.
  var keys: [String] {
    var keys = ["t " + title, "w " + words.joined(separator: " ")]
    if let first = words.first, !due.isEmpty { keys.append("d \(due) \(first)") }
    if notes.utf8.count >= 20 { keys.append("n " + notes) }
    return keys
  }

  /// An order that does not depend on where the reminders stand: those that are most alike side by side.
  static func precedes(_ left: Likeness, _ right: Likeness) -> Bool {
    let one = [left.title, left.due, left.start, left.notes, left.parent]
    let other = [right.title, right.due, right.start, right.notes, right.parent]
    return one != other
      ? one.lexicographicallyPrecedes(other) : left.uid.lexicographicallyPrecedes(right.uid)
  }

  private static func normalized(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0.isASCII || $0.isWhitespace }
      .joined(separator: " ")
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map { String($0) }.sorted()
  }

  /// Twice the words that both have, by all of them; both are sorted.
  private static func dice(_ left: [String], _ right: [String]) -> Double {
    var (one, other, same) = (0, 0, 0)
    while one < left.count, other < right.count {
      if left[one] == right[other] {
        same += 1
        one += 1
        other += 1
      } else if left[one] < right[other] {
        one += 1
      } else {
        other += 1
      }
    }
    return left.isEmpty && right.isEmpty ? 1 : Double(2 * same) / Double(left.count + right.count)
  }
}
