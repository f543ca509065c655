public import ICalendar

/// One file as it was read: its calendars, whole.
public struct CalendarFile: Sendable {
  /// One VCALENDAR, or the components that stand outside of any.
  public struct Calendar: Sendable {
    /// Its own lines and its zones.
    public let context: CalendarContext
    /// Its VTODOs, in their order.
    public let reminders: [Reminder]
    /// What else it holds but zones: events, journals, …
    public let others: [CalendarItem]
  }

  /// In the order of the file.
  public let calendars: [Calendar]
  /// What was met in reading it: of each kind the first ones, and how many more there were.
  public let problems: [Diagnostic]
  /// Nothing but empty lines was in it.
  public let isEmpty: Bool
  /// The file is a list of its own: it says so, or holds several reminders or several calendars. All others belong to the list
  /// that is their folder. Decided for each file by itself, so that it does not depend on the neighbours.
  public let isListOfItsOwn: Bool
  /// Of its first item that has one.
  let firstUID: [UInt8]?

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - file: the input as the user named it.
  ///   - isKept: which of its components are held, but for zones; nil for all. What list it is, is told by all.
  /// - Throws: ``ICalendarError``; with more components than ``Limit/items`` too.
  public init<S: ByteSource>(
    reading source: S, file: String, limits: ReadingLimits = ReadingLimits(), zones: ZoneCache = ZoneCache(),
    keeping isKept: ((Component) -> Bool)? = nil
  ) throws(ICalendarError) {
    var splitter = CalendarSplitter(file: file, limits: limits, cache: zones, keepsBlocks: true)
    var components: [[Component]] = []
    var reader = BatchReader(source, limits: limits)
    var count = 0
    while let batch = try reader.next() {
      try limits.count(batch.componentCount, in: &count)
      splitter.take(batch) { component, calendar in
        if let isKept, component.kind != .vtimezone, !isKept(component) { return }
        while components.count <= calendar { components.append([]) }
        components[calendar].append(component)
      }
    }
    splitter.finish()
    (problems, isEmpty, isListOfItsOwn) = (splitter.problems, splitter.isEmpty, splitter.isListOfItsOwn)
    firstUID = splitter.firstUID
    calendars = splitter.contexts.enumerated().map { index, context in
      Calendar(context, components.indices.contains(index) ? components[index] : [])
    }
  }
}

extension CalendarFile.Calendar {
  fileprivate init(_ context: CalendarContext, _ components: [Component]) {
    var others: [CalendarItem] = []
    var reminders: [Reminder] = []
    for component in components {
      switch component.kind {
      case .vtodo: reminders.append(Reminder(component, in: context))
      case .vtimezone: continue
      default: others.append(CalendarItem(component: component, calendar: context))
      }
    }
    self.init(context: context, reminders: reminders, others: others)
  }
}
