public import ICalendar
public import ListoEditing
public import ListoModel

/// The changes of one command, with the data to undo them.
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

  /// The origin: a change, an undo or a redo.
  public enum Kind: Sendable, Hashable {
    case edit
    /// Took that back.
    case undo(ID)
    /// A redo of the change with this number.
    case redo(ID)
  }

  /// The change of one reminder.
  public struct Item: Sendable {
    /// The identifier before the change, or of a new reminder after it.
    public let identifier: ModelIdentifier
    /// Its SUMMARY, as it is now or was last.
    public let title: String?
    /// The old version; nil for an added item.
    public let before: Component?
    /// Nil for one that went.
    public let after: Component?
  }

  /// The number in the journal; nil without a journal, or if there was nothing to do.
  public internal(set) var id: ID?
  /// The origin: a change, an undo or a redo.
  public let kind: Kind
  /// The command, as its history shows it.
  public let label: String
  /// The time of the change.
  public let time: Instant
  /// The changes of the files, in order.
  public internal(set) var files: [FileChange]
  /// Notes about additional changes that followed from this one.
  public internal(set) var notes: [EditPlan.Note] = []
  /// Properties of the files that could not be kept: owner, extended attributes, hard links.
  public internal(set) var remarks: [Diagnostic] = []
  /// Earlier interrupted changes, with their results.
  public internal(set) var settled: [SettledEntry] = []

  /// The changed reminders of a store in memory, which has no files.
  var steps: [EditPlan.Step] = []

  /// Whether there was nothing to do.
  public var isEmpty: Bool { id == nil && files.isEmpty && steps.isEmpty }

  /// Each reminder that was touched, in the order of the files.
  public var items: [Item] {
    let inMemory = steps.map { step in
      Item(
        identifier: step.identifier, title: (step.after ?? step.before?.component)?.first(.summary)?.text,
        before: step.before?.component, after: step.after)
    }
    return inMemory
      + files.flatMap { file in
        file.splices.compactMap { splice in
          guard let identifier = splice.item else { return nil }
          let (before, after) = (Component(splice.old), Component(splice.new))
          let title = (after ?? before)?.first(.summary)?.text
          return Item(identifier: identifier, title: title, before: before, after: after)
        }
      }
  }

  /// The new reminders in the order of the files, without changed occurrences and without subtasks of new
  /// reminders.
  public var added: [ModelIdentifier] {
    let new = items.filter { $0.before == nil }
    let uids = Set(new.compactMap(\.identifier.uid?.text))
    return new.filter { item in
      let parent = item.after.flatMap { Reminder($0, in: .none).parent }
      return item.identifier.recurrenceID == nil && parent.map { !uids.contains($0) } ?? true
    }.map(\.identifier)
  }
}

/// The result of an interrupted change, for example after a power failure.
public struct SettledEntry: Sendable, Hashable {
  /// The result.
  public enum Outcome: String, Sendable, Hashable {
    /// The rest was written.
    case finished
    /// None of it had been written.
    case withdrawn
    /// Other programs changed some files meanwhile; the change was made in part, and the paths are listed.
    case partial
  }

  /// The entry that was cut off.
  public let id: Transaction.ID
  /// The command that made it.
  public let label: String
  /// The result.
  public let outcome: Outcome
  /// Files that are not as the entry wanted them.
  public let paths: [String]
}
