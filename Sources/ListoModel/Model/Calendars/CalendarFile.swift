public import ICalendar

/// One file as it was read: its calendars, whole.
public struct CalendarFile: Sendable {
  /// One VCALENDAR, or the components outside of any.
  public struct Calendar: Sendable {
    /// Its own lines and its zones.
    public let context: CalendarContext
    /// Its VTODOs, in their order.
    public let reminders: [Reminder]
    /// The other components except time zones: events, journals, …
    public let others: [CalendarItem]
    /// The names of the reminders, in their order.
    let names: [IdentityInList]
    /// The same as numbers: ``IdentityInList/hash(of:uid:isOverride:)``.
    let nameHashes: [UInt64]
    /// The reminders that were read and are not held; nil where all are.
    var omitted: OmittedReminders?
  }

  /// In the order of the file.
  public let calendars: [Calendar]
  /// The problems of the file: the first ones of each code, and the number of the others.
  public let problems: [Diagnostic]
  /// Nothing but empty lines was in it.
  public let isEmpty: Bool
  /// True if the file is a list: its calendar names the list, or it has several reminders or calendars. Other
  /// files belong to the list of their folder. The decision does not depend on other files.
  public let isListOfItsOwn: Bool
  /// The UID of its first item that has one.
  let firstUID: [UInt8]?

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - file: the name of the input, as the user gave it.
  ///   - pipeline: distributes the batches over threads.
  ///   - isKept: selects the components that are held, in addition to zones; nil for all. The identity of the
  ///     list is decided by all components.
  /// - Throws: ``ICalendarError``, also for more components than ``Limit/items``.
  public init<S: ByteSource & Sendable>(
    reading source: S, file: String, limits: ReadingLimits = ReadingLimits(), zones: ZoneCache = ZoneCache(),
    on pipeline: some Pipeline = SerialPipeline(), keeping isKept: (@Sendable (Component) -> Bool)? = nil
  ) throws(ICalendarError) {
    try self.init(
      reading: source, file: file, limits: limits, zones: zones, on: pipeline, keeping: isKept, rows: nil)
  }

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - file: the name of the input, as the user gave it.
  ///   - pipeline: distributes the batches over threads.
  ///   - rows: what is held of it; nil for all. What list it is, is told by all.
  /// - Throws: ``ICalendarError``; with more components than ``Limit/items`` too.
  package init<S: ByteSource & Sendable>(
    reading source: S, file: String, limits: ReadingLimits, zones: ZoneCache, on pipeline: some Pipeline,
    rows: RowExcerpts?
  ) throws(ICalendarError) {
    try self.init(
      reading: source, file: file, limits: limits, zones: zones, on: pipeline, keeping: nil, rows: rows)
  }

  private init<S: ByteSource & Sendable>(
    reading source: S, file: String, limits: ReadingLimits, zones: ZoneCache, on pipeline: some Pipeline,
    keeping isKept: (@Sendable (Component) -> Bool)?, rows: RowExcerpts?
  ) throws(ICalendarError) {
    var splitter = CalendarSplitter(file: file, limits: limits, cache: zones, keepsBlocks: true, rows: rows)
    var drafts: [Draft] = []
    var count = 0
    let end = try pipeline.read(source, NoOrder(), limits: limits) { batch in
      NamedBatch(batch, keeping: isKept, rows: rows)
    } consume: { batch throws(ICalendarError) in
      try limits.count(batch.notes.batch.componentCount, in: &count)
      var (row, place, excerpt) = (0, 0, 0)
      splitter.take(batch.notes.batch, malformed: batch.notes.malformed, invalidLine: batch.notes.invalidLine)
      {
        component, calendar in
        while drafts.count <= calendar { drafts.append(Draft()) }
        let isReminder = component.kind == .vtodo
        defer { (row, place) = (row + (isReminder ? 1 : 0), place + 1) }
        var component = component
        if let isHeld = batch.isHeld, component.kind != .vtimezone {
          guard isHeld[place] else { return }
          // Without the bytes that were read with it, which are let go.
          component = component.detached()
        }
        if let excerpts = batch.excerpts, component.kind != .vtimezone {
          component = excerpts[excerpt]
          excerpt += 1
        }
        if isReminder, let name = batch.names[row] {
          drafts[calendar].append(component, name, batch.notes.reminders[row].name)
        } else if component.kind != .vtimezone {
          drafts[calendar].others.append(component)
        }
      }
      return true
    }
    if let error = end.error { throw error }
    splitter.finish()
    self.init(splitter, drafts)
  }

