public import ICalendar
public import ListoWords

/// A date or time in an expression, either absolute or relative to the present.
public typealias QueryDate = DateExpression

extension DateExpression {
  /// Reads a date in the form of expressions, such as `2026-12-01T09:00[Europe/Berlin]`, `today+7d`, `friday
  /// 9:00` or `end of month`.
  ///
  /// - Parameter language: the language of the words. Expressions are in English, so that they mean the same
  ///   everywhere.
  /// - Throws: ``QuerySyntaxError``.
  public init(_ text: String, language: WordsLanguage = .english) throws(QuerySyntaxError) {
    var parser = try QueryParser(text, language: language)
    self = try parser.wholeDate()
  }

  /// Resolves the expression for a viewer: to a day, or to a time in UTC; a floating time stays floating.
  ///
  /// Years are limited to 0 to 9999.
  public func moment(in context: ViewContext) -> Moment {
    switch self {
    case .absolute(.zoned(let local, let tzid)):
      // The expression's own zone: a VTIMEZONE of the same name in a file has no say in it.
      return .utc(context.instant(of: .zoned(local, tzid: tzid), zones: .empty).utc)
    case .absolute(let moment): return moment
    case .relative(.now, let shifts):
      return .utc(shifts.reduce(context.now) { $1.applied(to: $0, in: context) }.utc)
    case .timed(let anchor, let shifts, let time):
      let day = anchor.day(today: context.today, weekStart: context.weekStart)
      return .floating(time.on(shifts.reduce(day) { $1.applied(to: $0) }))
    case .relative(let anchor, let shifts):
      var day = anchor.day(today: context.today, weekStart: context.weekStart)
      for (index, shift) in shifts.enumerated() {
        if shift.unit.seconds != nil {
          let midnight = context.instant(of: .date(day), zones: .empty)
          return .utc(
            shifts[index...].reduce(midnight) { $1.applied(to: $0, in: context) }.utc)
        }
        day = shift.applied(to: day)
      }
      return .date(day)
    }
  }
}

extension DateExpression.Shift {
  func applied(to instant: Instant, in context: ViewContext) -> Instant {
    if let seconds = unit.seconds {
      return Instant(utc: instant.utc.adding(seconds: Int64(count) * seconds))
    }
    let local = context.zone.local(of: instant)
    return context.instant(of: .floating(local.on(applied(to: local.day))), zones: .empty)
  }
}

/// A stretch of time as people write it: `today..today+7d`, both ends included, or one day.
package struct QueryRange: Sendable, Hashable {
  package let first: QueryDate
  package let last: QueryDate

  package init(first: QueryDate, last: QueryDate) { (self.first, self.last) = (first, last) }

  /// - Parameter language: whose words are understood.
  /// - Throws: ``QuerySyntaxError``.
  package init(_ text: String, language: WordsLanguage = .english) throws(QuerySyntaxError) {
    guard let dots = text.firstRange(of: "..") else {
      first = try QueryDate(text, language: language)
      last = first
      return
    }
    first = try QueryDate(String(text[..<dots.lowerBound]), language: language)
    last = try QueryDate(String(text[dots.upperBound...]), language: language)
  }

  /// From its first instant up to and without its last.
  package func instants(in context: ViewContext) -> (from: Instant, to: Instant) {
    let (first, last) = (first.moment(in: context), last.moment(in: context))
    let from = context.instant(of: first, zones: .empty)
    let to = context.end(of: last, zones: .empty)
    guard case .date = last else { return (from, Instant(utc: to.utc.adding(seconds: 1))) }
    return (from, to)
  }
}
