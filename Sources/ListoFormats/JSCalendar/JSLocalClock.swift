internal import ICalendar
internal import ListoModel

/// The meaning of the local times in an object that is read: days, or times in a zone.
struct JSLocalClock {
  /// They are days.
  let isDate: Bool
  /// The name of their zone; empty for floating times.
  let zone: ArraySlice<UInt8>
  private let isUTC: Bool

  init(_ object: JSMembers<JSMember>) {
    self.init(zone: object.text(.timeZone) ?? [], isDate: Self.hasDays(object))
  }

  private init(zone: ArraySlice<UInt8>, isDate: Bool) {
    (self.zone, self.isDate, isUTC) = (zone, isDate, JSTime.isUTC(zone))
  }

  /// That of the occurrence which an object is: it may be named on a clock of its own.
  func named(in object: JSMembers<JSMember>) -> JSLocalClock {
    guard object[.recurrenceIdTimeZone] != nil else { return self }
    return JSLocalClock(zone: object.text(.recurrenceIdTimeZone) ?? [], isDate: false)
  }

  private static func hasDays(_ object: JSMembers<JSMember>) -> Bool {
    guard object.isTrue(.showWithoutTime), object.text(.timeZone)?.isEmpty ?? true else { return false }
    let other = object[.recurrenceIdTimeZone] == nil ? object.text(.recurrenceId) : nil
    let times = (object.text(.start), object.text(.due), other)
    guard times.0 != nil || times.1 != nil || times.2 != nil else { return false }
    return isMidnight(times.0) && isMidnight(times.1) && isMidnight(times.2)
  }

  /// True for none.
  private static func isMidnight(_ text: ArraySlice<UInt8>?) -> Bool {
    guard let text else { return true }
    return JSTime.local(text).map { $0 == LocalDateTime(startOf: $0.day) } ?? false
  }

  func moment(_ local: LocalDateTime) -> Moment {
    if isDate { return .date(local.day) }
    if zone.isEmpty { return .floating(local) }
    return isUTC ? .utc(local) : .zoned(local, tzid: String(decoding: zone, as: UTF8.self))
  }

  /// The zone, where times have one.
  var resolved: Zone? { JSTime.zone(String(decoding: zone, as: UTF8.self)) }

  /// Appends a time to a component, as the property that it is.
  ///
  /// - Parameters:
  ///   - tzid: how its zone was written, or another in which it was written; nil for none.
  ///   - parameters: others that it has.
  func add(
    _ id: PropertyID, _ local: DigitMoment, tzid: String?, _ parameters: [Parameter],
    to component: inout ComponentText
  ) {
    if let tzid, !zone.isEmpty, !isDate, let local = local.local, let time = own(local, tzid) {
      component.moment(id, time, parameters: parameters)
    } else if isDate {
      component.moment(id, local.day, parameters: parameters)
    } else if isUTC {
      component.add(id, parameters) { line in
        line.append(local)
        line.append(0x5A)
      }
    } else {
      component.moment(id, local, zone: zone, parameters: parameters)
    }
  }

  /// A time on the object's clock as it was written: with another name of the zone, or in another zone.
  private func own(_ local: LocalDateTime, _ tzid: String) -> Moment? {
    guard let theirs = JSTime.isUTC(tzid) ? .utc : Zone.resolve(tzid: tzid)?.zone, let ours = resolved else {
      return nil
    }
    let isSame = JSTime.name(tzid).map { zone.elementsEqual($0.utf8) } ?? false
    let shown = isSame ? local : theirs.local(of: ours.instant(of: local))
    return JSTime.isUTC(tzid) ? .utc(shown) : .zoned(shown, tzid: tzid)
  }
}
