internal import ICalendar

/// The parts of a reminder that are compared to find the same one under another UID.
struct Likeness: Sendable {
  let uid: [UInt8]
  /// Lower case, letters and digits, one blank between words.
  let title: String
  /// The words of it with digits.
  let numbers: [String]
  let due: LikenessDate?
  let start: LikenessDate?
  let notes: String
  let parent: String
  let state: State
  /// COMPLETED as it is written.
  let completed: String
  /// RRULE as it is written.
  let rule: String

  enum State: UInt8, Sendable, Comparable {
    case open, completed, cancelled

    static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }
  }

  init(_ component: Component) {
    let reminder = Reminder(component, in: .none)
    uid = Array(component.first(.uid)?.value ?? [])
    title = Self.normalized(reminder.title ?? "")
    numbers =
      title.contains(where: \.isNumber) ? Self.words(title).filter { $0.contains(where: \.isNumber) } : []
    due = reminder.due.map { LikenessDate($0) }
    start = reminder.start.map { LikenessDate($0) }
    notes = Self.normalized(reminder.notes ?? "")
    parent = reminder.parent ?? ""
    completed = component.first(.completed)?.rawText ?? ""
    rule = component.first(.rrule)?.rawText.uppercased() ?? ""
    state =
      switch component.first(.status)?.rawText.uppercased() {
      case "CANCELLED": .cancelled
      case "COMPLETED": .completed
      case nil where !completed.isEmpty: .completed
      default: .open
      }
  }

  /// It says more than a title: two of one list that are the same in all of it are one that came twice.
  var saysMoreThanTitle: Bool { due != nil || start != nil || !notes.isEmpty || !completed.isEmpty }

  /// How alike two reminders are, 0 to 1, and why: half of it is the title, a quarter the dates, 0.15 the
  /// notes, 0.1 the parent.
  ///
  /// A title counts by the words that both have (Sørensen–Dice); below a half the rest does not matter. Of
  /// due and start each counts half of the dates: all of it where both are the same or missing, half where
  /// one is missing. Notes count by their words, and a half where one is missing; a parent where it is the
  /// same or missing on both sides.
  func score(with other: Likeness) -> (score: Double, reasons: [String]) {
    let titles = title == other.title ? 1 : Self.dice(Self.words(title), Self.words(other.title))
    let texts = notes == other.notes ? 1 : Self.dice(Self.words(notes), Self.words(other.notes))
    guard titles >= Self.leastTitle, !title.isEmpty else { return (0, []) }
    let dates = self.dates(with: other)
    var reasons = [titles == 1 ? "same title" : "similar title"]
    reasons.append(dates == 1 ? (due == nil && start == nil ? "no dates" : "same dates") : "other dates")
    reasons.append(notes == other.notes ? (notes.isEmpty ? "no notes" : "same notes") : "other notes")
    if parent != other.parent { reasons.append("another parent") }
    return (score(with: other, titles: titles, texts: texts), reasons)
  }

  /// The score where it is known how much titles and notes have in common.
  ///
  /// - Parameter texts: counts where both have notes.
  func score(with other: Likeness, titles: Double, texts: Double) -> Double {
    guard titles >= Self.leastTitle, !title.isEmpty else { return 0 }
    let texts =
      notes.isEmpty || other.notes.isEmpty ? Self.agreement(notes.isEmpty, other.notes.isEmpty) : texts
    let parents = parent == other.parent ? 1.0 : 0
    return 0.5 * titles + 0.25 * dates(with: other) + 0.15 * texts + 0.1 * parents
  }

  /// Titles with less in common are no pair, whatever else is the same.
  static let leastTitle = 0.5

  /// How much two titles must have in common for a score, where all else is the same.
  static func leastTitle(for threshold: Double) -> Double { max(leastTitle, 2 * threshold - 1) }

  /// They are two, however alike: one is done and the other is not, their titles have other numbers in them,
  /// or they were done or are due at different times, as what is written down anew each time. Of what repeats
  /// by the same rule the dates move by themselves.
  func contradicts(_ other: Likeness) -> Bool {
    if state != other.state || numbers != other.numbers { return true }
    guard rule.isEmpty || rule != other.rule else { return false }
    if !completed.isEmpty, !other.completed.isEmpty, completed != other.completed { return true }
    if let due, let theirs = other.due { return due.contradicts(theirs) }
    guard due == nil, other.due == nil, let start, let theirs = other.start else { return false }
    return start.contradicts(theirs)
  }

  private func dates(with other: Likeness) -> Double {
    func agreement(_ left: LikenessDate?, _ right: LikenessDate?) -> Double {
      if left == right { return 1 }
      return left == nil || right == nil ? 0.5 : 0
    }
    return (agreement(due, other.due) + agreement(start, other.start)) / 2
  }

  private static func agreement(_ lacksLeft: Bool, _ lacksRight: Bool) -> Double {
    lacksLeft == lacksRight ? 1 : 0.5
  }

  /// An order that does not depend on where the reminders stand: those that are the same in all that is
  /// compared side by side.
  static func precedes(_ left: Likeness, _ right: Likeness) -> Bool {
    if left.title != right.title { return left.title < right.title }
    if left.due != right.due { return LikenessDate.precedes(left.due, right.due) }
    if left.start != right.start { return LikenessDate.precedes(left.start, right.start) }
    let one = [left.notes, left.parent, left.completed, left.rule]
    let other = [right.notes, right.parent, right.completed, right.rule]
    if one != other { return one.lexicographicallyPrecedes(other) }
    if left.state != right.state { return left.state < right.state }
    return left.uid.lexicographicallyPrecedes(right.uid)
  }

  /// The same in all that is compared.
  func isSame(as other: Likeness) -> Bool {
    title == other.title && due == other.due && start == other.start && notes == other.notes
      && parent == other.parent && completed == other.completed && rule == other.rule && state == other.state
  }

  // MARK: Text

  private static func normalized(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0.isASCII || $0.isWhitespace }
      .joined(separator: " ")
  }

  /// The words of a normalized text, sorted, the second of two that are the same with a blank behind it; of a
  /// long text the first ones.
  static func words(_ text: String) -> [String] {
    let words = text.split(separator: " ", maxSplits: longest).prefix(longest).map { String($0) }.sorted()
    var result: [String] = []
    var same = 0
    for (place, word) in words.enumerated() {
      same = place > 0 && words[place - 1] == word ? same + 1 : 0
      result.append(word + String(repeating: " ", count: same))
    }
    return result
  }

  /// A text counts by so many of its words.
  private static let longest = 256

  /// Twice what both have, by all; both are sorted, and hold nothing twice.
  static func dice<Word: Comparable>(_ left: [Word], _ right: [Word]) -> Double {
    left.isEmpty && right.isEmpty ? 1 : Double(2 * common(left, right)) / Double(left.count + right.count)
  }

  private static func common<Word: Comparable>(_ left: [Word], _ right: [Word]) -> Int {
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
    return same
  }
}

