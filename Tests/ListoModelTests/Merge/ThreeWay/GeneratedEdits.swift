import ICalendar
import ListoTestSupport

/// A reminder, and copies of it that were edited apart.
struct GeneratedEdits {
  var random: SplitMix64

  private static let lines: [[String]] = [
    ["SUMMARY:a", "SUMMARY:b", "summary:a", "SUMMARY;LANGUAGE=de:c", "SUMMARY:ä: b"],
    ["DESCRIPTION:a", "DESCRIPTION:b\\nc"], ["X-ALT-DESC;FMTTYPE=text/html:<b>"],
    ["PRIORITY:1", "PRIORITY:5", "PRIORITY:0"], ["CLASS:PUBLIC", "CLASS:PRIVATE"],
    ["STATUS:NEEDS-ACTION", "STATUS:COMPLETED", "STATUS:IN-PROCESS"],
    ["PERCENT-COMPLETE:10", "PERCENT-COMPLETE:100"],
    ["COMPLETED:20260103T000000Z", "COMPLETED:20260104T000000Z"],
    ["DTSTART:20261201T090000Z", "DTSTART;VALUE=DATE:20261201"],
    ["DUE:20261201T100000Z", "DUE:20261208T100000Z", "DUE;TZID=Europe/Berlin:20261201T110000", "DUE:junk"],
    ["RRULE:FREQ=WEEKLY", "RRULE:FREQ=DAILY;COUNT=5", "RRULE:FREQ=MONTHLY;BYDAY=MO,-1SU;BYSETPOS=1,2"],
    ["DURATION:PT1H", "DURATION:P7W", "DURATION:P1D", "DURATION:PT24H"],
    ["RDATE:20261205T090000Z,20261206T090000Z", "RDATE:20261205T090000Z"],
    ["RESOURCES:a,b", "RESOURCES:c"],
    ["EXDATE:20261202T090000Z", "EXDATE;TZID=Europe/Berlin:20261202T100000,20261203T100000"],
    ["CATEGORIES:a,b", "CATEGORIES:b", "CATEGORIES:c\\, d,a,a", "CATEGORIES:"],
    ["CATEGORIES;LANGUAGE=de:a,ä", "CATEGORIES:e", "CATEGORIES:"],
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
    ["LOCATION:a", "LOCATION:b"], ["GEO:1;2", "GEO:3.5;-4"],
    ["X-APPLE-SORT-ORDER:1", "X-APPLE-SORT-ORDER:2"], ["X-MOZ-GENERATION:1", "X-MOZ-GENERATION:2"],
    ["X-MOZ-LASTACK:20260101T000000Z", "X-MOZ-LASTACK:20260102T000000Z"],
  ]

  private static let modified = lines.firstIndex { $0.contains("LAST-MODIFIED:junk") } ?? 0

  private static let priority = lines.firstIndex { $0.contains("PRIORITY:0") } ?? 0

  private static let alarms: [[String]] = [
    ["UID:a", "TRIGGER:-PT5M"], ["UID:a", "TRIGGER:-PT5M", "ACKNOWLEDGED:20260101T000000Z"],
    ["UID:a", "TRIGGER:-PT9M", "ACKNOWLEDGED:20260102T000000Z"], ["TRIGGER:PT0S"],
    ["TRIGGER:PT0S", "DESCRIPTION:x"], ["TRIGGER:-PT5M"], ["TRIGGER:-PT9M", "ACKNOWLEDGED:20260102T000000Z"],
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
    // Programs write defaults out when they save.
    if chance(15), draft.lines[Self.priority] == nil {
      draft.lines[Self.priority] = Self.lines[Self.priority].firstIndex(of: "PRIORITY:0")
      return draft
    }
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let index = Int.random(in: 0..<Self.lines.count, using: &random)
      draft.lines[index] = chance(30) ? nil : Int.random(in: 0..<Self.lines[index].count, using: &random)
    }
    if chance(25) { draft.alarms.append(alarm()) }
    if chance(25), !draft.alarms.isEmpty { draft.alarms.removeFirst() }
    return draft
  }

  private mutating func lines(_ draft: Draft) -> [String] {
    var lines = zip(Self.lines, draft.lines).compactMap { choices, choice in choice.map { choices[$0] } }
    if chance(20) { lines.shuffle(using: &random) }
    let alarms = draft.alarms.flatMap { ["BEGIN:VALARM"] + Self.alarms[$0] + ["END:VALARM"] }
    return ["BEGIN:VTODO", "UID:1"] + lines + alarms + ["END:VTODO"]
  }

  private mutating func bytes(_ lines: [String]) -> [UInt8] {
    let end = chance(20) ? "\n" : "\r\n"
    return Array(lines.map { $0 + end }.joined().utf8)
  }

  mutating func bytes(_ draft: Draft) -> [UInt8] { bytes(lines(draft)) }

  mutating func component(_ draft: Draft) -> Component? { Component(bytes(draft)) }

  /// The same with the earlier LAST-MODIFIED, or the later one.
  func modified(_ draft: Draft, later: Bool) -> Draft {
    var draft = draft
    draft.lines[Self.modified] = later ? 1 : 0
    return draft
  }

  /// Two of its alarms ring at one time: then UIDs alone tell them apart.
  func ringsTwice(_ draft: Draft) -> Bool {
    let triggers = draft.alarms.map { Self.alarms[$0].first { $0.hasPrefix("TRIGGER") } }
    return Set(triggers).count < triggers.count
  }

  /// The same, written otherwise.
  mutating func respelt(
    _ draft: Draft, changingZones: Bool = false, rewriting: Respelling.Rewrites? = nil
  ) -> Component? {
    var respelling = Respelling(random: random, changesZones: changingZones, rewrites: rewriting)
    let lines = respelling(lines(draft))
    random = respelling.random
    return Component(bytes(lines))
  }

  /// The same, written otherwise, with other stamps and counts, defaults that are written out, and another
  /// place among its neighbours.
  mutating func resaved(_ draft: Draft, rewriting: Respelling.Rewrites? = nil) -> Component? {
    let isOpen = !lines(draft).contains { ["STATUS", "COMPLETED", "PERCENT"].contains(where: $0.hasPrefix) }
    var draft = draft
    draft.alarms = draft.alarms.map { Self.alarms[$0] == ["UID:a", "TRIGGER:-PT5M"] ? $0 + 1 : $0 }
    var respelling = Respelling(random: random, rewrites: rewriting)
    var lines = respelling(lines(draft))
    random = respelling.random
    let added =
      [
        "DTSTAMP:2026020\(Int.random(in: 1...9, using: &random))T000000Z",
        "LAST-MODIFIED:2026020\(Int.random(in: 1...9, using: &random))T000000Z", "SEQUENCE:9",
        "CREATED:20240101T000000Z", "X-MOZ-GENERATION:9", "X-EVOLUTION-CALDAV-ETAG:x",
        "X-APPLE-SORT-ORDER:9", "X-MOZ-LASTACK:20260301T000000Z", "PRIORITY:0", "CLASS:PUBLIC",
      ].filter { _ in chance(50) }
      + (isOpen ? ["STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0"].filter { _ in chance(50) } : [])
    for line in added {
      let name = line.prefix { $0 != ":" } + ":"
      let place = lines.firstIndex { $0.uppercased().hasPrefix(name) }
      if let place {
        // A default says less than what stands there.
        if !["PRIORITY:", "CLASS:"].contains(name) { lines[place] = line }
      } else {
        lines.insert(line, at: 2)
      }
    }
    return Component(bytes(lines))
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
