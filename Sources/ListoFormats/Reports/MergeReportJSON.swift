package import ICalendar
package import ListoModel

/// The report of a merge as one JSON document, as `listo merge --report=json` prints it.
///
///     {"listo":"merge","version":1,"inputs":[…],"refused":[{"input":…,"reason":…}],
///     "counts":{"components":…,"kept":…,"reminders":…,"identical":…,"equal":…,"superseded":…,"decisions":…},
///     "zones":[{"list":…,"tzid":…,"input":…,"otherSpellings":[…]}],
///     "calendars":[{"list":…,"property":…,"kept":[…],"dropped":[{"line":…,"input":…}],"isConflict":…}],
///     "strays":[{"input":…,"line":…,"count":…,"text":…}],"problems":[a Diagnostic, …],
///     "lists":[{"identifier":…,"title":…,"components":…}],
///     "decisions":[
///     {"list":…,"component":…,"uid":…,"recurrenceID":…,"title":…,"chosen":[…],
///      "losers":[{"inputs":[…],"rule":…,"dropped":[{"path":[…],"line":…}],"instead":[…]}]},
///     …
///     ]}
///
/// A merge with a base also has `base` and the counts `merged`, `deleted`, `conflicts` and `keptFromBase`.
/// Instead of `losers`, each decision has
///
///     "versions":[[inputs of the first side],…],"isDeleted":…,"isConflict":…,
///     "fields":[{"path":["VALARM"],"field":"SUMMARY","rule":…,"isConflict":…,"chosen":[a side, …],
///      "losers":[{"version":a side,"dropped":[…]}],"instead":[…]}]
///
/// Sides are counted from 0, and a decision on a whole component has no `field`. If sets are united without a
/// base, decisions have `versions` and `fields` too.
///
/// Empty `path`, `recurrenceID` and `list` are absent. Every decision is on one line.
package enum MergeReportJSON {
  /// Writes the document piece by piece, ending in a line end; at most one decision is in memory.
  ///
  /// - Parameter problems: of the inputs before they were merged, such as a folder without files.
  /// - Throws: ``MergeError`` if an input cannot be read again, and the errors of `output`.
  public static func write(
    _ plan: MergePlan, besides problems: [Diagnostic] = [], to output: ([UInt8]) throws -> Void
  ) throws {
    var head = plan.report.json(besides: problems).compact
    head.removeLast()
    try output(head + Array(",\"decisions\":[".utf8))
    var isFirst = true
    try plan.forEachDecision { decision in
      try output(Array((isFirst ? "\n" : ",\n").utf8) + decision.json.compact)
      isFirst = false
    }
    try output(Array((isFirst ? "]}\n" : "\n]}\n").utf8))
  }

  /// The whole document, without a line end.
  ///
  /// - Throws: ``MergeError`` where an input cannot be read again.
  public static func text(_ plan: MergePlan, besides problems: [Diagnostic] = []) throws -> String {
    var bytes: [UInt8] = []
    try write(plan, besides: problems) { bytes += $0 }
    bytes.removeLast()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MergeReport.WrittenList {
  fileprivate var json: JSONValue {
    .object(present: [
      "identifier": identifier.isEmpty ? nil : .string(identifier), "title": title.map { .string($0) },
      "components": .number(components),
    ])
  }
}

extension MergeReport {
  fileprivate func json(besides others: [Diagnostic]) -> JSONValue {
    .object(present: [
      "listo": "merge", "version": 1, "inputs": .strings(inputs),
      "base": isThreeWay ? .strings(base) : nil, "refused": .array(refused.map(\.json)),
      "counts": counts, "lists": .array(lists.map(\.json)), "zones": .array(zones.map(\.json)),
      "calendars": .array(calendars.map(\.json)),
      "strays": .array(strays.map(\.json)), "problems": .array((others + problems).map(\.json)),
    ])
  }

  private var counts: JSONValue {
    .object(present: [
      "components": .number(components), "kept": .number(kept), "reminders": .number(reminders),
      "identical": .number(identical), "equal": .number(equal), "superseded": .number(superseded),
      "decisions": .number(decisions), "merged": isThreeWay ? .number(merged) : nil,
      "deleted": isThreeWay ? .number(deleted) : nil, "conflicts": isThreeWay ? .number(conflicts) : nil,
      "keptFromBase": isThreeWay ? .number(keptFromBase) : nil,
    ])
  }
}

extension MergeReport.RefusedInput {
  fileprivate var json: JSONValue { .object(present: ["input": .string(input), "reason": .string(reason)]) }
}

extension MergeReport.ZoneChoice {
  fileprivate var json: JSONValue {
    .object(present: [
      "list": list.isEmpty ? nil : .string(list), "tzid": .string(tzid), "input": .string(input),
      "otherSpellings": .strings(otherSpellings),
    ])
  }
}

extension MergeReport.CalendarDecision {
  fileprivate var json: JSONValue {
    .object(present: [
      "list": list.isEmpty ? nil : .string(list), "property": .string(property), "kept": .strings(kept),
      "dropped": .array(
        dropped.map { .object(present: ["line": .string($0.text), "input": .string($0.input)]) }),
      "isConflict": .bool(isConflict),
    ])
  }
}

extension MergeReport.StrayText {
  fileprivate var json: JSONValue {
    .object(present: [
      "input": .string(input), "line": line.map { .number($0) }, "count": .number(count),
      "text": .string(text),
    ])
  }
}

extension MergeDecision {
  fileprivate var json: JSONValue {
    .object(present: [
      "list": key.list.isEmpty ? nil : .string(key.list), "component": .string(key.component),
      "uid": .string(key.uid), "recurrenceID": key.recurrenceID.map { .string($0) }, "title": .string(title),
      "chosen": .strings(chosen), "losers": fields.isEmpty ? .array(losers.map(\.json)) : nil,
      "versions": fields.isEmpty ? nil : .array(versions.map { .strings($0) }),
      "isDeleted": fields.isEmpty ? nil : .bool(isDeleted),
      "isConflict": fields.isEmpty ? nil : .bool(isConflict),
      "fields": fields.isEmpty ? nil : .array(fields.map(\.json)),
    ])
  }
}

extension FieldDecision {
  fileprivate var json: JSONValue {
    .object(present: [
      "path": path.isEmpty ? nil : .strings(path), "field": field.isEmpty ? nil : .string(field),
      "rule": .string(rule.rawValue), "isConflict": .bool(isConflict),
      "chosen": .array(chosen.map { .number($0) }),
      "losers": .array(
        losers.map {
          .object(present: ["version": .number($0.version), "dropped": .array($0.lines.map(\.json))])
        }), "instead": .array(instead.map(\.json)),
    ])
  }
}

extension MergeDecision.Loser {
  fileprivate var json: JSONValue {
    .object(present: [
      "inputs": .strings(inputs), "rule": .string(rule.rawValue), "dropped": .array(dropped.map(\.json)),
      "instead": .array(instead.map(\.json)),
    ])
  }
}

extension MergeDecision.Line {
  fileprivate var json: JSONValue {
    .object(present: ["path": path.isEmpty ? nil : .strings(path), "line": .string(text)])
  }
}
