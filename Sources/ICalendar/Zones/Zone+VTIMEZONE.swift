extension Zone {
  /// Creates the zone that a VTIMEZONE defines (RFC 5545 §3.6.5).
  ///
  /// Observances that cannot be read are left out, as long as one can be.
  ///
  /// - Throws: ``ValueError`` with code `.zone` if no observance can be read, and `.zoneChanges` or
  ///   `.recurrenceSteps` if the zone exceeds the limits under which the component was read.
  public convenience init(vtimezone component: Component) throws(ValueError) {
    guard !component.hasUnreadLines else {
      // The lines that are left would make a zone that no one defined.
      throw ValueError(.limit, "some of its lines go beyond a limit, and are unread")
    }
    let observances = component.children.compactMap(Observance.init)
    try self.init(
      tzid: component.first(.tzid)?.text ?? "", observances: observances, limits: component.block.limits)
  }
}

extension Observance {
  /// A STANDARD or DAYLIGHT component; nil where DTSTART or an offset is missing or cannot be read.
  init?(_ component: Component) {
    guard component.kind == .standard || component.kind == .daylight,
      let start = try? component.first(.dtstart)?.moment(), let local = start.local,
      let from = component.first(.tzoffsetfrom), let to = component.first(.tzoffsetto),
      let offsetFrom = try? UTCOffset.parse(from.value), let offsetTo = try? UTCOffset.parse(to.value)
    else { return nil }
    self.init(
      isDaylight: component.kind == .daylight, start: local, offsetFrom: offsetFrom, offsetTo: offsetTo,
      name: component.first(.tzname)?.text,
      rules: component.all(.rrule).compactMap { try? RecurrenceRule.parse($0.value) },
      rdates: component.all(.rdate).flatMap { (try? $0.moments()) ?? [] }.compactMap(\.local))
  }
}
