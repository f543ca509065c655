internal import ICalendar

/// The type of a value, as RFC 7265 names it, and what a property without VALUE has.
enum JCalType: UInt8, Sendable, CaseIterable {
  case binary, boolean, calAddress, date, dateTime, duration, float, integer, period
  case recur, text, time, uri, utcOffset, unknown

  /// As it is written in jCal: `date-time`.
  var word: String { Self.words[Int(rawValue)] }
  /// The same in bytes, as the name of an element of xCal.
  var name: [UInt8] { Self.names[Int(rawValue)] }
  /// As VALUE has it: `DATE-TIME`.
  var value: [UInt8] { Self.values[Int(rawValue)] }
  /// `"date-time",`
  var json: [UInt8] { Self.table[Int(rawValue)] }

  /// As nearly all write them.
  private static let named = KeyTable(zip(words, allCases).map { ($0, $1) })

  /// - Parameter word: in any case.
  init?(word: ArraySlice<UInt8>) {
    if let known = Self.named[word] {
      self = known
      return
    }
    for (number, value) in Self.values.enumerated() where Self.isSame(value, word) {
      self.init(rawValue: UInt8(number))
      return
    }
    return nil
  }

  private static func isSame(_ value: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    guard value.count == word.count else { return false }
    for (offset, byte) in value.enumerated() {
      let other = word[word.startIndex + offset]
      guard byte == other || byte >= 0x41 && other == byte | 0x20 else { return false }
    }
    return true
  }

  private static let words = allCases.map { type in
    switch type {
    case .calAddress: "cal-address"
    case .dateTime: "date-time"
    case .utcOffset: "utc-offset"
    default: "\(type)"
    }
  }
  // Asked for each value, so that they are told by number and not by a hash.
  private static let names = words.map { Array($0.utf8) }
  private static let values = words.map { Array($0.uppercased().utf8) }
  private static let table = words.map { Array("\"\($0)\",".utf8) }
}

/// How the value of a property is built.
struct JCalShape: Sendable {
  enum Structure: Sendable {
    case single
    /// Several values, flat (RFC 7265 §3.4.1.1).
    case list
    /// Parts with semicolons between them, nested (RFC 7265 §3.4.1.2).
    case structured
  }

  let type: JCalType
  let structure: Structure

  init(_ type: JCalType, _ structure: Structure = .single) {
    (self.type, self.structure) = (type, structure)
  }

  static func of(_ id: PropertyID) -> JCalShape { table[Int(id.rawValue)] }

  /// The shape of a property that has no ``PropertyID``.
  static func of(name: String) -> JCalShape { others[name] ?? JCalShape(.unknown) }

  /// RFC 5545 §3.8, RFC 7986 §5, RFC 9073 §6, RFC 9074 §8, RFC 9253 §7, draft-ietf-calext-ical-tasks.
  /// Vendors' properties are not recognised, even where Listo reads them: their values stay raw.
  private static let table: [JCalShape] = PropertyID.allCases.map { id in
    switch id {
    case .categories, .resources: JCalShape(.text, .list)
    case .action, .calscale, .class, .color, .comment, .contact, .description, .location, .method, .name,
      .prodid,
      .proximity, .refid, .relatedTo, .status, .styledDescription, .summary, .transp, .tzid, .tzname, .uid,
      .version:
      JCalShape(.text)
    case .requestStatus: JCalShape(.text, .structured)
    case .attach, .concept, .conference, .image, .link, .source, .tzurl, .url: JCalShape(.uri)
    case .geo: JCalShape(.float, .structured)
    case .percentComplete, .priority, .repeat, .sequence: JCalShape(.integer)
    case .acknowledged, .completed, .created, .dtend, .dtstamp, .dtstart, .due, .lastModified, .recurrenceID:
      JCalShape(.dateTime)
    case .exdate, .rdate: JCalShape(.dateTime, .list)
    case .duration, .estimatedDuration, .refreshInterval, .trigger: JCalShape(.duration)
    case .tzoffsetfrom, .tzoffsetto: JCalShape(.utcOffset)
    case .attendee, .organizer: JCalShape(.calAddress)
    case .rrule, .exrule: JCalShape(.recur)
    default: JCalShape(.unknown)
    }
  }

  private static let others: [String: JCalShape] = [
    "BUSYTYPE": JCalShape(.text), "CALENDAR-ADDRESS": JCalShape(.calAddress),
    "FREEBUSY": JCalShape(.period, .list),
    "LOCATION-TYPE": JCalShape(.text, .list), "PARTICIPANT-TYPE": JCalShape(.text),
    "REASON": JCalShape(.text),
    // STRUCTURED-DATA has no default type (RFC 9073 §6.6): its VALUE is always said.
    "RESOURCE-TYPE": JCalShape(.text), "SUBSTATE": JCalShape(.text),
    "TASK-MODE": JCalShape(.text), "TZID-ALIAS-OF": JCalShape(.text), "TZUNTIL": JCalShape(.dateTime),
  ]
}
