internal import ICalendar
internal import ListoStores
internal import Platform

/// Says on standard error what was met, one line each, and remembers what the exit status must be.
final class Reporter {
  private let isQuiet: Bool
  private let isStrict: Bool
  private let limits: ReadingLimits
  private(set) var status = ExitStatus.done
  private var saidHint = false

  /// - Parameter limits: ``Limit/diagnostics`` of them counts.
  init(isQuiet: Bool, isStrict: Bool, limits: ReadingLimits = ReadingLimits()) {
    (self.isQuiet, self.isStrict, self.limits) = (isQuiet, isStrict, limits)
  }

  func report(_ problem: Diagnostic) {
    if problem.severity == .error || (isStrict && problem.severity != .note) { raise(.doubtful) }
    guard !isQuiet || problem.severity == .error else { return }
    say(problem.description + (problem.isCount ? hint : ""))
  }

  /// Where the count of what is not told first appears: how to have it told.
  private var hint: String {
    defer { saidHint = true }
    return saidHint ? "" : " (--limit diagnostics=none tells each)"
  }

  func report(_ problems: some Sequence<Diagnostic>) {
    var log = DiagnosticLog(limits: limits)
    log.append(contentsOf: problems)
    for problem in log.diagnostics { report(problem) }
  }

  func report(_ error: StoreError) {
    guard error.code != .brokenPipe else { return }
    let status: ExitStatus =
      switch error.code {
      case .missing, .unreadable, .tooLarge: .noInput
      case .cannotCreate: .cannotCreate
      case .writeFailed, .brokenPipe: .inputOutput
      }
    raise(status)
    say("\(error.path.isEmpty ? "''" : error.path): error: \(error.reason) [\(Self.word(error.code))]")
  }

  /// A line for people, unless they asked for quiet.
  func note(_ text: String) {
    if !isQuiet { say(text) }
  }

  /// What was asked for, on standard error because standard output is taken.
  func always(_ text: String) {
    ProcessEnvironment.writeToStandardError(text)
  }

  /// Keeps the status that matters more: the larger number.
  func raise(_ status: ExitStatus) {
    if status.rawValue > self.status.rawValue { self.status = status }
  }

  /// Ends the command with the status of what was reported.
  ///
  /// - Throws: ``Failure`` unless all is well.
  func finish() throws(Failure) {
    if status != .done { throw Failure(status) }
  }

  private func say(_ text: String) {
    ProcessEnvironment.writeToStandardError(Visible.line(text) + "\n")
  }

  private static func word(_ code: StoreError.Code) -> String {
    switch code {
    case .missing: "missing"
    case .unreadable: "unreadable"
    case .tooLarge: "input-too-large"
    case .cannotCreate: "cannot-create"
    case .writeFailed, .brokenPipe: "write-failed"
    }
  }
}
