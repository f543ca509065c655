public import ICalendar

/// What became of one component in a three-way merge.
public struct ThreeWayResult: Sendable {
  /// The merged component; nil where it is deleted, or is in no version.
  public let component: Component?
  /// With ``MergePreference/both``: each version that lost a conflict as a reminder of its own, with a UID made from its content,
  /// and RELATED-TO;RELTYPE=SIBLING that names the merged one.
  public let siblings: [Component]
  /// The place, in the order given, of the version whose bytes the result has; nil where it has those of none.
  public let taken: Int?
  /// In the order of the result's lines, those of components inside it last.
  public let decisions: [FieldDecision]

  /// Versions that lost a conflict or were deleted, by their place in the order given: what a merge keeps as rejects.
  public let rejected: [Int]

  /// Some field has two values, and no rule that tells which is meant.
  public var isConflict: Bool { decisions.contains(where: \.isConflict) }
}
