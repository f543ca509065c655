/// An export as a program would write it: one VCALENDAR with three VTIMEZONEs and `count` VTODOs, CRLF,
/// folded. A sequence of its bytes, piece by piece, so that an export of any size needs no memory.
///
/// Every machine makes the same bytes of it; about 500 bytes a reminder.
public struct Export: Sequence, IteratorProtocol {
  /// What an export holds: the collection, or what another device made of it.
  public enum Copy: Hashable, Sendable {
    case original
    /// One reminder in ten has another title and a newer LAST-MODIFIED, one in forty is missing, and as many
    /// are new.
    case edited
    /// What a device made of it in a month: one reminder in three has another title and a newer
    /// LAST-MODIFIED, one in fifty is missing.
    case month
    /// What another one did meanwhile: one in five, and one in fifty.
    case otherMonth
    /// So many in a hundred have another title and a newer LAST-MODIFIED; none is missing.
    case changed(percent: Int)
    /// So many in a hundred of the reminders that repeat have an override of their first occurrence, which is
    /// completed.
    case overridden(percent: Int)

    /// How many of all are missing, and how many are edited.
    fileprivate var shares: (missing: Double, edited: Double) {
      switch self {
      case .original, .overridden: (0, 0)
      case .changed(let percent): (0, Double(percent) / 100)
      case .edited: (0.025, 0.1)
      case .month: (0.02, 1 / 3)
      case .otherMonth: (0.02, 0.2)
      }
    }
  }

  private var collection: Collection
  private let copy: Copy
  private var changes: SplitMix64
  private var added: Int
  private var position = Position.head

  private enum Position { case head, reminders, end }

  /// - Parameters:
  ///   - count: how many reminders the original has.
  ///   - seed: what decides their content; the two copies of a collection have the same.
  public init(count: Int, seed: UInt64 = 42, copy: Copy = .original) {
    collection = Collection(count: count, seed: seed)
    // Two devices do not change the same.
    changes = SplitMix64(seed: copy == .otherMonth ? ~seed &+ 1 : ~seed)
    added = copy == .edited ? count / 40 : 0
    self.copy = copy
  }

  /// The UID of a reminder from the middle, which does not repeat: something to edit.
  ///
  /// - Returns: nil where there is none.
  public static func middleUID(count: Int, seed: UInt64 = 42) -> String? {
    var collection = Collection(count: count, seed: seed)
    var number = 0
    while let reminder = collection.next() {
      number += 1
      if number > count / 2, !reminder.lines.contains(where: { $0.hasPrefix("RRULE") }) {
        return reminder.uid
      }
    }
    return nil
  }

  /// The next bytes of the file: its head, a reminder, or its end.
  public mutating func next() -> [UInt8]? {
    var bytes: [UInt8] = []
    switch position {
    case .head:
      position = .reminders
      ContentLine.append(Vocabulary.exportHead + Vocabulary.zones, to: &bytes)
    case .reminders:
      if let reminder = nextReminder() {
        ContentLine.append(reminder.lines, to: &bytes)
        if case .overridden(let percent) = copy, let override = reminder.override,
          changes.chance(Double(percent) / 100)
        {
          ContentLine.append(override, to: &bytes)
        }
      } else {
        position = .end
        ContentLine.append(Vocabulary.calendarEnd, to: &bytes)
      }
    case .end: return nil
    }
    return bytes
  }

  private mutating func nextReminder() -> Reminder? {
    while var reminder = collection.next() {
      guard copy != .original else { return reminder }
      let (fate, shares) = (changes.fraction(), copy.shares)
      if fate < shares.missing { continue }
      if fate < shares.missing + shares.edited { reminder.edit(&changes) }
      return reminder
    }
    guard added > 0 else { return nil }
    added -= 1
    return collection.additional()
  }
}

/// A vdir: one file for each reminder of the same collection, with the zones where it names one.
public struct Folder: Sequence, IteratorProtocol {
  private var collection: Collection

  public init(count: Int, seed: UInt64 = 42) { collection = Collection(count: count, seed: seed) }

  /// The next file: its name within the folder, and its bytes.
  public mutating func next() -> (name: String, bytes: [UInt8])? {
    guard let reminder = collection.next() else { return nil }
    var bytes: [UInt8] = []
    ContentLine.append(Vocabulary.calendarHead, to: &bytes)
    if reminder.namesZone { ContentLine.append(Vocabulary.zones, to: &bytes) }
    ContentLine.append(reminder.lines + [Vocabulary.calendarEnd], to: &bytes)
    return (reminder.uid + ".ics", bytes)
  }
}

/// The reminders themselves, each able to be a subtask of one of the five hundred before it.
struct Collection {
  private var random: SplitMix64
  private let count: Int
  private var made = 0
  private var recent: [String] = []

  init(count: Int, seed: UInt64) {
    self.count = count
    random = SplitMix64(seed: seed)
  }

  mutating func next() -> Reminder? { made < count ? additional() : nil }

  /// One more, even after the last.
  mutating func additional() -> Reminder {
    let reminder = Reminder(number: made, recent: recent, &random)
    if recent.count < 500 { recent.append(reminder.uid) } else { recent[made % 500] = reminder.uid }
    made += 1
    return reminder
  }
}
