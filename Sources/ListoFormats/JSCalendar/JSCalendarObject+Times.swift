internal import ICalendar
internal import ListoModel

extension JSCalendarObject {
  mutating func setClock(_ component: Component) {
    let property = component.first(.dtstart) ?? component.first(.due)
    guard let moment = try? property?.moment(), let clock = Clock(moment),
      property.map({ isSound($0, moment) }) ?? false
    else {
      if let moment = try? component.first(.recurrenceID)?.moment(), component.first(.dtstart) == nil {
        self.clock = Clock(moment) ?? Clock()
        if self.clock.kind == .zoned { object["timeZone"] = .text(self.clock.zone) }
        if self.clock.kind == .date { object["showWithoutTime"] = .bool(true) }
      }
      return
    }
    self.clock = clock
    switch clock.kind {
    case .date: object["showWithoutTime"] = .bool(true)
    case .zoned: object["timeZone"] = .text(clock.zone)
    case .floating, .none: break
    }
  }

  /// A TZID beside a date or a UTC time says nothing, and is kept as it is.
  func isSound(_ property: Property, _ moment: Moment) -> Bool {
    if case .zoned = moment { return true }
    return property.parameter("TZID") == nil
  }

  /// DTSTART or DUE under a key; false where it stays as it is.
  mutating func setTime(_ property: Property, _ key: String) -> Bool {
    guard object[key] == nil, let extra = parameters(property, without: ["VALUE", "TZID"]),
      let moment = try? property.moment(), let local = clock.local(moment)
    else { return false }
    var parameters = extra
    switch moment {
    case .zoned(_, let tzid):
      // Back again the local time must be the same: not so in an hour that comes twice.
      guard JSTime.name(tzid) != nil, !JSTime.isUTC(tzid), returns(moment, local) else { return false }
      if tzid != clock.zone { parameters["tzid"] = .text(tzid) }
    case .utc where clock.zone != "Etc/UTC":
      guard returns(moment, local) else { return false }
      parameters["tzid"] = .text("Etc/UTC")
    default: break
    }
    guard isSound(property, moment) else { return false }
    object[key] = .text(JSTime.text(local))
    convert(key, nil, parameters)
    return true
  }

  /// A time of another zone is the same again when it is read from the object's clock.
  func returns(_ moment: Moment, _ local: LocalDateTime) -> Bool {
    let name: String
    let own: LocalDateTime
    switch moment {
    case .zoned(let local, let tzid): (name, own) = (tzid, local)
    case .utc(let local): (name, own) = ("Etc/UTC", local)
    default: return true
    }
    if name == clock.tzid { return true }
    guard let ours = JSTime.zone(clock.zone), let theirs = JSTime.zone(name) else { return false }
    return theirs.local(of: ours.instant(of: local)) == own
  }
}
