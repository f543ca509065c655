/// A STANDARD or DAYLIGHT part of a VTIMEZONE (RFC 5545 §3.6.5).
public struct Observance: Sendable, Hashable {
  /// Whether this is a DAYLIGHT part. It is for people; no conversion depends on it.
  public var isDaylight: Bool
  /// DTSTART: its first onset, on the wall clock as ``offsetFrom`` has it.
  public var start: LocalDateTime
  /// TZOFFSETFROM and TZOFFSETTO: the offsets before and after each onset.
  public var offsetFrom, offsetTo: UTCOffset
  /// TZNAME, decoded.
  public var name: String?
  /// RRULE.
  public var rules: [RecurrenceRule]
  /// RDATE, on the same wall clock as ``start``.
  public var rdates: [LocalDateTime]

  /// An observance as a VTIMEZONE defines it: offsets in seconds east of UTC, `start` on the clock before the
  /// change.
  public init(
    isDaylight: Bool, start: LocalDateTime, offsetFrom: UTCOffset, offsetTo: UTCOffset, name: String? = nil,
    rules: [RecurrenceRule] = [], rdates: [LocalDateTime] = []
  ) {
    self.isDaylight = isDaylight
    self.start = start
    self.offsetFrom = offsetFrom
    self.offsetTo = offsetTo
    self.name = name
    self.rules = rules
    self.rdates = rdates
  }

  /// The instant of an onset.
  func instant(of onset: LocalDateTime) -> Instant {
    Instant(seconds: onset.clockSeconds - Int64(offsetFrom.seconds))
  }
}

extension Zone {
  /// How many rules of one zone libical may expand: an impossible one costs it up to 0.15 s each.
  private static let unusualRuleLimit = 16

  /// The zone of a VTIMEZONE (RFC 5545 §3.6.5). Before its first onset, which the RFC leaves open, the clock
  /// is that of the TZOFFSETFROM of that onset. RRULEs are expanded up to the year 2100; a UTC UNTIL is
  /// compared as UTC.
  ///
  /// - Parameter limits: ``Limit/zoneChanges`` and ``Limit/recurrenceSteps`` of them count.
  /// - Throws: ``ValueError`` with code `.zone` without observances, `.zoneChanges` or `.recurrenceSteps`
  ///   beyond a limit, `.recurrenceBound` for a rule that no date satisfies or that cannot be expanded in
  ///   bounded time.
  /// - Complexity: O(n log n) in the number of onsets, about 0.5 µs each for the usual rules.
  public convenience init(
    tzid: String, observances: [Observance], limits: ReadingLimits = ReadingLimits()
  ) throws(ValueError) {
    let most = limits[.zoneChanges]
    var steps = limits[.recurrenceSteps]
    var changes: [(instant: Instant, offset: Int, abbreviation: String)] = []
    let unusual = observances.reduce(0) { $0 + $1.rules.count { !$0.isOnDaysOfMonths } }
    guard unusual <= Self.unusualRuleLimit else {
      throw ValueError(.recurrenceBound, "a time zone with more than \(Self.unusualRuleLimit) unusual rules")
    }
    for observance in observances {
      var onsets = observance.rdates + [observance.start]
      for rule in observance.rules {
        let room = most - changes.count - onsets.count
        onsets += try observance.expand(rule, limit: max(room, 0), &steps)
        guard steps > 0 else {
          throw ValueError(
            .recurrenceSteps, "a time zone whose rules take more than \(limits[.recurrenceSteps]) steps")
        }
      }
      guard changes.count + onsets.count <= most else {
        throw ValueError(.zoneChanges, "a time zone with more than \(most) changes")
      }
      changes += onsets.map {
        (observance.instant(of: $0), observance.offsetTo.seconds, observance.name ?? "")
      }
    }
    let first = observances.enumerated().min { left, right in
      (left.element.firstInstant, left.offset) < (right.element.firstInstant, right.offset)
    }
    guard let first else { throw ValueError(.zone, "a time zone without STANDARD and DAYLIGHT parts") }
    // The name of the time before the first onset is that of an observance that leads to its offset.
    let before = first.element.offsetFrom
    self.init(
      name: tzid, initialOffset: before.seconds,
      initialAbbreviation: observances.first { $0.offsetTo == before }?.name ?? "", changes: changes)
  }
}

extension Observance {
  fileprivate var firstInstant: Instant { instant(of: rdates.reduce(start, min)) }

  /// The onsets of a rule, one more than the limit at most so that the caller sees that there are too many.
  ///
  /// - Parameter steps: how many may still be taken; 0 behind it says that the onsets are not all there.
  fileprivate func expand(
    _ rule: RecurrenceRule, limit: Int, _ steps: inout Int
  ) throws(ValueError) -> [LocalDateTime] {
    guard rule.isBoundedForZones else {
      throw ValueError(
        .recurrenceBound, "a time zone's rule that repeats daily or oftener, or counts by another calendar")
    }
    guard rule.hasDays else { throw ValueError(.recurrenceBound, "a rule that no date satisfies") }
    var onsets: [LocalDateTime] = []
    func take(_ onset: LocalDateTime) -> Bool {
      guard onset.day.year <= Zone.lastYear, !isPast(rule.until, onset) else { return false }
      onsets.append(onset)
      return onsets.count <= limit
    }
    if rule.isOnDaysOfMonths {
      rule.occurrencesOnDaysOfMonths(from: start, through: Zone.lastYear, &steps, take)
    } else if rule.isByPeriods {
      _ = rule.followPeriods(from: start, notBefore: start, &steps, take)
    } else {
      guard let libical = rule.libicalRule else {
        throw ValueError(.recurrence, "not a recurrence rule such as FREQ=YEARLY")
      }
      var rest = steps
      libical.occurrences(from: start) { onset in
        rest -= 1
        return rest > 0 && take(onset)
      }
      steps = rest
    }
    return onsets
  }

  private func isPast(_ until: Moment?, _ onset: LocalDateTime) -> Bool {
    switch until {
    case nil: false
    case .date(let day): onset.day > day
    case .utc(let utc): instant(of: onset) > Instant(utc: utc)
    // RFC 5545 asks for UTC; a floating UNTIL is on the clock of DTSTART.
    case .floating(let local), .zoned(let local, _): onset > local
    }
  }
}
