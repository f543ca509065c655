internal import Listo
internal import Platform

/// Says on standard error what was met, one line each, and remembers what the exit status must be.
final class Reporter {
  let isQuiet: Bool
  private let isStrict: Bool
  let limits: ReadingLimits
  private(set) var status = ExitStatus.done
  /// The codes of the problems so far.
  private(set) var met: Set<Diagnostic.Code> = []
  /// That what is converted on the way in gets a DTSTAMP of 1970 concerns those who keep the result alone.
  var tellsInventedStamps = false
  /// That a list without an identifier of its own is named with ~2 concerns those who see or write
  /// identifiers.
  var tellsListNames = false
  /// Data was written, so that those who keep it are told what it differs in.
  private var keepsData = false
  /// The inputs in UTF-16.
  private var decoded: [DecodedInputs] = []
  private var saidHint = false
  /// The catalogs that were read to be shown.
  private var shown: [Catalog] = []
  private var missing: MissingInputs?
  /// The title of a reminder or list that a message is about, where one is known.
  var titleOf: (ModelIdentifier) -> String? = { _ in nil }
  /// The line that tells how far the work is; nil where no one would see it.
  let progress: Progress?
  /// Where in its file each component of a converted input stands.
  private(set) var lines: [String: LineMap] = [:]

  /// - Parameter limits: ``Limit/diagnostics`` of them counts.
  init(
    isQuiet: Bool, isStrict: Bool, limits: ReadingLimits = ReadingLimits(), progress: Progress? = nil
  ) {
    (self.isQuiet, self.isStrict, self.limits, self.progress) = (isQuiet, isStrict, limits, progress)
  }

  func report(_ problem: Diagnostic) {
    guard tellsInventedStamps || problem.code != .inventedStamp else { return }
    // How a list is called that has no name of its own concerns those who name it.
    guard tellsListNames || keepsData || problem.code != .duplicateIdentifier || problem.severity != .note
    else { return }
    let problem = placed(problem)
    met.insert(problem.code)
    if problem.severity == .error || (isStrict && problem.severity != .note) { raise(.doubtful) }
    guard !isQuiet || problem.severity == .error else { return }
    write(MessageStyle.text(problem, problem.isCount ? hint : ""))
  }

  /// Where the count of what is not told first appears: how to have it told.
  private var hint: String {
    defer { saidHint = true }
    return saidHint ? "" : " (--input-limit diagnostics=none prints all)"
  }

  /// Takes note of inputs that were converted: from now on lines are those of the iCalendar that was made of
  /// them, and are told as those of the input.
  func learn(_ tree: InputTree) {
    for input in tree.inputs where input.lines != nil { lines[input.name] = input.lines }
    decoded.append(tree.decoded)
  }

  /// Takes note of what is shown: times in zones that nothing defines are told at the end.
  func learn(_ catalog: Catalog) { shown.append(catalog) }

  private func tellUnknownZones() {
    guard !met.contains(.unknownZone) else { return }
    var told: Set<String> = []
    for calendar in shown.flatMap(\.sources).flatMap(\.lists).flatMap(\.calendars) {
      for name in calendar.zones.unknownNames where told.insert(calendar.file + "\n" + name).inserted {
        report(
          Diagnostic(
            .warning, .unknownZone, file: calendar.file,
            "nothing defines the time zone '\(name)'; its times are read as local times"))
      }
    }
  }

  /// Data is written: what it differs in from the inputs is told at the end.
  func keepData() { keepsData = true }

  /// The problem with its line in the file that the user named.
  func placed(_ problem: Diagnostic) -> Diagnostic {
    guard let file = problem.file, let map = lines[file] else { return problem }
    var copy = problem
    copy.line = problem.line.flatMap(map.originalLine)
    return copy
  }

