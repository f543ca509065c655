package import ICalendar

/// Reads a large input of which a catalog is to hold what a view asks for, and counts the rest: on all cores, as a filter does, with the
/// memory of what is shown.
///
/// It is right for what exports look like: a list of its own whose zones stand before their use, in which every reminder has a UID and no
/// two are named alike. Of all others it says so, and the input is read whole (``CalendarFile``); what is shown is the same.
///
///     var reading = SelectedReading(selection, …)
///     guard try reading.read(source, on: pipeline) else { … }
///     guard reading.readParents(on: pipeline, { bytes of the input }) else { … }
///     let file = reading.finish()
package struct SelectedReading {
  private let fileName: String
  private let folder: CatalogBuilder.Folder
  private let file: String
  private let limits: ReadingLimits
  private let decider: RowDecider
  private var splitter: CalendarSplitter
  private var drafts: [Draft] = []
  private var ordinal = 0
  /// What others are shown as a part of, and is not held.
  private var lacking: [Lacking] = []

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
    /// All of its reminders, in their order.
    var shares: [Share] = []
    /// Those that override others: of their UIDs ``ReminderName/hash(uid:)``, and which they are.
    var overrides: [(uid: UInt64, ordinal: Int)] = []
  }

  /// The reminders of one batch that stand in one calendar.
  private struct Share: Sendable {
    /// Which of the input's reminders the first one is.
    let first: Int
    /// Where the batch begins in the input.
    let offset: Int
    /// A carriage return alone ends a line.
    let returnsEndLines: Bool
    var names: [UInt64] = []
    var places: [RowDecider.Place] = []
    /// Where what follows the last one begins, in the batch.
    var end: UInt32 = 0

    /// Where a reminder begins in the input, and the next one, or the next batch.
    func extent(_ index: Int) -> Range<Int> {
      let end = index + 1 < places.count ? places[index + 1].start : end
      return offset + Int(places[index].start)..<offset + Int(end)
    }
  }

  /// A reminder that was read and is not held.
  private struct Lacking: Sendable {
    let calendar: Int
    let ordinal: Int
    let name: UInt64
    let extent: Range<Int>
    let line: Int
    let returnsEndLines: Bool
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
      isDoubtful = batch.notes.lacksUID
      take(batch)
      return !isDoubtful
    }
    if let error = end.error { throw error }
    guard !isDoubtful, !end.order.isDoubtful else { return false }
    splitter.finish()
    guard splitter.isListOfItsOwn else { return false }
    // No two reminders of a calendar have one name.
    for draft in drafts where HashShares.haveRepetitions(draft.shares.map(\.names), on: pipeline) {
      return false
    }
    findOthers()
    return true
  }

  private var calendars: LiveCalendars {
    LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: false)
  }

  private mutating func take(_ batch: RowDecider.Batch) {
    var (row, kept, link, other) = (0, 0, 0, 0)
    let notes = batch.notes
    // Taken out while its closure changes the rest, so that nothing is copied.
    var splitter = CalendarSplitter(file: file, limits: limits, keepsBlocks: false)
    swap(&splitter, &self.splitter)
    var (share, calendarOfShare) = (Share?.none, 0)
    func endShare() {
      guard var ended = share else { return }
      ended.end = row < batch.places.count ? batch.places[row].start : UInt32(notes.batch.content.count)
      drafts[calendarOfShare].shares.append(ended)
      share = nil
    }
    splitter.take(notes.batch, malformed: notes.malformed, invalidLine: notes.invalidLine) {
      component, calendar in
      while drafts.count <= calendar { drafts.append(Draft()) }
      switch component.kind {
      case .vtodo:
        if calendar != calendarOfShare { endShare() }
        if share == nil {
          calendarOfShare = calendar
          share = Share(
            first: ordinal, offset: notes.batch.offset, returnsEndLines: notes.batch.returnsEndLines)
        }
        share?.names.append(notes.reminders[row].name)
        if row < batch.places.count { share?.places.append(batch.places[row]) }
        if link < batch.links.count, batch.links[link].row == row {
          let found = batch.links[link]
          drafts[calendar].links.append(found)
          if notes.reminders[row].isOverride { drafts[calendar].overrides.append((found.name, ordinal)) }
          link += 1
        }
        if kept < batch.kept.count, batch.kept[kept].row == row {
          drafts[calendar].kept.append(Kept(ordinal, batch.kept[kept], notes.reminders[row]))
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
    endShare()
    swap(&splitter, &self.splitter)
  }

  // MARK: What is held for the sake of others

  /// The UIDs of what a query may ask for about those that are held: what they depend on, and what is a part of them.
  private func relatedNames() -> Set<UInt64> {
    guard decider.selection.holdsRelated else { return [] }
    let kept = drafts.flatMap(\.kept).map { Reminder($0.row.component, in: .none) }
    var names = Set(kept.flatMap(\.dependencies).map(ReminderName.hash(uid:)))
    let own = Set(kept.compactMap { ReminderName.hash(uidOf: $0.component) })
    for link in drafts.flatMap(\.links) {
      if let parent = link.link.parent, own.contains(parent) { names.insert(link.name) }
    }
    return names
  }

  /// Finds out which reminders are lacking of which those that are held are a part, and of which these are, and what the query asks for.
  private mutating func findOthers() {
    let related = relatedNames()
    for calendar in drafts.indices {
      let draft = drafts[calendar]
      drafts[calendar].links = []
      var rest = draft.kept.flatMap { $0.row.link?.names ?? [] } + related
      guard !rest.isEmpty else { continue }
      var names: [UInt64: [UInt64]] = [:]
      for link in draft.links { names[link.name, default: []] += link.link.names }
      var needed: Set<UInt64> = []
      while let name = rest.popLast() {
        if needed.insert(name).inserted { rest += names[name] ?? [] }
      }
      // A parent of which only changed occurrences are there is the first of these.
      for kept in draft.kept where !kept.isOverride { needed.remove(kept.hash) }
      guard !needed.isEmpty else { continue }
      let known = Set(draft.kept.map(\.ordinal))
      let overrides = Set(draft.overrides.filter { needed.contains($0.uid) }.map(\.ordinal))
      // Of nearly all the last bits say that they are not needed.
      var areNeeded = [Bool](repeating: false, count: 1 << 12)
      for name in needed { areNeeded[Int(truncatingIfNeeded: name >> 1 & 0xFFF)] = true }
      for share in draft.shares {
        for (index, name) in share.names.enumerated() {
          let ordinal = share.first + index
          guard
            areNeeded[Int(truncatingIfNeeded: name >> 1 & 0xFFF)] && needed.contains(name)
              || !overrides.isEmpty && overrides.contains(ordinal), !known.contains(ordinal)
          else { continue }
          lacking.append(
            Lacking(
              calendar: calendar, ordinal: ordinal, name: name, extent: share.extent(index),
              line: Int(share.places[index].line), returnsEndLines: share.returnsEndLines))
        }
      }
    }
  }

  /// Reads those that are lacking once more, where they stand.
  ///
  /// - Parameter read: bytes of the input; nil where they cannot be read. Called on any thread.
  /// - Returns: false where the input has to be read whole.
  package mutating func readParents(
    on pipeline: some Pipeline, _ read: @escaping @Sendable (Range<Int>) -> [UInt8]?
  ) -> Bool {
    let (lacking, decider, limits) = (self.lacking, self.decider, self.limits)
    let calendars = splitter.contexts.map { context in
      (
        context: context,
        place: Query.Place(
          source: folder.source, listIdentifier: context.listIdentifier(inFile: fileName),
          listTitle: context.listTitle(inFile: fileName))
      )
    }
    var (kept, isRight) = ([RowDecider.Parent](), true)
    pipeline.inShares(of: lacking.indices, 64) { share in
      share.map { index -> RowDecider.Parent? in
        let item = lacking[index]
        guard let bytes = read(item.extent),
          let component = Component(
            bytes, firstLine: item.line, returnsEndLines: item.returnsEndLines, limits: limits),
          component.kind == .vtodo
        else { return nil }
        let calendar = calendars[item.calendar]
        return decider.parent(Reminder(component, in: calendar.context), at: calendar.place)
      }
    } consume: { parents in
      for parent in parents {
        if let parent { kept.append(parent) } else { isRight = false }
      }
    }
    guard isRight else { return false }
    for (item, parent) in zip(lacking, kept) {
      drafts[item.calendar].kept.append(
        Kept(ordinal: item.ordinal, row: parent.kept, hash: item.name, isOverride: parent.isOverride))
      drafts[item.calendar].omitted.giveBack(parent.row)
    }
    return true
  }

  /// What was read.
  package func finish() -> CalendarFile {
    let drafts = self.drafts.map { draft in
      var made = CalendarFile.Draft()
      // What was read behind the others stands among them.
      for item in lacking.isEmpty ? draft.kept : draft.kept.sorted(by: { $0.ordinal < $1.ordinal }) {
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
    if let group = row.group { groups[group, default: 0] += number }
  }
}
