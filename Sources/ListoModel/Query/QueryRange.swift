package import ICalendar
package import ListoWords

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
