extension PatchPlan {
  /// The changes, line by line, for people; bytes of the inputs are in it as they are.
  package var text: [String] {
    var lines: [String] = []
    for decision in listDecisions {
      lines.append("\(decision.outcome.rawValue): the list \(decision.title)")
      for field in decision.fields { lines += Self.lines(field) }
    }
    for decision in decisions where decision.outcome != .unchanged || decision.isConflict {
      let occurrence = decision.recurrenceID.map { ", \($0)" } ?? ""
      let kind = decision.component == "VTODO" ? "" : decision.component + " "
      lines.append("\(decision.outcome.rawValue): \(kind)\(decision.title) [\(decision.uid)\(occurrence)]")
      for field in decision.fields { lines += Self.lines(field) }
    }
    for list in newLists { lines.append("a new list: \(list.name.title)") }
    return lines + [summary]
  }

  /// One line of counts.
  package var summary: String {
    let counts = self.counts
    var words = PatchDecision.Outcome.allCases.compactMap { outcome in
      counts[outcome].map { outcome == .unchanged ? "\($0) as before" : "\($0) \(outcome.rawValue)" }
    }
    let lists = listDecisions.count { $0.outcome == .changed }
    if lists > 0 { words.append("\(lists) list\(lists == 1 ? "" : "s") changed") }
    if words.isEmpty { words = ["nothing to do"] }
    if conflicts > 0 { words.append("\(conflicts) conflict\(conflicts == 1 ? "" : "s")") }
    return words.joined(separator: ", ")
  }

  private static func lines(_ field: FieldDecision) -> [String] {
    let dropped = field.losers.flatMap(\.lines).filter { !$0.isStamp }
    let instead = field.instead.filter { !$0.isStamp }
    guard !dropped.isEmpty || !instead.isEmpty || field.isConflict else { return [] }
    let label = field.label.isEmpty ? "" : field.label + ": "
    return ["  \(field.isConflict ? "conflict: " : "")\(label)\(MergePlan.reason(field.rule))"]
      + dropped.map { "  - \(shown($0))" } + instead.map { "  + \(shown($0))" }
  }

  private static func shown(_ line: MergeDecision.Line) -> String {
    line.path.isEmpty ? line.text : line.path.joined(separator: "/") + " " + line.text
  }
}

extension FieldDecision {
  /// The components that it is in, and its properties; empty for all of the component.
  fileprivate var label: String { (path + [field]).filter { !$0.isEmpty }.joined(separator: " ") }
}

extension PatchDecision {
  /// The properties that both sides changed, and the side whose change counts.
  package var conflictText: String {
    let conflicts = fields.filter(\.isConflict)
    let chosen = Set(conflicts.flatMap(\.chosen))
    let winner =
      chosen == [0] ? "the collection's is kept" : chosen == [1] ? "the patch's is taken" : "each in part"
    let names = conflicts.map(\.label).filter { !$0.isEmpty }
    if names.isEmpty, let whole = conflicts.first { return Self.text(of: whole, winner) }
    return "\(names.joined(separator: ", ")) changed on both sides; \(winner)"
  }

  /// Of a conflict about all of it: it was deleted on one side, or added on both.
  private static func text(of whole: FieldDecision, _ winner: String) -> String {
    // A deleted component is in no version: the other version is either chosen, or it lost.
    let isDeleted = whole.rule == .editKept || whole.chosen.isEmpty
    guard isDeleted else { return "it was added on both sides, not the same; \(winner)" }
    let changed = whole.chosen + whole.losers.map(\.version)
    let isKept = !whole.chosen.isEmpty
    return changed.contains(0)
      ? "the patch deletes it, and it was changed in the collection; \(isKept ? winner : "it is removed")"
      : "it was deleted in the collection, and the patch changes it; \(isKept ? winner : "it stays deleted")"
  }
}
