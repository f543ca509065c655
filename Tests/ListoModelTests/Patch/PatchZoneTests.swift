import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Where a patch and a collection call different clocks by one name, neither's times move.
@Suite struct PatchZoneTests {
  private static func zone(_ offset: String, _ name: String = "Europe/Berlin") -> String {
    [
      "BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:\(offset)",
      "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
    ].joined(separator: "\r\n")
  }

  private static func file(_ lines: String...) -> [UInt8] {
    Array(
      (["BEGIN:VCALENDAR", "X-WR-RELCALID:L"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
  }

  private static func due(_ uid: String, _ time: String, _ summary: String = "a") -> String {
    todo("UID:\(uid)", "SUMMARY:\(summary)", "DUE;TZID=Europe/Berlin:20260601T\(time)")
  }

  /// The instants at which reminders are due, by UID and title.
  private static func instants(_ bytes: [UInt8]) throws -> [String: Int64] {
    var result: [String: Int64] = [:]
    for reminder in try Patching.catalog(bytes).sources.flatMap(\.lists).flatMap(\.reminders) {
      let component = reminder.component
      guard let moment = try component.first(.due)?.moment() else { continue }
      let name = "\(component.first(.uid)?.text ?? "") \(component.first(.summary)?.text ?? "")"
      switch moment {
      case .zoned(let local, let tzid):
        let zone = try #require(reminder.calendar.zones.zone(tzid))
        result[name] = zone.instant(of: local).seconds
      case .utc(let local): result[name] = Instant(utc: local).seconds
      default: break
      }
    }
    return result
  }

  /// One zone, defined from 1970 and from 1996 on: a time of 1985 keeps its own, what is later needs no other
  /// name.
  @Test func aTimeBeforeTheirDefinitionBegins() throws {
    let berlin = { (standard: String) in
      [
        "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:\(standard)T030000",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD",
        "BEGIN:DAYLIGHT", "DTSTART:19810329T020000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE",
      ].joined(separator: "\r\n")
    }
    let old = Self.file(berlin("19701025"), Self.due("1", "090000"))
    let early = todo("UID:3", "SUMMARY:a", "DUE;TZID=Europe/Berlin:19850115T090000")
    let new = Self.file(berlin("19701025"), Self.due("1", "090000"), Self.due("2", "100000"), early)
    let mine = Self.file(berlin("19961027"), Self.due("1", "090000"))
    let trial = try Patching.apply(try Patching.patch(old, new), to: mine, prefer: .theirs)
    let (theirs, after) = (try Self.instants(new), try Self.instants(trial.output))
    for name in ["1 a", "2 a", "3 a"] { #expect(after[name] == theirs[name], "\(name)") }
    let text = String(decoding: trial.output, as: UTF8.self)
    #expect(text.contains("DUE;TZID=Europe/Berlin:20260601T100000"))
    #expect(!text.contains("DUE;TZID=Europe/Berlin:19850115T090000"))
  }

  /// A name with a comma, which is escaped where it is defined, is so under its new name too.
  @Test func aNameWithAComma() throws {
    let name = "(UTC+01:00) Amsterdam\\, Berlin"
    let file = { (offset: String, uids: [String]) in
      let todos = uids.map {
        todo("UID:\($0)", "SUMMARY:a", "DUE;TZID=\"(UTC+01:00) Amsterdam, Berlin\":20260601T090000")
      }
      return Self.file(([Self.zone(offset, name)] + todos).joined(separator: "\r\n"))
    }
    let (old, new, mine) = (file("+0500", ["1"]), file("+0500", ["1", "2"]), file("+0100", ["1"]))
    let trial = try Patching.apply(try Patching.patch(old, new), to: mine, prefer: .theirs)
    #expect(try Self.instants(trial.output)["2 a"] == Self.instants(new)["2 a"])
    let text = String(decoding: trial.output, as: UTF8.self)
    #expect(text.count(of: "TZID:\(name)") == 2 && !text.contains("TZID:(UTC+01:00) Amsterdam,"))
  }

  @Test func noDueDateMoves() throws {
    let old = Self.file(Self.zone("+0500"), Self.due("1", "090000"), Self.due("2", "090000"))
    let new = Self.file(
      Self.zone("+0500"), Self.due("1", "100000"), Self.due("2", "090000", "b"), Self.due("3", "120000"))
    let mine = Self.file(
      Self.zone("+0100"), Self.due("1", "090000"), Self.due("2", "090000"), Self.due("4", "080000"))
    let patch = try Patching.patch(old, new)
    let trial = try Patching.apply(patch, to: mine, prefer: .theirs)
    let (plan, output) = (trial.plan, trial.output)
    #expect(plan.zoneConflicts.map(\.tzid) == ["Europe/Berlin"])
    let (before, theirs, after) = (
      try Self.instants(mine), try Self.instants(new), try Self.instants(output)
    )
    #expect(after["1 a"] == theirs["1 a"])
    #expect(after["3 a"] == theirs["3 a"])
    // The patch did not change when it is due.
    #expect(after["2 b"] == before["2 a"])
    #expect(after["4 a"] == before["4 a"])
    let again = try Patching.apply(patch, to: output, prefer: .theirs)
    let isSame = again.output == output
    #expect(isSame)
  }

  /// A zone that was renamed in one collection finds its own name in another.
  @Test func aNameThatWasGivenIsTakenBack() throws {
    let merged = try Merging(
      String(decoding: Self.file(Self.zone("+0500"), Self.due("1", "090000")), as: UTF8.self),
      String(decoding: Self.file(Self.zone("+0100"), Self.due("2", "090000")), as: UTF8.self)
    ).output
    for offset in ["+0500", "+0100"] {
      let mine = Self.file(Self.zone(offset), Self.due("9", "090000"))
      let output = try Patching.apply(Patching.patch(mine, merged), to: mine).output
      let (wanted, found) = (try Self.instants(merged), try Self.instants(output))
      #expect(wanted == found)
      #expect(String(decoding: output, as: UTF8.self).count(of: "BEGIN:VTIMEZONE") == 2)
    }
  }

  /// A definition goes only into the calendar that something is put into.
  @Test func otherCalendarsAreUntouched() throws {
    let base = "BEGIN:VCALENDAR\r\nX-WR-RELCALID:L\r\n"
    let first = base + todo("UID:1", "SUMMARY:a") + "\r\nEND:VCALENDAR\r\n"
    let second =
      "BEGIN:VCALENDAR\r\nX-WR-RELCALID:M\r\n" + todo("UID:2", "SUMMARY:a") + "\r\nEND:VCALENDAR\r\n"
    let new = base + Self.zone("+0500") + "\r\n" + Self.due("1", "090000") + "\r\nEND:VCALENDAR\r\n"
    let patch = try Patching.patch(Array((first + second).utf8), Array((new + second).utf8))
    let output = try Patching.apply(patch, to: Array((first + second).utf8)).output
    #expect(String(decoding: output, as: UTF8.self).hasSuffix(second))
  }
}
