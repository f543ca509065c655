internal import Listo
internal import Platform

/// Asks about conflicts, one by one.
enum ConflictPrompt {
  /// Standard input and standard error are a terminal, and no input is read from the former.
  static func isPossible(_ inputs: [String]) -> Bool {
    Terminal.isTerminal(.input) && Terminal.isTerminal(.error) && !inputs.contains("-")
  }

  /// Shows what the sides want, and waits for an answer; the end of standard input is one that ends the merge.
  static func ask(_ decision: MergeDecision, _ reporter: Reporter) -> MergeRuling {
    reporter.progress?.end()
    var text = "\n" + shown(decision.title.isEmpty ? decision.key.uid : decision.title) + "\n"
    for line in sides(decision) { text += "  " + shown(line) + "\n" }
    reporter.always(text)
    while true {
      reporter.always("Keep [o]urs, [t]heirs, [b]oth, [s]kip, [q]uit, [?]: ")
      guard let answer = readLine() else {
        reporter.always("\n")
        return .stop
      }
      switch answer.lowercased().first {
      case "o": return .settle(.ours)
      case "t": return .settle(.theirs)
      case "b": return .settle(.both)
      case "s": return .skip
      case "q": return .stop
      default: reporter.always(help)
      }
    }
  }

  private static let help = """
      o  what the first input has
      t  what the last input has
      b  the newest, and the other as a reminder of its own beside it
      s  what the rules say: it is marked with *
      q  end here; nothing is written

    """

  /// What each side wants, and which of it the rules would keep.
  private static func sides(_ decision: MergeDecision) -> [String] {
    let conflicts = decision.fields.filter(\.isConflict)
    return decision.versions.enumerated().flatMap { side, inputs -> [String] in
      let word = side == 0 ? "ours" : side == decision.versions.count - 1 ? "theirs" : "side \(side + 1)"
      guard !inputs.isEmpty else { return ["  \(word): deleted"] }
      let isKept = conflicts.contains { $0.chosen.contains(side) }
      let head = "\(isKept ? "*" : " ") \(word) (\(inputs.joined(separator: ", ")))"
      let lines = conflicts.flatMap { field -> [MergeDecision.Line] in
        if let loser = field.losers.first(where: { $0.version == side }) { return loser.lines }
        return field.chosen.contains(side) ? field.instead : []
      }
      return [head]
        + lines.filter { !$0.isStamp }.map { line in
          "      " + (line.path.isEmpty ? "" : line.path.joined(separator: " ") + " ") + line.text
        }
    }
  }

  private static func shown(_ text: String) -> String { Visible.line(text) }
}
