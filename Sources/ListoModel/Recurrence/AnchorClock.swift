public import ICalendar

/// The wall clock on which a reminder repeats: that of its DTSTART, else of its DUE (RFC 5545 §3.8.5.3).
struct AnchorClock: Sendable {
  let anchor: Moment
  /// The zone of the anchor, where it names one that is known.
  private let zone: Zone?
  private let zones: ZoneTable

  init(_ anchor: Moment, zones: ZoneTable) {
    (self.anchor, self.zones) = (anchor, zones)
    switch anchor {
    case .utc: zone = .utc
    case .zoned(_, let tzid): zone = zones.zone(tzid)
    case .date, .floating: zone = nil
    }
  }

  /// The anchor; a day as its midnight.
  var start: LocalDateTime { anchor.local ?? LocalDateTime(startOf: anchor.day) }

  /// The time that this clock shows at a moment. A day without time is its midnight; a floating time is taken
  /// as it is, and so is any where the anchor floats.
  func local(of moment: Moment) -> LocalDateTime {
    if case .date = anchor { return LocalDateTime(startOf: moment.day) }
    switch moment {
    case .date(let day): return LocalDateTime(startOf: day)
    case .floating(let local): return local
    case .utc(let local): return zone.map { $0.local(of: Instant(utc: local)) } ?? local
    case .zoned(let local, let tzid):
      if case .zoned(_, tzid) = anchor { return local }
      guard let zone, let other = zones.zone(tzid) else { return local }
      return zone.local(of: other.instant(of: local))
    }
  }

  /// The moment at which this clock shows a time, written as the anchor is.
  func moment(at local: LocalDateTime) -> Moment {
    switch anchor {
    case .date: .date(local.day)
    case .floating: .floating(local)
    case .utc: .utc(local)
    case .zoned(_, let tzid): .zoned(local, tzid: tzid)
    }
  }

  /// The time of a value of RDATE. A day has the time of day of the anchor.
  func time(ofAddition moment: Moment) -> LocalDateTime {
    guard case .date(let day) = moment else { return local(of: moment) }
    return start.on(day)
  }

  /// UNTIL in each of its forms: a day is the whole of it, UTC is what this clock shows then (RFC 5545
  /// §3.3.10).
  func end(_ until: Moment) -> LocalDateTime {
    if case .date(let day) = until { return LocalDateTime(startOf: day).adding(seconds: 86_399) }
    return local(of: until)
  }
}

extension Moment {
  /// Returns the same time of day, a number of days later.
  public func adding(days: Int) -> Moment { adding(seconds: Int64(days) * 86_400) }

  /// So much later on its own wall clock; of a day without time, whole days.
  package func adding(seconds: Int64) -> Moment {
    switch self {
    case .date(let day): .date(day.adding(days: Int(seconds / 86_400)))
    case .floating(let local): .floating(local.adding(seconds: seconds))
    case .utc(let local): .utc(local.adding(seconds: seconds))
    case .zoned(let local, let tzid): .zoned(local.adding(seconds: seconds), tzid: tzid)
    }
  }
}
