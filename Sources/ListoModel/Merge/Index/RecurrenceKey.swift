package import ICalendar

/// RECURRENCE-ID (RFC 5545 §3.8.4.4) as far as it names an occurrence: a DATE, a floating time, or an
/// instant, however it was written. RANGE is an attribute of the override, no part of its name.
package enum RecurrenceKey: Sendable, Hashable {
  /// No RECURRENCE-ID.
  case master
  case date(Day)
  case floating(LocalDateTime)
  case instant(Instant)
  /// A time in a zone that neither the inputs nor the system know.
  case unknownZone(LocalDateTime, tzid: String)
  /// A value that is no date and no time: its octets.
  case unreadable([UInt8])

  /// Reads the property; a time in a zone is left as it is written until ``resolved(in:)``.
  init(_ property: Property?) {
    guard let property else {
      self = .master
      return
    }
    guard let moment = try? property.moment() else {
      self = .unreadable(Array(property.value))
      return
    }
    self.init(moment)
  }

  /// A time in a zone is left as it is written until ``resolved(in:)``.
  package init(_ moment: Moment) {
    switch moment {
    case .date(let day): self = .date(day)
    case .floating(let local): self = .floating(local)
    case .utc(let local): self = .instant(Instant(utc: local))
    case .zoned(let local, let tzid): self = .unknownZone(local, tzid: tzid)
    }
  }

  /// The same with its zone looked up.
  package func resolved(in zone: (String) -> Zone?) -> RecurrenceKey {
    guard case .unknownZone(let local, let tzid) = self, let zone = zone(tzid) else { return self }
    return .instant(zone.instant(of: local))
  }
}

extension RecurrenceKey: Comparable {
  /// A master stands before its overrides; these by kind, then by time.
  package static func < (left: RecurrenceKey, right: RecurrenceKey) -> Bool {
    switch (left, right) {
    case (.date(let left), .date(let right)): left < right
    case (.floating(let left), .floating(let right)): left < right
    case (.instant(let left), .instant(let right)): left < right
    case (.unknownZone(let left, let leftZone), .unknownZone(let right, let rightZone)):
      left != right ? left < right : leftZone < rightZone
    case (.unreadable(let left), .unreadable(let right)): left.lexicographicallyPrecedes(right)
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .master: 0
    case .date: 1
    case .floating: 2
    case .instant: 3
    case .unknownZone: 4
    case .unreadable: 5
    }
  }
}
