internal import ICalendar
internal import ListoModel

/// A time of a reminder, and the UTC time that Taskwarrior gets for it.
struct TaskwarriorDate: Sendable {
  let moment: DigitMoment
  /// Nil where it has no TZID.
  let zone: TravellingZone?
  let utc: DigitMoment

  /// - Parameter local: the zone of a date and of a floating time; nil for UTC.
  init(_ moment: DigitMoment, zone: TravellingZone? = nil, local: Zone? = nil) {
    (self.moment, self.zone) = (moment, zone)
    guard zone == nil, let local, !moment.isUTC, let time = moment.local else {
      utc = Self.utc(moment, in: zone?.zone)
      return
    }
    utc = Self.utc(DigitMoment(.utc(local.instant(of: time).utc)))
  }

  /// Whoever reads it cannot know how the UTC time follows from it.
  var needsUTC: Bool { zone != nil || utc != Self.utc(moment) }

  /// The UTC time says all of it.
  var isPlain: Bool { utc == moment }

  /// As ``FieldValue/description`` has it.
  var description: String { moment.iso.text + (zone.map { " " + $0.tzid } ?? "") }

  // MARK: UTC times

  /// The range of times that Taskwarrior 2.6.2 (libshared) takes; outside it crashes.
  static let first = DigitMoment(.utc(LocalDateTime(startOf: Day(daysSince1970: 3652))))
  private static let last = DigitMoment(
    .utc(LocalDateTime(startOf: Day(daysSince1970: 2_932_896)).adding(seconds: -1)))

  /// The UTC time that stands for a moment: a date is its midnight, a floating time, and one in a zone that
  /// no one knows, is taken for UTC. What is out of range becomes the nearest that is in it.
  static func utc(_ moment: DigitMoment, in zone: Zone? = nil) -> DigitMoment {
    var utc = moment.utc
    if let zone, moment.hasTime, !moment.isUTC, let local = moment.local {
      utc = DigitMoment(.utc(zone.instant(of: local).utc))
    }
    return min(max(utc, first), last)
  }

  /// The entry of a line of notes, so many lines behind the first: two of one entry would become one.
  static func entry(_ line: Int, from first: DigitMoment) -> DigitMoment {
    guard line > 0, let local = first.local else { return first }
    return utc(DigitMoment(.utc(local.adding(seconds: Int64(line)))))
  }

  /// A UTC time in full, in the range; nil for any other text.
  static func utc(_ bytes: Span<UInt8>, _ text: Range<Int>) -> DigitMoment? {
    guard let moment = DigitMoment(bytes, text), moment.isUTC, utc(moment) == moment else { return nil }
    return moment
  }

  static func utc(_ text: String) -> DigitMoment? {
    let bytes = Array(text.utf8)
    return utc(bytes.span, 0..<bytes.count)
  }
}

extension ShortText {
  var text: String {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: 40) { $0.append(self) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
