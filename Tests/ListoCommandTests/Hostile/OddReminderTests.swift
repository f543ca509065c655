import Foundation
import Testing

/// One reminder among many that is none of an ordinary export costs about as much as an ordinary one.
@Suite(
  .serialized,
  .enabled(
    if: Workplace.isRelease && !HostileRun.isSanitized,
    "a debug build is measured by no one: make test-release"))
struct OddReminderTests {
  private static let count = 40_000

  private static func reminder(_ number: Int) -> String {
    "BEGIN:VTODO\r\nUID:reminder-\(number)@example.org\r\nDTSTAMP:20260101T000000Z\r\n"
      + "SUMMARY:Reminder number \(number)\r\nDUE;VALUE=DATE:2026\(10 + number % 3)\(10 + number % 19)\r\n"
      + "DESCRIPTION:\(String(repeating: "some words ", count: 9))\r\nPRIORITY:\(number % 10)\r\nEND:VTODO\r\n"
  }

  private static func file(_ change: (inout [String]) -> Void) -> Data {
    var reminders = (0..<count).map(reminder)
    change(&reminders)
    let begin = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Odd//EN\r\nX-WR-CALNAME:Home\r\n"
    return Data((begin + reminders.joined() + "END:VCALENDAR\r\n").utf8)
  }

  private static let ordinary = file { _ in }
  private static let odd: [(name: String, bytes: Data)] = [
    ("a repeated UID", file { $0[count / 2] = $0[7].replacing("SUMMARY:", with: "SUMMARY:Another ") }),
    ("no UID", file { $0[count / 2].replace("UID:reminder-\(count / 2)@example.org\r\n", with: "") }),
    (
      "a changed occurrence",
      file {
        $0[9].replace("PRIORITY:9", with: "DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY")
        $0[count / 2] = $0[9].replacing("RRULE:FREQ=DAILY", with: "RECURRENCE-ID;VALUE=DATE:20260102")
      }
    ),
    (
      "three calendars of one name",
      file {
        let next = "END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x\r\nX-WR-CALNAME:Home\r\n"
        for place in [count / 3, count / 2] { $0[place] = next + $0[place] }
      }
    ),
    (
      "a part that its parent names", file { $0[9].replace("PRIORITY:9", with: "RELATED-TO;RELTYPE=CHILD:x") }
    ),
  ]

  /// By the memory, which tells of a second way to read: the time of so short a run says little.
  @Test(arguments: [
    ["list", "in.ics", "--limit", "20"], ["next", "in.ics"], ["calendars", "in.ics"], ["stats", "in.ics"],
    ["agenda", "in.ics"],
  ])
  func oneOddReminderAmongMany(_ arguments: [String]) throws {
    let now = ["--now", "2026-11-01T09:00:00"]
    let usual = try peak(arguments + now, Self.ordinary)
    for (name, bytes) in Self.odd {
      let megabytes = try peak(arguments + now, bytes)
      #expect(Double(megabytes) <= 1.3 * Double(usual) + 2, "\(name): \(megabytes) MB, without it \(usual)")
    }
  }

  @Test func oneOddReminderInAComparison() throws {
    let usual = try peak(["diff", "in.ics", "in.ics"], Self.ordinary)
    // Several calendars in a file are compared whole.
    for (name, bytes) in Self.odd where !name.hasPrefix("three") {
      let megabytes = try peak(["diff", "in.ics", "other.ics"], bytes)
      #expect(Double(megabytes) <= 1.3 * Double(usual) + 2, "\(name): \(megabytes) MB, without it \(usual)")
    }
  }

  private func peak(_ arguments: [String], _ bytes: Data) throws -> Int {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("odd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try bytes.write(to: folder.appendingPathComponent("in.ics"))
    try Self.ordinary.write(to: folder.appendingPathComponent("other.ics"))
    let run = try HostileRun(arguments, in: folder)
    #expect(!run.wasSignalled && run.status <= 1, "status \(run.status): \(run.errors.prefix(500))")
    return try #require(run.peakMegabytes)
  }
}
