package import ICalendar

/// A survey and what builds on it in one pass: right for an input whose calendars say which lists they are
/// before their first reminder, or not at all and then are one with several reminders, define their zones
/// before they are used, and name few reminders alike, as exports do.
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
  private var repetitions: DiagnosticLog
  /// The number of batches, and of those with a name that was there before.
  private var (batches, repeatingBatches) = (0, 0)
  /// The problems met in reading, as ``Survey/problems`` has them.
  package var problems: [Diagnostic] { log.diagnostics + repetitions.diagnostics }
  /// Lists whose name was held before, as ``ListNames/problems`` has them.
  package private(set) var problemsOfLists: [Diagnostic] = []
  /// Many reminders have names that others have, or a series is refused.
  private var needsSurvey = false
  /// A series is written in one piece, so that an input with one whose parts stand apart needs a survey.
  private let refusesSeries: Bool
  private let refusesOverrides: Bool
  private let refusesCalendars: Bool

  /// - Parameters:
  ///   - file: the name of the input, as the user gave it.
  ///   - fileName: its name within its folder, with the extension.
  ///   - limits: ``Limit/diagnostics`` of them counts.
  ///   - refusesSeries: an input with a series whose current occurrence may be another than its first
  ///     (``SeriesLines``) is another one.
  ///   - refusesOverrides: so is one with a changed occurrence.
  ///   - refusesCalendars: so is one of several calendars.
  package init(
    file: String, fileName: String, in folder: CatalogBuilder.Folder, limits: ReadingLimits = ReadingLimits(),
    refusesSeries: Bool = false, refusesOverrides: Bool = false, refusesCalendars: Bool = false
  ) {
    (self.file, self.fileName, self.folder) = (file, fileName, folder)
    (self.refusesSeries, self.refusesOverrides) = (refusesSeries, refusesOverrides)
    self.refusesCalendars = refusesCalendars
    (log, repetitions) = (DiagnosticLog(limits: limits), DiagnosticLog(limits: limits))
  }

  /// Reads the input, and hands on what is made of each batch as long as the input may be one for a survey in
  /// one pass.
  ///
  /// - Parameters:
  ///   - transform: what is made of a batch whose reminders have these numbers among those of their names, by
  ///     their places among the items; 1 where there is none. Called on any thread, and once more for a batch
  ///     with a name that was there before.
  ///   - consume: called on the calling thread, in order; false to go no further.
  /// - Returns: false where the input is another one, or was not read to its end.
  /// - Throws: what `consume` throws.
  package mutating func run<Source: ByteSource & Sendable, Output: Sendable, Failure: Error>(
    _ source: Source, limits: ReadingLimits, on pipeline: some Pipeline,
    transform: @escaping @Sendable (LiveBatch, _ holders: [Int: Int]) -> Output,
    consume: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let calendars = LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: true)
    var isStopped = false
    let end = try pipeline.read(source, calendars, limits: limits) { batch in
      (batch: batch, output: transform(batch, [:]), notes: BatchNotes(batch.batch))
    } consume: { made throws(Failure) in
      let holders = add(made.batch, made.notes)
      guard !needsSurvey else { return false }
      isStopped = try !consume(holders.isEmpty ? made.output : transform(made.batch, holders))
      return !isStopped
    }
    guard !needsSurvey, !isStopped, end.error == nil, !end.order.isDoubtful, end.order.count > 0 else {
      return false
    }
    if end.order.count > 1 {
      var lists = ListNames()
      for context in end.order.contexts {
        _ = lists.calendar(context, fileName, folder, isOwnList: true, uid: nil)
      }
      problemsOfLists = lists.problems
    }
    // With a name of its own each, two of them make a list of its own of a file that does not say which one
    // it is (``ItemCount/areListOfTheirOwn(_:)``).
    return !end.order.isUnnamed || masters > 1 || end.order.count > 1
  }

  /// Takes note of what was found in a batch, in the order of the input.
  ///
  /// - Returns: by their places among the items, the numbers of reminders among those of their names; without
  ///   the first ones.
  private mutating func add(_ live: LiveBatch, _ notes: BatchNotes) -> [Int: Int] {
    var (row, holders): (Int, [Int: Int]) = (0, [:])
    live.forEach { index, _, calendar in
      switch notes.batch.kind(at: index) {
      case .problem:
        if case .problem(let problem) = notes.batch[index] { log.append(problem.inFile(file)) }
      case .component(.vtodo):
        let reminder = notes.reminders[row]
        row += 1
        if !reminder.isOverride { masters += 1 }
        if refusesOverrides, reminder.isOverride { needsSurvey = true }
        let count = names.count(reminder.name, in: calendar)
        guard count > 1, let component = notes.batch.component(at: index) else { return }
        holders[index] = count
        let uid = String(decoding: component.rawUID, as: UTF8.self)
        repetitions.append(.repetition(of: uid, file, component.lineNumber, count))
      default: break
      }
      if refusesCalendars, calendar > 0 { needsSurvey = true }
    }
    batches += 1
    if !holders.isEmpty { repeatingBatches += 1 }
    // To make so many of them again takes more than to read the input twice.
    if repeatingBatches > max(8, batches / 4) { needsSurvey = true }
    for problem in notes.malformed { log.append(problem.inFile(file)) }
    if refusesSeries, notes.needsSeries { needsSurvey = true }
    if let line = notes.invalidLine, !sawInvalidText {
      sawInvalidText = true
      log.append(.invalidUTF8(line: line, in: file))
    }
    return holders
  }
}
