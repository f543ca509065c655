import ICalendar
import Testing

@testable import ListoModel

/// Lines that programs write anew without a change for people.
@Suite struct RewritingTests {
  private static let zone: @Sendable (String) -> Zone? = { Zone.resolve(tzid: $0)?.zone }

  private static func component(_ lines: [String]) throws -> Component {
    let lines = ["BEGIN:VTODO"] + lines + ["END:VTODO"]
    return try #require(Component(Array(lines.map { $0 + "\r\n" }.joined().utf8)))
  }

  private static func alarm(_ lines: String...) -> [String] {
    ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M"] + lines + ["END:VALARM"]
  }

  /// At least one for each row of the table: the lines of two reminders that say the same.
  static let same: [(one: [String], other: [String])] = [
    ([], ["SUMMARY:"]), ([], ["LOCATION:"]), ([], ["DESCRIPTION:", "CATEGORIES:"]),
    ([], ["TRANSP:OPAQUE"]), ([], ["REQUEST-STATUS:2.0;Success"]),
    ([], ["X-OC-HIDESUBTASKS:0", "x-oc-hidecompletedsubtasks:0"]),
    (alarm(), alarm("X-KDE-KCALCORE-ENABLED:TRUE")), (alarm(), alarm("UID:a", "X-WR-ALARMUID:a")),
    (alarm("UID:a"), alarm("X-EVOLUTION-ALARM-UID:b")), (alarm(), alarm("REPEAT:0")),
    (alarm(), alarm("X-APPLE-DEFAULT-ALARM:FALSE")),
    (["COMPLETED:20261201T000000Z"], ["COMPLETED:20261201T000000Z", "PERCENT-COMPLETE:100"]),
    (["STATUS:COMPLETED"], ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"]),
    (["DUE:20261201T100000Z"], ["DTSTART:20261201T100000Z", "DUE:20261201T100000Z"]),
    (
      ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"],
      ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"]
    ),
    (["DUE;TZID=Europe/Berlin:20261201T110000"], ["DUE:20261201T100000Z"]),
    (
      ["DUE;TZID=Europe/Berlin:20261201T110000"],
      ["DTSTART:20261201T100000Z", "DUE;TZID=America/New_York:20261201T050000"]
    ),
    (["DUE:20261205"], ["DUE;VALUE=DATE:20261205"]),
    (
      ["DTSTART:20261201T100000Z", "RRULE:FREQ=WEEKLY;COUNT=3"],
      ["DTSTART:20261201T100000Z", "RRULE:BYDAY=TU;FREQ=WEEKLY;COUNT=3"]
    ),
    (["DUE:20261201", "RRULE:FREQ=WEEKLY"], ["DUE:20261201", "RRULE:FREQ=WEEKLY;BYDAY=TU"]),
    (["ORGANIZER;CN=A:mailto:a@b.example"], ["ORGANIZER;CN=A:MAILTO:a@b.example"]),
    (
      ["SUMMARY:Käse ệ 한글 ガ"],
      ["SUMMARY:Ka\u{308}se e\u{323}\u{302} \u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} カ\u{3099}"]
    ),
    (["CATEGORIES:ä,b"], ["CATEGORIES:b", "CATEGORIES:a\u{308}"]),
    (["DESCRIPTION:https://a.example"], ["DESCRIPTION:https\\://a.example"]),
  ]

  @Test(arguments: same.indices) func isTheSameForPeople(index: Int) throws {
    let lines = Self.same[index]
    let (one, other) = try (Self.component(lines.one), Self.component(lines.other))
    #expect(one.isEqual(to: other, .forPeople, zone: Self.zone))
    #expect(other.isEqual(to: one, .forPeople, zone: Self.zone))
    #expect(!one.isEqual(to: other, .canonical), "stored content keeps it apart")
    #expect(ContentName(one) != ContentName(other), "names are as they were")
    let digests = [one, other].map { CanonicalContent($0, .forPeople, zone: Self.zone).digest }
    #expect(digests[0] == digests[1])
    #expect(ComponentDifference().fields(one, other).isEmpty)
    // It undoes no deletion.
    #expect(ThreeWay.merge(base: one, ours: nil, theirs: other).component == nil)
    #expect(ThreeWay.merge(base: other, ours: one, theirs: nil).component == nil)
    // It wins over no edit, even where it is the newest.
    var (edited, rewritten) = (one, other)
    edited.set(.priority, value: Array("1".utf8))
    rewritten.set(.lastModified, value: Array("20261231T000000Z".utf8))
    for base in [one, other] {
      let result = ThreeWay.merge(base: base, ours: edited, theirs: rewritten)
      #expect(!result.isConflict)
      #expect(result.component?.isEqual(to: edited, .forPeople, zone: Self.zone) ?? false)
    }
  }

  @Test func everyRowHasAnExample() {
    let lines = Self.same.flatMap { $0.one + $0.other }
    for row in Rewriting.all {
      #expect(!row.programs.isEmpty)
      let isThere = row.properties.contains { name in
        lines.contains { $0.uppercased().hasPrefix(name + ":") || $0.uppercased().hasPrefix(name + ";") }
      }
      #expect(isThere, "\(row.properties)")
    }
  }

  /// Pairs of lines that look alike and differ in meaning.
  static let different: [(one: [String], other: [String])] = [
    ([], ["TRANSP:TRANSPARENT"]), ([], ["X-OC-HIDESUBTASKS:1"]),
    ([], ["DESCRIPTION;ALTREP=\"cid:a\":"]), (["UID:a", "LOCATION:a"], ["UID:a", "LOCATION:"]),
    (alarm(), alarm("X-KDE-KCALCORE-ENABLED:FALSE")), (alarm(), alarm("REPEAT:1", "DURATION:PT5M")),
    (alarm(), alarm("X-APPLE-DEFAULT-ALARM:TRUE")), ([], ["REPEAT:0"]),
    ([], ["PERCENT-COMPLETE:100"]), (["STATUS:IN-PROCESS"], ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:100"]),
    (["STATUS:COMPLETED", "PERCENT-COMPLETE:100"], []),
    (["DUE:20261201T100000Z"], ["DTSTART:20261201T090000Z", "DUE:20261201T100000Z"]),
    (["DUE:20261201T100000Z"], ["DTSTART:20261201T100000Z"]),
    // In summer they part.
    (
      ["DUE;TZID=Europe/Berlin:20261201T110000", "RRULE:FREQ=WEEKLY"],
      ["DUE:20261201T100000Z", "RRULE:FREQ=WEEKLY"]
    ),
    (["DUE;TZID=Europe/Berlin:20261201T110000"], ["DUE:20261201T110000"]),
    (
      ["DTSTART:20261201T100000Z", "RRULE:FREQ=WEEKLY"],
      ["DTSTART:20261201T100000Z", "RRULE:FREQ=WEEKLY;BYDAY=WE"]
    ),
    (["DUE:20261201", "RRULE:FREQ=MONTHLY"], ["DUE:20261201", "RRULE:FREQ=MONTHLY;BYDAY=TU"]),
    (["RRULE:FREQ=WEEKLY"], ["RRULE:FREQ=WEEKLY;BYDAY=TU"]),
    (["ORGANIZER:mailto:a@b.example"], ["ORGANIZER:mailto:c@b.example"]),
    (["SUMMARY:a"], ["SUMMARY:ä"]), (["SUMMARY:a\\;b"], ["SUMMARY:a:b"]),
  ]

  @Test(arguments: different.indices) func isDifferent(index: Int) throws {
    let lines = Self.different[index]
    let (one, other) = try (Self.component(lines.one), Self.component(lines.other))
    #expect(!one.isEqual(to: other, .forPeople, zone: Self.zone))
    let digests = [one, other].map { CanonicalContent($0, .forPeople, zone: Self.zone).digest }
    #expect(digests[0] != digests[1])
    #expect(!ComponentDifference().fields(one, other).isEmpty)
    #expect(ThreeWay.merge(base: one, ours: nil, theirs: other).component != nil)
  }
}
