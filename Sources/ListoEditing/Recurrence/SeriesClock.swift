internal import ICalendar
internal import ListoModel

/// The wall clock on which the dates of a series move: they keep their distance on it, across changes of
/// summer time.
struct SeriesClock {
  private let anchor: Moment
  private let recurrence: Recurrence
  /// The zone of the anchor, where it names one that is known; for what floats, the zone of the viewer.
  private let zone: Zone?

  init(_ recurrence: Recurrence, _ master: Reminder, _ view: ViewContext) {
    (self.recurrence, anchor) = (recurrence, recurrence.anchor)
    switch recurrence.anchor {
    case .utc: zone = .utc
    case .zoned(_, let tzid): zone = master.calendar.zones.zone(tzid)
    case .date, .floating: zone = view.zone
    }
  }

  /// So much later on this clock, in the form that it is written in; of a day whole days.
  func moved(_ moment: Moment, by shift: Int64) -> Moment {
    switch (moment, anchor) {
    case (.date(let day), _): return .date(LocalDateTime(startOf: day).adding(seconds: shift).day)
    case (.floating, _), (.utc, .utc): return moment.adding(seconds: shift)
    case (.zoned(_, let own), .zoned(_, let tzid)) where own == tzid: return moment.adding(seconds: shift)
    case (.utc(let utc), _):
      guard let zone else { return moment.adding(seconds: shift) }
      return .utc(zone.instant(of: zone.local(of: Instant(utc: utc)).adding(seconds: shift)).utc)
    case (.zoned, _): return moment.adding(seconds: shift)
    }
  }

  /// The time that the clock shows at an instant.
  func local(of instant: Instant) -> LocalDateTime { zone?.local(of: instant) ?? instant.utc }

  /// The instant at which the clock shows a time.
  func instant(of local: LocalDateTime) -> Instant { zone?.instant(of: local) ?? Instant(utc: local) }
}
