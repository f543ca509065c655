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
        ["needs-action", "in-process", "completed", "cancelled", "pending", "failed", "ODD"].pick(
          using: &random))
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
