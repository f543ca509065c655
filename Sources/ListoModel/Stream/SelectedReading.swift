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
  /// The UIDs of what is shown as a part of something that was not kept.
  private var lacking: Set<String> = []

  private struct Kept {
    let ordinal: Int
    let row: RowDecider.Kept
    let hash: UInt64
  }

  private struct Draft {
    var kept: [Kept] = []
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
      isDoubtful = batch.isDoubtful || !take(batch)
      return !isDoubtful
    }
    if let error = end.error { throw error }
    guard !isDoubtful, !end.order.isDoubtful else { return false }
    splitter.finish()
    guard splitter.isListOfItsOwn else { return false }
    if decider.selection.needsParents { keepRelatives() }
    return true
  }

  private var calendars: LiveCalendars {
    LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: false)
  }

  /// - Returns: false where two reminders have one name.
  private mutating func take(_ batch: RowDecider.Batch) -> Bool {
    var (row, kept, other) = (0, 0, 0)
    var isUnique = true
    // Taken out while its closure changes the rest, so that nothing is copied.
    var splitter = CalendarSplitter(file: file, limits: limits, keepsBlocks: false)
    swap(&splitter, &self.splitter)
    splitter.take(batch.notes.batch, malformed: batch.notes.malformed, invalidLine: batch.notes.invalidLine) {
      component, calendar in
      while drafts.count <= calendar { drafts.append(Draft()) }
      switch component.kind {
      case .vtodo:
        let hash = batch.notes.reminders[row].name
        if names.count(hash, in: calendar) > 1 { isUnique = false }
        if kept < batch.kept.count, batch.kept[kept].row == row {
          drafts[calendar].kept.append(Kept(ordinal: ordinal, row: batch.kept[kept], hash: hash))
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

  /// Leaves of what was kept for the sake of others what these do not need, and finds out what they lack.
  private mutating func keepRelatives() {
    for calendar in drafts.indices {
      var masters: [String: Int] = [:]
      let kept = drafts[calendar].kept
      for (index, item) in kept.enumerated() where !item.row.name.isOverride {
        masters[item.row.name.uid] = index
      }
      var isNeeded = kept.map(\.row.isAskedFor)
      var rest = kept.indices.filter { isNeeded[$0] }
      while let index = rest.popLast() {
        let row = kept[index].row
        for uid in [row.parent, row.name.isOverride ? row.name.uid : nil].compactMap(\.self) {
          guard let master = masters[uid] else {
            lacking.insert(uid)
            continue
          }
          if !isNeeded[master] {
            isNeeded[master] = true
            rest.append(master)
          }
        }
      }
      // A parent of which only changed occurrences are there is the first of these.
      for index in kept.indices where !isNeeded[index] {
        if lacking.contains(kept[index].row.name.uid) {
          isNeeded[index] = true
        } else {
          drafts[calendar].omitted.take(kept[index].row.state)
        }
      }
      drafts[calendar].kept = kept.indices.filter { isNeeded[$0] }.map { kept[$0] }
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
    let (decider, uids) = (self.decider, lacking)
    let known = Set(drafts.flatMap { $0.kept.map(\.ordinal) })
    var cursor = CalendarCursor()
    var next = 0
    let end = try pipeline.read(source, calendars, limits: limits) { batch in
      decider.parents(in: batch, uids)
    } consume: { batch throws(ICalendarError) in
      var (row, kept) = (0, 0)
      for index in batch.notes.batch.indices {
        let kind = batch.notes.batch.kind(at: index)
        let calendar = cursor.step(kind).calendar
        guard kind == .component(.vtodo), drafts.indices.contains(calendar) else { continue }
        if kept < batch.kept.count, batch.kept[kept].row == row {
          if !known.contains(next) {
            let hash = batch.notes.reminders[row].name
            drafts[calendar].kept.append(Kept(ordinal: next, row: batch.kept[kept], hash: hash))
            drafts[calendar].omitted.giveBack(batch.kept[kept].state)
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

extension OmittedReminders {
  fileprivate mutating func take(_ row: RowDecider.Row) {
    count(row.state, isMatching: row.isMatching)
    names.append(row.shortName)
  }

  /// One of them is held after all; that its name is known twice changes nothing.
  fileprivate mutating func giveBack(_ row: RowDecider.Row) {
    count(row.state, isMatching: row.isMatching, by: -1)
  }
}
