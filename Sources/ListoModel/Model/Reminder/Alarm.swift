public import ICalendar

/// A VALARM (RFC 5545 §3.6.6, RFC 9074).
public struct Alarm: Sendable {
  /// The VALARM.
  public let component: Component

  /// The view of a VALARM.
  public init(_ component: Component) { self.component = component }

  /// ACTION (RFC 5545 §3.8.6.1) in upper case: `DISPLAY`, `AUDIO`, `EMAIL`.
  public var action: String? { component.first(.action)?.rawText.uppercased() }
  /// UID (RFC 9074 §4), else X-WR-ALARMUID.
  public var uid: String? { (component.first(.uid) ?? component.first(.xWrAlarmuid))?.text }
  /// The time of acknowledgement (ACKNOWLEDGED, RFC 9074 §6.1).
  public var acknowledged: Moment? { component.first(.acknowledged).flatMap { try? $0.moment() } }
  /// PROXIMITY (RFC 9074 §8.1) in upper case: `ARRIVE` or `DEPART`.
  public var proximity: String? {
    (component.first(.proximity) ?? component.first(.xAppleProximity))?.text.uppercased()
  }

  /// The TRIGGER (RFC 5545 §3.8.6.3); nil if it is invalid.
  public var trigger: Trigger? {
    guard let property = component.first(.trigger) else { return nil }
    let value = property.parameter("VALUE")?.value.uppercased()
    return try? Trigger.parse(property.value, valueIsDateTime: value.map { $0 == "DATE-TIME" })
  }

  /// The time of a TRIGGER that is no distance: in UTC, as RFC 5545 wants it, or, as some programs write it,
  /// in a zone or as a floating time. Nil for every other trigger.
  public var time: Moment? {
    guard let property = component.first(.trigger), property.value.first.map({ $0 &- 48 < 10 }) ?? false,
      let moment = try? Moment.decode(property.value, tzid: property.tzid)
    else { return nil }
    if case .date = moment { return nil }
    return moment
  }

  /// The trigger counts from the end (DUE), not from the start.
  public var isRelatedToEnd: Bool {
    component.first(.trigger)?.parameter("RELATED")?.value.uppercased() == "END"
  }

  /// Apple's way to write that no time rings (a location does, or nothing).
  public var isPlaceholder: Bool {
    guard case .absolute(let local)? = trigger else { return false }
    return Instant(utc: local) == Quirks.appleNoAlarm
  }
}
