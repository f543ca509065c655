import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// A merge moves no instant, those before and behind the years in which zones are compared included.
@Suite struct ZoneLawTests {
  private static let rounds = Rounds.times(40)

  /// Every component of the output, its times in zones read by its calendar, is one of an input.
  @Test(arguments: [false, true]) func noInstantMoves(leavesOutZones: Bool) throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(
      random: SplitMix64(seed: seed), hasOldTimes: true, leavesOutZones: leavesOutZones)
    for round in 0..<Self.rounds {
      let files = [generator.file(), generator.file(), generator.file()]
      let before = try files.reduce(into: Set<[String]>()) { $0.formUnion(try Self.contents($1)) }
      for inputs in [files, [try Merging([files[0], files[1]]).output, files[2]]] {
        let output = try Merging(inputs).output
        let moved = try Self.contents(output).subtracting(before)
        try #require(
          moved.isEmpty,
          "seed \(seed), round \(round): \(moved.first ?? [])\n\(files.map { String(decoding: $0, as: UTF8.self) }.joined())\n→\n\(String(decoding: output, as: UTF8.self))"
        )
      }
    }
  }

  /// A merge of several versions with a base takes its lines from them, so each line with a time is compared
  /// by itself.
  @Test func noInstantMovesAgainstABase() throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed), hasOldTimes: true)
    for round in 0..<Self.rounds {
      let (base, ours, theirs) = (generator.file(), generator.file(), generator.file())
      let before = try [base, ours, theirs].reduce(into: Set<String>()) {
        $0.formUnion(try Self.contents($1).joined())
      }
      let output: [UInt8]
      do {
        output = try Merging(base: [base], [ours, theirs], allowsEmpty: true).output
      } catch MergeError.incomplete {
        // A side that is cut off merges nothing.
        continue
      }
      let moved = Set(try Self.contents(output).joined()).subtracting(before)
      // Tags are united in one line.
      #expect(
        moved.allSatisfy { $0.uppercased().hasPrefix("CATEGORIES") },
        "seed \(seed), round \(round): \(moved.sorted())\n\([base, ours, theirs, output].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n→\n"))"
      )
    }
  }

  /// The components of the calendars: their lines with each time in a zone as instants, sorted, without what
  /// a merge adds.
  private static func contents(_ bytes: [UInt8]) throws -> Set<[String]> {
    let file = try CalendarFile(reading: MemorySource(bytes), file: "x")
    var result: Set<[String]> = []
    for calendar in file.calendars {
      let zones = calendar.context.zones
      let components = calendar.reminders.map(\.component) + calendar.others.map(\.component)
      for component in components where component.kind != .vtimezone {
        result.insert(lines(component.standingAlone(), zones))
      }
    }
    return result
  }

  private static func lines(_ component: Component, _ zones: ZoneTable) -> [String] {
    var result = component.properties.flatMap { property -> [String] in
      guard property.id != .uid else { return [] }
      guard let tzid = property.tzid, let zone = zones.zone(tzid), let moments = try? property.moments(),
        !moments.isEmpty
      else {
        guard property.id == .exdate else { return [String(decoding: property.unfolded, as: UTF8.self)] }
        // A merge decides on each value.
        return property.rawText.split(separator: ",").map { "EXDATE \($0)" }
      }
      return moments.map { moment in
        guard case .zoned(let local, _) = moment else { return "\(property.name) \(moment.iCalendarText)" }
        return "\(property.name) \(zone.instant(of: local))"
      }
    }
    for child in component.children { result += lines(child, zones) }
    return [component.name] + result.sorted()
  }
}
