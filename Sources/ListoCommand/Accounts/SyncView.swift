internal import Listo

/// The steps that a sync would take, or took, for people.
struct SyncView {
  /// The account's name.
  let account: String
  let surface: Surface

  // MARK: A plan

  /// - Parameters:
  ///   - isWhole: each item in a line; else they are counted.
  ///   - isNamed: the account's name stands above.
  func text(_ plan: SyncPlan, isWhole: Bool, isNamed: Bool = false) -> String {
    var lines: [String] = []
    for step in plan.lists where step.kind != .pair {
      lines.append("  \(Self.words(step.kind)): \(step.title)")
      if let reason = step.reason { lines.append("    \(reason)") }
      for repair in step.repairs { lines.append("      \(repair)") }
    }
    let steps = plan.steps.filter(\.isNews)
    if isWhole {
      for step in steps {
        lines.append("  \(Self.words(step.kind)): \(step.title.isEmpty ? step.uid : step.title)")
        for conflict in step.conflicts { lines.append("    \(conflict)") }
        if let reason = step.reason { lines.append("    \(reason)") }
        for repair in step.repairs { lines.append("      \(repair)") }
      }
    } else {
      for kind in SyncStep.Kind.allCases {
        let count = steps.count { $0.kind == kind }
        if count > 0 { lines.append("  \(Self.words(kind)): \(count)") }
      }
    }
    for file in plan.unfit { lines.append("  waits: \(file.list)/\(file.file): \(file.reason)") }
    if lines.isEmpty { lines = ["  nothing to do"] }
    return isNamed ? text(lines) : named(lines)
  }

  // MARK: A report

  func text(_ report: SyncReport) -> String {
    var lines: [String] = []
    for kind in ListStep.Kind.allCases where kind != .pair {
      if let count = report.lists[kind] { lines.append("  \(Self.words(kind)): \(count)") }
    }
    for kind in SyncStep.Kind.allCases where kind != .adopt {
      guard let count = report.counts[kind] else { continue }
      // In a list that is new here nobody added them just now.
      let isFirst = kind == .takeNew && report.lists[.makeHere] != nil
      lines.append("  \(isFirst ? "fetched" : Self.words(kind)): \(count)")
    }
    if lines.isEmpty { lines.append("  nothing changed") }
    for line in report.notes { lines += Self.lines("note", line) }
    for line in report.waiting { lines += Self.lines("waits", line) }
    for line in report.conflicts { lines += Self.lines("conflict", line) }
    for line in report.stopped { lines += Self.lines("stopped", line) }
    if report.isUnsettled { lines.append("  the list changed during the sync; sync again for the rest") }
    return named(lines)
  }

  private static func lines(_ word: String, _ line: SyncReport.Line) -> [String] {
    // The text of a merge names the reminder itself.
    let title = line.text.hasPrefix(line.title) ? "" : line.title
    let place = [line.list, title].filter { !$0.isEmpty }.joined(separator: ": ")
    return ["  \(word): \(place.isEmpty ? "" : place + ": ")\(line.text)"]
      + line.repairs.map { "      \($0)" }
  }

  /// Lines below the name of the account.
  func named(_ lines: [String]) -> String {
    surface.text([StyledLine([StyledText(Visible.line(account, surface.glyphs), .bold)])]) + text(lines)
  }

  private func text(_ lines: [String]) -> String { surface.text(lines.flatMap(styled)) }

  /// A line at the width of the surface; what waits for the user stands out.
  private func styled(_ text: String) -> [StyledLine] {
    let text = Visible.line(text, surface.glyphs)
    let blanks = text.prefix { $0 == " " }.count
    let word = text.dropFirst(blanks).prefix { $0 != ":" }
    let end = text.index(text.startIndex, offsetBy: blanks + word.count)
    let style: Style =
      Self.urgent.contains(String(word)) ? .overdue : end == text.endIndex ? .dim : .plain
    var line = StyledLine([StyledText(String(text[..<end]), style)])
    line.append(String(text[end...]))
    return Wrapping.lines(line, surface, indent: blanks + 4)
  }

  private static let urgent: Set = ["conflict", "waits", "stopped", "left out"]

  /// The words of a plan for an item.
  private static func words(_ kind: SyncStep.Kind) -> String {
    switch kind {
    case .takeNew: "added on the server"
    case .take: "changed on the server"
    case .sendNew: "added here"
    case .send: "changed here"
    case .merge: "changed on both sides"
    case .removeHere: "deleted on the server"
    case .removeThere: "deleted here"
    case .restoreThere: "deleted on the server, changed here"
    case .restoreHere: "deleted here, changed on the server"
    case .moveHere: "moved on the server"
    case .moveThere: "moved here"
    case .adopt: "the same on both sides"
    case .wait: "waits"
    }
  }

  private static func words(_ kind: ListStep.Kind) -> String {
    switch kind {
    case .makeHere: "list added on the server"
    case .makeThere: "list added here"
    case .changeHere: "list changed on the server"
    case .changeThere: "list changed here"
    case .pair: "the same list"
    case .removeHere: "list deleted on the server"
    case .removeThere: "list deleted here"
    case .stop: "stopped"
    }
  }
}

/// The conflicts and left-out items of an account's last syncs, for people to look at.
struct StatusView {
  let status: AccountStatus

  /// The lines of the conflicts and left-out items; refused items are part of a plan's report.
  var lines: [String] {
    status.conflicts.flatMap { conflict in
      ["  conflict: \(conflict.title.isEmpty ? conflict.uid : conflict.title)"]
        + conflict.texts.map { "    \($0)" }
        + (status.file(of: conflict).map { ["    kept: \(StandardFolders.abbreviated($0))"] } ?? [])
    } + status.leftOut.map { "  left out: \($0.resource): \($0.reason)" }
  }
}
