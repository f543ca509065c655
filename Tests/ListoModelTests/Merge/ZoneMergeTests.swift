import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// One zone in the spellings of several programs, and times for which they are not one.
@Suite struct ZoneMergeTests {
  /// Central European Time with its present rules from two dates on.
  private static func berlin(_ standard: String, _ daylight: String) -> String {
    [
      "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:\(standard)T030000",
      "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD",
      "BEGIN:DAYLIGHT", "DTSTART:\(daylight)T020000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
      "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE",
    ].joined(separator: "\r\n")
  }

  /// Everyone's, and Apple's, by which it was summer from 1981 to 1996.
  private static let (common, apple) = (berlin("19701025", "19700329"), berlin("19961027", "19810329"))
  private static let late = berlin("19961027", "19960331")

  private static func file(_ zone: String?, _ uid: String, _ times: String...) -> String {
    let todos = times.enumerated().map {
      todo("UID:\(uid)\($0.offset)", "DUE;TZID=Europe/Berlin:\($0.element)")
    }
    return calendar(([zone].compactMap(\.self) + todos).joined(separator: "\r\n"))
  }

  /// When reminders are due, by UID.
  private static func dues(_ bytes: [UInt8]) throws -> [String: String] {
    var result: [String: String] = [:]
    for calendar in try CalendarFile(reading: MemorySource(bytes), file: "x").calendars {
      for reminder in calendar.reminders {
        guard case .zoned(let local, let tzid)? = reminder.due else { continue }
        result[reminder.uid ?? ""] = calendar.context.zones.zone(tzid)?.instant(of: local).description
      }
    }
    return result
  }

