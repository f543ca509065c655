import ICalendar
import ListoEditing
import ListoModel
import ListoTestSupport
import Testing

/// New dates for generated series, with excluded, changed and completed occurrences.
@Suite struct SeriesShiftLawTests {
  private static let rounds = Rounds.times(400)
  private static let distances: [(days: Int, seconds: Int64)] = [
    (0, 3600), (0, -5400), (1, 0), (7, 0), (-3, 0), (14, 7200), (28, 0),
  ]

  /// The dates of the open reminders and occurrences in a list, on the wall clock of the dates, in their
  /// order.
  private func open(_ editing: Editing, _ list: ModelIdentifier, _ limit: Int = 25) -> [LocalDateTime] {
    let all = editing.reminders(in: list).map(\.reminder)
    let masters = all.filter { $0.recurrence != nil && $0.recurrenceID == nil }
    let from = Instant(seconds: 1_700_000_000)
    var found: [Reminder] = []
    for master in masters {
      let overrides = all.filter { $0.uid == master.uid && $0.recurrenceID != nil }
      guard let series = ReminderSeries(master, overrides: overrides) else { continue }
      let to = Instant(seconds: from.seconds + 86_400 * 366 * 14)
      found += series.occurrences(from: from, to: to, in: editing.context.view, most: 60).occurrences
        .map(\.reminder)
    }
    found += all.filter { reminder in
      reminder.recurrence == nil
        && (reminder.recurrenceID == nil || !masters.contains { $0.uid == reminder.uid })
    }
    return found.filter(\.isOpen).compactMap { $0.due ?? $0.start }
      .map { $0.local ?? LocalDateTime(startOf: $0.day) }.sorted().prefix(limit).map(\.self)
  }

  private func generated(_ generator: inout GeneratedSeries) -> (list: RepeatingList, rule: String) {
    var (list, rule) = generator.next()
    for _ in 0..<Int.random(in: 0...2, using: &generator.random) {
      try? list.complete(.override, at: "20261201T080000Z")
    }
    return (list, rule)
  }

  private func names(_ component: Component) -> [String] {
    [PropertyID.exdate, .rdate, .recurrenceID, .rrule].flatMap(component.all).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  /// The whole series moves by one distance, or the edit is refused; what was excluded or completed stays so.
  @Test func aSeriesMovesAsAWhole() throws {
    var generator = GeneratedSeries(random: SplitMix64(seed: Seed.current))
    var (moved, refused) = (0, 0)
    for round in 0..<Self.rounds {
      let (list, rule) = generated(&generator)
      let (days, seconds) = Self.distances.pick(using: &generator.random)
      let desk = try Desk([("Home.ics", Array(list.text.utf8))], zone: "UTC")
      let note: Comment =
        "seed \(generator.random.seed), round \(round), \(rule), \(days) d \(seconds) s\n\(list.text)"
      let master = Reminder(list.master, in: .none)
      var editing = desk.editing
      let field: FieldID = master.due == nil ? .start : .due
      do {
        try editing.shift(field, .by(months: 0, days: days, seconds: seconds), of: desk.id("series"))
      } catch {
        refused += 1
        #expect(editing.plan.isEmpty, note)
        continue
      }
      guard let after = editing[desk.id("series")] else {
        Issue.record(note)
        continue
      }
      // A due date beside a start of its own moves nothing else.
      if let start = master.start, let due = master.due, start != due {
        #expect(names(after.component) == names(list.master), note)
        continue
      }
      let shift =
        master.due?.local == nil && master.start?.local == nil
        ? Int64(days) * 86_400 : Int64(days) * 86_400 + seconds
      // Months and years are of different lengths.
      if !rule.contains(";BY"), rule.contains("MONTHLY") || rule.contains("YEARLY") { continue }
      moved += 1
      let expected = open(desk.editing, desk.list()).map { $0.adding(seconds: shift) }
      let found = open(editing, desk.list())
      #expect(found == expected, "\(note)\n\(editing.plan.steps.compactMap(\.after).map(\.text).joined())")
    }
    print("moved \(moved), refused \(refused), seed \(generator.random.seed)")
    #expect(moved > Self.rounds / 8 && refused > Self.rounds / 20)
  }

  /// The current occurrence moves alone.
  @Test func anOccurrenceMovesAlone() throws {
    var generator = GeneratedSeries(random: SplitMix64(seed: Seed.current))
    var moved = 0
    for round in 0..<Self.rounds {
      let (list, rule) = generated(&generator)
      let (days, seconds) = Self.distances.pick(using: &generator.random)
      let desk = try Desk([("Home.ics", Array(list.text.utf8))], zone: "UTC")
      let note: Comment =
        "seed \(generator.random.seed), round \(round), \(rule), \(days) d \(seconds) s\n\(list.text)"
      var editing = desk.editing
      guard let current = editing.currentOccurrence(of: desk.id("series")) else { continue }
      let before = open(editing, desk.list(), 40)
      let master = Reminder(list.master, in: .none)
      let field: FieldID = master.due == nil && list.overrides.isEmpty ? .start : .due
      // A start of its own stays, and may come behind the due date.
      guard (try? editing.shift(field, .by(months: 0, days: days, seconds: seconds), of: current)) != nil
      else {
        continue
      }
      moved += 1
      let after = open(editing, desk.list(), 40)
      // One date less, and another one.
      var (gone, new) = (before, after)
      for time in after { if let index = gone.firstIndex(of: time) { gone.remove(at: index) } }
      for time in before { if let index = new.firstIndex(of: time) { new.remove(at: index) } }
      #expect(
        gone.count <= 1 && new.count <= 1,
        "\(note)\n\(gone) \(new)\n\(editing.plan.steps.compactMap(\.after).map(\.text).joined())")
    }
    print("moved \(moved), seed \(generator.random.seed)")
    #expect(moved > Self.rounds / 2)
  }
}
