internal import ICalendar

/// Two reminders that may be one under different UIDs.
public struct Duplicate: Sendable {
  public let first: Catalog.IndexPath
  public let second: Catalog.IndexPath
  /// How alike they are, 0 to 1.
  public let score: Double
  /// In words: `same title`, `other notes`, …
  public let reasons: [String]

  /// The score from which `listo check --duplicates` tells of a pair.
  public static let threshold = 0.8

  /// `0.93`: rounded down, so that 1 means all.
  public var scoreText: String {
    let hundredths = Int(score * 100 + 1e-9)
    return hundredths >= 100 ? "1.00" : "0." + (hundredths < 10 ? "0" : "") + String(hundredths)
  }
}

extension Catalog {
  /// Reminders that are at least so much alike, the likest first: by title, dates, notes and parent. Overrides are left out.
  ///
  /// - Complexity: O(n log n) in the reminders.
  public func duplicates(atLeast threshold: Double = Duplicate.threshold) -> [Duplicate] {
    let paths = reminderPaths.filter { reminder(at: $0)?.component.first(.recurrenceID) == nil }
    let items = paths.compactMap { reminder(at: $0).map { Likeness($0.component) } }
    return DuplicateSearch.pairs(items, atLeast: threshold).map {
      Duplicate(first: paths[$0.first], second: paths[$0.second], score: $0.score, reasons: $0.reasons)
    }
  }
}
