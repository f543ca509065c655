public import ICalendar
public import ListoEditing
public import ListoModel

/// What one command changed, and what takes it back.
public struct Transaction: Sendable {
  /// The number of an entry in the journal.
  public struct ID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Counted from 1 in the order of the journal.
    public let number: Int

    /// The entry of this number.
    public init(_ number: Int) { self.number = number }

    public static func < (left: ID, right: ID) -> Bool { left.number < right.number }

    public var description: String { "\(number)" }
  }

  /// How it came about.
  public enum Kind: Sendable, Hashable {
    case edit
    /// Took that back.
    case undo(ID)
    /// Did again what that had taken back.
    case redo(ID)
  }

  /// What was done to one reminder.
  public struct Item: Sendable {
    /// In the store as it was, or, of what came, as it is.
    public let identifier: ModelIdentifier
    /// Its SUMMARY, as it is now or was last.
    public let title: String?
    /// Nil for one that came.
    public let before: Component?
    /// Nil for one that went.
    public let after: Component?
  }

  /// Nil where there is no journal, or nothing was to be done.
  public internal(set) var id: ID?
  /// How it came about.
  public let kind: Kind
  /// The command, as its history shows it.
  public let label: String
  /// When it was made.
  public let time: Instant
  /// In the order of the files.
  public internal(set) var files: [FileChange]
  /// What was changed along with what was asked.
  public internal(set) var notes: [EditPlan.Note] = []
  /// What could not be kept of the files: their owner, an extended attribute, a hard link.
  public internal(set) var remarks: [Diagnostic] = []
  /// Changes that were cut off before, and what became of them now.
  public internal(set) var settled: [SettledEntry] = []

  /// Nothing was to be done.
  public var isEmpty: Bool { files.isEmpty }

  /// Each reminder that was touched, in the order of the files.
  public var items: [Item] {
    files.flatMap { file in
      file.splices.compactMap { splice in
        guard let identifier = splice.item else { return nil }
        let (before, after) = (Component(splice.old), Component(splice.new))
        let title = (after ?? before)?.first(.summary)?.text
        return Item(identifier: identifier, title: title, before: before, after: after)
      }
    }
  }

  /// The reminders that came, in the order of the files: without changed occurrences, and without subtasks of what came.
  public var added: [ModelIdentifier] {
    let new = items.filter { $0.before == nil }
    let uids = Set(new.compactMap(\.identifier.uid?.text))
    return new.filter { item in
      let parent = item.after.flatMap { Reminder($0, in: .none).parent }
      return item.identifier.recurrenceID == nil && parent.map { !uids.contains($0) } ?? true
    }.map(\.identifier)
  }
}

/// What became of changes that were cut off, as by a power failure.
public struct SettledEntry: Sendable, Hashable {
  /// What became of one.
  public enum Outcome: String, Sendable, Hashable {
    /// The rest was written.
    case finished
    /// Nothing of it had been written.
    case withdrawn
    /// Files were changed by others meanwhile: what could be written was, and the paths are named.
    case partial
  }

  /// The entry that was cut off.
  public let id: Transaction.ID
  /// The command that made it.
  public let label: String
  /// What became of it.
  public let outcome: Outcome
  /// Files that are not as the entry wanted them.
  public let paths: [String]
}
