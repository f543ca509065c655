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

/// Reminders under different UIDs that are probably one, as `listo merge --fuzzy` would merge them.
public struct DuplicateGroup: Sendable {
  /// Each pair has the newest version as its first, which a merge keeps; the second ones are the others, the
  /// newest first.
  public let pairs: [Duplicate]

  /// The newest version.
  public var kept: Catalog.IndexPath { pairs[0].first }
  /// The other reminders, the newest first.
  public var others: [Catalog.IndexPath] { pairs.map(\.second) }
  /// The pair that is least alike; the first of several.
  public var leastAlike: Duplicate { pairs.dropFirst().reduce(pairs[0]) { $1.score < $0.score ? $1 : $0 } }
}

/// The groups of a catalog.
public struct DuplicateGroups: Sendable {
  /// The groups, the most similar first. No reminder is in two of them.
  public let groups: [DuplicateGroup]
  /// A warning if there was too much to compare.
  public let problems: [Diagnostic]
}

extension Catalog {
  /// Finds the reminders that `listo merge --fuzzy` would merge if it read the same files. A reminder that
  /// only shares a UID with one of them, in another list, is not among them.
  ///
  /// - Parameters:
  ///   - threshold: the least score of two reminders of a group, from 0 to 1.
  ///   - scope: the path of the only list to look in; nil for all lists.
  /// - Complexity: O(n log n) in the reminders, and linear in the pairs with similar titles and dates, up to
  ///   a limit.
  public func duplicateGroups(atLeast threshold: Double, in scope: IndexPath? = nil) -> DuplicateGroups {
    var homes: [String: Int] = [:]
    var families = DuplicateFamilies()
    var members: [DuplicateFamilies.Key: [IndexPath]] = [:]
    let paths = reminderPaths
    for (number, path) in paths.enumerated() {
      guard let reminder = reminder(at: path), !reminder.calendar.isMessage else { continue }
      let component = reminder.component
      families.name(relationsOf: component)
      let uid = Array(component.identified.first(.uid)?.value ?? [])
      if component.first(.recurrenceID) != nil {
        families.name(uid)
        continue
      }
      guard scope.map({ $0.source == path.source && $0.list == path.list }) ?? true else { continue }
      let place = list(at: path)?.place ?? ""
      let home = homes[place] ?? homes.count
      homes[place] = home
      let key = DuplicateFamilies.Key(list: 0, uid: uid)
      families.add(number, component, key, home: home, stamp: VersionRank(component).stamp)
      members[key, default: []].append(path)
    }
    let found = families.groups(atLeast: threshold)
    let groups = found.groups.compactMap { keys in
      group(
        keys.flatMap { key -> [IndexPath] in
          guard let family = families[key] else { return [] }
          let newest = paths[family.newest]
          // The same UID in two lists may be two reminders.
          return (members[key] ?? []).filter { path in
            path.list == newest.list && path.source == newest.source
              || isAlike(path, family.likeness, atLeast: threshold)
          }
        })
    }
    return DuplicateGroups(
      groups: groups.sorted {
        ($1.leastAlike.score, $0.kept) < ($0.leastAlike.score, $1.kept)
      },
      problems: found.isComplete ? [] : [.tooManyAlike])
  }

  private func isAlike(_ path: IndexPath, _ likeness: Likeness, atLeast threshold: Double) -> Bool {
    guard let component = reminder(at: path)?.component else { return false }
    return likeness.score(with: Likeness(component)).0 >= threshold
  }

  private func group(_ paths: [IndexPath]) -> DuplicateGroup? {
    var versions: [(path: IndexPath, likeness: Likeness, order: VersionOrder)] = []
    for path in paths {
      guard let component = reminder(at: path)?.component else { continue }
      let order = VersionOrder(component.standingAlone().identified)
      versions.append((path, Likeness(component), order))
    }
    versions.sort { $0.order == $1.order ? $0.path < $1.path : $1.order < $0.order }
    guard versions.count > 1 else { return nil }
    let kept = versions[0]
    return DuplicateGroup(
      pairs: versions.dropFirst().map { other in
        let (score, reasons) = kept.likeness.score(with: other.likeness)
        return Duplicate(first: kept.path, second: other.path, score: score, reasons: reasons)
      })
  }
}