  /// Apple's definitions begin in 1981 and 1996, those of others in 1970.
  @Test func twoAccountsHaveOneZone() throws {
    let names = [
      "iCloud/Family.ics", "iCloud/Home.ics", "iCloud/Work.ics", "Nextcloud/garden.ics",
      "Nextcloud/house.ics",
    ]
    let merging = try Merging(names.map { MemoryInput(name: $0, try Merging.sample($0)) })
    #expect(merging.plan.report.zoneConflicts.isEmpty)
    #expect(
      !merging.text.contains("TZID=Europe/Berlin-") && merging.text.count(of: "TZID:Europe/Berlin") == 1)
  }

  @Test func onlyWhatWouldMoveKeepsItsOwn() throws {
    let files = [
      Self.file(Self.common, "a", "19850115T090000", "19850715T090000", "20260715T090000", "21500715T090000"),
      Self.file(Self.apple, "b", "19850115T090000", "19850715T090000", "20260715T090000", "21500715T090000"),
    ]
    let merging = try Merging(files[0], files[1])
    let after = try Self.dues(merging.output)
    for file in files {
      for (uid, due) in try Self.dues(Array(file.utf8)) { #expect(after[uid] == due, "\(uid)") }
    }
    let renamed = merging.text.split(separator: "\r\n").filter { $0.hasPrefix("DUE;TZID=Europe/Berlin-") }
    #expect(renamed.count == 1 && renamed[0].hasSuffix(":19850115T090000"))
    let conflict = try #require(merging.plan.report.zoneConflicts.first)
    #expect(merging.plan.report.zoneConflicts.count == 1 && renamed[0].contains("=\(conflict.newName):"))
    #expect(Set([conflict.first.offset, conflict.second.offset]) == [3600, 7200])
    // Nothing more to be said of it.
    let again = try Merging([merging.output])
    #expect(again.output == merging.output && again.plan.report.zoneConflicts.isEmpty)
  }

  /// Which definitions were merged first does not count, though each of them reads some of the times as
  /// another does.
  @Test func bracketsDoNotCount() throws {
    let times = ["19850115T090000", "19850715T090000", "19930115T090000"]
    let files = [("a", Self.common), ("b", Self.apple), ("c", Self.late)].map {
      Array(Self.file($0.1, $0.0, times[0], times[1], times[2]).utf8)
    }
    let all = try Merging(files).output
    for order in [[0, 1, 2], [1, 2, 0], [0, 2, 1]] {
      let two = try Merging([files[order[0]], files[order[1]]]).output
      #expect(try Merging([two, files[order[2]]]).output == all)
    }
    #expect(try Merging(files.reversed()).output == all)
  }

  /// A definition that a merge made is left out again where nothing needs it.
  @Test func whatNothingNeedsIsNotWritten() throws {
    let (one, other) = (
      Self.file(Self.common, "a", "19850115T090000"), Self.file(Self.apple, "b", "20260115T090000")
    )
    let merging = try Merging(one, other)
    let third = Self.file(Self.apple, "c", "19850115T090000")
    let three = try Merging([merging.output, Array(third.utf8)])
    #expect(three.text.count(of: "BEGIN:VTIMEZONE") == 2)
    // A newer version has no such time.
    let newer = calendar(todo("UID:a0", "DUE:20260115T080000Z", "LAST-MODIFIED:20260115T080000Z"))
    let newest = calendar(todo("UID:c0", "DUE:20260115T080000Z", "LAST-MODIFIED:20260115T080000Z"))
    let late = try Merging([three.output, Array(newer.utf8), Array(newest.utf8)])
    #expect(late.text.count(of: "BEGIN:VTIMEZONE") == 1)
    // The rejects have what they name.
    let rejects = try String(decoding: late.rejects, as: UTF8.self)
    #expect(rejects.count(of: "BEGIN:VTIMEZONE") == 2 && rejects.count(of: "BEGIN:VTODO") == 2)
  }

  /// The same where no other definition has its rules: the calendar that it was made for meant what the
  /// system does.
  @Test func whatNothingNeedsOfTheSystemsIsNotWritten() throws {
    let zone = Self.common.replacing("TZOFFSETTO:+0200", with: "TZOFFSETTO:+0900")
    let plain = Array(Self.file(nil, "u", "20260715T090000").utf8)
    let other = Array(Self.file(zone, "o", "20260715T090000").utf8)
    let two = try Merging([plain, other])
    #expect(two.text.count(of: "BEGIN:VTIMEZONE") == 2)
    let again = try Merging([two.output])
    #expect(again.output == two.output && again.plan.report.zones.count == 2)
    let newer = Array(calendar(todo("UID:u0", "DUE:20260715T080000Z", "LAST-MODIFIED:20260715T070000Z")).utf8)
    let later = try Merging([two.output, newer])
    #expect(later.text.count(of: "BEGIN:VTIMEZONE") == 1 && later.plan.report.zones.count == 1)
    #expect(later.output == (try Merging([plain, other, newer]).output))
    #expect(try String(decoding: later.rejects, as: UTF8.self).count(of: "BEGIN:VTIMEZONE") == 1)
  }

  /// The losers have what they name, where nothing else of that kind is written.
  @Test func rejectsHaveWhatTheyName() throws {
    let zone = Self.common.replacing("TZOFFSETTO:+0200", with: "TZOFFSETTO:+0900")
    let two = try Merging(Self.file(nil, "u", "20260715T090000"), Self.file(zone, "o", "20260715T090000"))
    let alone = try Merging([two.output])
    let made = try #require(alone.text.split(separator: "BEGIN:VTIMEZONE").last { $0.contains("Berlin-") })
    let name = try #require(made.split(separator: "\r\n").first { $0.hasPrefix("TZID:") }).dropFirst(5)
    let definition = "BEGIN:VTIMEZONE" + made.split(separator: "END:VTIMEZONE")[0] + "END:VTIMEZONE\r\n"
    let only = calendar(definition + todo("UID:u0", "DUE;TZID=\(name):20260715T090000"))
    let newer = calendar(todo("UID:u0", "DUE:20260715T080000Z", "LAST-MODIFIED:20260715T080000Z"))
    let merging = try Merging(only, newer)
    #expect(!merging.text.contains("VTIMEZONE"))
    #expect(try String(decoding: merging.rejects, as: UTF8.self).count(of: "BEGIN:VTIMEZONE") == 1)
  }

  /// Names with commas, as Exchange writes them: with a backslash in the definition, and in quotes where it
  /// is named.
  @Test func namesWithCommas() throws {
    let (named, quoted) = ("TZID:(UTC+01:00) Amsterdam\\, Berlin", "\"(UTC+01:00) Amsterdam, Berlin\"")
    let times = ["19850115T090000", "19850715T090000", "20260715T090000"]
    let file = { (zone: String, uid: String) in
      let todos = times.enumerated().map {
        todo("UID:\(uid)\($0.offset)", "DUE;TZID=\(quoted):\($0.element)")
      }
      return calendar(([zone.replacing("TZID:Europe/Berlin", with: named)] + todos).joined(separator: "\r\n"))
    }
    let files = [file(Self.common, "a"), file(Self.apple, "b")].map { Array($0.utf8) }
    let merging = try Merging(files)
    #expect(merging.text.count(of: "BEGIN:VTIMEZONE") == 2 && merging.plan.report.zoneConflicts.count == 1)
    let after = try Self.dues(merging.output)
    for file in files { for (uid, due) in try Self.dues(file) { #expect(after[uid] == due, "\(uid)") } }
    #expect(try Merging([merging.output]).output == merging.output)
    #expect(try Merging([merging.output, files[0]]).output == merging.output)
    var options = MergeOptions.oneList
    options.prunesZones = true
    #expect(try Merging([merging.output], options: options).text.count(of: "BEGIN:VTIMEZONE") == 2)
  }

  /// A definition that cannot be read and lost its name stays, though no component names it: it was an
  /// input's, and no merge made it.
  @Test func whatCannotBeReadStays() throws {
    let kept = Array(Self.file(Self.common, "k", "20260715T090000").utf8)
    var losses = 0
    for number in 0..<8 {
      let broken = Self.common.replacing("TZOFFSETTO:", with: "TZOFFSETTO:\(number)?")
      let other = Array(calendar(broken + "\r\n" + todo("UID:o")).utf8)
      let both = try Merging([kept, other])
      #expect(both.text.count(of: "BEGIN:VTIMEZONE") == 2)
      losses += both.text.contains("DUE;TZID=Europe/Berlin:") ? 1 : 0
      #expect(try Merging([both.output]).output == both.output)
      #expect(try Merging([both.output, other]).output == both.output)
    }
  }

  /// A calendar without definition means what the system does; where another defines the name otherwise, no
  /// time moves.
  @Test func aZoneThatIsNotDefined() throws {
    let times = ["19850115T090000", "20260715T090000"]
    let plain = Self.file(nil, "u", times[0], times[1])
    let wanted = try Self.dues(Array(plain.utf8))
    #expect(wanted == ["u0": "1985-01-15T08:00:00Z", "u1": "2026-07-15T07:00:00Z"])
    let noSummer = Self.berlin("19701025", "19700329").replacing("TZOFFSETTO:+0200", with: "TZOFFSETTO:+0100")
    for zone in [Self.common, Self.apple, Self.late, noSummer] {
      let merging = try Merging(plain, Self.file(zone, "d", times[0], times[1]))
      let after = try Self.dues(merging.output)
      for (uid, due) in wanted { #expect(after[uid] == due, "\(uid)\n\(merging.text)") }
    }
    // A definition that agrees with the system's zone is not reported.
    let common = try Merging(plain, Self.file(Self.common, "d", times[1]))
    #expect(common.plan.report.zoneConflicts.isEmpty && common.text.count(of: "BEGIN:VTIMEZONE") == 1)
  }

  /// The same where an earlier merge took the name from another clock.
  @Test func aZoneThatLostItsName() throws {
    let times = ["20260115T090000", "20260715T090000"]
    let plain = Array(Self.file(nil, "u", times[0], times[1]).utf8)
    let common = Array(Self.file(Self.common, "c", times[0], times[1]).utf8)
    for offset in ["-1100", "-0500", "+0000", "+0100", "+0530", "+0900"] {
      let zone = Self.common.replacing("TZOFFSETTO:+0200", with: "TZOFFSETTO:\(offset)")
      let other = Array(Self.file(zone, "o", times[0], times[1]).utf8)
      let all = try Merging([common, other, plain])
      #expect(all.text.contains("TZID:Europe/Berlin-\(Self.clock(zone))"))
      let two = try Merging([common, other]).output
      let apart = try Merging([other, plain]).output
      let laws = [[all.output, plain], [two, plain], [apart, common], [two, apart], [all.output, apart]]
      for inputs in laws { #expect(try Merging(inputs).text == all.text, "\(offset)") }
    }
  }

  private static func clock(_ zone: String) -> String {
    let component = Component(Array((zone + "\r\n").utf8))
    return component.map { String(ZoneIdentity($0).suffix.dropFirst()) } ?? ""
  }

  /// Definitions of one name in real files: those that are told apart do differ between 2000 and 2100.
  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func definitionsOfTheCorpus() throws {
    let (pairs, apart, before) = try compareDefinitions(Corpus.others)
    #expect(pairs > 100 && apart < before)
  }

  @Test func definitionsOfOurFiles() throws {
    let (pairs, apart, _) = try compareDefinitions(Corpus.own)
    #expect(apart > 0 && apart < pairs)
  }

  private func compareDefinitions(_ files: [String]) throws -> (pairs: Int, apart: Int, before: Int) {
    var definitions: [String: [[UInt8]: Component]] = [:]
    for file in files {
      var reader = ItemReader(try Corpus.bytes(file))
      while let item = try? reader.next() {
        guard case .component(let component) = item, let tzid = component.zoneName else { continue }
        definitions[tzid, default: [:]][Array(component.bytes)] = component
      }
    }
    var (pairs, apart, before) = (0, 0, 0)
    for (name, spellings) in definitions.sorted(by: { $0.key < $1.key }) {
      let clocks = spellings.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
        ZoneIdentity($0.value)
      }
      let classes = Set(clocks.map(\.digest)).count
      if clocks.count > 4 { print("\(name): \(clocks.count) spellings, \(classes) clocks") }
      for (number, one) in clocks.enumerated() {
        for other in clocks[(number + 1)...] {
          pairs += 1
          guard let left = one.zone, let right = other.zone else { continue }
          if left.canonicalOffsets != right.canonicalOffsets { before += 1 }
          let isApart = one.digest != other.digest
          if isApart { apart += 1 }
          let instants = (left.transitions + right.transitions).map(\.instant) + [ZoneIdentity.window]
          let differ = instants.contains {
            $0 >= ZoneIdentity.window && left.offset(at: $0) != right.offset(at: $0)
          }
          #expect(isApart == differ, "\(name)")
        }
      }
    }
    print("same-named definitions: \(pairs) pairs, \(apart) told apart, by offsets from 1970 on \(before)")
    return (pairs, apart, before)
  }

  /// Definitions of clocks that the system does not have under that name.
  private static let wrong = ["+0300", "+0400", "+0500", "+0900"].map {
    common.replacing("TZOFFSETTO:+0200", with: "TZOFFSETTO:\($0)")
  }

  /// Other programs trust a name that they know, and pass over the definition.
  @Test func theSystemsClockKeepsItsName() throws {
    let common = Self.file(Self.common, "a", "20260715T090000")
    for zone in Self.wrong {
      let other = Self.file(zone, "b", "20260715T090000")
      let merging = try Merging(common, other)
      #expect(merging.text.contains("DUE;TZID=Europe/Berlin:20260715T090000"))
      #expect(merging.text.count(of: "DUE;TZID=Europe/Berlin-") == 1)
      #expect(try Self.dues(merging.output)["a0"] == Self.dues(Array(common.utf8))["a0"])
      #expect(try Self.dues(merging.output)["b0"] == Self.dues(Array(other.utf8))["b0"])
      #expect(merging.plan.report.zoneConflicts.count == 1)
      #expect(try Merging(other, common).output == merging.output)
      #expect(try Merging([merging.output]).output == merging.output)
    }
  }

  @Test func aClockThatTheSystemHasNotLosesAKnownName() throws {
    let files = zip(["a", "b", "c"], Self.wrong).map { Self.file($0.1, $0.0, "20260715T090000") }
    let two = try Merging(files[0], files[1])
    #expect(!two.text.contains("TZID:Europe/Berlin\r\n") && !two.text.contains("TZID=Europe/Berlin:"))
    #expect(two.text.count(of: "BEGIN:VTIMEZONE") == 2 && two.plan.report.zoneConflicts.count == 2)
    #expect(try Merging(files[1], files[0]).output == two.output)
    let again = try Merging([two.output])
    #expect(again.output == two.output && again.plan.report.zoneConflicts.isEmpty)
    // The name is there for one that has the clock, and for one that does not define it.
    for zone in [Self.common, nil, Self.wrong[2]] {
      let third = Self.file(zone, "d", "20260715T090000")
      let all = try Merging([files[0], files[1], third].map { Array($0.utf8) })
      #expect(try Merging([two.output, Array(third.utf8)]).output == all.output)
      let after = try Self.dues(all.output)
      for file in [files[0], files[1], third] {
        for (uid, due) in try Self.dues(Array(file.utf8)) { #expect(after[uid] == due, "\(uid)") }
      }
      #expect(all.text.contains("DUE;TZID=Europe/Berlin:") == (zone != Self.wrong[2]))
    }
  }

  /// Of a name that says nothing elsewhere one clock keeps it.
  @Test func aNameThatTheSystemDoesNotKnowIsKeptByOne() throws {
    let files = zip(["a", "b"], Self.wrong).map {
      Self.file($0.1, $0.0, "20260715T090000").replacing("Europe/Berlin", with: "Work")
    }
    let merging = try Merging(files[0], files[1])
    #expect(merging.text.count(of: "TZID:Work\r\n") == 1 && merging.text.count(of: "TZID:Work-") == 1)
    #expect(merging.plan.report.zoneConflicts.count == 1)
  }
}
