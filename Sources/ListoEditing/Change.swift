public import ICalendar
public import ListoModel

/// A requested change of one reminder.
///
/// Fields that depend on each other are written together; see ``Editing``.
public enum Change: Sendable, Hashable, Codable {
  /// Sets a field; nil removes it.
  case set(FieldID, FieldValue?)
  /// Adds texts to the field's, each once: tags.
  case add(FieldID, [String])
  /// Removes texts from a field with several texts.
  case remove(FieldID, [String])
  /// Adds an ATTACH with this URI.
  case attach(String)
  /// Removes the ATTACH with this URI.
  case detach(String)
  /// Counts the next date from the completion (``ReminderProperties/repeatsFromCompletion``), or from the due
  /// date.
  case repeatFromCompletion(Bool)
  case complete(Completion)
  case reopen
  case cancel
  case delete(Subtasks)
  /// Moves the reminder with its subtasks to the end of another list.
  case move(toList: ModelIdentifier)
  /// Into a list, this one or another, with new UIDs; subtasks come along.
  case copy(toList: ModelIdentifier)
  /// Under another reminder of its list; nil for none.
  case setParent(ModelIdentifier?)
  case arrange(Position)
  /// Flags the reminder, in the way of the program that made the list.
  case flag(Bool)
  /// Adds an alarm.
  case addAlarm(AlarmDraft)
  /// Removes one alarm, by its index among the reminder's alarms.
  case removeAlarm(Int)
  /// Removes all alarms.
  case removeAlarms
  /// Snoozes the ringing alarms until a time (RFC 9074 §7.1).
  case snooze(until: Moment)
  /// Acknowledges the alarms that rang (ACKNOWLEDGED, RFC 9074 §6.1).
  case dismiss
}

/// The treatment of the subtasks when their reminder is completed or deleted.
public enum Subtasks: Sendable, Hashable, Codable {
  /// The subtasks stay; those of a deleted reminder move up a level.
  case keep
  /// The subtasks are treated like the reminder.
  case include
}

/// The way in which a reminder is completed.
public struct Completion: Sendable, Hashable, Codable {
  /// The way in which a repeating reminder is completed.
  public enum Recurrence: String, Sendable, Hashable, Codable, CaseIterable {
    /// A completed copy with a new UID; the series moves to its next time.
    case advance
    /// An override (RECURRENCE-ID) that is completed; the master stays.
    case override
    /// All of the series.
    case series
  }

  /// The date from which the next time is counted.
  public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
    /// The rule's next one after the occurrence.
    case due
    /// The rule's first one after now.
    case next
    /// The interval from today.
    case completion
  }

  /// The way in which the series continues when an occurrence is completed.
  public var recurrence: Recurrence
  /// The date from which the next time is counted. If it is nil, the next time is counted from the completion
  /// if the reminder says so (``ReminderProperties/repeatsFromCompletion``), else from
  /// ``EditContext/origin``.
  public var origin: Origin?
  /// The treatment of the subtasks of the completed reminder.
  public var subtasks: Subtasks

  /// Creates a completion; the defaults are the behavior of most programs.
  public init(_ recurrence: Recurrence = .advance, from origin: Origin? = nil, subtasks: Subtasks = .keep) {
    (self.recurrence, self.origin, self.subtasks) = (recurrence, origin, subtasks)
  }
}

/// A position of a reminder within its list.
public enum Position: Sendable, Hashable, Codable {
  case top
  case bottom
  case before(ModelIdentifier)
  case after(ModelIdentifier)
}

/// An alarm that is to be written.
public enum AlarmDraft: Sendable, Hashable, Codable {
  /// Seconds before (negative) or after the due date, or after the start if there is no due date.
  case relative(seconds: Int)
  case absolute(Moment)
  /// On arriving at, or leaving, a place that a reminder of the catalog has already.
  case proximity(place: String, isArrival: Bool)
}
