/// The properties that Listo knows by name: a byte that tags each content line.
///
/// Sources: RFC 5545 §8.3.2, RFC 7986 §5, RFC 9073 §6, RFC 9074 §8, RFC 9253 §7 and the vendor properties
/// that reminders programs write. Any other property is ``other``; its name is read from the line.
public enum PropertyID: UInt8, Sendable, CaseIterable, Hashable {
  /// A property that has no row here.
  case other = 0
  /// A line that no property can be read from: no colon, or a name with characters that names cannot have.
  case malformed
  /// An empty line.
  case blank
  case begin, end
  case acknowledged, action, attach, attendee, calscale, categories, `class`, color, comment, completed,
    concept
  case conference, contact, created, description, dtend, dtstamp, dtstart, due, duration, estimatedDuration
  case exdate, exrule, geo, image, lastModified, link, location, method, name, organizer, percentComplete,
    priority
  case prodid, proximity, rdate, recurrenceID, refid, refreshInterval, relatedTo, `repeat`, requestStatus
  case resources, rrule, sequence, source, status, styledDescription, summary, transp, trigger, tzid, tzname
  case tzoffsetfrom, tzoffsetto, tzurl, uid, url, version
  case xAltDesc, xAppleCalendarColor, xAppleProximity, xAppleSortOrder, xAppleStructuredLocation
  case xKdeLibkcalDtrecurrence
  case xListoRepeatFrom, xListoRrule
  case xMozGeneration, xMozLastack, xMozSnoozeTime
  case xTodotxtLine
  case xWrAlarmuid, xWrCaldesc, xWrCalname, xWrRelcalid,
    xWrTimezone

  /// The name as it is written in a content line, in upper case; empty for the three ids that are not
  /// properties.
  public var name: String { Self.names[Int(rawValue)] }

  /// Its name as it is appended to bytes.
  public var shortName: ShortText { Self.shortNames[Int(rawValue)] }

  private static let shortNames = names.map { ShortText(Array($0.utf8)) ?? .empty }

  private static let names: [String] = allCases.map { id in
    switch id {
    case .other, .malformed, .blank: ""
    case .recurrenceID: "RECURRENCE-ID"
    case .dtend, .dtstamp, .dtstart, .tzoffsetfrom, .tzoffsetto: "\(id)".uppercased()
    default: Self.hyphenated("\(id)")
    }
  }

  /// `lastModified` → `LAST-MODIFIED`.
  private static func hyphenated(_ identifier: String) -> String {
    var result = ""
    for character in identifier {
      if character.isUppercase { result += "-" }
      result += character.uppercased()
    }
    return result
  }

  /// The id for a name in any case; ``other`` for a name without a row.
  public init(name: String) {
    self.init(nameBytes: Array(name.utf8)[...])
  }

  /// Looks up the id of a name given as bytes.
  public init(nameBytes name: ArraySlice<UInt8>) {
    var hash = PropertyNames.seed
    for byte in name { PropertyNames.mix(byte, into: &hash) }
    self = PropertyNames.shared.find(name.span, 0, name.count, hash: hash)
  }

  /// Looks up the id of a name given as bytes.
  public init(_ bytes: Span<UInt8>, _ name: Range<Int>) {
    var hash = PropertyNames.seed
    for index in name { PropertyNames.mix(bytes[index], into: &hash) }
    self = PropertyNames.shared.find(bytes, name.lowerBound, name.upperBound, hash: hash)
  }
}

/// Names to ids, case-insensitively, by one hash of the name's bytes.
struct PropertyNames: Sendable {
  static let shared = PropertyNames()
  static let seed: UInt32 = 0x811C_9DC5

  private let slots: [PropertyID]
  private let offsets: [UInt16]
  private let text: [UInt8]

  @inline(__always)
  static func mix(_ byte: UInt8, into hash: inout UInt32) {
    hash = (hash ^ UInt32(byte & 0xDF)) &* 0x0100_0193
  }

  @inline(__always)
  private static func slot(_ hash: UInt32) -> Int { Int((hash ^ (hash >> 15)) & 511) }

  private init() {
    var slots = [PropertyID](repeating: .other, count: 512)
    var offsets: [UInt16] = []
    var text: [UInt8] = []
    for id in PropertyID.allCases {
      offsets.append(UInt16(text.count))
      let name = Array(id.name.utf8)
      text += name
      guard !name.isEmpty else { continue }
      var hash = Self.seed
      for byte in name { Self.mix(byte, into: &hash) }
      var slot = Self.slot(hash)
      while slots[slot] != .other { slot = (slot + 1) & 511 }
      slots[slot] = id
    }
    offsets.append(UInt16(text.count))
    (self.slots, self.offsets, self.text) = (slots, offsets, text)
  }

  /// The id of the name in `bytes[start..<end]`, whose bytes gave `hash`.
  @inline(__always)
  func find(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, hash: UInt32) -> PropertyID {
    var slot = Self.slot(hash)
    while true {
      let id = slots[slot]
      if id == .other { return .other }
      let from = Int(offsets[Int(id.rawValue)])
      let to = Int(offsets[Int(id.rawValue) + 1])
      if to - from == end - start {
        var same = true
        var index = 0
        while index < to - from {
          // Letters differ from their upper case in bit 5 alone; `-` and digits must match as they are.
          let ours = text[from + index]
          let theirs = bytes[start + index]
          if ours != theirs && !(ours >= 0x41 && theirs == ours | 0x20) {
            same = false
            break
          }
          index += 1
        }
        if same { return id }
      }
      slot = (slot + 1) & 511
    }
  }
}
