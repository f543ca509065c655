import ICalendar
import Testing

@testable import ListoModel

/// The parts of a merge beside the choice of versions: messages, zones, origins, united sets.
@Suite struct MergeContentTests {
  private func options(_ change: (inout MergeOptions) -> Void) -> MergeOptions {
    var options = MergeOptions.oneList
    change(&options)
    return options
  }

  // MARK: Messages

  private let applying = {
    var options = MergeOptions.oneList; options.appliesMessages = true; return options
  }()

  @Test func cancelIsApplied() throws {
    let organizer = "ORGANIZER:mailto:a@b"
    let stored = calendar(
      todo(
        "UID:1", organizer, "SEQUENCE:1", "SUMMARY:a", "STATUS:NEEDS-ACTION", "RRULE:FREQ=DAILY",
        "DTSTART:20261201T090000Z"),
      todo("UID:1", organizer, "SEQUENCE:1", "RECURRENCE-ID:20261202T090000Z"), todo("UID:2", "SUMMARY:b"))
    let cancel = { (lines: String...) in
      calendar("METHOD:CANCEL", todo((["UID:1", organizer] + lines).joined(separator: "\r\n")))
    }
    let all = try Merging(stored, cancel("SEQUENCE:2", "DTSTAMP:20261201T000000Z"), options: applying)
    #expect(all.text.count(of: "STATUS:CANCELLED") == 2 && all.text.count(of: "SEQUENCE:2") == 2)
    #expect(all.text.contains("SUMMARY:b") && all.plan.report.kept == 3)
    #expect(try all.plan.decisions().flatMap(\.fields).map(\.rule) == [.message, .message])
    #expect(all.plan.report.problems.isEmpty && all.plan.report.refused.isEmpty)
    let one = try Merging(
      stored, cancel("SEQUENCE:1", "RECURRENCE-ID;TZID=Europe/Berlin:20261202T100000"), options: applying)
    #expect(one.text.count(of: "STATUS:CANCELLED") == 1 && one.text.contains("STATUS:NEEDS-ACTION"))
    // An occurrence that has no version of its own gets one.
    let new = try Merging(stored, cancel("SEQUENCE:1", "RECURRENCE-ID:20261205T090000Z"), options: applying)
    #expect(new.plan.report.kept == 4)
    #expect(new.text.contains("RECURRENCE-ID:20261205T090000Z\r\nSTATUS:CANCELLED\r\n"))
    // Twice is once.
    let again = try Merging(all.text, cancel("SEQUENCE:2", "DTSTAMP:20261201T000000Z"), options: applying)
    #expect(again.output == all.output)
  }

  @Test(arguments: [
    ("SEQUENCE:0", "mailto:a@b", "older"), ("SEQUENCE:9", "mailto:x@y", "organizer"),
    ("SEQUENCE:9\r\nUID:7", "mailto:a@b", "no reminder has its UID"),
  ])
  func cancelIsRefused(line: String, organizer: String, reason: String) throws {
    let message = calendar(
      "METHOD:CANCEL", todo(line.hasSuffix("UID:7") ? "" : "UID:1", line, "ORGANIZER:\(organizer)"))
    let merging = try Merging(
      calendar(todo("UID:1", "ORGANIZER:mailto:A@b", "SEQUENCE:1")), message, options: applying)
    #expect(!merging.text.contains("CANCELLED"))
    let problem = try #require(merging.plan.report.problems.first { $0.code == .message })
    #expect(problem.file == "1" && problem.message.contains(reason), "\(problem)")
  }

