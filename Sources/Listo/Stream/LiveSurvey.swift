public import ICalendar

/// A survey and what builds on it in one pass: right for an input of one calendar that says who it is before its first reminder,
/// defines its zones before they are used, and names no two reminders alike, as exports are.
///
/// `isDoubtful` tells that the input is another one; then a ``Survey`` is needed, and nothing that was made of it holds.
public struct LiveSurvey: Sendable {
  private var calendars: LiveCalendars
  private var names = HashCounts()
  private let file: String
  private var sawInvalidText = false
  private var log: DiagnosticLog
  /// What was met in reading, as ``Survey/problems`` has it.
  public var problems: [Diagnostic] { log.diagnostics }
  private var repeats = false

  /// - Parameters:
  ///   - file: the input as the user named it.
  ///   - fileName: its name within its folder, with the extension.
  ///   - limits: ``Limit/diagnostics`` of them counts.
  public init(
    file: String, fileName: String, in folder: CatalogBuilder.Folder, limits: ReadingLimits = ReadingLimits()
  ) {
    self.file = file
    log = DiagnosticLog(limits: limits)
    calendars = LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: true)
  }

  public var isDoubtful: Bool { repeats || calendars.isDoubtful || calendars.count != 1 }
  /// Something came that cannot be right later either.
  public var isLost: Bool { repeats || calendars.isDoubtful || calendars.count > 1 }

  /// Takes note of a batch, in the order of the input.
  public mutating func take(_ batch: ItemBatch) -> LiveBatch { calendars.take(batch) }

  /// Takes note of what was found in a batch, in the order of the input.
  public mutating func take(_ notes: BatchNotes) {
    for index in notes.batch.indices where notes.batch.kind(at: index) == .problem {
      if case .problem(let problem) = notes.batch[index] { log.append(problem.inFile(file)) }
    }
    for problem in notes.malformed { log.append(problem.inFile(file)) }
    if let line = notes.invalidLine, !sawInvalidText {
      sawInvalidText = true
      log.append(.invalidUTF8(line: line, in: file))
    }
    for reminder in notes.reminders where names.count(reminder.name) > 1 { repeats = true }
  }
}
