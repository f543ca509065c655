import Foundation
import ListoTestSupport
import Testing

/// The command's answers about generated series, beside an oracle that shares nothing with Listo.
@Suite struct SeriesOracleTests {
  private struct Answer: Decodable, Equatable {
    var state: String
    var title, due, start, occurrence: String?
    var missed: Int?
    var overdue: Bool?
  }

  /// An object of a listing.
  private struct Listed: Decodable {
    struct Current: Decodable {
      var title, due, start: String?
      let occurrence: String
      let missed: Int
      let overdue: Bool
    }

    let id: String
    let uid: String
    var current: Current?
    var finished: Bool?

    /// It is a component with a RECURRENCE-ID.
    var isOverride: Bool { !id.hasSuffix("/" + uid) }

    var answer: Answer {
      if finished ?? false { return Answer(state: "finished") }
      guard let current else { return Answer(state: "unknown") }
      // A zone stands behind a blank.
      let occurrence = current.occurrence.split(separator: " ").first.map(String.init)
      return Answer(
        state: "current", title: current.title, due: current.due, start: current.start,
        occurrence: occurrence,
        missed: current.missed, overdue: current.overdue)
    }
  }

  @Test(.enabled(if: SeriesOracle.python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func theCurrentOccurrenceIsTheSameEverywhere() throws {
    let place = try Workplace()
    defer { place.remove() }
    var random = SplitMix64(seed: Seed.current)
    let all = (0..<Rounds.times(1000)).map { GeneratedSeries($0, &random) }
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\n"
      + all.map { $0.calendarText(&random) }.joined() + "END:VCALENDAR\r\n"
    try Data(text.utf8).write(to: place.folder.appendingPathComponent("a.ics"))
    let answers: [Answer] = try SeriesOracle.answers(all)
    let expected = Dictionary(uniqueKeysWithValues: zip(all.map(\.uid), answers))

    func run(_ arguments: String...) throws -> Data {
      let run = try HostileRun(arguments + SeriesOracle.clock, in: place.folder)
      #expect(run.status == 0, "\(arguments): \(run.errors)")
      return run.output
    }
    func listed(_ data: Data) throws -> [Listed] { try JSONDecoder().decode([Listed].self, from: data) }
    func uids(where isMeant: (Answer) -> Bool) -> Set<String> {
      Set(expected.filter { isMeant($0.value) }.keys)
    }
    let unknown = uids { $0.state == "unknown" }

    // Every component is printed once, and each series says where it stands.
    let rows = try listed(try run("list", "a.ics", "--all", "--json"))
    #expect(rows.count == all.reduce(0) { $0 + $1.components.count })
    var counts: [String: Int] = [:]
    for row in rows where !row.isOverride {
      let series = all.first { $0.uid == row.uid }
      let answer = try #require(expected[row.uid])
      counts[answer.state, default: 0] += 1
      #expect(row.answer == answer, "seed \(random.seed), \(row.uid): \(series?.components ?? [])")
    }
    #expect(["current", "finished", "unknown"].allSatisfy { counts[$0] ?? 0 > 10 }, "\(counts)")

    // Commands that look at dates and states look at those of the current occurrence.
    let overdue = Set(try listed(try run("overdue", "a.ics", "--json")).filter { !$0.isOverride }.map(\.uid))
    #expect(overdue.subtracting(unknown) == uids { $0.overdue ?? false })
    let today = Set(try listed(try run("today", "a.ics", "--json")).filter { !$0.isOverride }.map(\.uid))
    #expect(today.subtracting(unknown) == uids { $0.due.map { $0.prefix(10) <= "2026-12-01" } ?? false })

    // A filter and its inversion hold every component once, and every series in one of them.
    for condition in ["--overdue", "--completed", "--where=due < tomorrow", "--where=title ~ -3"] {
      let parts = try [[], ["--invert"]].map { extra in
        Self.components(
          try HostileRun(["filter", "a.ics", condition] + extra + SeriesOracle.clock, in: place.folder).output
        )
      }
      #expect(
        (parts[0] + parts[1]).sorted() == Self.components(Data(text.utf8)).sorted(), "\(condition)")
      let (kept, dropped) = (Set(parts[0].map(Self.uid)), Set(parts[1].map(Self.uid)))
      #expect(kept.isDisjoint(with: dropped) && !kept.isEmpty && !dropped.isEmpty, "\(condition)")
      switch condition {
      case "--overdue": #expect(kept.subtracting(unknown) == uids { $0.overdue ?? false })
      case "--completed": #expect(kept.subtracting(unknown).isSubset(of: uids { $0.state == "finished" }))
      default: break
      }
    }
  }

  private static func components(_ data: Data) -> [String] {
    String(decoding: data, as: UTF8.self).components(separatedBy: "BEGIN:VTODO").dropFirst().map {
      $0.components(separatedBy: "END:VTODO")[0]
    }
  }

  private static func uid(_ component: String) -> String {
    component.components(separatedBy: "UID:").last?.components(separatedBy: "\r\n").first ?? ""
  }
}
