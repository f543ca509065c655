internal import ICalendar
internal import ListoModel

/// A day of Org's, perhaps with a clock time, without brackets, cookies and the end of a range: `2026-12-01
/// Tue 10:15`.
struct OrgStamp: Sendable {
  let day: Day
  /// Nil for a day alone; without seconds.
  let local: LocalDateTime?
  /// It stands there as Listo writes it.
  let isUsual: Bool

  init(_ day: Day, _ local: LocalDateTime?, isUsual: Bool = true) {
    (self.day, self.isUsual) = (day, isUsual)
    self.local = local.flatMap { LocalDateTime(day: day, hour: $0.hour, minute: $0.minute, second: 0) }
  }

  /// The date or time of a property of a reminder, whatever its zone and seconds; nil where it is missing, or
  /// is no date.
  init?(_ id: PropertyID, of reminder: PlacedReminder) {
    guard let place = reminder.place(of: id) else { return nil }
    let bytes = reminder.component.placedBytes
    if let value = place.valueOfMoment(in: bytes.span), let moment = DigitMoment(bytes.span, value),
      let local = moment.local
    {
      self.init(local.day, moment.hasTime ? local : nil)
    } else if let moment = try? reminder.component.property(at: place).moment() {
      self.init(moment.day, moment.local)
    } else {
      return nil
    }
  }

  /// It stands there as another is written.
  func isWritten(as other: OrgStamp) -> Bool {
    isUsual && day == other.day && local == other.local
  }

  /// The moment of the stamp; with `kept`, in the zone of that property.
  func moment(inZoneOf kept: Property? = nil) -> Moment {
    guard let local else { return .date(day) }
    return switch try? kept?.moment() {
    case .utc: .utc(local)
    case .zoned(_, let tzid): .zoned(local, tzid: tzid)
    case .date, .floating, nil: .floating(local)
    }
  }

  /// `Tue`.
  static func name(of day: Day) -> [UInt8] { names[(day.daysSince1970 % 7 + 7) % 7] }

  /// From the day of the week of 1 January 1970 on, a Thursday.
  private static let names = (0..<7).map { index in
    Array(EnglishNames.name(Day(daysSince1970: index).weekday).utf8)
  }

  func append(to output: inout OutputSpan<UInt8>) {
    output.append(DigitMoment(.date(day)).iso)
    output.put(0x20)
    output.put(Self.name(of: day))
    guard let local else { return }
    output.put(0x20)
    output.put(twoDigits: local.hour)
    output.put(0x3A)
    output.put(twoDigits: local.minute)
  }
}

extension OutputSpan where Element == UInt8 {
  fileprivate mutating func put(twoDigits number: Int) {
    put(0x30 + UInt8(number / 10))
    put(0x30 + UInt8(number % 10))
  }
}

/// Planning whose stamp is no date, such as `DEADLINE: <2026-02-29>`: it is kept as it is.
enum OrgPlanningText {
  /// The property that keeps it.
  static let property = "X-ORG-PLANNING"

  /// The date that a kept text stands for; nil for a text that Org would not read as the same planning, or
  /// that could run something.
  static func meaning(_ text: String) -> PropertyID? {
    let words: KeyValuePairs<String, PropertyID> = [
      "CLOSED": .completed, "DEADLINE": .due, "SCHEDULED": .dtstart,
    ]
    guard let (word, id) = words.first(where: { text.hasPrefix($0.key + ": ") }), text.utf8.count < 80 else {
      return nil
    }
    let stamp = text.dropFirst(word.utf8.count + 2)
    guard let first = stamp.first, let last = stamp.last, ["<>", "[]"].contains("\(first)\(last)") else {
      return nil
    }
    let bytes = Array(stamp.dropFirst().dropLast().utf8)
    let isPlain = bytes.allSatisfy {
      $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || " .:+-/".utf8.contains($0)
    }
    guard isPlain, bytes.first.map({ $0 &- 0x30 < 10 }) ?? false,
      OrgStampText(bytes.span, bytes.indices).stamp == nil
    else { return nil }
    return id
  }
}

/// A stamp that may be a range.
enum OrgRange: Int, CaseIterable {
  case deadline, scheduled

  /// The word before it.
  var word: String { self == .deadline ? "DEADLINE" : "SCHEDULED" }

