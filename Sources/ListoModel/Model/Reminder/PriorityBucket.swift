/// The three priorities that people see.
public enum PriorityBucket: String, Sendable, CaseIterable, Comparable {
  case high, medium, low, none

  public static func < (left: PriorityBucket, right: PriorityBucket) -> Bool { left.rank < right.rank }

  /// From the highest on.
  package var rank: Int {
    switch self {
    case .high: 0
    case .medium: 1
    case .low: 2
    case .none: 3
    }
  }
}

extension ReminderProperties {
  /// High, medium, low or none, as programs show a PRIORITY.
  public var priorityBucket: PriorityBucket { Quirks.priorityBucket(of: priority) }
}
