package import ICalendar

/// A survey and what builds on it in one pass: right for an input of one calendar that says who it is before
/// its first reminder, or not at all and then holds several, defines its zones before they are used, and
/// names no two reminders alike, as exports are.
///
/// ``run(_:limits:on:transform:consume:)`` tells where the input is another one; then a ``Survey`` is needed,
/// and nothing that was made of it holds.
package struct LiveSurvey: Sendable {
  private let file: String
  private let fileName: String
  private let folder: CatalogBuilder.Folder
  private var names = HashCounts()
  /// Reminders that are no overrides.
  private var masters = 0
  private var sawInvalidText = false
  private var log: DiagnosticLog
  /// What was met in reading, as ``Survey/problems`` has it.
  package var problems: [Diagnostic] { log.diagnostics }
  /// Two reminders have one name, or a series is refused.
  private var needsSurvey = false
  /// A series is written in one piece, so that an input with one whose parts stand apart needs a survey.
  private let refusesSeries: Bool
  private let refusesOverrides: Bool

  /// - Parameters:
  ///   - file: the name of the input, as the user gave it.
  ///   - fileName: its name within its folder, with the extension.
  ///   - limits: ``Limit/diagnostics`` of them counts.
  ///   - refusesSeries: an input with a series whose current occurrence may be another than its first
  ///     (``SeriesLines``) is another one.
  ///   - refusesOverrides: so is one with a changed occurrence.
  package init(
    file: String, fileName: String, in folder: CatalogBuilder.Folder, limits: ReadingLimits = ReadingLimits(),
    refusesSeries: Bool = false, refusesOverrides: Bool = false
  ) {
    (self.file, self.fileName, self.folder) = (file, fileName, folder)
    (self.refusesSeries, self.refusesOverrides) = (refusesSeries, refusesOverrides)
    log = DiagnosticLog(limits: limits)
  }

  /// Reads the input, and hands on what is made of each batch as long as the input may be one for a survey in
  /// one pass.
  ///
  /// - Parameters:
  ///   - transform: what is made of a batch; called on any thread.
  ///   - consume: called on the calling thread, in order; false to go no further.
  /// - Returns: false where the input is another one, or was not read to its end.
  /// - Throws: what `consume` throws.
  package mutating func run<Source: ByteSource & Sendable, Output: Sendable, Failure: Error>(
    _ source: Source, limits: ReadingLimits, on pipeline: some Pipeline,
    transform: @escaping @Sendable (LiveBatch) -> Output, consume: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let calendars = LiveCalendars(
      file: file, fileName: fileName, folder: folder, needsPlaces: true, isForOne: true)
    var isStopped = false
    let end = try pipeline.read(source, calendars, limits: limits) { batch in
      (output: transform(batch), notes: BatchNotes(batch.batch))
    } consume: { made throws(Failure) in
      take(made.notes)
      guard !needsSurvey else { return false }
      isStopped = try !consume(made.output)
      return !isStopped
    }
    guard !needsSurvey, !isStopped, end.error == nil, !end.order.isDoubtful, end.order.count == 1 else {
      return false
    }
    // With a name of its own each, two of them make a list of its own of a file that does not say which one
    // it is (``CalendarSplitter/isListOfItsOwn``).
    return !end.order.isUnnamed || masters > 1
  }

  /// Takes note of what was found in a batch, in the order of the input.
  private mutating func take(_ notes: BatchNotes) {
    for index in notes.batch.indices where notes.batch.kind(at: index) == .problem {
      if case .problem(let problem) = notes.batch[index] { log.append(problem.inFile(file)) }
    }
    for problem in notes.malformed { log.append(problem.inFile(file)) }
    if refusesSeries, notes.needsSeries { needsSurvey = true }
    if let line = notes.invalidLine, !sawInvalidText {
      sawInvalidText = true
      log.append(.invalidUTF8(line: line, in: file))
    }
    for reminder in notes.reminders {
      if names.count(reminder.name) > 1 { needsSurvey = true }
      if !reminder.isOverride { masters += 1 }
      if refusesOverrides, reminder.isOverride { needsSurvey = true }
    }
  }
}
