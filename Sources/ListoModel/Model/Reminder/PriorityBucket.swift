/// The three priorities that people see.
public enum PriorityBucket: String, Sendable, CaseIterable, Comparable {
  case high, medium, low, none

  public static func < (left: PriorityBucket, right: PriorityBucket) -> Bool { left.rank < right.rank }

  /// The PRIORITY (RFC 5545 §3.8.1.9) that is written for it: 1, 5 or 9; nil for none.
  public var priority: Int? {
    switch self {
    case .high: 1
    case .medium: 5
    case .low: 9
    case .none: nil
    }
  }

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