  func report(_ error: StoreError) {
    guard error.code != .brokenPipe else { return }
    let status: ExitStatus =
      switch error.code {
      case .missing, .unreadable, .ambiguous, .tooLarge, .tooManyItems: .noInput
      case .cannotCreate: .cannotCreate
      case .writeFailed, .brokenPipe: .inputOutput
      }
    raise(status)
    write(MessageStyle.text(error.path, error.reason, code: Self.word(error.code)))
  }

  /// Inputs that are missing, beyond the errors that said so: at once where there is no other, else at the
  /// end.
  func report(_ inputs: MissingInputs) {
    guard inputs.areAll else {
      missing = inputs
      return
    }
    if let suggestion = inputs.suggestion { note(suggestion) }
  }

  /// A line for people, unless they asked for quiet.
  func note(_ text: String) {
    if !isQuiet { write(MessageStyle.text(text)) }
  }

  /// Notes that `m` in a date counts minutes, and no longer months.
  func noteMinutes(in text: String) {
    if let note = DateExpression.minutesNote(in: text) { self.note(note) }
  }

  /// Reports a failure beyond one file.
  func error(_ text: String) { write(MessageStyle.text("error: " + text)) }

  /// Writes requested output to standard error because standard output is taken.
  func always(_ text: String) {
    write(text)
  }

  /// Tells of an input that does not come: soon on a terminal, later where it may be a log that is read; nil
  /// where quiet was asked for.
  var patience: Patience? {
    guard !isQuiet else { return nil }
    let isTerminal = Terminal.isTerminal(.error)
    return Patience(milliseconds: isTerminal ? 1000 : 3000, coversStandardInput: isTerminal) {
      [progress] name in
      let input = name == "-" ? "standard input" : name
      let text = Visible.line("note: waiting for \(input), which has sent nothing yet") + "\n"
      if let progress { progress.say(text) } else { ProcessEnvironment.writeToStandardError(text) }
    }
  }

  /// Standard output; where it is the terminal that progress is shown on, that gives way to it.
  func standardOutput() -> Output { standardOutput(rewrite: nil) }

  /// Standard output for data in some format: byte for byte, but on a terminal, where it is for people to
  /// look at, nothing steers that (``VisibleData``).
  func dataOutput() -> Output {
    keepData()
    guard Terminal.isTerminal(.output) else { return standardOutput() }
    var data = VisibleData(Glyphs.forLocale(ProcessEnvironment.variable))
    return standardOutput { data.take($0, isEnd: $1) }
  }

  private func standardOutput(rewrite: Output.Rewriting?) -> Output {
    let progress = Terminal.isTerminal(.output) ? self.progress : nil
    return .standardOutput(willWrite: progress.map { progress in { progress.end() } }, rewrite: rewrite)
  }

  /// Keeps the status that matters more: the larger number.
  func raise(_ status: ExitStatus) {
    if status.rawValue > self.status.rawValue { self.status = status }
  }

  /// Ends the command with the status of what was reported.
  ///
  /// - Throws: ``Failure`` unless all is well.
  func finish() throws(Failure) {
    tellUnknownZones()
    if keepsData {
      for name in decoded.flatMap(\.names) {
        report(Diagnostic(.note, .utf16, file: name, "it is UTF-16; the output is UTF-8"))
      }
    }
    if let missing {
      error(missing.summary)
      if let suggestion = missing.suggestion { note(suggestion) }
    }
    if status != .done { throw Failure(status) }
  }

  private func write(_ text: String) {
    if let progress { progress.say(text) } else { ProcessEnvironment.writeToStandardError(text) }
  }

  private static func word(_ code: StoreError.Code) -> String {
    switch code {
    case .missing: "missing"
    case .unreadable: "unreadable"
    case .ambiguous: "ambiguous-format"
    case .tooLarge: "input-too-large"
    case .tooManyItems: "too-many-items"
    case .cannotCreate: "cannot-create"
    case .writeFailed, .brokenPipe: "write-failed"
    }
  }
}