  /// - Parameter drafts: what each calendar holds, in the order of the splitter's; the last ones may be
  ///   missing.
  init(_ splitter: CalendarSplitter, _ drafts: [Draft]) {
    (problems, isEmpty, isListOfItsOwn) = (splitter.problems, splitter.isEmpty, splitter.isListOfItsOwn)
    firstUID = splitter.firstUID
    calendars = splitter.contexts.enumerated().map { index, context in
      (drafts.indices.contains(index) ? drafts[index] : Draft()).calendar(context)
    }
  }

  /// The content of a calendar while it is read.
  struct Draft {
    private(set) var components: [Component] = []
    private(set) var names: [IdentityInList] = []
    private(set) var nameHashes: [UInt64] = []
    var others: [Component] = []
    var omitted: OmittedReminders?

    mutating func append(_ component: Component, _ name: IdentityInList, _ hash: UInt64) {
      components.append(component)
      names.append(name)
      nameHashes.append(hash)
    }

    /// Puts its last reminders among the others, which are moved and not copied.
    ///
    /// - Parameter places: where each of the last ones stands then; they ascend.
    mutating func moveLast(to places: [Int]) {
      Self.moveLast(of: &components, to: places)
      Self.moveLast(of: &names, to: places)
      Self.moveLast(of: &nameHashes, to: places)
    }

    private static func moveLast<Element>(of elements: inout [Element], to places: [Int]) {
      let last = Array(elements.suffix(places.count))
      // Behind which place all others stand where they shall, and up to which they do not yet.
      var (end, rest) = (elements.count, elements.count - last.count)
      // By their places, so that no reference is counted.
      var span = elements.mutableSpan
      for (place, element) in zip(places, last).reversed() {
        while end - 1 > place {
          (end, rest) = (end - 1, rest - 1)
          span.swapAt(end, rest)
        }
        end -= 1
        span[end] = element
      }
    }

    fileprivate func calendar(_ context: CalendarContext) -> Calendar {
      Calendar(
        context: context, reminders: components.map { Reminder($0, in: context) },
        others: others.map { CalendarItem(component: $0, calendar: context) }, names: names,
        nameHashes: nameHashes, omitted: omitted)
    }
  }

  /// A batch, and what is known of its components: all that can be found on any thread.
  private struct NamedBatch: Sendable {
    let notes: BatchNotes
    /// Of each component; nil where all are held.
    private(set) var isHeld: [Bool]?
    /// The names of its reminders; nil for one that is not held.
    private(set) var names: [IdentityInList?] = []
    /// The excerpts of its components except zones; nil where these are held whole.
    let excerpts: [Component]?

    init(_ batch: ItemBatch, keeping isKept: (@Sendable (Component) -> Bool)?, rows: RowExcerpts?) {
      notes = BatchNotes(batch)
      excerpts = rows?.components(batch, notes)
      if isKept != nil { isHeld = [] }
      let bytes = batch.bytes
      // Reminders without UID and with the same content have one name, and share its text.
      var shared: Set<IdentityInList> = []
      for index in batch.indices {
        guard let component = batch.component(at: index) else { continue }
        let isHeld = isKept.map { $0(component) } ?? true
        self.isHeld?.append(isHeld)
        guard component.kind == .vtodo else { continue }
        guard isHeld else {
          names.append(nil)
          continue
        }
        // Most are known from the walk over all lines.
        let uid = notes.reminders[names.count].uid.map { String(decoding: bytes[$0], as: UTF8.self) }
        let name = uid.map { IdentityInList(uid: $0) } ?? IdentityInList(Reminder(component, in: .none))
        names.append(name.hasUID ? name : shared.insert(name).memberAfterInsert)
      }
    }
  }
}

/// A component of a calendar other than a reminder or a time zone: an event, a journal, an unknown component.
public struct CalendarItem: Sendable {
  /// The component, as it was read.
  public let component: Component
  /// The calendar of the component.
  public let calendar: CalendarContext

  /// An item of a calendar.
  public init(component: Component, calendar: CalendarContext) {
    (self.component, self.calendar) = (component, calendar)
  }
}
