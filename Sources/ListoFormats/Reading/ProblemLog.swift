internal import ICalendar

/// What was met in reading an input: of many problems of one kind the first hundred, and how many more there were.
struct ProblemLog {
  private(set) var problems: [Diagnostic] = []
  private var counts: [Diagnostic.Code: Int] = [:]
  private static let limit = 100

  mutating func append(_ problem: Diagnostic) {
    counts[problem.code, default: 0] += 1
    if counts[problem.code, default: 0] <= Self.limit { problems.append(problem) }
  }

  /// Those of both by their lines, in this file, and behind them how many more there were.
  func merged(with other: ProblemLog, file: String) -> [Diagnostic] {
    let all = (problems + other.problems).map { $0.inFile(file) }
    let ordered = all.enumerated().sorted {
      ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
    }
    let told = Dictionary(all.map { ($0.code, 1) }, uniquingKeysWith: +)
    let more = counts.merging(other.counts, uniquingKeysWith: +).sorted { $0.key.rawValue < $1.key.rawValue }
      .filter { $0.value > told[$0.key, default: 0] }
    return ordered.map(\.element)
      + more.map { code, count in
        Diagnostic(
          .warning, code, file: file,
          "\(count - told[code, default: 0]) more of this kind are not told one by one")
      }
  }
}
