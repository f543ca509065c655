import ICalendar
import Testing

@testable import ListoModel

/// The two devices of Samples/Merge, as Samples/README.md tells it.
@Suite struct SampleMergeTests {
  @Test func fiveDecisions() throws {
    let merging = try Merging(Merging.samples("laptop", "phone"))
    #expect(merging.plan.report.kept == 12)
    #expect(merging.plan.report.problems.isEmpty)
    let decisions = try merging.plan.decisions()
    let told = decisions.map { "\($0.title.prefix(16)) \($0.chosen) \($0.losers.map(\.rule.rawValue))" }
      .sorted()
    #expect(
      told == [
        #"Buy light bulbs  ["phone"] ["last-modified"]"#, #"Call the chimney ["phone"] ["last-modified"]"#,
        #"Pay the heating  ["laptop"] ["last-modified"]"#, #"Reserve a table  ["phone"] ["last-modified"]"#,
        #"Stop the bathroo ["laptop"] ["sequence"]"#,
      ])
    let table = try #require(decisions.first { $0.title.hasPrefix("Reserve") })
    #expect(
      table.losers[0].dropped.filter { !$0.isStamp }.map(\.text) == [
        "DESCRIPTION:The Italian by the river\\, if they have the long table. Twelve people\\, two of them small.",
        "DTSTART;TZID=Europe/Berlin:20261201T120000", "DUE;TZID=Europe/Berlin:20261201T120000",
        "LAST-MODIFIED:20261103T101500Z",
      ])
    let chimney = try #require(decisions.first { $0.title.hasPrefix("Call") })
    #expect(
      chimney.losers[0].instead.contains {
        $0.path == ["VALARM"] && $0.text == "ACKNOWLEDGED:20261126T090211Z"
      })
  }

  @Test func eitherOrderAndAgain() throws {
    let one = try Merging(Merging.samples("laptop", "phone"))
    let other = try Merging(Merging.samples("phone", "laptop"))
    #expect(one.output == other.output)
    #expect(try one.rejects == other.rejects)
    #expect(try one.plan.decisions() == other.plan.decisions())
    #expect(try Merging([one.output]).output == one.output)
    #expect(
      try Merging(Merging.samples("phone") + [MemoryInput(name: "out", one.output)]).output == one.output)
  }

  @Test func equalZonesAreOne() throws {
    let merging = try Merging(Merging.samples("laptop", "phone"))
    #expect(merging.plan.report.zones.map(\.tzid) == ["Europe/Berlin"])
    #expect(merging.plan.report.zones[0].otherSpellings.count == 1)
    #expect(merging.text.count(of: "BEGIN:VTIMEZONE") == 1)
  }

  /// The instant of every DUE is that of the version that was kept, in its own calendar.
  @Test(arguments: [["laptop", "tablet"], ["tablet", "phone"], ["tablet", "laptop", "phone"]])
  func differentZonesGetDifferentNames(devices: [String]) throws {
    let inputs = try devices.flatMap { try Merging.samples($0) }
    let merging = try Merging(inputs)
    let conflict = try #require(merging.plan.report.zoneConflicts.first)
    #expect(conflict.newName.hasPrefix("Europe/Berlin-") && conflict.newName.count == 22)
    #expect(conflict.instant == "2000-03-26T01:00:00Z")
    #expect(Set([conflict.first.offset, conflict.second.offset]) == [3600, 7200])
    #expect(merging.plan.report.problems.map(\.code) == [.zoneConflict])
    #expect(try Merging(inputs.reversed()).output == merging.output)
    #expect(try Merging([merging.output]).output == merging.output)
    let before = try devices.flatMap { try Self.dues(Merging.sample("Merge/\($0)/Household.ics")) }
    let after = try Self.dues(merging.output)
    #expect(after.count > 5)
    for (summary, due) in after { #expect(before.contains { $0 == (summary, due) }, "\(summary)") }
  }

  /// Titles, and the instants of DUE by the zones of their calendar.
  private static func dues(_ bytes: [UInt8]) throws -> [(String, Instant)] {
    let file = try CalendarFile(reading: MemorySource(bytes), file: "x")
    return file.calendars.flatMap(\.reminders).compactMap { reminder in
      guard let due = reminder.component.first(.due), let moment = try? due.moment(),
        case .zoned(let local, let tzid) = moment, let zone = reminder.calendar.zones.zone(tzid)
      else { return nil }
      return (reminder.title ?? "", zone.instant(of: local))
    }
  }

  @Test func rejectsHoldTheLosersWhole() throws {
    let rejects = try String(decoding: Merging(Merging.samples("laptop", "phone")).rejects, as: UTF8.self)
    #expect(rejects.count(of: "BEGIN:VTODO") == 5)
    #expect(rejects.contains("SUMMARY:Buy light bulbs\r\n"))
    #expect(rejects.count(of: "BEGIN:VTIMEZONE") == 1)
  }

  @Test func reportForPeople() throws {
    var lines: [String] = []
    try Merging(Merging.samples("laptop", "phone")).plan.writeText { lines.append($0) }
    #expect(lines.contains("Stop the bathroom tap dripping [949A76B3-5CF4-4F93-AA8A-A557187E6D23]"))
    #expect(lines.contains("  kept laptop, not phone: greater SEQUENCE"))
    #expect(lines.contains("  - SEQUENCE:2"))
    #expect(
      lines.last
        == "21 components from 2 inputs: 12 kept, 0 identical, 4 equal, 5 superseded; 5 decisions, 1 time zone"
    )
  }
}
