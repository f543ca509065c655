import Foundation
import ListoModel
import ListoTestSupport
import Testing

@testable import ICalendar
@testable import ListoEditing

/// The next time beside that of python-dateutil and of libical, and what Python's programs make of what is
/// written.
@Suite struct RepeatingOracleTests {
  private static let python = PythonEnvironment.with("recurring-ical-events==3.8.2")
  private static let todoman = PythonEnvironment.with("todoman==4.5.0")

  private static func ask(_ python: PythonEnvironment, _ cases: [[String: Any]]) throws -> [[String: Any]] {
    var input = Data()
    for item in cases {
      input += try JSONSerialization.data(withJSONObject: ["case": item]) + Data("\n".utf8)
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Oracles/opened.py")
    return try python.run(script, input: input).split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }

  // MARK: The next time

  /// The properties of a series, as far as rule sets know them.
  private struct Series: Hashable {
    let start: String
    let rule: String
    let exdates: [String]
    let rdates: [String]

    var lines: [String] { [start, "RRULE:" + rule] + exdates + rdates }

    /// Nil where it has several rules, or dates in other forms than DTSTART.
    init?(_ component: Component) {
      guard let start = component.first(.dtstart), let moment = try? start.moment(),
        component.all(.rrule).count == 1, component.first(.exrule) == nil, let rule = component.first(.rrule),
        (try? RecurrenceRule.parse(rule.value)) != nil
      else { return nil }
      func isAlike(_ property: Property) -> Bool {
        guard let moments = try? property.moments(), !property.value.contains(0x2F) else { return false }
        return moments.allSatisfy { other in
          switch (moment, other) {
          case (.date, .date), (.floating, .floating), (.utc, .utc): true
          case (.zoned(_, let one), .zoned(_, let other)): one == other
          default: false
          }
        }
      }
      let others = component.all(.exdate) + component.all(.rdate)
      guard others.allSatisfy(isAlike) else { return nil }
      let text = { (property: Property) in String(decoding: property.unfolded, as: UTF8.self) }
      self.start = text(start)
      self.rule = rule.rawText
      exdates = component.all(.exdate).map(text)
      rdates = component.all(.rdate).map(text)
    }
  }

  private static func collect(_ component: Component, into found: inout Set<Series>) {
    if ![.standard, .daylight].contains(component.kind), let series = Series(component) {
      found.insert(series)
    }
    for child in component.children { collect(child, into: &found) }
  }

  private static func series(_ paths: [String]) throws -> Set<Series> {
    var found: Set<Series> = []
    for path in paths {
      var items = ItemReader(try Corpus.bytes(path))
      while let item = try? items.next() {
        if case .component(let component) = item { collect(component, into: &found) }
      }
    }
    return found
  }

  @Test(.enabled(if: python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func nextTimesAreThoseOfDateutilAndLibical() throws {
    let python = try #require(Self.python)
    var generator = GeneratedSeries(random: SplitMix64(seed: Seed.current))
    let generated = (0..<400).compactMap { _ in Series(generator.next().list.master) }
    let all = Array(try Self.series(Corpus.own + Corpus.others)).sorted {
      $0.lines.joined() < $1.lines.joined()
    }
    var cases: [[String: Any]] = []
    var ours: [(series: Series, next: String?, libical: String?)] = []
    for series in all + generated {
      let list = RepeatingList(series.lines)
      let reminder = Reminder(list.master, in: .none)
      guard let recurrence = Recurrence(reminder) else { continue }
      var moved = list
      guard (try? moved.complete(at: "20261201T120000Z")) != nil else { continue }
      let found = Recurrence(Reminder(moved.master, in: .none))?.times(through: SeriesPosition.end, limit: 1)
        .times
      let dates = { (id: PropertyID) in
        list.master.all(id).flatMap { (try? $0.moments()) ?? [] }.map { recurrence.local(of: $0) }
      }
      let next = moved.completesSeries ? nil : found?.first ?? Reminder(moved.master, in: .none).start?.local
      let (exdates, rdates) = (dates(.exdate), dates(.rdate))
      // The first of all that is not taken away is what was completed.
      guard !exdates.contains(recurrence.start), rdates.allSatisfy({ $0 > recurrence.start }) else {
        continue
      }
      let rule = series.rule.split(separator: ";").filter { !$0.uppercased().hasPrefix("UNTIL=") }
        .joined(separator: ";")
      ours.append(
        (series, next?.description, Self.libical(rule, recurrence.start, exdates, rdates)?.description))
      cases.append([
        "rule": rule, "start": recurrence.start.description, "exdates": exdates.map(\.description),
        "rdates": rdates.map(\.description),
      ])
    }
    let answers = try Self.ask(python, cases)
    #expect(answers.count == cases.count)
    var (compared, ended, apart, unread) = (0, 0, 0, 0)
    for (item, answer) in zip(ours, answers) {
      guard let times = answer["times"] as? [String] else {
        unread += 1
        continue
      }
      let other = times.dropFirst().first
      guard other == item.libical else {
        apart += 1
        continue
      }
      let until = try RecurrenceRule.parse(Array(item.series.rule.utf8)[...]).until
      if item.next == nil, let until, let other, String(other.prefix(10)) >= until.day.description {
        ended += 1
        continue
      }
      compared += 1
      #expect(item.next == other, "\(item.series), seed \(generator.random.seed)")
    }
    print(
      "next times beside dateutil and libical: \(compared) and \(ended) behind UNTIL; where they differ \(apart), where dateutil cannot read the rule \(unread)"
    )
    #expect(compared > 100 && apart < compared / 5)
  }

  /// The second time of a set by libical's own iterator; of rules that it can be asked for without end.
  private static func libical(
    _ text: String, _ start: LocalDateTime, _ exdates: [LocalDateTime], _ rdates: [LocalDateTime]
  ) -> LocalDateTime? {
    guard let parsed = try? RecurrenceRule.parse(Array(text.utf8)[...]), parsed.hasDays,
      parsed.staysWithinLibical, let rule = LibicalRecurrence(Array(text.utf8)[...])
    else { return nil }
    var found: LocalDateTime?
    var left = 5000
    rule.occurrences(from: start) { time in
      left -= 1
      if time > start, !exdates.contains(time) { found = time }
      return found == nil && left > 0
    }
    let added = rdates.filter { !exdates.contains($0) }.min()
    return [found, added].compactMap { $0 }.min()
  }

  // MARK: What is written

  private static let lists = [
    ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=9"],
    [
      "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY",
      "EXDATE;VALUE=DATE:20261208",
    ],
    [
      "DTSTART;TZID=Europe/Berlin:20261023T090000", "DUE;TZID=Europe/Berlin:20261023T180000",
      "RRULE:FREQ=DAILY",
    ],
    ["DTSTART:20261130T090000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20270601T000000"],
    [
      "DTSTART:20261201T090000Z", "DUE:20261201T100000Z", "RRULE:FREQ=DAILY;INTERVAL=2",
      "RDATE:20261204T150000Z",
    ],
    ["DTSTART:20261201T090000Z", "DUE:20261201T100000Z", "RRULE:FREQ=WEEKLY", "RDATE:20261204T150000Z"],
  ].map { RepeatingList(["SUMMARY:A"] + $0) }

  @Test(.enabled(if: python != nil, "python3 with recurring-ical-events 3.8.2 is not to be had"))
  func whatIsLeftIsWhatOtherProgramsSee() throws {
    let python = try #require(Self.python)
    let (from, to) = ("2026-10-01T00:00:00", "2027-06-30T00:00:00")
    var cases: [[String: Any]] = []
    var expected: [(text: String, done: Int, count: Int)] = []
    for list in Self.lists {
      for recurrence in Completion.Recurrence.allCases {
        var list = list
        let count = recurrence == .series ? 1 : 3
        for _ in 0..<count { try list.complete(recurrence, at: "20261224T100000Z") }
        expected.append((list.text, recurrence == .series ? Int.max : count, list.all.count))
        cases.append(["calendar": list.text, "from": from, "to": to])
      }
    }
    let before = try Self.ask(
      python, Self.lists.map { ["calendar": $0.text, "from": from, "to": to] })
    for (index, answer) in try Self.ask(python, cases).enumerated() {
      let wanted = expected[index]
      let all = try #require(before[index / 3]["open"] as? [String])
      let open = try #require(answer["open"] as? [String], "\(answer)\n\(wanted.text)")
      let todos = try #require(answer["todos"] as? [[String]])
      #expect(open == Array(all.dropFirst(wanted.done)), "\(wanted.text)")
      #expect(todos.count == wanted.count)
      let done = todos.count { $0[1] == "COMPLETED" }
      #expect(done == (wanted.done == .max ? wanted.count : wanted.done), "\(wanted.text)")
    }
  }

  @Test(.enabled(if: todoman != nil, "python3 with todoman 4.5.0 is not to be had"))
  func todomanReadsThem() throws {
    let todoman = try #require(Self.todoman)
    for list in Self.lists {
      for recurrence in Completion.Recurrence.allCases {
        var list = list
        try list.complete(recurrence, at: "20261224T100000Z")
        // As a vdir has it: what has one UID is one file.
        var series = list
        series.copies = []
        let files =
          [series.text]
          + list.copies.map { copy in
            var alone = list
            (alone.master, alone.overrides, alone.copies) = (copy, [], [])
            return alone.text
          }
        let answer = try #require(try Self.ask(todoman, [["todo": files]]).first)
        let todos = try #require(answer["todos"] as? [[Any]], "\(answer)\n\(list.text)")
        #expect(todos.count == files.count && todos.allSatisfy { $0[0] as? String == "A" })
        let isDone = todos.map { $0[2] as? Bool }
        switch recurrence {
        case .advance: #expect(isDone == [false, true], "\(list.text)")
        case .series: #expect(isDone == [true], "\(list.text)")
        // It shows one to-do a file.
        case .override: #expect(isDone.count == 1)
        }
      }
    }
  }
}
