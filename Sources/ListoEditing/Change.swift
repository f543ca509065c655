public import ICalendar
public import ListoModel

/// What is asked of one reminder.
///
/// What belongs together is written together, whatever is asked: see ``Editing``.
public enum Change: Sendable, Hashable {
  /// Gives a field this value; nil removes it.
  case set(FieldID, FieldValue?)
  /// Adds texts to the field's, each once: tags.
  case add(FieldID, [String])
  /// Takes texts out of the field's.
  case remove(FieldID, [String])
  /// Adds an ATTACH with this URI.
  case attach(String)
  /// Takes out the ATTACH with this URI.
  case detach(String)
  /// Counts the next date from the completion (``ReminderProperties/repeatsFromCompletion``), or from the due date.
  case repeatFromCompletion(Bool)
  case complete(Completion)
  case reopen
  case cancel
  case delete(Subtasks)
  /// Into another list, behind its last reminder; subtasks come along.
  case move(toList: ModelIdentifier)
  /// Into a list, this one or another, with new UIDs; subtasks come along.
  case copy(toList: ModelIdentifier)
  /// Under another reminder of its list; nil for none.
  case setParent(ModelIdentifier?)
  case arrange(Position)
  /// As the list's producer marks what is important.
  case flag(Bool)
  /// Adds an alarm.
  case addAlarm(AlarmDraft)
  /// Takes one alarm out, by its index among the reminder's.
  case removeAlarm(Int)
  /// Takes all alarms out.
  case removeAlarms
  /// Lets what rings ring again then (RFC 9074 §7.1).
  case snooze(until: Moment)
  /// Says that what rang was heard (ACKNOWLEDGED, RFC 9074 §6.1).
  case dismiss
}

/// What becomes of the subtasks of a reminder that is completed or deleted.
public enum Subtasks: Sendable, Hashable {
  /// They stay; those of a deleted one move up a level.
  case keep
  /// The same is done to them.
  case include
}

/// How a reminder is completed.
public struct Completion: Sendable, Hashable {
  /// What is written for one that repeats.
  public enum Recurrence: String, Sendable, Hashable, CaseIterable {
    /// A completed copy with a UID of its own; the master moves to its next time.
    case advance
    /// An override (RECURRENCE-ID) that is completed; the master stays.
    case override
    /// All of the series.
    case series
  }

  /// From where the next time is counted.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The rule's next one after the occurrence.
    case due
    /// The rule's first one after now.
    case next
    /// The interval from today.
    case completion
  }

  /// What becomes of a series when an occurrence is done.
  public var recurrence: Recurrence
  /// Where its next time is counted from; nil for the time of completion if the reminder says so
  /// (``ReminderProperties/repeatsFromCompletion``), else for ``EditContext/origin``.
  public var origin: Origin?
  /// What becomes of the subtasks of what is done.
  public var subtasks: Subtasks

  /// How something is completed; as most programs do it, without a word.
  public init(_ recurrence: Recurrence = .advance, from origin: Origin? = nil, subtasks: Subtasks = .keep) {
    (self.recurrence, self.origin, self.subtasks) = (recurrence, origin, subtasks)
  }
}

/// Where a reminder goes within its list.
public enum Position: Sendable, Hashable {
  case top
  case bottom
  case before(ModelIdentifier)
  case after(ModelIdentifier)
}

/// An alarm that is to be written.
public enum AlarmDraft: Sendable, Hashable {
  /// Seconds before (negative) or after what it is due, or its start where it has no due date.
  case relative(seconds: Int)
  case absolute(Moment)
  /// On arriving at, or leaving, a place that a reminder of the catalog has already.
  case proximity(place: String, isArrival: Bool)
}
