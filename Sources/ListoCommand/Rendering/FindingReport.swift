internal import Listo

/// Prints what `listo check` finds, as it comes, and counts it.
struct FindingReport {
  /// Notes make ``hasFindings`` true as well.
  var countsNotes = false
  private(set) var files = 0
  private(set) var calendars = 0
  private var reminders = 0
  private var counts: [Diagnostic.Severity: Int] = [:]
  private var filesWithFindings = 0
  private var isCounted = false
  /// What notes of the file have said.
  private var saidNotes: Set<String> = []
  private let isJSON: Bool
  private let isQuiet: Bool
  private let output: Output

  init(isJSON: Bool, isQuiet: Bool, _ output: Output) {
    (self.isJSON, self.isQuiet, self.output) = (isJSON, isQuiet, output)
  }

  /// Something was found that the exit status tells of.
  var hasFindings: Bool { counts.contains { $0.value > 0 && (countsNotes || $0.key != .note) } }

  /// The next file.
  mutating func begin(_ survey: Survey) {
    files += 1
    calendars += survey.calendars.count
    reminders += survey.reminderCount
    saidNotes.removeAll(keepingCapacity: true)
    isCounted = false
  }

  /// - Throws: ``Failure`` where standard output cannot be written, quietly where its reader has gone.
  mutating func say(_ findings: [Diagnostic], _ reporter: Reporter) throws(Failure) {
    guard !findings.isEmpty else { return }
    if !isCounted { filesWithFindings += 1 }
    isCounted = true
    for finding in findings {
      counts[finding.severity, default: 0] += 1
      guard !isQuiet, isJSON || isNew(finding) else { continue }
      let line = isJSON ? finding.json.compact : Array(Visible.line(finding.description).utf8)
      let output = output
      try Writing.attempt(reporter) { () throws(StoreError) in try output.write((line + [0x0A])[...]) }
    }
  }

  /// Writes what is left, and the summary for people.
  mutating func finish(_ reporter: Reporter) throws(Failure) {
    try Writing.finish(output, reporter)
    guard !isQuiet, !isJSON else { return }
    reporter.always(summary + "\n")
  }

  /// A warning, or a note that says something new of its file. What is remembered is bounded: beyond, all are new.
  private mutating func isNew(_ finding: Diagnostic) -> Bool {
    guard finding.severity == .note else { return true }
    // What METHOD:PUBLISH asks for differs from reminder to reminder; that it asks is said once.
    let message = finding.code == .restriction ? finding.code.rawValue : finding.message
    guard saidNotes.count < 1000 else { return !saidNotes.contains(message) }
    return saidNotes.insert(message).inserted
  }

  /// `3 warnings and 1 note in 2 of 4 files; 48 reminders read`.
  private var summary: String {
    let parts = [Diagnostic.Severity.error, .warning, .note].compactMap { severity in
      counts[severity].map { Self.number($0, severity.rawValue) }
    }
    let read = "\(Self.number(reminders, "reminder")) read"
    guard !parts.isEmpty else { return "nothing found in \(Self.number(files, "file")); \(read)" }
    let place = files == 1 ? "1 file" : "\(filesWithFindings) of \(files) files"
    return "\(parts.joined(separator: " and ")) in \(place); \(read)"
  }

  private static func number(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
