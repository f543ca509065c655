public import ICalendar

/// Two reminders that may be one under different UIDs.
public struct Duplicate: Sendable {
  /// The score from which `listo check --duplicates` reports a pair (`Likeness.score(with:)`).
  public static let threshold = 0.8

  /// The earlier one in the catalog.
  public let first: Catalog.IndexPath
  /// The one that may be the same.
  public let second: Catalog.IndexPath
  /// The similarity, 0 to 1.
  public let score: Double
  /// In words: `same title`, `other notes`, …
  public let reasons: [String]

  /// `0.93`: rounded down, so that 1 means all.
  public var scoreText: String {
    let hundredths = Int(score * 100 + 1e-9)
    return hundredths >= 100 ? "1.00" : "0." + (hundredths < 10 ? "0" : "") + String(hundredths)
  }
}

/// The reminders of a catalog that may be one under different UIDs.
public struct Duplicates: Sendable {
  /// The pairs of each group of reminders that are one: the first with each other; the likest first.
  public let pairs: [Duplicate]
  /// Problems of the search: more reminders are similar than were compared.
  public let problems: [Diagnostic]
}

extension Catalog {
  /// Returns reminders that are at least this similar in title, dates, notes and parent, and that `listo
  /// merge --fuzzy` would merge. Any two reminders of a group are that similar, and are in different lists
  /// unless all of that is equal. Overrides are left out.
  ///
  /// - Complexity: O(n log n) in the reminders, and linear in the pairs that have similar titles and dates,
  ///   up to a limit; reaching the limit is reported.
  public func duplicates(atLeast threshold: Double = Duplicate.threshold) -> Duplicates {
    var homes: [String: Int] = [:]
    var paths: [IndexPath] = []
    var items: [DuplicateSearch.Item] = []
    for path in reminderPaths {
      guard let reminder = reminder(at: path), reminder.component.first(.recurrenceID) == nil else {
        continue
      }
      let place = list(at: path)?.place ?? ""
      let home = homes[place] ?? homes.count
      homes[place] = home
      paths.append(path)
      items.append(DuplicateSearch.Item(likeness: Likeness(reminder.component), homes: [home]))
    }
    let result = DuplicateSearch.groups(items, atLeast: threshold)
    let pairs = result.groups.flatMap { group -> [Duplicate] in
      let members = group.sorted()
      return members.dropFirst().map { other in
        let (score, reasons) = items[members[0]].likeness.score(with: items[other].likeness)
        return Duplicate(first: paths[members[0]], second: paths[other], score: score, reasons: reasons)
      }
    }
    return Duplicates(
      pairs: pairs.sorted { ($1.score, $0.first, $0.second) < ($0.score, $1.first, $1.second) },
      problems: result.isComplete ? [] : [.tooManyAlike])
  }
}

extension Diagnostic {
  /// A search for duplicates ended before all was compared.
  static let tooManyAlike = Diagnostic(
    .warning, .duplicate,
    "too many reminders have the same title to compare all of them; there may be more duplicates"
  )
}