  /// A cancellation that is older than the reminder by its DTSTAMP, at one SEQUENCE, and one that does not
  /// name its sender change nothing.
  @Test(arguments: [
    ("ORGANIZER:mailto:a@b", "DTSTAMP:20260101T000000Z", "DTSTAMP is older"),
    ("X-NO:x", "DTSTAMP:20260301T000000Z", "does not name its sender"),
  ])
  func cancelOfOldOrUnknownIsRefused(sender: String, stamp: String, reason: String) throws {
    let stored = calendar(todo("UID:1", "ORGANIZER:mailto:a@b", "SEQUENCE:1", "DTSTAMP:20260201T000000Z"))
    let merging = try Merging(
      stored, calendar("METHOD:CANCEL", todo("UID:1", sender, "SEQUENCE:1", stamp)), options: applying)
    #expect(!merging.text.contains("CANCELLED") && merging.text.contains("DTSTAMP:20260201T000000Z"))
    #expect(merging.plan.report.problems.first { $0.code == .message }?.message.contains(reason) == true)
    // A later SEQUENCE wins, and no stamp goes back.
    let later = try Merging(
      stored,
      calendar(
        "METHOD:CANCEL", todo("UID:1", "ORGANIZER:mailto:a@b", "SEQUENCE:2", "DTSTAMP:20260101T000000Z")),
      options: applying)
    #expect(later.text.contains("STATUS:CANCELLED") && later.text.contains("DTSTAMP:20260201T000000Z"))
  }

  /// A date at which the reminder does not occur names nothing; what would be added is an orphan.
  @Test func cancelNeedsAnOccurrence() throws {
    let organizer = "ORGANIZER:mailto:a@b"
    let series = todo(
      "UID:1", organizer, "SEQUENCE:1", "DTSTART;TZID=Europe/Berlin:20261201T090000",
      "RRULE:FREQ=DAILY;COUNT=5",
      "EXDATE;TZID=Europe/Berlin:20261203T090000")
    let cancel = { (date: String) in
      calendar("METHOD:CANCEL", todo("UID:1", organizer, "SEQUENCE:1", date))
    }
    for date in ["RECURRENCE-ID:20261202T080000Z", "RECURRENCE-ID;TZID=Europe/Berlin:20261205T090000"] {
      let merging = try Merging(calendar(series), cancel(date), options: applying)
      #expect(merging.plan.report.kept == 2 && merging.text.contains("STATUS:CANCELLED"), "\(date)")
    }
    let others = [
      "RECURRENCE-ID:20261202T090000Z", "RECURRENCE-ID:20261206T080000Z", "RECURRENCE-ID;VALUE=DATE:20261202",
      "RECURRENCE-ID:20261203T080000Z", "RECURRENCE-ID:someday",
    ]
    for date in others {
      let merging = try Merging(calendar(series), cancel(date), options: applying)
      #expect(merging.plan.report.kept == 1 && !merging.text.contains("CANCELLED"), "\(date)")
      #expect(merging.plan.report.problems.map(\.code) == [.message], "\(date)")
    }
    let once = try Merging(
      calendar(todo("UID:1", organizer, "DUE:20261201T090000Z")), cancel("RECURRENCE-ID:20261202T090000Z"),
      options: applying)
    #expect(once.plan.report.kept == 1)
  }

