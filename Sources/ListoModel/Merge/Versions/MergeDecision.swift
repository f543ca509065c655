internal import ICalendar

/// The rule that made one version of a component win over another.
public enum MergeRule: String, Sendable, Hashable, CaseIterable {
  /// A scheduled version (with ORGANIZER) outranks one that is not.
  case scheduled
  /// The greater SEQUENCE.
  case sequence
  /// The later LAST-MODIFIED; a version that has none counts with its DTSTAMP.
  case lastModified = "last-modified"
  /// The later DTSTAMP.
  case dtstamp
  /// All stamps are equal: the greater hash of the content, so that the result is the same for every order of
  /// the inputs.
  case contentHash = "content-hash"
  /// Against a base: a changed value wins over an unchanged one.
  case changed
  /// A set: added elements are kept, removed ones are dropped.
  case union
  /// A stamp or number that programs write: the greatest.
  case greatest
  /// CREATED, and COMPLETED where all completed the same: the least.
  case least
  /// All moved the dates along one rule: the latest.
  case laterOccurrence = "later-occurrence"
  /// Deleted on one side, unchanged on the others.
  case deleted
  /// Deleted on one side and changed on another: the change is kept.
  case editKept = "edit-kept"
  /// Deleted on one side, unchanged on the others, and kept all the same: an occurrence of it, or its series,
  /// was changed, or an alarm that points to it.
  case neededKept = "needed-kept"
  /// The side that was asked for.
  case preferred
  /// A reminder would have become part of itself: its parent stays the base's.
  case noCircle = "no-circle"
  /// No version is known to be newer; the present one is kept.
  case standing
  /// A message asked for it (RFC 5546).
  case message
}

/// The differing versions of one component: the one that was kept, and the dropped lines of the others.
public struct MergeDecision: Sendable, Hashable {
  /// The identity of the component among the inputs.
  public struct Key: Sendable, Hashable {
    /// The list's identifier; empty where all lists become one.
    public let list: String
    /// `VTODO` as a rule.
    public let component: String
    /// The UID; for a component without one, the one that it gets.
    public let uid: String
    /// RECURRENCE-ID as the winner writes it; nil for a master.
    public let recurrenceID: String?
  }

  /// A content line, whole.
  public struct Line: Sendable, Hashable {
    /// The names of the enclosing sub-components, outermost first: `["VALARM"]`; empty for the component's
    /// direct properties.
    public let path: [String]
    /// Unfolded, without its line end.
    public let octets: [UInt8]

    /// The line; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: octets, as: UTF8.self) }

    /// A DTSTAMP of the component itself, which exporters rewrite at each export.
    public var isStamp: Bool { isOwn(.dtstamp) }

    /// A line of the component itself, and of this property, whose name may be in any case.
    func isOwn(_ property: PropertyID) -> Bool {
      path.isEmpty
        && PropertyID(nameBytes: octets.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") })
          == property
    }
  }

  /// A version that was not kept.
  public struct Loser: Sendable, Hashable {
    /// The inputs that hold it, or one that is equal for people, sorted.
    public let inputs: [String]
    /// The rule that decided against the version.
    public let rule: MergeRule
    /// The lines that it has and the winner lacks.
    public let dropped: [Line]
    /// The lines that the winner has and it lacks.
    public let instead: [Line]
  }

  /// Which component it is about.
  public let key: Key
  /// The winner's SUMMARY.
  public let title: String
  /// The inputs that hold the winner byte for byte, sorted.
  public let chosen: [String]
  /// The greatest first. Empty in a merge against a base, where ``fields`` say more.
  public let losers: [Loser]
  /// The decisions field by field, with a base or if sets are united. Versions are counted as in
  /// ``versions``.
  public var fields: [FieldDecision] = []
  /// For each version the inputs that hold it, none where a side lacks it; in a merge against a base, by
  /// side.
  public var versions: [[String]] = []
  /// The output does not have it.
  public var isDeleted = false

  /// Several versions wanted different things; without a base that is each decision.
  public var isConflict: Bool { fields.isEmpty || fields.contains(where: \.isConflict) }
}

extension MergeDecision {
  /// The differences between the lines that were dropped and those in the result, field by field.
  ///
  /// - Returns: no difference in DTSTAMP, which programs rewrite at each export.
  package func fields(dropped: [Line], instead: [Line]) -> [FieldDifference] {
    guard let old = component(of: dropped), let new = component(of: instead) else { return [] }
    return ComponentDifference(includesInsignificant: true, skipsUID: false).fields(old, new)
  }

  /// A component of these lines alone.
  private func component(of lines: [Line]) -> Component? {
    var text: [UInt8] = []
    func put(_ line: [UInt8]) { text += line + [0x0A] }
    func put(_ keyword: String, _ names: [String]) {
      for name in names { put(Array("\(keyword):\(name)".utf8)) }
    }
    put("BEGIN", [key.component])
    var path: [String] = []
    var names: Set<PropertyID> = []
    for line in lines where !line.isStamp {
      let name = PropertyID(
        nameBytes: line.octets.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") })
      // A second trigger is another alarm's.
      let isNext = !line.path.isEmpty && Self.singular.contains(name) && names.contains(name)
      if line.path != path || isNext {
        put("END", path.reversed())
        put("BEGIN", line.path)
        (path, names) = (line.path, [])
      }
      names.insert(name)
      put(line.octets)
    }
    put("END", path.reversed() + [key.component])
    return Component(text)
  }

  /// The properties that an alarm has once.
  private static let singular: Set<PropertyID> = [.action, .trigger, .uid]
}