/// A date as two reminders are compared by it: without a zone, which programs write as they like.
struct LikenessDate: Sendable, Hashable {
  /// Seconds of its own clock; of a day its beginning.
  let seconds: Int64
  let kind: Kind

  enum Kind: UInt8, Sendable {
    case day, local, utc
  }

  init(_ moment: Moment) {
    switch moment {
    case .date(let day): (seconds, kind) = (Int64(day.daysSince1970) * 86_400, .day)
    case .floating(let time), .zoned(let time, _): (seconds, kind) = (Instant(utc: time).seconds, .local)
    case .utc(let time): (seconds, kind) = (Instant(utc: time).seconds, .utc)
    }
  }

  /// Days since 1970, rounded down.
  var day: Int64 { seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400 }

  /// They cannot be one time, whatever the zone.
  func contradicts(_ other: LikenessDate) -> Bool {
    if kind == other.kind { return seconds != other.seconds }
    switch (kind, other.kind) {
    case (.day, .local), (.local, .day): return day != other.day
    case (.day, _), (_, .day): return abs(day - other.day) > 1
    default: return abs(seconds - other.seconds) > 14 * 3600
    }
  }

  static func precedes(_ left: LikenessDate?, _ right: LikenessDate?) -> Bool {
    guard let left, let right else { return left == nil && right != nil }
    return (left.seconds, left.kind.rawValue) < (right.seconds, right.kind.rawValue)
  }
}
