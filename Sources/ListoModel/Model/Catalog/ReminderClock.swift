public import ICalendar

/// The clock and the habits of the person for whom an app shows and edits reminders.
///
/// A ``ViewContext`` is the answer at one moment. A store asks for it anew for each question and each edit.
/// `SystemClock` answers with the machine's time and time zone; ``FixedClock`` is for tests and previews.
public protocol ReminderClock: Sendable {
  /// The present time, the time zone, the first day of the week and the style of dates.
  var view: ViewContext { get }
}

/// A clock that stands still.
public struct FixedClock: ReminderClock {
  /// The view that the clock was made with.
  public let view: ViewContext

  /// A clock that stands at a time in a zone.
  public init(now: Instant, zone: Zone = .utc) { self.init(ViewContext(now: now, zone: zone)) }

  /// A clock that always answers with this view.
  public init(_ view: ViewContext) { self.view = view }
}
