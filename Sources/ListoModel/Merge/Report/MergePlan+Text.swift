extension MergePlan {
  /// Writes the report with content lines: the version that was kept, the reason, and the dropped lines.
  ///
  /// - Parameter line: called with each line, without line end and free of control characters.
  /// - Throws: ``MergeError`` if an input cannot be read again, and the errors of `line`.
  public func writeText(to line: (String) throws -> Void) throws {
    for text in refusals { try line(text) }
    try forEachDecision { decision in
      for text in Self.lines(decision) { try line(text) }
    }
    for text in conclusion { try line(text) }
  }

  /// The inputs that are left out, a line each.
  package var refusals: [String] {
    report.refused.map { "\(Self.shown($0.input)): left out: \($0.reason)" }
  }

  /// The decisions about calendars, the text that belongs to no component, and the counts.
  package var conclusion: [String] {
    var lines: [String] = []
    for decision in report.calendars where decision.isConflict || decision.property == "METHOD" {
      let list = decision.list.isEmpty ? "" : " of \(Self.shown(decision.list))"
      lines.append("calendar\(list): \(decision.property)\(decision.isConflict ? " differs" : "")")
      for kept in decision.kept { lines.append("  kept     \(Self.shown(kept))") }
      for dropped in decision.dropped {
        lines.append("  dropped  \(Self.shown(dropped.text))  (\(Self.shown(dropped.input)))")
      }
    }
    for stray in report.strays {
      let place = stray.line.map { ":\($0)" } ?? ""
      lines.append(
        "\(Self.shown(stray.input))\(place): dropped \(stray.count) bytes outside of any component")
    }
    lines.append(summary)
    return lines
  }

  /// One line of counts.
  public var summary: String {
    let inputs = report.inputs.count - report.refused.count
    var text = "\(Self.count(report.components, "component")) from \(Self.count(inputs, "input")): "
    text += "\(report.kept) kept, \(report.identical) identical, \(report.equal) equal, "
    text += "\(report.superseded) superseded"
    if report.isThreeWay {
      text += ", \(report.merged) merged, \(report.deleted) deleted"
      if report.keptFromBase > 0 { text += ", \(report.keptFromBase) kept from the base" }
    }
    text += "; \(Self.count(report.decisions, "decision"))"
    if report.isThreeWay { text += ", \(Self.count(report.conflicts, "conflict"))" }
    if report.lists.count > 1 { text += ", \(report.lists.count) lists" }
    let zones = report.zones.count
    return zones == 0 ? text : text + ", \(Self.count(zones, "time zone"))"
  }

  private static func lines(_ decision: MergeDecision) -> [String] {
    let key = decision.key
    let recurrence = key.recurrenceID.map { ", \($0)" } ?? ""
    let kind = key.component == "VTODO" ? "" : "\(key.component) "
    var lines = ["\(kind)\(shown(decision.title)) [\(shown(key.uid + recurrence))]"]
    for loser in decision.losers {
      lines.append("  " + sentence(loser, decision))
      lines += loser.dropped.filter { !$0.isStamp }.map { "  - \(shown($0))" }
      lines += loser.instead.filter { !$0.isStamp }.map { "  + \(shown($0))" }
    }
    for field in decision.fields where !field.isStamp {
      lines.append("  " + sentence(field, decision))
      lines += field.dropped.filter { !$0.isStamp }.map { "  - \(shown($0))" }
      lines += field.instead.filter { !$0.isStamp }.map { "  + \(shown($0))" }
    }
    return lines
  }

  /// `kept phone.ics, not laptop.ics: later LAST-MODIFIED`.
  package static func sentence(_ loser: MergeDecision.Loser, _ decision: MergeDecision) -> String {
    let chosen = decision.chosen.map(shown).joined(separator: ", ")
    let inputs = loser.inputs.map(shown).joined(separator: ", ")
    return "kept \(chosen), not \(inputs): \(reason(loser.rule))"
  }

  /// `conflict in SUMMARY: kept phone.ics, not laptop.ics: later LAST-MODIFIED`.
  ///
  /// - Parameter name: names a property or a component inside.
  package static func sentence(
    _ field: FieldDecision, _ decision: MergeDecision, naming name: (String) -> String = { $0 }
  ) -> String {
    let names = { (versions: [Int]) -> String in
      versions.flatMap { decision.versions[$0] }.map(shown).joined(separator: ", ")
    }
    let properties = field.field.split(separator: ", ").map { name(String($0)) }
    let parts = field.path.map(name) + (properties.isEmpty ? [] : [properties.joined(separator: ", ")])
    let place = parts.isEmpty ? "all of it" : parts.joined(separator: " ")
    let chosen = names(field.chosen)
    switch field.rule {
    case .deleted: return "\(parts.isEmpty ? "" : place + " ")deleted: unchanged elsewhere"
    case .message: return "\(parts.isEmpty ? "" : place + ": ")\(reason(field.rule))"
    case .union, .noCircle, .greatest, .least:
      return "\(field.isConflict ? "conflict in " : "")\(place): \(reason(field.rule))"
    default: break
    }
    if field.rule == .changed, !chosen.isEmpty {
      return parts.isEmpty ? "only \(chosen) changed it" : "\(place): only \(chosen) changed it"
    }
    guard field.isConflict else {
      return chosen.isEmpty
        ? "\(place) removed: \(reason(field.rule))" : "\(place) of \(chosen): \(reason(field.rule))"
    }
    let having = Set(field.chosen)
    let losers = names(field.losers.map(\.version).filter { !having.contains($0) })
    let kept = chosen.isEmpty ? "it is removed" : "kept \(chosen)"
    return "conflict in \(place): \(kept)\(losers.isEmpty ? "" : ", not \(losers)"): \(reason(field.rule))"
  }

  static func reason(_ rule: MergeRule) -> String {
    switch rule {
    case .scheduled: "it has an ORGANIZER"
    case .sequence: "greater SEQUENCE"
    case .lastModified: "later LAST-MODIFIED"
    case .dtstamp: "later DTSTAMP"
    case .contentHash: "all time stamps are equal; decided by the hash of the content"
    case .changed: "the only change"
    case .union: "the changes of all sides"
    case .greatest: "the greatest"
    case .least: "the least"
    case .laterOccurrence: "the later occurrence of the same rule"
    case .deleted: "deleted, and unchanged elsewhere"
    case .editKept: "deleted on one side and changed on another; the change is kept"
    case .neededKept: "deleted on one side, but a part of its series was changed on another; it is kept"
    case .preferred: "asked for"
    case .noCircle: "it would be its own ancestor"
    case .standing: "neither version is known to be newer; the present one is kept"
    case .message: "a message asks for it"
    }
  }

  private static func shown(_ line: MergeDecision.Line) -> String {
    shown(line.path.isEmpty ? line.text : line.path.joined(separator: "/") + " " + line.text)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Control characters as their pictures (U+2400), so that a title cannot steer a terminal.
  private static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
      case 0x7F: result.append("\u{2421}")
      case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension MergeDecision {
  /// The fields that the sides disagreed about, and the settlement of each, in one line.
  package var conflictText: String {
    let name = title.isEmpty ? key.uid : "\(title) [\(key.uid)]"
    let fields = fields.filter(\.isConflict).map { MergePlan.sentence($0, self) }
    return "\(name): \(fields.joined(separator: "; "))"
  }
}

extension FieldDecision {
  /// It is about DTSTAMP alone, which exporters rewrite.
  package var isStamp: Bool { path.isEmpty && field == "DTSTAMP" }

  /// The lines of all losers, each once.
  public var dropped: [MergeDecision.Line] {
    var seen: Set<MergeDecision.Line> = []
    return losers.flatMap(\.lines).filter { seen.insert($0).inserted }
  }
}
