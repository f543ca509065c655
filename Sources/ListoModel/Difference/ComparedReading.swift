package import ICalendar

/// Reads two large inputs that are to be compared, and holds what one of them has and the other has not byte
/// for byte: what both have alike is counted.
///
/// Reminders without UID, and those of one name, are held too, because their names depend on the others.
///
/// Inputs whose calendars have other names than those of the other one, or other zones, or zones behind their
/// use, are read whole (``CalendarFile``); what ``CatalogDifference`` tells of them is the same.
///
///     var reading = ComparedReading(…)
///     guard try reading.readOld(source, on: pipeline), try reading.readNew(other, on: pipeline) else { … }
///     if reading.lacksNew { guard try reading.readNew(other once more, on: pipeline) else { … } }
///     if reading.lacksOld { guard try reading.readOldAgain(source once more, on: pipeline) else { … } }
///     let (old, new) = reading.finish()
package struct ComparedReading {
  /// An input of it.
  package struct Side {
    let file: String
    let fileName: String
    let folder: CatalogBuilder.Folder
    let limits: ReadingLimits

    /// - Parameters:
    ///   - file: the name of the input, as the user gave it.
    ///   - fileName: its name within its folder, with the extension.
    package init(
      file: String, fileName: String, in folder: CatalogBuilder.Folder, limits: ReadingLimits
    ) {
      (self.file, self.fileName, self.folder, self.limits) = (file, fileName, folder, limits)
    }

    fileprivate var calendars: LiveCalendars {
      LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: false)
    }
  }

  /// The part of an input that is known so far.
  fileprivate struct Draft {
    let side: Side
    var splitter: CalendarSplitter
    /// One for each calendar.
    var made: [CalendarFile.Draft] = []
    var contexts: [CalendarContext] { splitter.contexts }
    /// The identifiers and the titles of its lists.
    var names: [String] {
      contexts.flatMap {
        [$0.listIdentifier(inFile: side.fileName), $0.listTitle(inFile: side.fileName)]
      }
    }

    init(_ side: Side, _ zones: ZoneCache) {
      self.side = side
      splitter = CalendarSplitter(file: side.file, limits: side.limits, cache: zones, keepsBlocks: false)
    }
  }

  private let zoneCache: ZoneCache
  private var old: Draft
  private var new: Draft
  /// The digests of the old input.
  private var index = ReminderDigests()
  /// The names that several reminders of a calendar have (``Batch/repeatedName(_:in:)``).
  private var repeated: Set<UInt64> = []
  /// Two reminders of the new input have one name, which was not known before its end: it has to be read once
  /// more.
  package private(set) var lacksNew = false

  /// - Parameter zones: shared by both inputs, which are likely to define the same.
  package init(old: Side, new: Side, zones: ZoneCache) {
    (self.old, self.new, zoneCache) = (Draft(old, zones), Draft(new, zones), zones)
  }

  // MARK: Reading

  /// Reads the old input.
  ///
  /// - Returns: false where both have to be read whole.
  /// - Throws: ``ICalendarError``; with more components than ``Limit/items`` too.
  /// - Complexity: linear in its bytes; 50 to 90 bytes are kept of each reminder.
  package mutating func readOld<S: ByteSource & Sendable>(
    _ source: S, on pipeline: some Pipeline
  ) throws(ICalendarError) -> Bool {
    var (index, names) = (ReminderDigests(), [UInt64]())
    let isRight = try Self.read(source, &old, on: pipeline) { live in
      Batch(live, comparedWith: nil, holding: [])
    } consume: { batch in
      for (reminder, note) in zip(batch.reminders, batch.notes.reminders) {
        index.append(reminder.digest, at: reminder.place, in: reminder.calendar, note.name)
        names.append(Batch.repeatedName(note.name, in: reminder.calendar))
      }
      return true
    }
    repeated = HashShares.repeated([names], on: pipeline)
    self.index = index
    return isRight
  }

  /// Reads the new input.
  ///
  /// - Returns: false where both have to be read whole.
  /// - Throws: as ``readOld(_:on:)``.
  package mutating func readNew<S: ByteSource & Sendable>(
    _ source: S, on pipeline: some Pipeline
  ) throws(ICalendarError) -> Bool {
    let (known, zones, repeated) = (index, old.contexts.map(\.zones), repeated)
    new = Draft(new.side, zoneCache)
    var names: [UInt64] = []
    var isSame = [Bool](repeating: false, count: known.count)
    var compared: ZoneTable?
    let isRight = try Self.read(source, &new, on: pipeline) { live in
      Batch(live, comparedWith: known, holding: repeated)
    } consume: { batch in
      for (reminder, note) in zip(batch.reminders, batch.notes.reminders) {
        names.append(Batch.repeatedName(note.name, in: reminder.calendar))
      }
      if let last = batch.last, last.zones !== compared {
        guard last.calendar < zones.count, last.zones.hasSameDefinitions(as: zones[last.calendar]) else {
          return false
        }
        compared = last.zones
      }
      for reminder in batch.reminders { if let same = reminder.same { isSame[same] = true } }
      return true
    }
    index.take(isSame)
    self.repeated.formUnion(HashShares.repeated([names], on: pipeline))
    lacksNew = self.repeated.count > repeated.count
    return isRight && (old.contexts.count == 1 && new.contexts.count == 1 || old.names == new.names)
      && zip(new.contexts, zones).allSatisfy { $0.zones.hasSameDefinitions(as: $1) }
  }

  /// Reminders of the old input are not in the new one as they are there, so that it has to be read once
  /// more.
  package var lacksOld: Bool { index.hasOthers }

  /// Reads the old input once more, for what is not in the new one.
  ///
  /// - Returns: false where both have to be read whole.
  /// - Throws: ``ICalendarError``.
  package mutating func readOldAgain<S: ByteSource & Sendable>(
    _ source: S, on pipeline: some Pipeline
  ) throws(ICalendarError) -> Bool {
    let index = self.index
    var (next, isRight) = (0, true)
    let end = try pipeline.read(source, old.side.calendars, limits: old.side.limits) { live in
      Excerpt(live.batch, index)
    } consume: { part throws(ICalendarError) in
      guard let part, part.count == 0 || part.first == next else {
        isRight = false
        return false
      }
      next += part.count
      for kept in part.kept { old.hold(kept) }
      return true
    }
    if let error = end.error { throw error }
    return isRight && next == index.count
  }

  /// Returns the content that was read. ``OmittedReminders/same`` is the number of reminders that both have
  /// alike.
  package func finish() -> (old: CalendarFile, new: CalendarFile) {
    let files = [old, new].map { draft in
      var made = draft.made
      while made.count < draft.contexts.count { made.append(CalendarFile.Draft()) }
      for calendar in made.indices {
        made[calendar].omitted = OmittedReminders()
        made[calendar].omitted?.same = index.sameCount(in: calendar)
      }
      return CalendarFile(draft.splitter, made)
    }
    return (files[0], files[1])
  }

  // MARK: Batches

  /// - Returns: false where the input has to be read whole.
  private static func read<S: ByteSource & Sendable>(
    _ source: S, _ draft: inout Draft, on pipeline: some Pipeline,
    transform: @escaping @Sendable (LiveBatch) -> Batch, consume: (Batch) -> Bool
  ) throws(ICalendarError) -> Bool {
    let limits = draft.side.limits
    var (count, isRight) = (0, true)
    let end = try pipeline.read(
      source, draft.side.calendars, limits: limits, transform: transform
    ) { batch throws(ICalendarError) in
      try limits.count(batch.notes.batch.componentCount, in: &count)
      take(batch, &draft)
      isRight = consume(batch)
      return isRight
    }
    if let error = end.error { throw error }
    guard isRight, !end.order.isDoubtful else { return false }
    draft.splitter.finish()
    return draft.splitter.isListOfItsOwn && !draft.contexts.isEmpty
  }

  private static func take(_ batch: Batch, _ draft: inout Draft) {
    draft.splitter.take(
      batch.notes.batch, malformed: batch.notes.malformed, invalidLine: batch.notes.invalidLine
    ) { _, _ in }
    for kept in batch.kept { draft.hold(kept) }
    for (component, calendar) in zip(batch.others, batch.calendarsOfOthers) {
      draft.hold(other: component, in: calendar)
    }
  }

  /// A reminder that is held.
  fileprivate struct Kept: Sendable {
    let calendar: Int
    let component: Component
    let name: IdentityInList
    let hash: UInt64
  }

  /// A batch, and what can be found out about it on any thread.
  private struct Batch: Sendable {
    struct Reminder: Sendable {
      /// Nil for one that may not be left out.
      let digest: ByteHash?
      /// Its offset in the input, and the number of its calendar.
      let place: Int
      let calendar: Int
      /// The number of the old one that has the same bytes.
      let same: Int?
    }

    let notes: BatchNotes
    private(set) var reminders: [Reminder] = []
    /// The reminders of the new input that the old one has not.
    private(set) var kept: [Kept] = []
    private(set) var others: [Component] = []
    private(set) var calendarsOfOthers: [Int] = []
    /// Its last calendar.
    let last: (calendar: Int, zones: ZoneTable)?

    /// - Parameters:
    ///   - known: the reminders of the old input; nil for that input itself.
    ///   - repeated: the names of reminders that may not be left out.
    init(_ live: LiveBatch, comparedWith known: ReminderDigests?, holding repeated: Set<UInt64>) {
      let batch = live.batch
      let lines = batch.walk(Self.names)
      notes = BatchNotes(batch, lines)
      last = live.calendars.last.map { (live.first + live.calendars.count - 1, $0.context.zones) }
      var (positions, others): ([Position], [Int]) = ([], [])
      // Behind the old one that was met last.
      var guess = 0
      live.forEach { position, _, calendar in
        guard case .component(let kind) = batch.kind(at: position), kind != .vtimezone else { return }
        guard kind == .vtodo else {
          others.append(position)
          calendarsOfOthers.append(calendar)
          return
        }
        let note = notes.reminders[reminders.count]
        // Where carriage returns end lines, the same bytes may be other lines.
        let digest =
          !note.standsAlone || repeated.contains(Self.repeatedName(note.name, in: calendar))
            || batch.returnsEndLines
          ? nil : ByteHash(batch.bytes.span, batch.extent(at: position))
        var same = digest.flatMap { known?.number(of: $0, near: guess) }
        if let found = same, let known, known.calendar(of: found) != calendar { same = nil }
        if let same { guess = same + 1 }
        reminders.append(
          Reminder(
            digest: digest, place: batch.extent(at: position).lowerBound + batch.shift, calendar: calendar,
            same: same))
        if known != nil, same == nil {
          positions.append(Position(index: position, calendar: calendar, name: note.name))
        }
      }
      kept = ComparedReading.detached(positions, batch)
      self.others = batch.excerpt(of: others)
    }

    /// A hash of a name and the calendar in which no other reminder is to have it.
    static func repeatedName(_ name: UInt64, in calendar: Int) -> UInt64 {
      name &+ UInt64(calendar) &* 0x9E37_79B9_7F4A_7C15
    }

    private static let names = PropertySelection([.uid] + SeriesLines.ids)
  }

  /// The reminders of a batch of the old input that the new one has not.
  private struct Excerpt: Sendable {
    /// The number of its first reminder.
    let first: Int
    /// How many reminders are in it.
    private(set) var count = 0
    private(set) var kept: [Kept] = []

    /// Nil where it is not what it was.
    init?(_ batch: ItemBatch, _ index: ReminderDigests) {
      let places = batch.indices.filter { batch.kind(at: $0) == .component(.vtodo) }
      guard let start = places.first else {
        first = 0
        return
      }
      guard let first = index.number(at: batch.extent(at: start).lowerBound + batch.shift) else { return nil }
      (self.first, count) = (first, places.count)
      var positions: [Position] = []
      for (row, position) in places.enumerated() {
        guard index.isAt(batch.extent(at: position).lowerBound + batch.shift, number: first + row) else {
          return nil
        }
        guard !index.isSame(first + row) else { continue }
        positions.append(
          Position(
            index: position, calendar: index.calendar(of: first + row), name: index.names[first + row]))
      }
      kept = ComparedReading.detached(positions, batch)
    }
  }

  /// A reminder of a batch that is to be held.
  private struct Position {
    /// Its place among the items.
    let index: Int
    let calendar: Int
    /// The hash of its name.
    let name: UInt64
  }

  /// Gives reminders of a batch bytes of their own.
  private static func detached(_ positions: [Position], _ batch: ItemBatch) -> [Kept] {
    zip(batch.excerpt(of: positions.map(\.index)), positions).map { component, position in
      Kept(
        calendar: position.calendar, component: component,
        name: IdentityInList(Reminder(component, in: .none)), hash: position.name)
    }
  }
}

extension ComparedReading.Draft {
  fileprivate mutating func hold(_ kept: ComparedReading.Kept) {
    makeRoom(for: kept.calendar)
    made[kept.calendar].append(kept.component, kept.name, kept.hash)
  }

  fileprivate mutating func hold(other component: Component, in calendar: Int) {
    makeRoom(for: calendar)
    made[calendar].others.append(component)
  }

  private mutating func makeRoom(for calendar: Int) {
    while made.count <= calendar { made.append(CalendarFile.Draft()) }
  }
}

extension ZoneTable {
  /// The same names, and the same bytes of each.
  fileprivate func hasSameDefinitions(as other: ZoneTable) -> Bool {
    guard definitions.count == other.definitions.count else { return false }
    return definitions.allSatisfy { name, zone in other.definitions[name]?.bytes == zone.bytes }
  }
}
