import Foundation
import ListoTestSupport
import Testing

/// Verbs that change generated series: the open occurrences are afterwards those that an oracle expects,
/// which shares nothing with Listo.
@Suite struct SeriesVerbTests {
  private struct Answer: Decodable {
    let state: String
    var due, date: String?
    var open: [String]?
    var loose: Bool?
  }

  /// An occurrence of a listing.
  private struct Listed: Decodable {
    let id, list: String
    var due, start: String?

    /// When it is due, else begins; a day is its midnight.
    var date: String? {
      (due ?? start).map { $0.contains("T") ? String($0.prefix(19)) : $0 + "T00:00:00" }
    }
  }

  private enum Verb: String, CaseIterable { case nothing, done, deferred, edited, deleted }

  @Test(.enabled(if: SeriesOracle.python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func verbsLeaveTheOccurrencesThatTheyShould() throws {
    let place = try Workplace()
    defer { place.remove() }
    var random = SplitMix64(seed: Seed.current)
    let all = (0..<Rounds.times(20)).map { GeneratedSeries($0, &random) }
    let answers: [Answer] = try SeriesOracle.answers(all)
    var refused: [Verb: Int] = [:]
    func listed(_ arguments: String...) throws -> [Listed] {
      let run = try HostileRun(["list"] + arguments + ["--json"] + SeriesOracle.clock, in: place.folder)
      return try JSONDecoder().decode([Listed].self, from: run.output)
    }
    let current = zip(all, answers).filter { $1.state == "current" && $1.loose == false }
    for verb in Verb.allCases {
      let folder = place.folder.appendingPathComponent(verb.rawValue)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (series, _) in current {
        let text =
          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nX-WR-CALNAME:\(series.uid)\r\n"
          + series.calendarText(&random) + "END:VCALENDAR\r\n"
        try Data(text.utf8).write(to: folder.appendingPathComponent(series.uid + ".ics"))
      }
      let identifiers = Dictionary(
        uniqueKeysWithValues: try listed(folder.path, "--all").filter { $0.id.hasSuffix("/" + $0.list) }
          .map { ($0.list, $0.id) })
      var expected: [String: [String]] = [:]
      for (series, answer) in current {
        guard let date = answer.date, let open = answer.open else { continue }
        expected[series.uid] = open
        let file = folder.appendingPathComponent(series.uid + ".ics").path
        guard let arguments = Self.arguments(verb, answer), let identifier = identifiers[series.uid] else {
          continue
        }
        let run = try HostileRun(
          arguments + [identifier, "--in", file] + SeriesOracle.clock, in: place.folder)
        guard run.status == 0 else {
          refused[verb, default: 0] += 1
          #expect(!run.errors.isEmpty)
          continue
        }
        expected[series.uid] = Self.after(verb, open, date)
      }
      let found = try listed(folder.path, "--expand", "2026-01-01..2026-12-31", "--where", "open")
      for (uid, dates) in expected {
        let found = found.filter { $0.list == uid }.compactMap(\.date).filter { $0 < "2027" }.sorted()
        let series = all.first { $0.uid == uid }
        #expect(
          found == dates, "seed \(random.seed), \(verb.rawValue) \(uid): \(series?.components ?? [])")
      }
      #expect(
        refused[verb, default: 0] < expected.count / 2, "\(verb): \(refused[verb] ?? 0) of \(expected.count)")
    }
  }

  private static func arguments(_ verb: Verb, _ answer: Answer) -> [String]? {
    switch verb {
    case .nothing: nil
    case .done: ["done"]
    case .deferred: ["defer", answer.due == nil ? "--shift-start" : "--shift", "1d"]
    case .edited: ["defer", answer.due == nil ? "--shift-start" : "--shift", "1d", "--series"]
    case .deleted: ["delete", "--yes"]
    }
  }

  /// The dates of the open occurrences behind a verb.
  private static func after(_ verb: Verb, _ open: [String], _ date: String) -> [String] {
    var rest = open
    if let index = rest.firstIndex(of: date) { rest.remove(at: index) }
    switch verb {
    case .nothing: return open
    case .done: return rest
    case .deferred: return (rest + [nextDay(date)]).filter { $0 < "2027" }.sorted()
    case .edited: return open.map(nextDay).filter { $0 < "2027" }.sorted()
    case .deleted: return []
    }
  }

  private static func nextDay(_ date: String) -> String {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "UTC"))
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
    return formatter.date(from: date).map { formatter.string(from: $0.addingTimeInterval(86_400)) } ?? date
  }
}
