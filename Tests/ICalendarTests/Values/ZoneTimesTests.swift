import ICalendar
import ListoTestSupport
import Testing

/// Zones cut down to what certain times need.
@Suite struct ZoneTimesTests {
  /// 2000-01-01T00:00:00Z.
  private static let window = Instant(seconds: 946_684_800)

  private static func time(_ text: String) throws -> LocalDateTime {
    try #require(try Moment.decode(Array(text.utf8)[...]).local)
  }

  private static func times(_ texts: [String], repeats: Bool = false) throws -> ZonedTimes {
    var times = ZonedTimes()
    for text in texts { times.insert(try time(text)) }
    times.repeats = repeats
    return times
  }

  private static func random(_ random: inout SplitMix64) throws -> ZonedTimes {
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let year = [1890, 1916, 1945, 1985, 1985, 1995, 1999, 2000, 2026, 2150].pick(using: &random)
      let (month, day) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...28, using: &random))
      return "\(year)\(digits(month))\(digits(day))T\(digits(Int.random(in: 0...23, using: &random)))3000"
    }
    return try times(texts, repeats: Int.random(in: 0..<5, using: &random) == 0)
  }

  /// The result reads the times as the zone does, shows the same from 2000 on, depends on that alone, and can
  /// be written.
  @Test func everyZoneOfTheSystem() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for name in Zone.systemNames {
      let zone = try #require(Zone.system(named: name))
      let times = try Self.random(&random)
      let narrowed = zone.narrowed(to: times, before: Self.window)
      #expect(narrowed.reading(of: times) == zone.reading(of: times), "\(name), seed \(seed), \(times)")
      #expect(narrowed.offsets(from: Self.window) == zone.offsets(from: Self.window), "\(name)")
      let again = narrowed.narrowed(to: times, before: Self.window)
      #expect(again.allOffsets == narrowed.allOffsets, "\(name), seed \(seed), \(times)")
      let first = narrowed.allOffsets.dropFirst().first?.instant.utc.day.year ?? 1970
      let text = narrowed.vtimezone(tzid: name, since: min(1970, first - 1))
      let read = try Zone(vtimezone: #require(Component(text)))
      #expect(read.allOffsets == narrowed.allOffsets, "\(name), seed \(seed), \(times)")
    }
  }

  /// Differences between zones at times that nobody asks for do not count.
  @Test func onlyTheTimesCount() throws {
    let (berlin, oslo) = (
      try #require(Zone.system(named: "Europe/Berlin")), try #require(Zone.system(named: "Europe/Oslo"))
    )
    let warsaw = try #require(Zone.system(named: "Europe/Warsaw"))
    for texts in [["19850115T120000"], ["19850715T120000", "19850115T120000", "20260101T120000"]] {
      let times = try Self.times(texts)
      let narrowed = [berlin, oslo, warsaw].map { $0.narrowed(to: times, before: Self.window).allOffsets }
      #expect(narrowed[0] == narrowed[1] && narrowed[0] == narrowed[2])
    }
    // Warsaw kept summer time from another day on in 1985, and another hour.
    let repeating = try Self.times(["19570115T120000"], repeats: true)
    #expect(
      berlin.narrowed(to: repeating, before: Self.window).allOffsets
        != warsaw.narrowed(to: repeating, before: Self.window).allOffsets)
    #expect(berlin.reading(of: repeating) != warsaw.reading(of: repeating))
    let later = try Self.times(["20260115T120000"], repeats: true)
    #expect(berlin.reading(of: later) == warsaw.reading(of: later))
  }

  /// Times that a clock skips, or shows twice.
  @Test func atTheChanges() throws {
    let berlin = try #require(Zone.system(named: "Europe/Berlin"))
    let texts = [
      "19850331T022000", "19850331T030000", "19850929T022000", "19850929T030000", "19991231T233000",
    ]
    for start in texts.indices {
      for repeats in [false, true] {
        let times = try Self.times(Array(texts[start...]), repeats: repeats)
        #expect(
          berlin.narrowed(to: times, before: Self.window).reading(of: times) == berlin.reading(of: times))
      }
    }
  }
}
