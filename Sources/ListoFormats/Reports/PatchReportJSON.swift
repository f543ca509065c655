package import ListoModel

/// The result of a patch as one JSON document, which `listo patch --report=json` prints.
///
///     {"listo":"patch","version":1,"counts":{"added":…,…},"conflicts":…,"newLists":[…],"lists":[…],
///     "decisions":[{"outcome":…,"component":…,"uid":…,"recurrenceID":…,"title":…,"list":…,
///      "fields":[{"path":[…],"field":…,"rule":…,"isConflict":…,"chosen":["ours"],"dropped":[…],"instead":[…]}]}]}
package enum PatchReportJSON {
  /// The report of a patch as JSON: each decision, and what it was about.
  package static func value(_ plan: PatchPlan) -> JSONValue {
    let counts = plan.counts
    return .object(present: [
      "listo": "patch", "version": 1,
      "counts": .object(
        PatchDecision.Outcome.allCases.map { .init(key: $0.rawValue, value: .number(counts[$0] ?? 0)) }),
      "conflicts": .number(plan.conflicts), "newLists": .strings(plan.newLists.map(\.name.title)),
      "lists": .array(plan.listDecisions.map(decision)), "decisions": .array(plan.decisions.map(decision)),
    ])
  }

  private static func decision(_ decision: PatchDecision) -> JSONValue {
    .object(present: [
      "outcome": .string(decision.outcome.rawValue), "component": .string(decision.component),
      "uid": .string(decision.uid), "recurrenceID": decision.recurrenceID.map { .string($0) },
      "title": .string(decision.title), "list": .string(decision.list),
      "fields": decision.fields.isEmpty ? nil : .array(decision.fields.map(field)),
    ])
  }

  private static func field(_ field: FieldDecision) -> JSONValue {
    let lines = { (lines: [MergeDecision.Line]) -> JSONValue in
      .strings(lines.map { $0.path.isEmpty ? $0.text : $0.path.joined(separator: "/") + " " + $0.text })
    }
    return .object(present: [
      "path": field.path.isEmpty ? nil : .strings(field.path),
      "field": field.field.isEmpty ? nil : .string(field.field), "rule": .string(field.rule.rawValue),
      "isConflict": .bool(field.isConflict),
      "chosen": .strings(field.chosen.map { $0 == 0 ? "ours" : "theirs" }),
      "dropped": lines(field.losers.flatMap(\.lines)), "instead": lines(field.instead),
    ])
  }
}
