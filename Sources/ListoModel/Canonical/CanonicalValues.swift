internal import ICalendar

/// The single values of a line that holds several: CATEGORIES, RESOURCES, EXDATE, RDATE.
enum CanonicalValues {
  /// Each value with what tells it from the others: of texts the decoded text, of dates and times the
  /// instant. Empty ones are left out.
  ///
  /// - Parameter zone: what a TZID means; without it a time counts by the name of its zone.
  static func of(
    _ property: Property, zone: ((String) -> Zone?)? = nil
  ) -> [(key: [UInt8], octets: ArraySlice<UInt8>)] {
    guard PropertyDefaults.of(property.id).kind == .moments else {
      return TextValue.split(property.value).filter { !$0.isEmpty }.map { octets in
        var key: [UInt8] = []
        TextValue.append(decoding: octets, to: &key)
        return (key, octets)
      }
    }
    return moments(of: property, byShape: false, zone: zone)
  }

  /// The same of a line of dates and times.
  ///
  /// - Parameter byShape: a day is one without VALUE=DATE too.
  static func moments(
    of property: Property, byShape: Bool, zone: ((String) -> Zone?)?
  ) -> [(key: [UInt8], octets: ArraySlice<UInt8>)] {
    let tzid = property.tzid
    var type = property.parameter("VALUE")?.value.uppercased()
    if byShape, type == "DATE-TIME" { type = nil }
    return property.value.split(separator: 0x2C).map { octets in
      let key =
        type == "PERIOD"
        ? period(octets, tzid, zone) : key(octets, type.map { $0 == "DATE" }, tzid, zone)
      return (key, octets)
    }
  }

  /// A period by its start, and its end or how long it is.
  private static func period(
    _ octets: ArraySlice<UInt8>, _ tzid: String?, _ zone: ((String) -> Zone?)?
  ) -> [UInt8] {
    let halves = octets.split(separator: 0x2F, maxSplits: 1)
    guard halves.count == 2 else { return [0] + octets }
    let end = ValueKind.duration(halves[1]) ?? key(halves[1], false, tzid, zone)
    return key(halves[0], false, tzid, zone) + [0x2F] + end
  }

  /// Equal for two ways to write one instant.
  private static func key(
    _ octets: ArraySlice<UInt8>, _ isDate: Bool?, _ tzid: String?, _ zone: ((String) -> Zone?)?
  ) -> [UInt8] {
    guard let moment = try? Moment.decode(octets, valueIsDate: isDate, tzid: tzid) else {
      return [0] + octets + [0] + (tzid ?? "").utf8
    }
    let key = RecurrenceKey(moment)
    switch zone.map({ key.resolved(in: $0) }) ?? key {
    case .instant(let instant): return Array("=\(instant.seconds)".utf8)
    case .date(let day): return Array("/\(day.daysSince1970)".utf8)
    case .unknownZone(_, let name): return octets.map(\.upper) + [0] + name.utf8
    case .master, .floating, .unreadable: return octets.map(\.upper)
    }
  }
}
