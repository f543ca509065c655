internal import ICalendar

/// The status of a reminder (STATUS, RFC 5545 §3.8.1.11; PENDING and FAILED from
/// draft-ietf-calext-ical-tasks).
public enum Status: Sendable, Hashable {
  case needsAction, inProcess, completed, cancelled, pending, failed
  /// Any other value, as it is written.
  case other(String)

  /// The lower-case word of Listo's JSON and options.
  public var word: String {
    switch self {
    case .needsAction: "needs-action"
    case .inProcess: "in-process"
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .pending: "pending"
    case .failed: "failed"
    case .other(let raw): raw
    }
  }

  /// Neither done nor given up.
  package var isOpen: Bool {
    switch self {
    case .completed, .cancelled, .failed: false
    default: true
    }
  }

  /// One of the values of the standards.
  package var isStandard: Bool {
    if case .other = self { return false }
    return true
  }

  /// Reads the raw value, in any case.
  ///
  /// - Complexity: O(1), without allocation for the values of the standards.
  public init(_ raw: ArraySlice<UInt8>) { self.init(raw.span, 0..<raw.count) }

  /// The same of a value in a range of bytes.
  public init(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    for known in Self.known where known.bytes.count == value.count {
      if Self.equal(known.bytes, bytes, value.lowerBound) {
        self = known.status
        return
      }
    }
    self = .other(String(decoding: value.map { bytes[$0] }, as: UTF8.self))
  }

  private static let known: [(bytes: [UInt8], status: Status)] =
    [.needsAction, .inProcess, .completed, .cancelled, .pending, .failed].map {
      (Array($0.word.utf8), $0)
    }

  /// Equal but for the case of ASCII letters.
  private static func equal(_ lower: [UInt8], _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    for (index, byte) in lower.enumerated() {
      let other = bytes[start + index]
      if other != byte && !(byte >= 0x61 && other == byte & 0xDF) { return false }
    }
    return true
  }
}

extension ReminderProperties {
  /// STATUS as it is written; nil where there is none, or an empty one.
  public var writtenStatus: Status? {
    guard let value = first(.status)?.value, !value.isEmpty else { return nil }
    return Status(value)
  }

  /// STATUS, or else the status that follows from COMPLETED and PERCENT-COMPLETE, as the producers
  /// of these lines mean it.
  public var status: Status { Quirks.status(of: self) }

  /// True if the reminder is marked as important: Listo and the programs whose lists it edits do so with the
  /// highest priority.
  public var isFlagged: Bool { priorityBucket == .high }

  /// The addresses of the attachments (ATTACH, RFC 5545 §3.8.1.1), as they are written.
  public var attachments: [String] { all(.attach).map(\.rawText) }

  /// Its status is that it is done.
  public var isCompleted: Bool { status == .completed }

  /// Neither done nor given up.
  public var isOpen: Bool { status.isOpen }

  /// Open, and its due date has passed (``ViewContext/isPast(_:zones:)``).
  public func isOverdue(in context: ViewContext) -> Bool {
    guard isOpen, let due else { return false }
    return context.isPast(due, zones: calendar.zones)
  }
}
