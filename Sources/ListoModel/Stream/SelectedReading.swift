package import ICalendar

/// Reads a large input of which a catalog is to hold what a view asks for, and counts the rest: on all cores, as a filter does, with the
/// memory of what is shown.
///
/// It is right for what exports look like: a list of its own whose zones stand before their use, in which every reminder has a UID and no
/// two are named alike. Of all others it says so, and the input is read whole (``CalendarFile``); what is shown is the same.
///
///     var reading = SelectedReading(selection, …)
///     guard try reading.read(source, on: pipeline) else { … }
///     if reading.lacksParents { try reading.readParents(from: a source once more, on: pipeline) }
///     guard let file = reading.finish() else { … }
package struct SelectedReading {
  private let fileName: String
  private let folder: CatalogBuilder.Folder
  private let file: String
  private let limits: ReadingLimits
  private let decider: RowDecider
  private var splitter: CalendarSplitter
  private var names = HashCounts()
  private var drafts: [Draft] = []
  private var ordinal = 0
  /// Of the UIDs of what others are shown as a part of, and that is not held: ``ReminderName/hash(uid:)``.
  private var lacking: Set<UInt64> = []

  fileprivate struct Kept {
    let ordinal: Int
    let row: RowDecider.Kept
    let hash: UInt64
    let isOverride: Bool
  }

  private struct Draft {
    var kept: [Kept] = []
    /// Of all of its reminders, held or not.
    var links: [RowDecider.Link] = []
    var omitted = OmittedReminders()
    var others: [Component] = []
  }

  /// - Parameters:
  ///   - file: the input as the user named it.
  ///   - fileName: its name within its folder, with the extension.
  package init(
    _ selection: CatalogSelection, file: String, fileName: String, in folder: CatalogBuilder.Folder,
    limits: ReadingLimits, zones: ZoneCache
  ) {
    (self.file, self.fileName, self.folder, self.limits) = (file, fileName, folder, limits)
    decider = RowDecider(selection)
    splitter = CalendarSplitter(file: file, limits: limits, cache: zones, keepsBlocks: false)
  }

  /// Reads the input.
  ///
  /// - Returns: false where it has to be read whole.
  /// - Throws: ``ICalendarError``; with more components than ``Limit/items`` too.
  package mutating func read<S: ByteSource & Sendable>(
    _ source: S, on pipeline: some Pipeline
  ) throws(ICalendarError) -> Bool {
    let decider = self.decider
    var count = 0
    var isDoubtful = false
    let end = try pipeline.read(source, calendars, limits: limits) { batch in
      decider.decide(batch)
    } consume: { batch throws(ICalendarError) in
      try limits.count(batch.notes.batch.componentCount, in: &count)
      isDoubtful = batch.notes.lacksUID || !take(batch)
      return !isDoubtful
    }
    if let error = end.error { throw error }
    guard !isDoubtful, !end.order.isDoubtful else { return false }
    splitter.finish()
    guard splitter.isListOfItsOwn else { return false }
    findParents()
    return true
  }

  private var calendars: LiveCalendars {
    LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: false)
  }

  /// - Returns: false where two reminders have one name.
  private mutating func take(_ batch: RowDecider.Batch) -> Bool {
    var (row, kept, link, other) = (0, 0, 0, 0)
    var isUnique = true
    // Taken out while its closure changes the rest, so that nothing is copied.
    var splitter = CalendarSplitter(file: file, limits: limits, keepsBlocks: false)
    swap(&splitter, &self.splitter)
    splitter.take(batch.notes.batch, malformed: batch.notes.malformed, invalidLine: batch.notes.invalidLine) {
      component, calendar in
      while drafts.count <= calendar { drafts.append(Draft()) }
      switch component.kind {
      case .vtodo:
        let note = batch.notes.reminders[row]
        if names.count(note.name, in: calendar) > 1 { isUnique = false }
        if link < batch.links.count, batch.links[link].row == row {
          drafts[calendar].links.append(batch.links[link])
          link += 1
        }
        if kept < batch.kept.count, batch.kept[kept].row == row {
          drafts[calendar].kept.append(Kept(ordinal, batch.kept[kept], note))
          kept += 1
        } else {
          drafts[calendar].omitted.take(batch.rows[row])
        }
        row += 1
        ordinal += 1
      case .vtimezone: break
      default:
        drafts[calendar].others.append(batch.others[other])
        other += 1
      }
    }
    swap(&splitter, &self.splitter)
    return isUnique
  }

  // MARK: What is shown as a part of others

  /// Finds out which reminders are lacking of which those that are held are a part, and of which these are.
  private mutating func findParents() {
    for calendar in drafts.indices {
      let links = drafts[calendar].links
      drafts[calendar].links = []
      var rest = drafts[calendar].kept.flatMap { $0.row.link?.names ?? [] }
      guard !rest.isEmpty else { continue }
      var names: [UInt64: [UInt64]] = [:]
      for link in links { names[link.name, default: []] += link.link.names }
      var needed: Set<UInt64> = []
      while let name = rest.popLast() {
        if needed.insert(name).inserted { rest += names[name] ?? [] }
      }
      // A parent of which only changed occurrences are there is the first of these.
      for kept in drafts[calendar].kept where !kept.isOverride { needed.remove(kept.hash) }
      lacking.formUnion(needed)
    }
  }

  /// What is shown is a part of reminders that were not kept, and are there perhaps.
  package var lacksParents: Bool { !lacking.isEmpty }

  /// Reads the input once more for these.
  ///
  /// - Returns: false where it has to be read whole.
  /// - Throws: ``ICalendarError``.
  package mutating func readParents<S: ByteSource & Sendable>(
    from source: S, on pipeline: some Pipeline
  ) throws(ICalendarError) -> Bool {
    let (decider, names) = (self.decider, lacking)
    let known = Set(drafts.flatMap { $0.kept.map(\.ordinal) })
    var cursor = CalendarCursor()
    var next = 0
    let end = try pipeline.read(source, calendars, limits: limits) { batch in
      decider.parents(in: batch, names)
    } consume: { batch throws(ICalendarError) in
      var (row, kept) = (0, 0)
      for index in batch.notes.batch.indices {
        let kind = batch.notes.batch.kind(at: index)
        let calendar = cursor.step(kind).calendar
        guard kind == .component(.vtodo), drafts.indices.contains(calendar) else { continue }
        if kept < batch.kept.count, batch.kept[kept].row == row {
          if !known.contains(next) {
            drafts[calendar].kept.append(Kept(next, batch.kept[kept], batch.notes.reminders[row]))
            drafts[calendar].omitted.giveBack(batch.rows[kept])
          }
          kept += 1
        }
        row += 1
        next += 1
      }
      return true
    }
    if let error = end.error { throw error }
    return !end.order.isDoubtful && next == ordinal
  }

  /// What was read.
  package func finish() -> CalendarFile {
    let drafts = self.drafts.map { draft in
      var made = CalendarFile.Draft()
      for item in draft.kept.sorted(by: { $0.ordinal < $1.ordinal }) {
        made.append(item.row.component, item.row.name, item.hash)
      }
      made.others = draft.others
      made.omitted = draft.omitted
      return made
    }
    return CalendarFile(splitter, drafts)
  }
}

extension SelectedReading.Kept {
  fileprivate init(_ ordinal: Int, _ row: RowDecider.Kept, _ note: BatchNotes.Reminder) {
    self.init(ordinal: ordinal, row: row, hash: note.name, isOverride: note.isOverride)
  }
}

extension OmittedReminders {
  fileprivate mutating func take(_ row: RowDecider.Row) {
    count(row, by: 1)
    if let name = row.shortName { names.append(name) }
  }

  /// One of them is held after all; that its name is known twice changes nothing.
  fileprivate mutating func giveBack(_ row: RowDecider.Row) { count(row, by: -1) }

  private mutating func count(_ row: RowDecider.Row, by number: Int) {
    if row.isMatching { matching.count(row.state, by: number) } else { others.count(row.state, by: number) }
    if row.isCounted { counted.count(row.state, by: number) }
  }
}
