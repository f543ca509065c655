import ICalendar
import ListoTestSupport

/// A reminder, and copies of it that were edited apart.
struct GeneratedEdits {
  var random: SplitMix64

  private static let lines: [[String]] = [
    ["SUMMARY:a", "SUMMARY:b", "summary:a", "SUMMARY;LANGUAGE=de:c"],
    ["DESCRIPTION:a", "DESCRIPTION:b\\nc"], ["X-ALT-DESC;FMTTYPE=text/html:<b>"],
    ["PRIORITY:1", "PRIORITY:5"],
    ["STATUS:NEEDS-ACTION", "STATUS:COMPLETED", "STATUS:IN-PROCESS"],
    ["PERCENT-COMPLETE:10", "PERCENT-COMPLETE:100"],
    ["COMPLETED:20260103T000000Z", "COMPLETED:20260104T000000Z"],
    ["DTSTART:20261201T090000Z", "DTSTART;VALUE=DATE:20261201"],
    ["DUE:20261201T100000Z", "DUE:20261208T100000Z", "DUE;TZID=Europe/Berlin:20261201T110000", "DUE:junk"],
    ["RRULE:FREQ=WEEKLY", "RRULE:FREQ=DAILY;COUNT=5"],
    ["EXDATE:20261202T090000Z", "EXDATE;TZID=Europe/Berlin:20261202T100000,20261203T100000"],
    ["CATEGORIES:a,b", "CATEGORIES:b", "CATEGORIES:c\\, d,a,a", "CATEGORIES:"],
    ["CATEGORIES;LANGUAGE=de:a,ä", "CATEGORIES:e"],
    ["RELATED-TO:p", "RELATED-TO;RELTYPE=PARENT:q"],
    ["RELATED-TO;RELTYPE=CHILD:p", "RELATED-TO;RELTYPE=CHILD:q"],
    [
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b", "ATTENDEE;ROLE=CHAIR;PARTSTAT=DECLINED:mailto:A@b",
      "ATTENDEE:mailto:a@b",
    ],
    ["ATTACH:http://a", "ATTACH;FMTTYPE=x/y:http://a"], ["ATTACH:http://b"], ["COMMENT:a", "COMMENT:b"],
    ["COMMENT:a"],
    ["X-ONE:1", "X-ONE:2"], ["X-TWO:1", "X-TWO:2"], ["X-TWO:1", "X-TWO:3"], ["no line", "no other line"],
    ["LAST-MODIFIED:20260101T000000Z", "LAST-MODIFIED:20260102T000000Z", "LAST-MODIFIED:junk"],
    ["DTSTAMP:20260101T000000Z", "DTSTAMP:20260102T000000Z"], ["SEQUENCE:1", "SEQUENCE:2"],
    ["CREATED:20250101T000000Z", "CREATED:20250102T000000Z"],
    ["LOCATION:a", "LOCATION:b"], ["GEO:1;2", "GEO:3;4"],
  ]

  private static let alarms: [[String]] = [
    ["UID:a", "TRIGGER:-PT5M"], ["UID:a", "TRIGGER:-PT5M", "ACKNOWLEDGED:20260101T000000Z"],
    ["UID:a", "TRIGGER:-PT9M", "ACKNOWLEDGED:20260102T000000Z"], ["TRIGGER:PT0S"],
    ["TRIGGER:PT0S", "DESCRIPTION:x"],
    ["UID:s", "TRIGGER:PT1M", "RELATED-TO;RELTYPE=SNOOZE:a"],
  ]

  /// Which of the choices each line is; nil where it is not there.
  typealias Draft = (lines: [Int?], alarms: [Int])

  mutating func draft() -> Draft {
    let lines = Self.lines.map { choices in
      chance(55) ? Int.random(in: 0..<choices.count, using: &random) : nil
    }
    return (lines, (0..<Int.random(in: 0...2, using: &random)).map { _ in alarm() })
  }

  private mutating func alarm() -> Int { Int.random(in: 0..<Self.alarms.count, using: &random) }

  /// The same with a few edits.
  mutating func edited(_ draft: Draft) -> Draft {
    var draft = draft
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let index = Int.random(in: 0..<Self.lines.count, using: &random)
      draft.lines[index] = chance(30) ? nil : Int.random(in: 0..<Self.lines[index].count, using: &random)
    }
    if chance(25) { draft.alarms.append(alarm()) }
    if chance(25), !draft.alarms.isEmpty { draft.alarms.removeFirst() }
    return draft
  }

  mutating func bytes(_ draft: Draft) -> [UInt8] {
    let end = chance(20) ? "\n" : "\r\n"
    var lines = zip(Self.lines, draft.lines).compactMap { choices, choice in choice.map { choices[$0] } }
    if chance(20) { lines.shuffle(using: &random) }
    let alarms = draft.alarms.flatMap { ["BEGIN:VALARM"] + Self.alarms[$0] + ["END:VALARM"] }
    let all = ["BEGIN:VTODO", "UID:1"] + lines + alarms + ["END:VTODO"]
    return Array(all.map { $0 + end }.joined().utf8)
  }

  mutating func component(_ draft: Draft) -> Component? { Component(bytes(draft)) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
