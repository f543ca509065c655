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
  /// What was met in reading, as ``Survey/problems`` has it.
  public private(set) var problems: [Diagnostic] = []
  private var repeats = false

  /// - Parameters:
  ///   - file: the input as the user named it.
  ///   - fileName: its name within its folder, with the extension.
  public init(file: String, fileName: String, in folder: CatalogBuilder.Folder) {
    self.file = file
    calendars = LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: true)
  }

  public var isDoubtful: Bool { repeats || calendars.isDoubtful || calendars.count != 1 }
  /// Something came that cannot be right later either.
  public var isLost: Bool { repeats || calendars.isDoubtful || calendars.count > 1 }

  /// Takes note of a batch, in the order of the input.
  public mutating func take(_ batch: ItemBatch) -> LiveBatch { calendars.take(batch) }

  /// Takes note of what was found in a batch, in the order of the input.
  public mutating func take(_ notes: BatchNotes) {
    for index in notes.batch.indices {
      if case .problem(let problem) = notes.batch[index] { problems.append(problem.inFile(file)) }
    }
    problems += notes.malformed.map { $0.inFile(file) }
    if let line = notes.invalidLine, !sawInvalidText {
      sawInvalidText = true
      problems.append(.invalidUTF8(line: line, in: file))
    }
    for reminder in notes.reminders where names.count(reminder.name) > 1 { repeats = true }
  }
}
