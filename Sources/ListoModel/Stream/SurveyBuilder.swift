internal import ICalendar

/// Collects what a ``Survey`` knows, batch by batch.
struct SurveyBuilder: Sendable {
  /// A reminder that may belong to the list that is its folder.
  struct Member: Sendable {
    let name: UInt64
    let ordinal: Int
    let line: Int
    let uid: [UInt8]
  }

  private var splitter: CalendarSplitter
  private let file: String
  private(set) var counts: [ComponentKind: Int] = [:]
  private(set) var overriddenUIDs: Set<[UInt8]> = []
  private(set) var repeatedUIDs: Set<[UInt8]> = []
  private(set) var size = 0
  private(set) var missingEnd = MissingEnd()
  /// A reminder has no UID.
  private(set) var lacksUID = false
  /// See ``BatchNotes/needsSeries``.
  private(set) var needsSeries = false
  /// By ordinal, the holders of names within the calendars of this file; what there is to say about them.
  private var holders: [Int: Int] = [:]
  private var repetitions: DiagnosticLog
  private var names = HashCounts()
  /// Its reminders while they may all be one item of a collection.
  private var members: [Member] = []
  private var mayBeMember = true
  private var ordinal = 0

  private let limits: ReadingLimits

  init(file: String, limits: ReadingLimits, zones: ZoneCache) {
    (self.file, self.limits) = (file, limits)
    splitter = CalendarSplitter(file: file, limits: limits, cache: zones, keepsBlocks: false)
    repetitions = DiagnosticLog(limits: limits)
  }

  var contexts: [CalendarContext] { splitter.contexts }
  var problems: [Diagnostic] { splitter.problems }
  var isEmpty: Bool { splitter.isEmpty }
  var sawInvalidText: Bool { splitter.sawInvalidText }
  var sawMalformedLines: Bool { splitter.sawMalformedLines }
  var isListOfItsOwn: Bool { splitter.isListOfItsOwn }
  var hasSeveralItems: Bool { splitter.hasSeveralItems }
  var firstUID: [UInt8]? { splitter.firstUID }

  mutating func take(_ notes: BatchNotes) {
    size += notes.batch.content.count
    missingEnd.append(MissingEnd(notes.batch, keeping: notes.batch.lastWithBytes))
    lacksUID = lacksUID || notes.lacksUID
    needsSeries = needsSeries || notes.needsSeries
    mayBeMember = !splitter.hasSeveralItems
    // Taken out while its closure changes the rest, so that nothing is copied.
    var taken = CalendarSplitter(file: file, limits: limits, keepsBlocks: false)
    swap(&taken, &splitter)
    var row = 0
    taken.take(notes.batch, malformed: notes.malformed, invalidLine: notes.invalidLine) {
      component, calendar in
      counts[component.kind, default: 0] += 1
      if component.kind == .vtodo {
        see(component, notes.reminders[row], in: calendar)
        row += 1
      }
      ordinal += 1
    }
    swap(&taken, &splitter)
    if splitter.hasSeveralItems { members = [] }
  }

  mutating func finish() { splitter.finish() }

  private mutating func see(_ component: Component, _ note: BatchNotes.Reminder, in calendar: Int) {
    if note.isOverride { overriddenUIDs.insert(Array(component.rawUID)) }
    if mayBeMember {
      members.append(
        Member(
          name: note.name, ordinal: ordinal, line: component.lineNumber, uid: Array(component.rawUID)))
    }
    let count = names.count(note.name, in: calendar)
    guard count > 1 else { return }
    holders[ordinal] = count
    if !component.rawUID.isEmpty { repeatedUIDs.insert(Array(component.rawUID)) }
    repetitions.append(
      .repetition(of: String(decoding: component.rawUID, as: UTF8.self), file, component.lineNumber, count))
  }

  /// Which reminders are not the first holders of their names, by ordinal, and what there is to say about it.
  ///
  /// - Parameter collection: the names in the list that is the folder, where the file belongs to it.
  func repeatedNames(in collection: inout HashCounts) -> (holders: [Int: Int], problems: [Diagnostic]) {
    guard !isListOfItsOwn else { return (holders, repetitions.diagnostics) }
    var holders: [Int: Int] = [:]
    var problems = DiagnosticLog(limits: limits)
    for member in members {
      let count = collection.count(member.name)
      guard count > 1 else { continue }
      holders[member.ordinal] = count
      problems.append(
        .repetition(of: String(decoding: member.uid, as: UTF8.self), file, member.line, count))
    }
    return (holders, problems.diagnostics)
  }
}
