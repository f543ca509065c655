package import ICalendar

/// The result of a three-way merge of one component.
package struct ThreeWayResult: Sendable {
  /// The merged component; nil if it was deleted, or is in no version.
  public let component: Component?
  /// With ``MergePreference/both``: each version that lost a conflict as a separate reminder, with a UID made
  /// from its content, and RELATED-TO;RELTYPE=SIBLING that names the merged one.
  public let siblings: [Component]
  /// The index, in the order given, of the version whose bytes the result has; nil if it differs from all of
  /// them.
  public let taken: Int?
  /// In the order of the result's lines, those of components inside it last.
  public let decisions: [FieldDecision]

  /// The indices, in the order given, of the versions that lost a conflict or were deleted. A merge keeps
  /// them as rejects.
  public let rejected: [Int]

  /// Whether a field has two values and no rule decides between them.
  public var isConflict: Bool { decisions.contains(where: \.isConflict) }
}
