/// Problems in bounded memory: of each kind and file the first ones, and for all that follow one Diagnostic
/// that counts them.
public struct DiagnosticLog: Sendable {
  private struct Key: Hashable {
    let file: String?
    let code: Diagnostic.Code
    let severity: Diagnostic.Severity
  }

  /// How many of a kind and file were met.
  private struct Tally {
    var kept = 0
    var omitted = 0
  }

  private let limit: Int
  private var kept: [Diagnostic] = []
  private var tallies: [Key: Tally] = [:]
  private var hasOmitted = false

  /// - Parameter limits: ``Limit/diagnostics`` of them counts.
  public init(limits: ReadingLimits = ReadingLimits()) { limit = limits[.diagnostics] }

  /// Adds a problem; beyond the limit of its kind and file it is only counted.
  public mutating func append(_ problem: Diagnostic) {
    let key = Key(file: problem.file, code: problem.code, severity: problem.severity)
    var tally = tallies[key] ?? Tally()
    // One that counts others comes from a log whose own first ones were told.
    if problem.isCount || tally.kept >= limit {
      tally.omitted += problem.count
      hasOmitted = true
    } else {
      tally.kept += 1
      kept.append(problem)
    }
    tallies[key] = tally
  }

  /// Adds several problems, in order.
  public mutating func append(contentsOf problems: some Sequence<Diagnostic>) {
    for problem in problems { append(problem) }
  }

  /// The first diagnostics in order; after the last one of each file come those that count the rest of that
  /// file.
  ///
  /// - Complexity: O(n) in the stored diagnostics.
  public var diagnostics: [Diagnostic] {
    guard hasOmitted else { return kept }
    var counts: [String?: [Diagnostic]] = [:]
    for (key, tally) in tallies where tally.omitted > 0 {
      counts[key.file, default: []].append(
        Diagnostic(counting: tally.omitted, severity: key.severity, key.code, file: key.file))
    }
    var last: [String?: Int] = [:]
    for (index, problem) in kept.enumerated() { last[problem.file] = index }
    var result: [Diagnostic] = []
    for (index, problem) in kept.enumerated() {
      result.append(problem)
      guard last[problem.file] == index, let more = counts.removeValue(forKey: problem.file) else { continue }
      result += more.sorted { $0.code.rawValue < $1.code.rawValue }
    }
    // Of a file of which nothing was told before: it came from a log that was emptied.
    for file in counts.keys.sorted(by: { ($0 ?? "") < ($1 ?? "") }) { result += counts[file] ?? [] }
    return result
  }
}
