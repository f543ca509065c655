package import ICalendar

/// Reads a large input of which a catalog is to hold what a view asks for, and counts the rest: on all cores,
/// as a filter does, with the memory of what is shown.
///
/// Reminders whose name or current occurrence depends on others are held too: those without UID, those of one
/// name, the parts of a series.
///
/// An input that is no list of its own, or whose zones stand behind their use, is read whole
/// (``CalendarFile``); what is shown is the same.
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
  /// The reminders that the first pass did not hold, but that held reminders or the query need.
  private var lacking: [Lacking] = []

  /// A reminder that is held.
  fileprivate struct Kept {
    let ordinal: Int
    let isOverride: Bool
  }

  fileprivate struct Draft {
    /// The components that are held, as they were read.
    var made = CalendarFile.Draft()
    /// The reminders in it, in their order.
    var kept: [Kept] = []
    /// The UIDs that those are shown as a part of, as ``IdentityInList/hash(uid:)``.
    var parents: [UInt64] = []
    /// Of all of its reminders, held or not.
    var links: [RowDecider.Link] = []
    var omitted = OmittedReminders()
    /// All of its reminders, in their order.
    var shares: [RowShare] = []
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
  ///   - file: the name of the input, as the user gave it.
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
    var (count, needed) = (0, 0)
    let end = try pipeline.read(source, calendars, limits: limits) { batch in
      decider.decide(batch)
    } consume: { batch throws(ICalendarError) in
      try limits.count(batch.notes.batch.componentCount, in: &count)
      take(batch)
      needed += batch.needed
      return isWorthIt(needed)
    }
    if let error = end.error { throw error }
    guard isWorthIt(needed), !end.order.isDoubtful else { return false }
    splitter.finish()
    guard splitter.isListOfItsOwn else { return false }
    findOthers(drafts.map { HashShares.repeated($0.shares.map(\.names), on: pipeline) })
    return isWorthIt(needed + lacking.count)
  }

  /// So few reminders are held whatever is asked for that it takes less than to hold all.
  private func isWorthIt(_ needed: Int) -> Bool { RowShare.areFew(needed, of: ordinal) }

  private var calendars: LiveCalendars {
    LiveCalendars(file: file, fileName: fileName, folder: folder, needsPlaces: false)
  }

  private mutating func take(_ batch: RowDecider.Batch) {
    var (row, kept, link, other) = (0, 0, 0, 0)
    let notes = batch.notes
    // Taken out while its closure changes the rest, so that nothing is copied.
    var splitter = CalendarSplitter(file: file, limits: limits, keepsBlocks: false)
    swap(&splitter, &self.splitter)
    var (share, calendarOfShare) = (RowShare?.none, 0)
    func endShare() {
      guard var ended = share else { return }
      ended.end = row < batch.places.count ? batch.places[row].start : UInt32(notes.batch.content.count)
      // There are as many shares as batches, and all are held.
      (ended.names, ended.places) = (ended.names.withoutRoom(), ended.places.withoutRoom())
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
          share = RowShare(
            first: ordinal, offset: notes.batch.offset, returnsEndLines: notes.batch.returnsEndLines)
        }
        share?.names.append(notes.reminders[row].name)
        share?.places.append(batch.places[row])
        if link < batch.links.count, batch.links[link].row == row {
          drafts[calendar].links.append(batch.links[link])
          link += 1
        }
        if kept < batch.kept.count, batch.kept[kept].row == row {
          drafts[calendar].take(batch.kept, kept, ordinal, notes.reminders[row])
          kept += 1
        } else {
          drafts[calendar].omitted.take(batch.rows[row])
        }
        row += 1
        ordinal += 1
      case .vtimezone: break
      default:
        drafts[calendar].made.others.append(batch.others[other])
        other += 1
      }
    }
    endShare()
    swap(&splitter, &self.splitter)
  }

  // MARK: What is held for the sake of others

  /// The UIDs of what a query may ask for about those that are held: what they depend on, and what is a part
  /// of them.
  private func relatedNames() -> Set<UInt64> {
    guard decider.selection.holdsRelated else { return [] }
    let kept = drafts.flatMap(\.made.components).map { Reminder($0, in: .none) }
    var names = Set(kept.flatMap(\.dependencies).map(IdentityInList.hash(uid:)))
    let own = Set(kept.compactMap { IdentityInList.hash(uidOf: $0.component) })
    for link in drafts.flatMap(\.links) {
      if let parent = link.link.parent, own.contains(parent) { names.insert(link.name) }
    }
    return names
  }

  /// Finds the reminders that are not held although those that are held belong to them, or name them as their
  /// parts, or they have a name that others have, or the query asks for them.
  ///
  /// - Parameter repeated: of each calendar the names that several of its reminders have, by their hashes.
  private mutating func findOthers(_ repeated: [Set<UInt64>]) {
    let related = relatedNames()
    for calendar in drafts.indices {
      let (draft, repeated) = (drafts[calendar], repeated[calendar])
      drafts[calendar].links = []
      guard !draft.parents.isEmpty || !related.isEmpty || !repeated.isEmpty else { continue }
      var needed = NeededNames(draft.links)
      needed.take(draft.parents + related + repeated)
      for (kept, hash) in zip(draft.kept, draft.made.nameHashes)
      where !kept.isOverride && !repeated.contains(hash) {
        needed.remove(hash)
      }
      guard !needed.isEmpty else { continue }
      for share in draft.shares {
        for (index, name) in share.names.enumerated() {
          let ordinal = share.first + index
          guard needed.contains(name), !draft.holds(ordinal) else { continue }
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
      drafts[item.calendar].take(
        [parent.kept], 0, Kept(ordinal: item.ordinal, isOverride: parent.isOverride), item.name)
      drafts[item.calendar].omitted.giveBack(parent.row)
    }
    return true
  }

  /// Returns the content that was read; the reading holds none of it afterwards.
  package mutating func finish() -> CalendarFile {
    var made: [CalendarFile.Draft] = []
    var holders: [String: Int] = [:]
    for calendar in drafts.indices {
      let identifier = splitter.contexts[calendar].listIdentifier(inFile: fileName)
      holders[identifier, default: 0] += 1
      // Taken out of its place, so that what it holds is moved and not copied.
      var draft = Draft()
      swap(&draft, &drafts[calendar])
      draft.omitted.listHolder = holders[identifier] ?? 1
      draft.made.omitted = draft.omitted
      // The reminders that were read last belong among the others; both are in their order.
      let behind = lacking.filter { $0.calendar == calendar }.map(\.ordinal)
      let inOrder = draft.kept.dropLast(behind.count)
      var (places, before): ([Int], Int) = ([], 0)
      for ordinal in behind {
        while before < inOrder.count, inOrder[before].ordinal < ordinal { before += 1 }
        places.append(before + places.count)
      }
      draft.made.moveLast(to: places)
      made.append(draft.made)
    }
    return CalendarFile(splitter, made)
  }
}

extension SelectedReading.Draft {
  /// Takes one of some rows, by its place among them, so that nothing of it is copied but what is held.
  fileprivate mutating func take(
    _ rows: [RowDecider.Kept], _ index: Int, _ kept: SelectedReading.Kept, _ hash: UInt64
  ) {
    made.append(rows[index].component, rows[index].name, hash)
    self.kept.append(kept)
    if let link = rows[index].link { parents += link.names }
  }

  fileprivate mutating func take(
    _ rows: [RowDecider.Kept], _ index: Int, _ ordinal: Int, _ note: BatchNotes.Reminder
  ) {
    take(rows, index, SelectedReading.Kept(ordinal: ordinal, isOverride: note.isOverride), note.name)
  }

  /// It is held, of those that were read in their order.
  fileprivate func holds(_ ordinal: Int) -> Bool {
    let index = kept.partitionPoint { $0.ordinal < ordinal }
    return index < kept.count && kept[index].ordinal == ordinal
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
