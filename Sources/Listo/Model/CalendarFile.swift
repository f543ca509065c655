public import ICalendar

/// One file as it was read: its calendars, whole.
public struct CalendarFile: Sendable {
  /// One VCALENDAR, or the components that stand outside of any.
  public struct Calendar: Sendable {
    public let context: CalendarContext
    public let reminders: [Reminder]
    /// What else it holds but zones, by component name.
    public let others: [String: Int]
    /// The UIDs of all its components.
    let uids: Set<String>
  }

  public let calendars: [Calendar]
  public let problems: [Diagnostic]
  /// Nothing but empty lines was in it.
  public let isEmpty: Bool

  /// Reads a file to its end.
  ///
  /// - Parameter file: the input as the user named it.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  public init<S: ByteSource>(
    reading source: S, file: String, limits: ReadingLimits = ReadingLimits(), zones: ZoneCache = ZoneCache()
  ) throws(ICalendarError) {
    var builder = Builder(file: file, cache: zones)
    var reader = BatchReader(source, limits: limits)
    while let batch = try reader.next() { builder.take(batch) }
    builder.finish()
    (calendars, problems, isEmpty) = (builder.calendars, builder.problems, builder.isEmpty)
  }

  /// The file is a list of its own: it says so, or holds several reminders or several calendars. All others belong to the list
  /// that is their folder. Decided for each file by itself, so that it does not depend on the neighbours.
  public var isListOfItsOwn: Bool {
    if calendars.count > 1 { return true }
    guard let only = calendars.first else { return false }
    return only.context.identifier != nil || only.context.title != nil || only.uids.count > 1
  }

  private struct Builder {
    let file: String
    var calendars: [Calendar] = []
    var problems: [Diagnostic] = []
    var isEmpty = true
    private var header: Component?
    private var trailing: [Component] = []
    private var components: [Component] = []
    private var sawInvalidText = false

    private let cache: ZoneCache

    init(file: String, cache: ZoneCache) {
      (self.file, self.cache) = (file, cache)
    }

    mutating func take(_ batch: ItemBatch) {
      for item in batch {
        switch item {
        case .open(let component):
          close()
          header = component
        case .properties(let component): trailing.append(component)
        case .component(let component): components.append(component)
        case .close: close()
        case .other(let bytes):
          if isEmpty, !bytes.allSatisfy(\.isWhiteSpace) { isEmpty = false }
        case .problem(var problem):
          problem.file = file
          problems.append(problem)
        }
      }
      problems += batch.malformedLines.map { $0.inFile(file) }
      if !sawInvalidText, let line = batch.firstInvalidLine {
        sawInvalidText = true
        problems.append(
          Diagnostic(
            .warning, .invalidUTF8, file: file, line: line,
            "bytes that are not UTF-8; they are kept, and shown as \u{FFFD}"))
      }
    }

    mutating func finish() { close() }

    private mutating func close() {
      defer { (header, trailing, components) = (nil, [], []) }
      guard header != nil || !components.isEmpty else { return }
      isEmpty = false
      let zones = components.filter { $0.kind == .vtimezone }
      let context = CalendarContext(
        header: header, trailing: trailing, zones: zones.isEmpty ? .empty : ZoneTable(zones, cache: cache), file: file)
      var others: [String: Int] = [:]
      var reminders: [Reminder] = []
      var uids: Set<String> = []
      for component in components where component.kind != .vtimezone {
        if let uid = component.first(.uid) { uids.insert(uid.rawText) }
        if component.kind == .vtodo {
          reminders.append(Reminder(component, in: context))
        } else {
          others[component.name, default: 0] += 1
        }
      }
      calendars.append(Calendar(context: context, reminders: reminders, others: others, uids: uids))
    }
  }
}
