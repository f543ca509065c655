internal import ICalendar

/// The problems in reading an input: the first of many problems of one kind, and the number of the rest.
///
/// It is told in the order of lines, so it must know enough of them: a hundred, or more where
/// ``Limit/diagnostics`` says so. Who prints them has the same limit once more.
struct ProblemLog {
  private struct Kind: Hashable {
    let code: Diagnostic.Code
    let severity: Diagnostic.Severity

    init(_ problem: Diagnostic) { (code, severity) = (problem.code, problem.severity) }
  }

  private(set) var problems: [Diagnostic] = []
  private var counts: [Kind: Int] = [:]
  private let limit: Int

  init(limits: ReadingLimits = ReadingLimits()) { limit = max(100, limits[.diagnostics]) }

  mutating func append(_ problem: Diagnostic) {
    let kind = Kind(problem)
    counts[kind, default: 0] += 1
    if counts[kind, default: 0] <= limit { problems.append(problem) }
  }

  /// The problems of all by their lines, in this file, and behind them how many more there were.
  func merged(with others: [ProblemLog], file: String) -> [Diagnostic] {
    let all = (problems + others.flatMap(\.problems)).map { $0.inFile(file) }
    let ordered = all.enumerated().sorted {
      ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
    }
    let told = Dictionary(all.map { (Kind($0), 1) }, uniquingKeysWith: +)
    let more = others.reduce(counts) { $0.merging($1.counts, uniquingKeysWith: +) }
      .filter { $0.value > told[$0.key, default: 0] }
      .sorted {
        ($0.key.code.rawValue, $0.key.severity.rawValue) < ($1.key.code.rawValue, $1.key.severity.rawValue)
      }
    return ordered.map(\.element)
      + more.map { kind, count in
        Diagnostic(
          counting: count - told[kind, default: 0], severity: kind.severity, kind.code, file: file)
      }
  }
}

extension Diagnostic {
  /// Something goes beyond a limit, and has this consequence; the message names the option that moves the
  /// limit.
  init(beyond limit: Limit, _ limits: ReadingLimits, line: Int, _ consequence: String) {
    self.init(
      .warning, limit.row.code ?? .tooLarge, line: line,
      "beyond the limit \(limit.name)=\(limit.text(limits[limit])): \(consequence)")
  }
}
