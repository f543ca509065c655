/// Many of one thing: where each is compared with all others, the time grows with the square of their number.
public enum Crowd: String, CaseIterable, Sendable {
  /// Reminders that share all, or have nothing to be told by.
  case oneUID = "one-uid"
  case noUID = "no-uid"
  case oneTitle = "one-title"
  /// Lines of one reminder.
  case relations, tags, dates, properties
  /// Components of one reminder.
  case alarms, overrides
  /// Reminders that are related.
  case chain, siblings
  case zones
  case lists
  case oneListName = "one-list-name"
  case events
  /// Components of one line.
  case lines
  /// Rules that name every second.
  case rules

  /// The calendars.
  public func bytes(count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .lines:
      for _ in 0..<count { ContentLine.append("BEGIN:VTODO", to: &bytes) }
    case .lists, .oneListName:
      for number in 0..<count {
        let name = self == .lists ? "List \(number)" : "List"
        ContentLine.append(
          Vocabulary.calendarHead + ["X-WR-CALNAME:" + name] + todo(number) + [Vocabulary.calendarEnd],
          to: &bytes)
      }
    default:
      ContentLine.append(Vocabulary.calendarHead, to: &bytes)
      for lines in components(count) { ContentLine.append(lines, to: &bytes) }
      ContentLine.append(Vocabulary.calendarEnd, to: &bytes)
    }
    return bytes
  }

  private func components(_ count: Int) -> [[String]] {
    let numbers = 0..<count
    switch self {
    case .oneUID: return numbers.map { ["BEGIN:VTODO", "UID:one", "SUMMARY:Number \($0)", "END:VTODO"] }
    case .noUID: return numbers.map { ["BEGIN:VTODO", "SUMMARY:Number \($0)", "END:VTODO"] }
    case .oneTitle: return numbers.map { ["BEGIN:VTODO", "UID:\($0)", "SUMMARY:Buy milk", "END:VTODO"] }
    case .relations:
      let types = ["", ";RELTYPE=DEPENDS-ON"]
      return [todo(0, numbers.map { "RELATED-TO\(types[$0 % 2]):other-\($0 + 1)" })]
    case .tags: return [todo(0, numbers.map { "CATEGORIES:a\($0),b\($0)" })]
    case .dates:
      return [
        todo(
          0,
          ["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY"] + numbers.map { "EXDATE;VALUE=DATE:\(day($0))" }
        )
      ]
    case .properties: return [todo(0, numbers.map { "X-PROPERTY-\($0):\($0)" })]
    case .alarms:
      return [
        todo(
          0,
          ["DUE:20260101T090000Z"]
            + numbers.flatMap {
              [
                "BEGIN:VALARM", "UID:alarm-\($0)", "ACTION:DISPLAY", "DESCRIPTION:\($0)",
                "TRIGGER:-PT\($0 + 1)M",
                "END:VALARM",
              ]
            })
      ]
    case .overrides:
      return [todo(0, ["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY"])]
        + numbers.map { number in
          todo(0, ["RECURRENCE-ID;VALUE=DATE:\(day(number))", "DTSTART;VALUE=DATE:\(day(number))"])
        }
    case .chain: return numbers.map { todo($0, ["RELATED-TO:other-\($0 - 1)"]) }
    case .siblings: return [todo(count)] + numbers.map { todo($0, ["RELATED-TO:other-\(count)"]) }
    case .zones:
      return numbers.flatMap { number in
        let name = "Example/Zone-\(number)"
        let observance = Vocabulary.Observance("STANDARD", "+0100", "+0100", "X", "19700101T000000", nil)
        return [Vocabulary.zone(name, observance), todo(number, ["DUE;TZID=\(name):20260101T090000"])]
      }
    case .events:
      return numbers.map { ["BEGIN:VEVENT", "UID:event-\($0)", "SUMMARY:Event \($0)", "END:VEVENT"] } + [
        todo(0)
      ]
    case .rules: return numbers.map { todo($0, ["DTSTART:20260101T000000Z", "RRULE:FREQ=SECONDLY"]) }
    case .lists, .oneListName, .lines: return []
    }
  }

  private func todo(_ number: Int, _ lines: [String] = []) -> [String] {
    ["BEGIN:VTODO", "UID:other-\(number)", "DTSTAMP:20260101T000000Z", "SUMMARY:Number \(number)"] + lines
      + ["END:VTODO"]
  }

  /// A day of the years from 2026 on, each with twelve months of 28 days.
  private func day(_ number: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(2026 + number / 336)\(two(number / 28 % 12 + 1))\(two(number % 28 + 1))"
  }
}
