/// Times on the wall clock of one zone, as one component names them.
public struct ZonedTimes: Sendable, Hashable {
  /// The times that are written.
  public private(set) var times: Set<LocalDateTime> = []
  /// The component repeats: all that the clock shows from the first time on counts.
  public var repeats = false

  /// No times.
  public init() {}

  /// Adds a time.
  public mutating func insert(_ time: LocalDateTime) { times.insert(time) }

  /// Adds the times of another set.
  public mutating func formUnion(_ other: ZonedTimes) {
    times.formUnion(other.times)
    repeats = repeats || other.repeats
  }
}

extension Zone {
  /// Returns a component's times in this zone: the instant and the offset of each, in the order of the wall
  /// clock. For a repeating component, the clock's changes from a day before the first time on follow.
  ///
  /// Two zones give a component the same meaning exactly if these results are equal.
  ///
  /// - Complexity: O(n log n) in the number of times.
  public func reading(of times: ZonedTimes) -> [OffsetChange] {
    var result = times.times.sorted().map { time in
      OffsetChange(instant: instant(of: time), offset: offset(ofTime: time))
    }
    if times.repeats, let first = result.first { result += offsets(from: first.instant.dayBefore) }
    return result
  }

  /// Returns a zone without abbreviations that has this zone's clock from an instant on, and reads these
  /// times as this one does. Before the instant, its clock depends only on the readings of these times.
  /// Therefore two zones that agree from the instant on and read the times alike give the same result.
  public func narrowed(to times: ZonedTimes, before window: Instant) -> Zone {
    let early = times.times.filter { instant(of: $0) < window }.sorted()
    guard let first = early.first else { return Zone(name: name, offsets: offsets(from: window)) }
    if times.repeats { return Zone(name: name, offsets: offsets(from: instant(of: first).dayBefore)) }
    var list = [OffsetChange(instant: window, offset: offset(ofTime: first))]
    for time in early.dropFirst() {
      let offset = offset(ofTime: time)
      list.append(OffsetChange(instant: Self.onset(at: time.clockSeconds, list, offset), offset: offset))
    }
    let later = offsets(from: window)
    let end = (early.last?.clockSeconds ?? 0) + 1
    list.append(OffsetChange(instant: Self.onset(at: end, list, later[0].offset), offset: later[0].offset))
    let narrowed = Zone(name: name, offsets: list + later.dropFirst())
    // Where offsets change within hours, points are not enough.
    return narrowed.reading(of: times) == reading(of: times)
      ? narrowed : Zone(name: name, offsets: allOffsets)
  }

  /// The instant of a change from the last offset of a list to another, such that the wall clock that is
  /// given is the first one with it.
  private static func onset(at wall: Int64, _ list: [OffsetChange], _ offset: Int) -> Instant {
    Instant(seconds: wall - Int64(max(list.last?.offset ?? offset, offset)))
  }

  /// Of the first element the offset alone counts.
  private convenience init(name: String, offsets: [OffsetChange]) {
    var changes: [(instant: Instant, offset: Int, abbreviation: String)] = []
    for (before, change) in zip(offsets, offsets.dropFirst()) where before.offset != change.offset {
      changes.append((change.instant, change.offset, ""))
    }
    self.init(
      name: name, initialOffset: offsets.first?.offset ?? 0, initialAbbreviation: "", changes: changes)
  }

  private func offset(ofTime time: LocalDateTime) -> Int {
    Int(time.clockSeconds - instant(of: time).seconds)
  }
}

extension Instant {
  fileprivate var dayBefore: Instant { Instant(seconds: seconds - 86_400) }
}
