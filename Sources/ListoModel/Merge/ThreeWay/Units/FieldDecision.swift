/// The decision of a merge about one property, group or set of a component, or about the whole component.
public struct FieldDecision: Sendable, Hashable {
  /// Lines of one version that the result does not have.
  public struct Loser: Sendable, Hashable {
    /// Which version: its place in the order in which they were given.
    public let version: Int
    /// Its lines as they were.
    public let lines: [MergeDecision.Line]
  }

  /// The names of the components inside that it is about, outermost first: `["VALARM"]`; empty for the
  /// component's own.
  public let path: [String]
  /// The names of its properties, with commas between them: `STATUS, COMPLETED`; empty for all of the
  /// component.
  public let field: String
  /// By which rule it was decided.
  public let rule: MergeRule
  /// Several versions wanted different things, and one of them did not get it. Otherwise only one wanted
  /// something, or a rule fits all.
  public let isConflict: Bool
  /// The versions that have the chosen value; empty for a deletion.
  public let chosen: [Int]
  /// The other values.
  public let losers: [Loser]
  /// The result's lines of the field that a loser lacks.
  public let instead: [MergeDecision.Line]
}

extension FieldDecision {
  /// The field in its component, such as `SUMMARY`, `DTSTART, DUE` or `VALARM/TRIGGER`. It ends in a slash
  /// for all of a component inside, and is empty for all of the reminder.
  public var name: String { path.map { $0 + "/" }.joined() + field }

  /// The lines of the first side, unfolded; empty if it has none, or has deleted the reminder.
  public var ours: [String] { lines(ofVersion: 0) }

  /// The lines of the second side, unfolded; empty if it has none, or has deleted the reminder.
  public var theirs: [String] { lines(ofVersion: 1) }

  /// The lines of a version about which the decision is, counted from 0 in the order of the inputs.
  private func lines(ofVersion version: Int) -> [String] {
    if let loser = losers.first(where: { $0.version == version }) { return loser.lines.map(\.text) }
    return chosen.contains(version) ? instead.map(\.text) : []
  }
}
