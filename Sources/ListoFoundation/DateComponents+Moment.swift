#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Listo

/// A moment and Foundation's components of a date say the same: a day has no hour, a floating time no zone
/// (EventKit's `dueDateComponents` are to be read so too).
extension DateComponents {
  /// Year, month and day; hour, minute and second of a time; the zone of a time that has one. The calendar is
  /// the Gregorian one.
  ///
  /// - Returns: nil for a TZID that names no zone of the system's: without it the time would float.
  public init?(_ moment: Moment) {
    self.init(
      calendar: Calendar(identifier: .gregorian), year: moment.day.year, month: moment.day.month,
      day: moment.day.day)
    guard let local = moment.local else { return }
    (hour, minute, second) = (local.hour, local.minute, local.second)
    switch moment {
    case .date, .floating: return
    case .utc: timeZone = .gmt
    case .zoned(_, let tzid):
      guard let name = Zone.resolve(tzid: tzid)?.zone.name, let zone = TimeZone(identifier: name) else {
        return nil
      }
      timeZone = zone
    }
  }
}

extension Moment {
  /// The time of a date, to the second, in a zone: UTC where that is GMT.
  ///
  /// - Returns: nil for a zone that has no name in tzdata, and for a date that is no instant.
  public init?(_ date: Date, in zone: TimeZone) {
    guard let instant = Instant(date) else { return nil }
    if ["GMT", "UTC"].contains(zone.identifier) {
      self = .utc(instant.utc)
    } else {
      guard let found = Zone.resolve(tzid: zone.identifier)?.zone else { return nil }
      self = .zoned(found.local(of: instant), tzid: zone.identifier)
    }
  }

  /// The day of a date in a zone.
  ///
  /// - Returns: as ``init(_:in:)``.
  public init?(dayOf date: Date, in zone: TimeZone) {
    guard let time = Moment(date, in: zone) else { return nil }
    self = .date(time.day)
  }

  /// The day where there is no hour; else the time, which floats where there is no zone. Minute and second
  /// are 0 where they are missing.
  ///
  /// - Returns: nil without year, month and day, for a day or a time that does not exist, for another
  ///   calendar than the Gregorian one, and for a zone that has no name in tzdata: RFC 5545 §3.3.5 has no
  ///   offsets.
  public init?(_ components: DateComponents) {
    let calendar = components.calendar?.identifier ?? .gregorian
    guard calendar == .gregorian || calendar == .iso8601, components.era ?? 1 == 1,
      let year = components.year, let month = components.month, let date = components.day,
      let day = Day(year: year, month: month, day: date)
    else { return nil }
    guard let hour = components.hour else {
      guard components.minute ?? 0 == 0, components.second ?? 0 == 0 else { return nil }
      self = .date(day)
      return
    }
    guard
      let local = LocalDateTime(
        day: day, hour: hour, minute: components.minute ?? 0, second: components.second ?? 0)
    else { return nil }
    switch components.timeZone {
    case nil: self = .floating(local)
    case let zone? where ["GMT", "UTC"].contains(zone.identifier): self = .utc(local)
    case let zone?:
      guard Zone.resolve(tzid: zone.identifier) != nil else { return nil }
      self = .zoned(local, tzid: zone.identifier)
    }
  }
}