  /// The later answer stands, whichever comes first, in one run or in two.
  @Test func anOlderReplyDoesNotWin() throws {
    let stored = calendar(todo("UID:1", "ORGANIZER:mailto:o", "ATTENDEE:mailto:a@b"))
    let reply = { (status: String, day: Int) in
      calendar(
        "METHOD:REPLY",
        todo("UID:1", "ATTENDEE;PARTSTAT=\(status):mailto:a@b", "DTSTAMP:2026010\(day)T000000Z"))
    }
    let (yes, no) = (reply("ACCEPTED", 1), reply("DECLINED", 2))
    let both = try Merging(stored, yes, no, options: applying)
    #expect(both.text.contains("PARTSTAT=DECLINED;X-LISTO-ANSWERED=20260102T000000Z:mailto:a@b"))
    #expect(try Merging(stored, no, yes, options: applying).output == both.output)
    let first = try Merging(stored, no, options: applying)
    let second = try Merging(first.text, yes, options: applying)
    #expect(second.output == first.output && first.output == both.output)
    #expect(
      second.plan.report.problems.first { $0.code == .message }?.message.contains("later answer") == true)
    let changed = try Merging(second.text, reply("TENTATIVE", 3), options: applying)
    #expect(changed.text.contains("PARTSTAT=TENTATIVE;X-LISTO-ANSWERED=20260103T000000Z:"))
  }

  @Test func aReplySetsThePartstatOfItsSender() throws {
    let merging = try Merging(
      calendar(
        todo(
          "UID:1", "ORGANIZER:mailto:o", "ATTENDEE;ROLE=CHAIR;PARTSTAT=NEEDS-ACTION:mailto:A@b",
          "ATTENDEE:mailto:c")),
      calendar("METHOD:REPLY", todo("UID:1", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b")), options: applying)
    #expect(
      merging.text.contains("ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:A@b\r\nATTENDEE:mailto:c\r\n"))
    let counter = try Merging(
      calendar(todo("UID:1")), calendar("METHOD:COUNTER", todo("UID:1", "SUMMARY:x")), options: applying)
    #expect(counter.plan.report.refused.map(\.input) == ["1"])
  }

  // MARK: Zones

  @Test func zonesAreLeftOutAndAdded() throws {
    let zone = { (tzid: String) in
      "BEGIN:VTIMEZONE\r\nTZID:\(tzid)\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\nEND:STANDARD\r\nEND:VTIMEZONE"
    }
    let input = calendar(
      zone("Asia/Tokyo"), zone("Asia/Seoul"), todo("UID:1", "DUE;TZID=Asia/Tokyo:20261201T090000"),
      todo("UID:2", "DUE;TZID=Europe/Berlin:20261201T090000"),
      todo("UID:3", "DUE;TZID=Nowhere:20261201T090000"))
    #expect(try Merging(input).text.count(of: "BEGIN:VTIMEZONE") == 2)
    let both = try Merging(input, options: options { ($0.prunesZones, $0.addsZones) = (true, true) })
    #expect(both.text.count(of: "BEGIN:VTIMEZONE") == 2)
    #expect(both.text.contains("TZID:Asia/Tokyo\r\n") && both.text.contains("TZID:Europe/Berlin\r\n"))
    #expect(both.plan.report.problems.map(\.code) == [.unknownZone])
    #expect(
      try Merging([both.output], options: options { ($0.prunesZones, $0.addsZones) = (true, true) }).output
        == both.output)
  }

  // MARK: Origins

  @Test func originsAreKept() throws {
    let keeping = options { $0.keepsOrigin = true }
    let (a, b) = (
      calendar(todo("UID:1", "SUMMARY:a"), todo("UID:2")), calendar(todo("UID:1", "SUMMARY:b"), todo("UID:3"))
    )
    let merging = try Merging(a, b, options: keeping)
    #expect(merging.text.contains("UID:2\r\nX-LISTO-ORIGIN:0\r\nEND"))
    #expect(merging.text.contains("X-LISTO-ORIGIN:0\r\nX-LISTO-ORIGIN:1\r\nEND"))
    // The origins of the first merge stay, and make no difference between versions.
    let c = calendar(todo("UID:2"), todo("UID:4"))
    let all = try Merging([a, b, c].map { Array($0.utf8) }, options: keeping)
    let inputs = [MemoryInput(name: "ab", merging.output), MemoryInput(name: "2", Array(c.utf8))]
    let again = try Merging(inputs, options: keeping)
    #expect(again.output == all.output && again.plan.report.decisions == 0)
    #expect(all.text.contains("UID:2\r\nX-LISTO-ORIGIN:0\r\nX-LISTO-ORIGIN:2\r\nEND"))
  }

  // MARK: United sets

  @Test func setsOfAllAreKept() throws {
    let inputs = [
      calendar(todo("UID:1", "SUMMARY:a", "CATEGORIES:x", "LAST-MODIFIED:20260101T000000Z")),
      calendar(todo("UID:1", "SUMMARY:b", "CATEGORIES:y", "LAST-MODIFIED:20260102T000000Z")),
      calendar(todo("UID:1", "SUMMARY:c", "CATEGORIES:z", "LAST-MODIFIED:20260101T000000Z")),
    ]
    let united = try Merging(inputs.map { Array($0.utf8) }, options: MergeOptions(unitesSets: true))
    #expect(united.text.contains("SUMMARY:b"))
    #expect(["x", "y", "z"].allSatisfy { united.text.contains($0) } && united.plan.report.kept == 1)
    #expect(try String(decoding: united.rejects, as: UTF8.self).count(of: "BEGIN:VTODO") == 2)
    let again = try Merging(
      ([united.text] + inputs).map { Array($0.utf8) }, options: MergeOptions(unitesSets: true))
    #expect(again.output == united.output)
  }
}
