internal import Listo
internal import Platform

/// Asks about conflicts, one by one.
struct ConflictPrompt {
  private typealias Answer = (key: Character, word: String, ruling: MergeRuling, meaning: String)

  /// The possible answers, each with its meaning.
  private let answers: [Answer]

  /// The answers in a merge of files.
  static let merge = ConflictPrompt(answers: [
    ("o", "urs", .settle(.ours), "the version of the first input"),
    ("t", "heirs", .settle(.theirs), "the version of the last input"),
    ("b", "oth", .settle(.both), "the newest version, and the other as a separate reminder"),
    skip,
    ("q", "uit", .stop, "stop; nothing is written"),
  ])

  /// The answers in a sync, where an item holds one reminder: the version that loses is kept beside the
  /// account in any case.
  static let sync = ConflictPrompt(answers: [
    ("o", "urs", .settle(.ours), "what is here"),
    ("t", "heirs", .settle(.theirs), "what is there"),
    skip,
    ("q", "uit", .stop, "stop; nothing of this account is written"),
  ])

  private static let skip: Answer = ("s", "kip", .skip, "the default, which is marked with *")

  /// For a reminder of which several fields are in conflict.
  private static let eachField: Answer = (
    "f", "ields", .fields([:]), "decide each field by itself"
  )

  /// Standard input and standard error are a terminal, and no input is read from the former.
  static func isPossible(_ inputs: [String]) -> Bool {
    Terminal.isTerminal(.input) && Terminal.isTerminal(.error) && !inputs.contains("-")
  }

  /// Shows what the sides want, and waits for an answer; the end of standard input is one that ends the
  /// merge.
  func ask(_ decision: MergeDecision, _ reporter: Reporter) -> MergeRuling {
    reporter.progress?.end()
    var text = "\n" + Visible.line(decision.title.isEmpty ? decision.key.uid : decision.title) + "\n"
    for line in Self.sides(decision) { text += "  " + Visible.line(line) + "\n" }
    reporter.always(text)
    let fields = decision.fields.filter(\.isConflict)
    let isDivisible = fields.count > 1
    let ruling = ask("Keep", isDivisible ? answers + [Self.eachField] : answers, reporter)
    guard isDivisible, ruling == Self.eachField.ruling else { return ruling }
    var chosen: [String: MergePreference] = [:]
    for field in fields {
      let words = Visible.line(field.name.isEmpty ? "all of it" : field.name)
      switch ask("\(words): keep", answers.filter { $0.key != "b" }, reporter) {
      case .settle(let preference): chosen[field.name] = preference
      case .stop: return .stop
      case .skip, .fields: continue
      }
    }
    return .fields(chosen)
  }

  /// Asks until an answer is understood; the end of standard input stops the merge.
  private func ask(_ question: String, _ answers: [Answer], _ reporter: Reporter) -> MergeRuling {
    while true {
      reporter.always("\(question) \(answers.map { "[\($0.key)]\($0.word), " }.joined())[?]: ")
      guard let answer = readLine() else {
        reporter.always("\n")
        return .stop
      }
      if let meant = answers.first(where: { $0.key == answer.lowercased().first }) { return meant.ruling }
      reporter.always(answers.map { "  \($0.key)  \($0.meaning)\n" }.joined())
    }
  }

  /// The version of each side, and a mark on the one that the rules would keep.
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
}
