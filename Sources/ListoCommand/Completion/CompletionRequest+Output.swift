internal import Listo

extension CompletionRequest {
  /// The answer to `listo ---complete`, in lines: the kind, then a candidate a line.
  ///
  /// - Parameter arguments: the shell; then for bash COMP_WORDBREAKS and the line up to the cursor, for the
  ///   others the words up to the one to complete, without quoting.
  static func output(_ arguments: [String]) -> String {
    guard let shell = arguments.first.flatMap(CompletionScript.init(rawValue:)) else { return "" }
    let rest = Array(arguments.dropFirst())
    switch shell {
    case .bash:
      guard rest.count == 2 else { return "" }
      let line = BashLine(rest[1], breaks: rest[0])
      let typed = line.words.last ?? ""
      let answer = CompletionRequest(Array(line.words.dropFirst())).answer()
      let words = answer.candidates.map { optionPrefix(of: typed) + $0.word }.filter { $0.hasPrefix(typed) }
      return lines(answer.kind, words.compactMap(line.completed))
    case .zsh: return lines(CompletionRequest(rest).answer()) { "\($0.word)\t\($0.summary)" }
    case .fish:
      let prefix = rest.last.map(optionPrefix) ?? ""
      return lines(CompletionRequest(rest).answer()) { "\(prefix)\($0.word)\t\($0.summary)" }
    }
  }

  /// `--list=` of `--list=Home`.
  private static func optionPrefix(of word: String) -> String {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return "" }
    return String(word[...equals])
  }

  private static func lines(_ answer: Answer, _ line: (Candidate) -> String) -> String {
    lines(answer.kind, answer.candidates.map { $0.summary.isEmpty ? String(line($0).dropLast()) : line($0) })
  }

  private static func lines(_ kind: Answer.Kind, _ candidates: [String]) -> String {
    ([kind.rawValue] + candidates).map { $0 + "\n" }.joined()
  }
}
