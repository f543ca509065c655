import ICalendar
import ListoModel
import ListoTestSupport

@testable import ListoFormats

/// Reminders by chance, with what breaks formats of lines, cells and attributes.
enum GeneratedFields {
  private static let words = [
    "milk", "x", "(A)", "2026-01-01", "+list", "@home", "due:2026-01-01", "12:30", "http://example.org/a%20b",
    "100%",
    "%41", "Äpfel", "日本", "🎄", "=1+1", "-1", "+49", "@", "+", "a,b", "\"q\"", "'", ";", "\\n", "\\", "note:",
    "uid:x", "t:", "a\u{3000}b", "p1", "*", "[x]", "é", "rec:+1w", "title:x", "order:5", "_",
  ]
  private static let breaks = [" ", " ", " ", "  ", "\n", "\n\n", "\t", "\u{A0}", "\u{2028}"]

  static func text(_ random: inout SplitMix64, upTo count: Int = 6) -> String {
    var text = ""
    for index in 0..<Int.random(in: 1...count, using: &random) {
      if index > 0 { text += breaks.pick(using: &random) }
      text += words.pick(using: &random)
    }
    return text
  }

  static func moment(_ random: inout SplitMix64) -> Moment {
    let day = Day(daysSince1970: Int.random(in: -10_000...40_000, using: &random))
    let local =
      LocalDateTime(
        day: day, hour: Int.random(in: 0...23, using: &random),
        minute: Int.random(in: 0...59, using: &random),
        second: Int.random(in: 0...59, using: &random)) ?? LocalDateTime(startOf: day)
    switch Int.random(in: 0...4, using: &random) {
    case 0: return .date(day)
    case 1: return .floating(local)
    case 2: return .utc(local)
    default:
      return .zoned(
        local,
        tzid: ["Europe/Berlin", "America/New_York", "W. Europe Standard Time", "No/Such"].pick(using: &random)
      )
    }
  }

  static func value(of id: FieldID, _ random: inout SplitMix64) -> FieldValue {
    switch id {
    case .status:
      .text(
        ["needs-action", "in-process", "completed", "cancelled", "pending", "failed"].pick(using: &random))
    case .tags: .texts(Array(Set((0..<3).map { _ in text(&random, upTo: 2) })).sorted())
    case .alarms:
      .texts(
        Array(
          ["-PT15M", "-P1D/end", "20261201T090000Z", "PT0S"].prefix(Int.random(in: 1...4, using: &random))))
    case .recurrence:
      .text(
        [
          "FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=5", "FREQ=WEEKLY;INTERVAL=1",
          "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "RSCALE=GREGORIAN;FREQ=YEARLY;UNTIL=20301231T000000Z",
        ].pick(using: &random))
    case .priority: .integer(Int.random(in: 0...9, using: &random))
    case .percent: .integer(Int.random(in: 0...100, using: &random))
    case .sequence: .integer(Int.random(in: 0...9, using: &random))
    case .order: .integer(Int.random(in: -5...900_000_000, using: &random))
    case .geo: .text("48.2;-16.3")
    case .classification: .text("PRIVATE")
    case .url: .text("https://example.org/a?b=c,d;e#f%20g")
    case .due, .start, .completed, .created, .modified, .stamp, .recurrenceID: .moment(moment(&random))
    case .uid, .parent:
      .text(
        [
          "4711", "a b:c", "B0114795-7B60-4774-B561-ED9A2D02AD92", "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
          "x%20y",
        ]
        .pick(using: &random))
    case .title, .notes, .location: .text(text(&random))
    }
  }

  /// Always with UID and DTSTAMP, which a new component gets anyway.
  static func fields(_ random: inout SplitMix64) -> ReminderFields {
    var fields = ReminderFields()
    for field in Field.all where Bool.random(using: &random) || [.uid, .stamp].contains(field.id) {
      fields[field.id] = value(of: field.id, &random)
    }
    return fields
  }
}

// MARK: Odd values

extension GeneratedFields {
  private static let zones = [
    "Europe/Berlin", "Customized Time Zone", "100%41:b", "\u{D6}ster\"er,reich;", "a\u{3000}b", "+1", "-",
  ]
  private static let tags = [
    " lead", "trail ", "\u{A0}", "a,b", "back\\slash", "\\", "+plus", "+", "@at", "+\u{301}x", "50%41", "k:v",
    "\u{FC}", "two\nlines", "\u{85}", "\u{2028}x", "\u{3042}", "\u{2019}", "\"q\"", ";",
  ]
  private static let titles = [
    " ", "\n", " blank ahead", "blank behind ", "x", "x done", "(A) letter", "2026-01-01", "Nap (every day)",
    "Nap (every day) ", "a\u{1}b", "a\u{7F}", "\u{85}", "\u{2028}", "\u{202E}abc", "+", "+list", "a +list b",
    "@home a",
    "key:value", "due:2026-01-01", "50%41 %zz %", "%", "title:x", "-", "\u{3042}\u{3001}", "it\u{2019}s",
    "=1+1", "'",
    "\"", ",", "\\", "\\n", "\t",
  ]
  private static let numbers = [
    Int.min, -1_000_000_000_000, -3, -1, 0, 1, 9, 10, 140, 1_000_000_000, Int.max,
  ]
  private static let statuses = ["pending", "failed", "cancelled"]

  private static func oddMoment(_ random: inout SplitMix64) throws -> Moment {
    let value = ["20240229T235960", "00000101T000000", "99991231T235959", "20261201T101500"].pick(
      using: &random)
    switch Int.random(in: 0...3, using: &random) {
    case 0: return try Moment.decode(Array(value.utf8)[..<8])
    // Of ISO 8601 the second 60 is read as 59, in UTC.
    case 1: return try Moment.decode(Array("\(value.replacing("60", with: "59"))Z".utf8)[...])
    default:
      return try Moment.decode(Array(value.utf8)[...], tzid: zones.pick(using: &random))
    }
  }

  /// Values that fields can hold, and which few programs write.
  static func oddFields(_ random: inout SplitMix64) throws -> ReminderFields {
    var fields = fields(&random)
    for id in FieldID.allCases where Bool.random(using: &random) {
      switch id {
      case .status: fields[id] = .text(statuses.pick(using: &random))
      case .tags:
        fields.set(
          id, texts: (0..<Int.random(in: 0...12, using: &random)).map { _ in tags.pick(using: &random) })
      case .alarms: fields.set(id, texts: (1...Int.random(in: 1...12, using: &random)).map { "-PT\($0)M" })
      case .recurrence, .geo: continue
      case .uid, .url, .parent, .classification, .title, .notes, .location:
        fields.set(id, titles.pick(using: &random))
      default:
        switch id.type {
        case .integer:
          fields[id] = .integer(numbers.filter { FieldCodec.fits(id, $0) }.pick(using: &random))
        default: fields[id] = .moment(try oddMoment(&random))
        }
      }
    }
    return fields
  }
}
