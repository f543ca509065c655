import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoEditing

/// Generated series that are completed one occurrence after the other; a sample, of which `make laws` takes
/// more.
@Suite struct RepeatingLawTests {
  private static let rounds = Rounds.times(100)
  /// The properties that a move writes; nothing else of the master is touched.
  private static let moved: Set<PropertyID> = [
    .dtstart, .due, .rrule, .rdate, .exdate, .status, .lastModified, .dtstamp,
  ]

  /// Each completion takes the current occurrence out of the series, and leaves all others.
  @Test func completingTakesTheCurrentOccurrenceAndLeavesTheRest() throws {
    var generator = GeneratedSeries(random: SplitMix64(seed: Seed.current))
    var (completed, ends, exceptions) = (0, 0, 0)
    for round in 0..<Self.rounds {
      let (start, rule) = generator.next()
      let note = "seed \(generator.random.seed), round \(round), \(rule)\n\(start.text)"
      let expected = start.times(30)
      var list = start
      var taken: [String] = []
      for count in 1...6 {
        let before = list.master
        let current = try #require(list.current, "\(note)")
        do {
          try list.complete(at: "20300101T000000Z")
        } catch {
          Issue.record("\(error)\n\(count): \(note)\n\(list.text)")
          break
        }
        if list.completesSeries {
          #expect(count == expected.count, "\(note)\n\(list.text)")
          #expect(list.all.allSatisfy { !Reminder($0, in: .none).isOpen }, "\(note)")
          ends += 1
          break
        }
        completed += 1
        taken.append(current)
        let rest = expected.filter { !taken.contains($0) }
        // A reminder that no longer repeats is at its last time.
        let left = list.times(30 - count)
        try #require(
          left == rest || left.isEmpty && rest.count == 1,
          "\(count): \(left) and not \(rest)\n\(note)\n\(list.text)")
        try #require(list.copies.count == count, "\(note)")
        #expect(list.master.lines(without: Self.moved) == before.lines(without: Self.moved), "\(note)")
        if list.master.all(.exdate).count > before.all(.exdate).count { exceptions += 1 }
      }
      let uids = list.copies.prefix(6).map { $0.line(.uid) }
      #expect(Set(uids).count == uids.count && list.copies.allSatisfy { $0.first(.rrule) == nil })
      // Each at its own time, or at that to which it was moved.
      guard let recurrence = Recurrence(Reminder(start.master, in: .none)) else { continue }
      let shown = list.copies.map { copy -> String in
        guard copy.line(.summary) == "SUMMARY:A" else { return "moved" }
        let reminder = Reminder(copy, in: .none)
        let anchor = Reminder(start.master, in: .none).start == nil ? reminder.due : reminder.start
        return anchor.map { recurrence.local(of: $0).iCalendarText } ?? ""
      }
      for (own, wanted) in zip(shown, taken) where own != "moved" {
        #expect(own == wanted, "\(note)\n\(list.text)")
      }
    }
    print("completed \(completed), ended \(ends), by EXDATE \(exceptions), seed \(generator.random.seed)")
    #expect(completed > Self.rounds * 3 && ends > 0)
  }

  /// Passing over several at once comes to the same as completing them one by one, but for the copies.
  @Test func nextIsTheFirstBehindNow() throws {
    var generator = GeneratedSeries(random: SplitMix64(seed: Seed.current))
    var (compared, refused) = (0, 0)
    for round in 0..<Self.rounds {
      let (start, rule) = generator.next()
      guard start.overrides.isEmpty else { continue }
      let note = "seed \(generator.random.seed), round \(round), \(rule)\n\(start.text)"
      let now = "20270315T100000Z"
      var (one, other) = (start, start)
      do {
        try one.complete(from: .next, at: now)
      } catch EditError.refused {
        // Hundreds of occurrences would have to be excepted where two rules count from the same beginning.
        #expect(start.master.all(.rrule).count > 1, "\(note)")
        refused += 1
        continue
      }
      for _ in 0..<1500 {
        try other.complete(at: now)
        if other.completesSeries || other.isAhead(of: now) { break }
      }
      guard other.completesSeries || other.isAhead(of: now) else { continue }
      compared += 1
      #expect(one.completesSeries == other.completesSeries, "\(note)")
      if !one.completesSeries {
        #expect(one.times(10) == other.times(10), "\(note)\n\(one.text)\n\(other.text)")
      }
    }
    #expect(compared > Self.rounds / 3 && refused <= Self.rounds / 20)
  }

  /// A plan holds everything that it replaces: putting it back gives the bytes.
  @Test func whatWasBeforeComesBack() throws {
    var generator = GeneratedSeries(random: SplitMix64(seed: Seed.current))
    for _ in 0..<Self.rounds {
      let (start, _) = generator.next()
      let recurrence = Completion.Recurrence.allCases.pick(using: &generator.random)
      let result = try RepeatingCompletion(
        of: Reminder(start.master, in: .none), overrides: start.overrides.map { Reminder($0, in: .none) },
        Completion(recurrence), identifier: ModelIdentifier(source: "s"),
        in: EditContext(ViewContext(now: Instant(seconds: 1_800_000_000), zone: .utc)) { "NEW" })
      var list = start
      list.master = result.master
      for (index, component) in result.changed { list.overrides[index] = component }
      // Undone by what each step replaced.
      list.master = start.master
      for index in result.changed.keys { list.overrides[index] = start.overrides[index] }
      #expect(list.text == start.text)
      // And nothing is in two of its parts.
      #expect(Set(result.changed.keys).isDisjoint(with: result.removed))
      #expect(
        result.completesSeries || !result.copies.isEmpty || result.override != nil || !result.changed.isEmpty)
    }
  }
}

extension RepeatingList {
  /// The time of the current occurrence, before any override.
  var current: String? {
    let series = ReminderSeries(
      Reminder(master, in: .none), overrides: overrides.map { Reminder($0, in: .none) })
    let context = ViewContext(now: Instant(seconds: 0), zone: zone)
    if series == nil { return times(1).first ?? "" }
    guard case .current(let occurrence)? = series?.position(in: context).position else { return nil }
    return occurrence.time.iCalendarText
  }

  /// The next occurrence is later than `now`, or there is none.
  func isAhead(of now: String) -> Bool {
    let reminder = Reminder(master, in: .none)
    guard let recurrence = Recurrence(reminder), let due = reminder.due ?? reminder.start,
      let first = recurrence.times(through: LocalDateTime(startOf: Day(daysSince1970: Int.max)), limit: 1)
        .times
        .first
    else { return true }
    let lead = Instant(utc: recurrence.local(of: due)).seconds - Instant(utc: recurrence.start).seconds
    let context = ViewContext(now: Self.instant(now), zone: zone)
    return context.instant(of: recurrence.moment(at: first.adding(seconds: lead)), zones: .empty)
      > context.now
  }
}
