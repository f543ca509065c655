internal import ICalendar
internal import ListoModel

/// A time zone of a calendar, as the reminders that use it need it: by its name, and, where that is not
/// enough, by its definition.
///
/// A class, so that to ask it something counts one reference and not those of all its parts.
final class TravellingZone: Sendable {
  let tzid: String
  /// The name as a JSON string.
  let name: [UInt8]
  /// The zone as the calendar means it; nil where no one knows it.
  let zone: Zone?
  /// The VTIMEZONE as jCal; nil where the calendar has none, or where tzdata means the same by the name.
  let definition: [UInt8]?
  /// The zone that tzdata has under the name; nil for none.
  private let known: Zone?
  /// From here on both mean the same.
  private let agreement: Instant

  init(_ tzid: String, in zones: ZoneTable) {
    var json = JSONText()
    json.string(tzid)
    (self.tzid, name) = (tzid, json.bytes)
    let zone = zones.zone(tzid)
    let known = Zone.resolve(tzid: tzid)?.zone
    (self.zone, self.known) = (zone, known)
    agreement = Self.agreement(zone, known)
    guard let component = zones.definitions[tzid], zone == nil || zone !== known else {
      definition = nil
      return
    }
    var text = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(component, to: &text, unparsed: &unparsed)
    definition = text.bytes
  }

  /// The definition must ride along with a reminder that has this time in the zone: tzdata does not know
  /// the name or gives another instant.
  ///
  /// - Parameter recurs: later times follow from this one, so that the offsets must be the same from here on.
  func isNeeded(for local: LocalDateTime, recurs: Bool) -> Bool {
    guard definition != nil else { return false }
    guard let zone, let known else { return true }
    let instant = zone.instant(of: local)
    // A day's grace: near a change of offset one wall clock can be two instants.
    if instant.seconds > agreement.seconds + 86_400 { return false }
    return recurs || known.instant(of: local) != instant
  }

  /// The definition must ride along where nothing is known of the times.
  var isNeededForAny: Bool {
    definition != nil && (zone == nil || known == nil || agreement.seconds > Self.epoch)
  }

  /// The clocks are compared from 1970 on; before it, each time by itself.
  private static let epoch: Int64 = 0

  /// The instant after the last that the two disagree about.
  private static func agreement(_ zone: Zone?, _ known: Zone?) -> Instant {
    guard let zone, let known else { return Instant(seconds: .max - 86_400) }
    let epoch = Instant(seconds: Self.epoch)
    if zone === known { return epoch }
    let (left, right) = (zone.canonicalOffsets, known.canonicalOffsets)
    guard left != right else { return epoch }
    let common = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    guard common > 0 else { return Instant(seconds: .max - 86_400) }
    return left[left.count - common].instant
  }
}