  /// The property that keeps its end.
  var name: String { "X-ORG-\(word)-END" }

  /// So many bytes these names have at least.
  static let shortestName = "X-ORG-DEADLINE-END".utf8.count
}

/// The text between the brackets of a stamp.
struct OrgStampText {
  /// Nil for what is no date.
  let stamp: OrgStamp?
  /// The end of `10:15-11:00`.
  private(set) var end: String?
  /// `+1w`, `++1w`, `.+1w/2w`, a warning `-3d`.
  private(set) var cookies: [String] = []

  init(_ bytes: Span<UInt8>, _ text: Range<Int>) {
    var words = Words()
    var index = text.lowerBound
    while index < text.upperBound {
      let start = index
      while index < text.upperBound, bytes[index] != 0x20 { index += 1 }
      if index == start {
        index += 1
      } else if Self.isCookie(bytes, start..<index) {
        cookies.append(bytes.text(start..<index, isText: false))
      } else {
        words.add(start..<index, hasColon: bytes.first(0x3A, in: start..<index) != nil)
      }
    }
    if words.count > 1, words.time == words.last, let dash = bytes.first(0x2D, in: words.last) {
      end = bytes.text(dash + 1..<words.last.upperBound, isText: false)
      words.cut(at: dash, hasColon: bytes.first(0x3A, in: words.last.lowerBound..<dash) != nil)
    }
    stamp = words.stamp(bytes)
  }

  private static func isCookie(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Bool {
    let first = bytes[word.lowerBound]
    return first == 0x2B || first == 0x2D
      || (first == 0x2E && word.count > 1 && bytes[word.lowerBound + 1] == 0x2B)
  }

  /// Hour and minute of `10:15`; the hour may be 24.
  static func clock(_ bytes: Span<UInt8>, _ text: Range<Int>) -> (hour: Int, minute: Int)? {
    guard let colon = bytes.first(0x3A, in: text),
      let hour = number(bytes, text.lowerBound..<colon), (0...24).contains(hour),
      let minute = number(bytes, colon + 1..<text.upperBound), (0...59).contains(minute)
    else { return nil }
    return (hour, minute)
  }

  /// A number of one or two bytes, `-0` among them.
  private static func number(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Int? {
    guard (1...2).contains(text.count) else { return nil }
    var number = 0
    for index in text {
      let digit = bytes[index] &- 0x30
      if digit >= 10, index > text.lowerBound || text.count == 1 || bytes[index] != 0x2D { return nil }
      if digit >= 10, bytes[index + 1] != 0x30 { return nil }
      number = digit < 10 ? number * 10 + Int(digit) : 0
    }
    return number
  }

  /// The words that are no cookies.
  private struct Words {
    private(set) var count = 0
    private var first = 0..<0
    private var second = 0..<0
    private(set) var last = 0..<0
    /// The last one behind the first that has a colon, and the one before it; empty where there is none.
    private(set) var time = 0..<0
    private var earlier = 0..<0

    mutating func add(_ word: Range<Int>, hasColon: Bool) {
      count += 1
      guard count > 1 else { return first = word }
      if count == 2 { second = word }
      last = word
      if hasColon { (earlier, time) = (time, word) }
    }

    /// The last one ends there.
    mutating func cut(at end: Int, hasColon: Bool) {
      last = last.lowerBound..<end
      if count == 2 { second = last }
      time = hasColon ? last : earlier
    }

    func stamp(_ bytes: Span<UInt8>) -> OrgStamp? {
      guard first.count == 10, let day = DigitMoment(iso: bytes, first)?.local?.day else { return nil }
      let isNamed = second.count == 3 && bytes.holds(OrgStamp.name(of: day), at: second.lowerBound)
      guard !time.isEmpty else { return OrgStamp(day, nil, isUsual: isNamed && count == 2) }
      guard let (hour, minute) = OrgStampText.clock(bytes, time),
        let local = LocalDateTime(day: day, hour: hour, minute: minute, second: 0)
      else { return nil }
      let isUsual =
        isNamed && count == 3 && time == last && time.count == 5 && bytes[time.lowerBound] != 0x2D
        && bytes[time.lowerBound + 3] != 0x2D
      return OrgStamp(day, local, isUsual: isUsual)
    }
  }
}
