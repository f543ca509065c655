/// A time zone: the offset before the first change, and every change of offset or abbreviation up to the end
/// of the year 2100. Immutable, and shared by reference.
///
/// Zones come from a file's VTIMEZONE (``init(tzid:observances:limits:)``), from the system's time zone data
/// (``system(named:)``), or from resolving a TZID (``resolve(tzid:inFile:)``). After 2100 the last offset
/// stays.
public final class Zone: Sendable {
  /// A change of offset or abbreviation.
  public struct Transition: Sendable, Hashable {
    /// The instant of the change.
    public let instant: Instant
    /// Seconds east of UTC before it.
    public let offsetFrom: Int
    /// Seconds east of UTC from it on.
    public let offsetTo: Int
    /// The abbreviation from this change on, such as `CEST`; empty if unknown.
    public let abbreviation: String
  }

  /// The last year whose changes are in the table.
  static let lastYear = 2100
  /// The instant at which the table ends.
  static let end = Instant(seconds: Int64(Day.days(toYear: lastYear + 1)) * 86_400)

  /// The name: a TZID of a file, or a name of the tz database such as `Europe/Berlin`.
  public let name: String
  /// Seconds east of UTC before the first change.
  public let initialOffset: Int
  /// The abbreviation before the first change; empty if unknown.
  public let initialAbbreviation: String
  /// The changes in the order of time.
  public let transitions: [Transition]
  /// For each change, the first wall clock (as if it were UTC) that surely comes after it; never decreasing.
  private let wallClocks: [Int64]

  /// A zone from changes in any order; of several at one instant the last one given counts.
  init(
    name: String, initialOffset: Int, initialAbbreviation: String,
    changes: [(instant: Instant, offset: Int, abbreviation: String)]
  ) {
    self.name = name
    self.initialOffset = initialOffset
    self.initialAbbreviation = initialAbbreviation
    let ordered = changes.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    var transitions: [Transition] = []
    var wallClocks: [Int64] = []
    transitions.reserveCapacity(ordered.count)
    wallClocks.reserveCapacity(ordered.count)
    for (position, (_, change)) in ordered.enumerated() where change.instant < Zone.end {
      let next = position + 1
      if next < ordered.count, ordered[next].element.instant == change.instant { continue }
      let before = transitions.last?.offsetTo ?? initialOffset
      transitions.append(
        Transition(
          instant: change.instant, offsetFrom: before, offsetTo: change.offset,
          abbreviation: change.abbreviation))
      let wall = change.instant.seconds + Int64(max(before, change.offset))
      wallClocks.append(max(wall, wallClocks.last ?? wall))
    }
    self.transitions = transitions
    self.wallClocks = wallClocks
  }

  /// A zone that never changes.
  public convenience init(name: String, fixedOffset: UTCOffset) {
    self.init(name: name, initialOffset: fixedOffset.seconds, initialAbbreviation: "", changes: [])
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(name: "UTC", initialOffset: 0, initialAbbreviation: "UTC", changes: [])

  /// The clock always shows UTC, as that of `Etc/UTC` does.
  public var isUTC: Bool { initialOffset == 0 && transitions.isEmpty }

  /// Seconds east of UTC at an instant.
  ///
  /// - Complexity: O(log n) in the number of changes.
  public func offset(at instant: Instant) -> Int { lastTransition(at: instant)?.offsetTo ?? initialOffset }

  /// Returns the abbreviation at an instant, such as `CEST`; empty if unknown.
  public func abbreviation(at instant: Instant) -> String {
    lastTransition(at: instant)?.abbreviation ?? initialAbbreviation
  }

  /// The wall clock at an instant.
  ///
  /// - Complexity: O(log n) in the number of changes.
  public func local(of instant: Instant) -> LocalDateTime {
    LocalDateTime(clockSeconds: instant.seconds).adding(seconds: Int64(offset(at: instant)))
  }

  /// The instant at which the wall clock shows a time. As RFC 5545 §3.3.5 has it, a time that comes twice is
  /// its first occurrence, and one that is skipped is read with the offset before the gap.
  ///
  /// - Complexity: O(log n) in the number of changes.
  public func instant(of local: LocalDateTime) -> Instant {
    let wall = local.clockSeconds
    let index = wallClocks.partitionPoint { $0 <= wall }
    let offset = index == 0 ? initialOffset : transitions[index - 1].offsetTo
    return Instant(seconds: wall - Int64(offset))
  }

  private func lastTransition(at instant: Instant) -> Transition? {
    let index = transitions.partitionPoint { $0.instant <= instant }
    return index == 0 ? nil : transitions[index - 1]
  }
}

extension Zone {
  /// An offset and the instant from which it holds.
  public struct OffsetChange: Sendable, Hashable {
    /// The instant at which the offset takes effect.
    public let instant: Instant
    /// Seconds east of UTC.
    public let offset: Int
  }

  /// The offsets that decide every conversion between 1970 and 2100: ``offsets(from:)`` 1970-01-01T00:00:00Z.
  public var canonicalOffsets: [OffsetChange] { offsets(from: Instant(seconds: 0)) }

  /// The offsets that decide every conversion up to 2100.
  public var allOffsets: [OffsetChange] { offsets(from: Instant(seconds: -1 << 50)) }

  /// The offset at an instant, then each change of offset behind it and before 2101. Names and changes of
  /// abbreviation alone are left out, so that the list is the same for two zones exactly if their clocks are
  /// from there on.
  public func offsets(from start: Instant) -> [OffsetChange] {
    var list = [OffsetChange(instant: start, offset: offset(at: start))]
    for transition in transitions where transition.instant > start && transition.offsetTo != list.last?.offset
    {
      list.append(OffsetChange(instant: transition.instant, offset: transition.offsetTo))
    }
    return list
  }

  /// Whether the clocks of two zones show the same at all times from 1970 to 2100, whatever the zones are
  /// called.
  public func equivalentOffsets(to other: Zone) -> Bool {
    self === other || canonicalOffsets == other.canonicalOffsets
  }
}

extension Day {
  /// Days from 1970-01-01 to 1 January of a year, 0 at least.
  static func days(toYear year: Int) -> Int {
    // From four centuries before, so that the years before are no negative number.
    let before = year + 399
    return 365 * before + before / 4 - before / 100 + before / 400 - 719_162 - 146_097
  }
}
