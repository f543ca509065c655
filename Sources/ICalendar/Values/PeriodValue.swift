/// A PERIOD (RFC 5545 §3.3.9): a start, and an end or a duration, as written.
public struct PeriodValue: Sendable, Hashable {
  /// The end of a period, as a time or as a duration.
  public enum Extent: Sendable, Hashable {
    /// A moment of the same kind as the start.
    case end(Moment)
    /// A positive duration.
    case duration(CalendarDuration)
  }

  /// The start of the period: a date and time.
  public let start: Moment
  /// Its end or its duration.
  public let extent: Extent

  /// Reads a PERIOD. Both halves are read as ``Moment`` and ``CalendarDuration`` are, since libical's own
  /// reader takes month 13, negative durations and ends before starts.
  ///
  /// - Throws: ``ValueError`` with code `.period`.
  public static func parse(
    _ value: ArraySlice<UInt8>, tzid: String? = nil
  ) throws(ValueError) -> PeriodValue {
    guard let slash = value.firstIndex(of: UInt8(ascii: "/")) else {
      throw ValueError(.period, "a period without a slash")
    }
    let second = value[(slash + 1)...]
    do throws(ValueError) {
      let start = try Moment.parse(value[..<slash], valueIsDate: false, tzid: tzid)
      guard second.first.map({ $0 &- 48 < 10 }) ?? false else {
        let duration = try CalendarDuration.parse(second)
        guard !duration.isNegative else { throw ValueError(.period, "a period of negative duration") }
        return PeriodValue(start: start, extent: .duration(duration))
      }
      let end = try Moment.parse(second, valueIsDate: false, tzid: tzid)
      switch (start, end) {
      case (.utc(let from), .utc(let to)), (.floating(let from), .floating(let to)),
        (.zoned(let from, _), .zoned(let to, _)):
        guard from < to else { throw ValueError(.period, "a period that ends before it starts") }
      default: throw ValueError(.period, "a period whose ends are not of one kind")
      }
      return PeriodValue(start: start, extent: .end(end))
    } catch {
      throw ValueError(.period, error.reason)
    }
  }
}

extension PeriodValue: CustomStringConvertible {
  /// The value as RFC 5545 writes it: `20261201T100000Z/PT1H`.
  public var description: String {
    switch extent {
    case .end(let end): "\(start.iCalendarText)/\(end.iCalendarText)"
    case .duration(let duration): "\(start.iCalendarText)/\(duration)"
    }
  }
}
