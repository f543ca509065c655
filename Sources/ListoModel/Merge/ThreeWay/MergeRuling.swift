/// The version that wins if the sides changed the same thing differently.
public enum MergePreference: String, Sendable, Hashable, CaseIterable {
  /// The newest version (`VersionOrder`).
  case newest
  /// The first version that was given.
  case ours
  /// The last one.
  case theirs
  /// The newest wins, and each version that lost is kept beside it as a separate reminder.
  case both

  /// The version that was asked for; nil if none was.
  func side(of count: Int) -> Int? {
    switch self {
    case .newest, .both: nil
    case .ours: 0
    case .theirs: count - 1
    }
  }
}

/// An answer to a question about a conflict.
public enum MergeRuling: Sendable, Hashable {
  /// It stays as the rules have it.
  case skip
  /// One preference for all fields.
  case settle(MergePreference)
  /// A preference for each field, by ``FieldDecision/name``. A field that is not named, or is to be `newest`
  /// or `both`, is decided by the rules.
  case fields([String: MergePreference])
  /// Nothing is to be merged.
  case stop

  /// The version of the first side wins.
  public static let ours = settle(.ours)
  /// The version of the last side wins.
  public static let theirs = settle(.theirs)
  /// The newest version wins.
  public static let newest = settle(.newest)

  /// Each field in conflict is decided by itself, for example the title by one side and the due date by the
  /// other:
  ///
  ///     let plan = try Merge.plan(base: base, ours: ours, theirs: theirs) { conflict in
  ///       .fields(of: conflict) { $0.field == "SUMMARY" ? .ours : .theirs }
  ///     }
  ///
  /// - Parameter choose: called once for each field in conflict. ``FieldDecision/ours`` and
  ///   ``FieldDecision/theirs`` are the lines of both sides.
  public static func fields(
    of conflict: MergeDecision, _ choose: (FieldDecision) -> MergePreference
  ) -> MergeRuling {
    let chosen = conflict.fields.filter(\.isConflict).map { ($0.name, choose($0)) }
    return .fields(Dictionary(chosen) { first, _ in first })
  }
}
