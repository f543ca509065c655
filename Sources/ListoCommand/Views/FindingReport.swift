internal import Listo

/// Prints what `listo check` finds, as it comes, and counts it.
struct FindingReport {
  /// Notes make ``hasFindings`` true as well.
  var countsNotes = false
  private let isBesideData: Bool
  private(set) var files = 0
  private(set) var calendars = 0
  private var reminders = 0
  private var counts: [Diagnostic.Severity: Int] = [:]
  private var repairs = 0
  private var kinds: [Diagnostic.Code: FindingCount] = [:]
  /// On a terminal, what ``finish(_:)`` prints; nil if findings are printed as they come.
  private var groups: FindingGroups?
  private var filesWithFindings: Set<String> = []
  /// Shows what ``finish(_:)`` prints, where that is longer than the screen.
  var pager: Pager?
  /// Some of these files are not read as calendars, such as the one that names a folder's list.
  var isAboutOthers = false
  /// That which was put in last.
  private var lastFile: String?
  /// The messages of the file's notes so far.
  private var saidNotes: Set<String> = []
  /// One of them was on what a METHOD asks for, as a large export has for each reminder.
  private var saidRestriction = false
  private let isJSON: Bool
  private let isQuiet: Bool
  private let isWhole: Bool
  private let surface: Surface
  private let output: Output

  /// From so many findings on they are counted by code.
  private static let many = 20

  /// - Parameters:
  ///   - isWhole: each finding is printed, equal notes too.
  ///   - isBesideData: findings go to standard error, since something else goes to standard output.
  init(
    isJSON: Bool, isQuiet: Bool, isWhole: Bool, isBesideData: Bool = false, _ surface: Surface,
    _ output: Output
  ) {
    (self.isJSON, self.isQuiet, self.isWhole, self.isBesideData) = (isJSON, isQuiet, isWhole, isBesideData)
    (self.surface, self.output) = (surface, output)
    // Only a terminal has a width.
    if surface.width != nil, !isJSON, !isQuiet, !isWhole, !isBesideData { groups = FindingGroups() }
  }

  /// Something was found that the exit status tells of.
  var hasFindings: Bool { counts.contains { $0.value > 0 && (countsNotes || $0.key != .note) } }

  /// Something was mended, or would be.
  var hasRepairs: Bool { repairs > 0 }

  /// Counts findings that were told otherwise.
  mutating func count(_ findings: [CheckFinding]) {
    for finding in findings { count(finding) }
  }

  /// The next file.
  mutating func begin(_ survey: Survey) {
    begin(calendars: survey.calendars.count, reminders: survey.reminderCount)
  }

  /// Files with so much in them.
  mutating func begin(files: Int = 1, calendars: Int, reminders: Int) {
    self.files += files
    self.calendars += calendars
    self.reminders += reminders
    saidNotes.removeAll(keepingCapacity: true)
    saidRestriction = false
  }

  /// - Throws: ``Failure`` where standard output cannot be written, quietly where its reader has gone.
  mutating func say(_ findings: [CheckFinding], _ reporter: Reporter) throws(Failure) {
    for finding in findings {
      count(finding)
      guard !isQuiet else { continue }
      let isListed = isJSON || isWhole || isNew(finding.diagnostic)
      if groups != nil {
        groups?.insert(finding, isListed: isListed)
      } else if isListed {
        try print(finding, reporter)
      }
    }
  }

  private func print(_ finding: CheckFinding, _ reporter: Reporter) throws(Failure) {
    if isBesideData { return reporter.always(line(finding).rendered(MessageStyle.depth) + "\n") }
    if isJSON { return try write(finding.json.compact + [0x0A], reporter) }
    try write(Wrapping.lines(line(finding), surface, indent: 4), reporter)
  }

  private func write(_ lines: [StyledLine], _ reporter: Reporter) throws(Failure) {
    var text: [UInt8] = []
    surface.write(lines, to: &text)
    try write(text, reporter)
  }

  private func write(_ text: [UInt8], _ reporter: Reporter) throws(Failure) {
    let output = output
    try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(text[...]) }
  }

  private func line(_ finding: CheckFinding) -> StyledLine {
    let diagnostic = finding.diagnostic
    return MessageStyle.line(
      diagnostic.position, finding.isRepaired ? nil : diagnostic.severity,
      "\(diagnostic.message) [\(diagnostic.code.rawValue)]", surface.glyphs)
  }

  private mutating func count(_ finding: CheckFinding) {
    if let file = finding.diagnostic.file, file != lastFile {
      filesWithFindings.insert(file)
      lastFile = file
    }
    kinds[finding.diagnostic.code, default: FindingCount()].count(finding)
    if finding.isRepaired { repairs += 1 } else { counts[finding.diagnostic.severity, default: 0] += 1 }
  }

  /// Writes what is left, and the summary for people.
  mutating func finish(_ reporter: Reporter) throws(Failure) {
    if let groups { try Printing.print(surface.text(groups.lines(surface)), reporter, pager) }
    try OutputWriting.finish(output, reporter)
    guard !isQuiet, !isJSON else { return }
    reporter.always(summary + "\n" + table)
  }

  /// A warning, or a note that says something new of its file. What is remembered is bounded: beyond, all are
  /// new.
  private mutating func isNew(_ finding: Diagnostic) -> Bool {
    guard finding.severity == .note else { return true }
    // The demands of METHOD:PUBLISH differ from reminder to reminder; that there are any is said once.
    let isRestriction = finding.code == .restriction
    if isRestriction, saidRestriction { return false }
    let message = isRestriction ? finding.code.rawValue : finding.message
    guard saidNotes.count < 1000 else { return !saidNotes.contains(message) }
    if isRestriction { saidRestriction = true }
    return saidNotes.insert(message).inserted
  }

  /// `3 warnings and 1 note in 2 of 4 files; 48 reminders read`; with findings about other files `in 5 files;
  /// 4 calendar files and 48 reminders read`.
  private var summary: String {
    let parts =
      (repairs > 0 ? [Self.number(repairs, "repair")] : [])
      + [Diagnostic.Severity.error, .warning, .note].compactMap { severity in
        counts[severity].map { Self.number($0, severity.rawValue) }
      }
    let read = "\(Self.number(reminders, "reminder")) read"
    guard let last = parts.last else { return "nothing found in \(Self.number(files, "file")); \(read)" }
    let found = filesWithFindings.count
    let place =
      isAboutOthers ? Self.number(found, "file") : files == 1 ? "1 file" : "\(found) of \(files) files"
    let words =
      parts.count > 2
      ? parts.dropLast().joined(separator: ", ") + " and \(last)" : parts.joined(separator: " and ")
    var all = FindingCount()
    if repairs == 0 { for kind in kinds.values { all.add(kind) } }
    return
      "\(words)\(all.repairs) in \(place); \(isAboutOthers ? "\(Self.number(files, "calendar file")) and \(read)" : read)"
  }

  /// The number of findings of each code, the largest first, if there are many and they were not grouped.
  private var table: String {
    guard groups == nil, kinds.reduce(0, { $0 + $1.value.found }) >= Self.many else { return "" }
    let rows = kinds.sorted { ($1.value.found, $0.key.rawValue) < ($0.value.found, $1.key.rawValue) }
    let width = rows.map { String($0.value.found).count }.max() ?? 0
    return rows.map { code, kind in
      let number = String(kind.found)
      let words = repairs > 0 ? "" : kind.repairs
      return "  \(String(repeating: " ", count: width - number.count))\(number) \(code.rawValue)\(words)\n"
    }.joined()
  }

  private static func number(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
