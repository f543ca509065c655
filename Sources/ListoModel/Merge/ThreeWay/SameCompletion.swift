package import ICalendar

/// Versions that two devices made by completing the same.
enum SameCompletion {
  /// The index of the one that was completed first; the first of those that were at the same time. Nil where
  /// one of them says no time.
  static func earliest(_ versions: [Component]) -> Int? {
    let times = versions.compactMap(\.completionTime)
    guard times.count == versions.count, let least = times.min() else { return nil }
    return times.firstIndex(of: least)
  }
}

extension Component {
  /// Whether two components say the same of one thing that was done: they differ in nothing but when that was
  /// (COMPLETED), and in when they were written. Two devices that completed the same make such a pair.
  ///
  /// - Parameter zone: what a TZID means.
  package func isSameCompletion(
    as other: Component, zone: ((String) -> Zone?)? = nil
  ) -> Bool {
    guard completionTime != nil, other.completionTime != nil else { return false }
    return withoutCompletionTime.isEqual(to: other.withoutCompletionTime, .forPeople, zone: zone)
  }

  /// COMPLETED in seconds from 1970; nil without one that can be read.
  var completionTime: Int64? { first(.completed).flatMap { StampValue.seconds($0.value) } }

  private var withoutCompletionTime: Component { edited(all(.completed).map { .remove($0) }) }
}
