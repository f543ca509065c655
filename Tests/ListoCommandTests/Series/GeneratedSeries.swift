import Foundation
import ListoTestSupport
import Testing

/// A series in every way in which programs mark progress: as lines of iCalendar, and as the oracle reads it.
struct GeneratedSeries {
  /// A component's properties with their values as local times of Berlin, and days.
  typealias Values = [String: String]

  enum Kind: CaseIterable { case date, floating, zoned }

  let uid: String
  /// The master, then the overrides.
  private(set) var components: [Values] = []
  private let kind: Kind

  /// Dates lie between two changes of the clocks.
  private static let first = Date(timeIntervalSince1970: 1_792_972_800)

  init(_ number: Int, _ random: inout SplitMix64) {
    uid = "s\(number)"
    kind = Kind.allCases.pick(using: &random)
    func often(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
    let (start, step) = (Int.random(in: 0..<40, using: &random), [1, 2, 7].pick(using: &random))
    let hour = [9, 18].pick(using: &random)
    let hours = kind == .date ? [0, 24].pick(using: &random) : [0, 1, 26].pick(using: &random)
    func time(_ day: Int, _ hour: Int = 0) -> String { text(day, hour) }
    /// One that the rule makes, or may make.
    func occurrence() -> Int { start + step * Int.random(in: 0..<8, using: &random) + (often(8) ? 1 : 0) }

    var master: Values = ["SUMMARY": "t\(number)"]
    let dates = Int.random(in: 0..<4, using: &random)
    if dates != 0 { master["DTSTART"] = time(start, hour) }
    if dates != 1 { master["DUE"] = time(start, dates == 0 ? hour : hour + hours) }
    if !often(12) {
      master["RRULE"] =
        (step == 7 ? "FREQ=WEEKLY" : "FREQ=DAILY;INTERVAL=\(step)") + ending(&random, start, step, hour)
      if often(8) { master["RRULE"]?.append(kind == .date ? ";BYHOUR=8" : "") }
    }
    if often(6) || master["RRULE"] == nil {
      master["RDATE"] = Set(
        (0...Int.random(in: 0..<2, using: &random)).map { _ in
          time(start + Int.random(in: -9..<30, using: &random), hour)
        }
      ).sorted().joined(separator: ",")
    }
    if often(3) {
      master["EXDATE"] = (0...Int.random(in: 0..<3, using: &random)).map { _ in time(occurrence(), hour) }
        .joined(separator: ",")
    }
    if often(5) { master["X-KDE-LIBKCAL-DTRECURRENCE"] = time(occurrence(), hour) }
    if often(12) { master["STATUS"] = ["COMPLETED", "CANCELLED", "IN-PROCESS"].pick(using: &random) }
    if often(40), master["RRULE"] != nil { master["X-UNREADABLE"] = "FREQ=SOMETIMES" }
    components = [master]
    guard !often(4) else { return }
    var named: Set<Int> = []
    let closes = often(2)
    for index in 0...Int.random(in: 0..<6, using: &random) {
      let day = closes ? start + step * index : occurrence()
      guard named.insert(day).inserted else { continue }
      var override: Values = ["SUMMARY": "t\(number)-\(index)", "RECURRENCE-ID": time(day, hour)]
      if often(10), kind != .date { override["RECURRENCE-ID"] = String(time(day, hour).prefix(8)) }
      if often(8) { override["RANGE"] = "THISANDFUTURE" }
      if closes ? !often(9) : often(2) {
        override["STATUS"] = ["COMPLETED", "COMPLETED", "CANCELLED"].pick(using: &random)
      }
      // Where it was, or moved before or behind others; some have no dates of their own.
      let moved = day + (often(3) ? Int.random(in: -20..<20, using: &random) : 0)
      if !often(8) {
        if master["DTSTART"] != nil { override["DTSTART"] = time(moved, hour) }
        if master["DUE"] != nil { override["DUE"] = time(moved, dates == 0 ? hour : hour + hours) }
      }
      components.append(override)
    }
  }

  private func ending(_ random: inout SplitMix64, _ start: Int, _ step: Int, _ hour: Int) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: ";COUNT=\(Int.random(in: 1...6, using: &random))"
    case 1: ";UNTIL=" + text(start + step * Int.random(in: 0..<6, using: &random), hour)
    default: ""
    }
  }

  private func text(_ day: Int, _ hour: Int) -> String {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "UTC"))
    formatter.dateFormat = kind == .date ? "yyyyMMdd" : "yyyyMMdd'T'HHmmss"
    return formatter.string(from: Self.first.addingTimeInterval(Double(day * 24 + hour) * 3600))
  }

  /// The VTODOs, in an order of their own.
  func calendarText(_ random: inout SplitMix64) -> String {
    components.shuffled(using: &random).map { values in
      var lines = ["BEGIN:VTODO", "UID:\(uid)"]
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        switch name {
        case "RANGE": continue
        case "X-UNREADABLE": lines.append("RRULE:" + value)
        case "RRULE":
          guard values["X-UNREADABLE"] == nil else { continue }
          lines.append("RRULE:" + inUTC(value))
        case "SUMMARY", "STATUS": lines.append("\(name):\(value)")
        default:
          let isDay = !value.contains("T")
          let range = name == "RECURRENCE-ID" && values["RANGE"] != nil ? ";RANGE=THISANDFUTURE" : ""
          let form = isDay ? ";VALUE=DATE" : kind == .zoned ? ";TZID=Europe/Berlin" : ""
          lines.append("\(name)\(range)\(form):\(value)")
        }
      }
      return (lines + ["END:VTODO", ""]).joined(separator: "\r\n")
    }.joined()
  }

  /// UNTIL of a rule whose DTSTART has a zone is in UTC (RFC 5545 §3.3.10).
  private func inUTC(_ rule: String) -> String {
    guard kind == .zoned, let until = rule.range(of: "UNTIL=") else { return rule }
    let day = rule[until.upperBound...].prefix(9)
    let hour = Int(rule[until.upperBound...].dropFirst(9).prefix(2)) ?? 0
    return rule[..<until.upperBound] + day + (hour - 1 < 10 ? "0" : "") + "\(hour - 1)0000Z"
  }
}

/// python-dateutil, which shares nothing with Listo.
enum SeriesOracle {
  static let python = PythonEnvironment.with("recurring-ical-events==3.8.2")
  /// The options that set the command's clock to that of the oracle.
  static let clock = ["--now", "2026-12-01T09:00:00", "--timezone", "Europe/Berlin"]

  /// The oracle's answers about each series, in their order.
  static func answers<Answer: Decodable>(_ all: [GeneratedSeries]) throws -> [Answer] {
    let python = try #require(Self.python)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "series-oracle.py")
    let input = try JSONSerialization.data(withJSONObject: [
      "now": "20261201T090000", "series": all.map(\.components),
    ])
    let answers = try python.run(script, input: input).split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
    #expect(answers.count == all.count)
    return answers
  }
}
