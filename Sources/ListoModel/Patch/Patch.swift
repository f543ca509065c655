internal import ICalendar

/// The difference of two collections in a form that can be applied to a third: the old version (base) and the
/// new version (theirs) of each differing component, whole.
///
/// It is written as iCalendar, so that it loses nothing and any program can read it: each changed list has
/// one VCALENDAR with the old versions, and one with the new ones. `X-LISTO-PATCH` in each says which it is,
/// `X-LISTO-LIST` names the list. Components only in the first were removed, those only in the second were
/// added. If reminders moved to another list, the two name different lists. The first also names the
/// unchanged lists (`X-LISTO-SAME-LIST`), so that a list with one of these names is not taken for a new one.
///
///     X-LISTO-PATCH;FORMAT=1;PART=1;PARTS=2;ITEMS=3:BASE
///     X-LISTO-LIST;TITLE=Household;FILE=Household.ics:EFC353FE-C962-43E9-88A6-65E937E327E3
///     X-LISTO-SAME-LIST;TITLE=Errands;FILE=phone/errands;KIND=FOLDER:errands
public struct Patch: Sendable {
  /// The old or the new state of one list.
  struct Side: Sendable {
    var list: ListName
    /// The calendar's own lines, where they differ; they stand in the patch whole.
    var lines: [[UInt8]]?
    var zones = ZoneTable.empty
    var items: [Component] = []
  }

  /// Both sides of one list, or of what moved from one to another. A list that is new has no base, one that
  /// is gone no theirs.
  struct Section: Sendable {
    var base: Side?
    var theirs: Side?
    /// The section holds components that moved from the list of the base to that of theirs.
    var isMove = false
  }

  var sections: [Section] = []
  /// Lists that both sides have, and in which nothing differs but what moved.
  var sameLists: [ListName] = []

  /// Nothing differs.
  public var isEmpty: Bool { sections.isEmpty }

  /// The number of components in the patch.
  public var count: Int {
    sections.reduce(0) { $0 + max($1.base?.items.count ?? 0, $1.theirs?.items.count ?? 0) }
  }

  static let format = 1
  static let markName = "X-LISTO-PATCH"
  static let listName = "X-LISTO-LIST"
  static let sameListName = "X-LISTO-SAME-LIST"
}

/// Why a file is no patch, or no whole one.
public enum PatchError: Error, Sendable, Hashable, CustomStringConvertible {
  case unreadable(reason: String)
  /// There is no X-LISTO-PATCH in its first calendar.
  case notAPatch
  /// A later version of Listo wrote it.
  case laterFormat(Int)
  /// Parts, components or lines of it are missing, or were added.
  case damaged(line: Int?, reason: String)

  public var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .notAPatch: "this is not a patch; listo diff --patch makes patches"
    case .laterFormat(let format):
      "the patch has format \(format), from a later version of Listo; this version reads format \(Patch.format)"
    case .damaged(let line, let reason):
      "the patch is damaged\(line.map { " at line \($0)" } ?? ""): \(reason); nothing of it is applied"
    }
  }
}

/// How a patch is applied.
package struct PatchOptions: Sendable {
  /// The side that wins if the collection and the patch changed the same thing differently; `ours` is the
  /// collection.
  package var preference: MergePreference

  /// - Parameter preference: who wins where the list was changed since the patch was made.
  package init(preference: MergePreference = .newest) { self.preference = preference }
}
