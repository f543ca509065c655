package import ICalendar

extension Filter {
  /// The notes of a scan about its reminders: when the input has ended, those that are parts of a series are
  /// decided about. An override may stand anywhere, and in another file of the list.
  struct SeriesRows: Sendable {
    let file: String
    let limits: ReadingLimits
    private let fileName: String
    private let folder: CatalogBuilder.Folder
    private(set) var items = ItemCount()
    private(set) var shares: [Share] = []
    /// The hashes of the UIDs of overrides.
    private(set) var overridden: Set<UInt64> = []
    private var count = 0
    private(set) var undecidedCount = 0
    /// Of its calendars, in their order, when the input has ended.
    var contexts: [CalendarContext] = []
    /// A query could not be decided about a reminder.
    private(set) var hasProblems = false

    init(_ file: String, _ fileName: String, _ folder: CatalogBuilder.Folder, _ limits: ReadingLimits) {
      (self.file, self.fileName, self.folder, self.limits) = (file, fileName, folder, limits)
    }

    /// The reminders of one batch that stand in one calendar.
    struct Share: Sendable {
      /// Which of the input's calendars it is.
      let calendar: Int
      var rows: RowShare
      /// Those with a line of a series, by their place in `rows`: nothing is decided about them.
      var undecided: [Int] = []
    }

    /// A decision that differs from that of the scan.
    struct Change: Sendable {
      let extent: Range<Int>
      /// Nil where nothing was decided.
      let wasKept: Bool?
      let isKept: Bool
    }

    mutating func append(_ notes: Notes, hasProblems: Bool) {
      items.append(notes.count)
      self.hasProblems = self.hasProblems || hasProblems
      for share in notes.shares {
        count += share.rows.names.count
        undecidedCount += share.undecided.count
        shares.append(share)
      }
      overridden.formUnion(notes.overridden)
    }

    /// Something is not decided about.
    var needsDecision: Bool { undecidedCount > 0 }

    /// So few reminders are undecided that it takes less to read them again than to read all again.
    var isWorthIt: Bool { RowShare.areFew(undecidedCount, of: count) }

    /// Its calendars, beside those of the inputs before it.
    func calendars(_ names: inout ListNames) -> [Survey.Calendar] {
      let isOwnList = items.areListOfTheirOwn(contexts)
      return contexts.map {
        names.calendar($0, fileName, folder, isOwnList: isOwnList, uid: items.firstUID)
      }
    }
  }
}

extension Filter.SeriesRows {
  /// The notes about one batch, made on any thread.
  struct Notes: Sendable {
    private(set) var shares: [Share] = []
    private(set) var count = ItemCount()
    /// The hashes of the UIDs of overrides.
    private(set) var overridden: [UInt64] = []
    private let items: ItemBatch
    /// Of the share that is open: the arrays are its own until it is closed, so that nothing is moved.
    private var calendar: Int?
    private var (names, places): ([UInt64], [RowShare.Place]) = ([], [])
    private var undecided: [Int] = []

    init(_ batch: LiveBatch) { items = batch.batch }

    /// Notes a component that is no time zone.
    mutating func count(_ index: Int) {
      if !count.isSeveral, let component = items.component(at: index) { count.add(component) }
    }

    /// Notes a reminder.
    ///
    /// - Parameter calendar: which of the input's calendars it stands in.
    /// - Returns: whether it has a line of a series.
    mutating func add(_ index: Int, in calendar: Int, _ lines: WalkedLines, _ row: Int) -> Bool {
      let start = UInt32(items.extent(at: index).lowerBound - items.content.lowerBound)
      if self.calendar != calendar {
        close(at: start)
        self.calendar = calendar
      }
      let number = names.count
      names.append(name(index, lines, row))
      places.append(RowShare.Place(start: start, line: UInt32(items.lineNumber(at: index))))
      guard SeriesLines.areIn(lines, row: row) else { return false }
      undecided.append(number)
      if lines.place(.recurrenceID, row: row) != nil { overridden.append(names[number]) }
      return true
    }

    /// The batch has ended.
    mutating func finish() { close(at: UInt32(items.content.count)) }

    private mutating func close(at end: UInt32) {
      guard let calendar else { return }
      // There are as many shares as batches, and all are held.
      let rows = RowShare(
        first: 0, offset: items.offset, returnsEndLines: items.returnsEndLines, names: names.withoutRoom(),
        places: places.withoutRoom(), end: end)
      shares.append(Share(calendar: calendar, rows: rows, undecided: undecided))
      self.calendar = nil
      names.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      undecided = []
    }

    /// The hash of its UID; the same for all that have none.
    private func name(_ index: Int, _ lines: WalkedLines, _ row: Int) -> UInt64 {
      if let uid = lines.place(.uid, row: row)?.plainValue,
        let name = IdentityInList.hash(plain: items.bytes.span, uid)
      {
        return name
      }
      return items.component(at: index)?.first(.uid).flatMap(IdentityInList.hash(uidIn:)) ?? 0
    }
  }
}

extension Filter {
  /// Decides about the reminders of scanned inputs that are parts of a series, as a whole: see
  /// ``SeriesMatches``. They are read again.
  ///
  /// - Parameters:
  ///   - scans: those of all inputs; they are corrected.
  ///   - read: bytes of the input whose place among the scans is given; nil where they cannot be read.
  /// - Returns: what there is to say of it; nil where the inputs have to be surveyed: then the scans mean
  ///   nothing.
  /// - Complexity: O(r + p log p) for r reminders, of which p are parts of series.
  package func decideSeries(
    in scans: inout [Scan], read: (Int, Range<Int>) -> [UInt8]?
  ) -> [Diagnostic]? {
    guard scans.contains(where: \.needsSeries) else { return [] }
    // A problem of a query would have to be taken back where a series decides.
    guard !scans.contains(where: \.series.hasProblems) else { return nil }
    guard let parts = parts(of: scans, read) else { return nil }
    var series = SeriesParts(overridden: parts.overridden)
    for part in parts.all { series.learn(part.component, in: part.calendar) }
    var matches = SeriesMatches(series)
    matches.decide(self)
    var changes: [[SeriesRows.Change]] = scans.map { _ in [] }
    var problems = DiagnosticLog(limits: scans[0].series.limits)
    problems.append(contentsOf: matches.problems)
    for part in parts.all {
      let extent = part.start..<part.start + part.component.bytes.count
      var found: [Diagnostic] = []
      let isMatching: Bool
      if let answer = matches.answer(for: part.component, in: part.calendar) {
        isMatching = answer
      } else if part.isUndecided {
        isMatching = self.matches(part.component, in: part.calendar, &found)
      } else {
        continue
      }
      problems.append(contentsOf: found)
      let wasKept = part.isUndecided ? nil : scans[part.scan].ranges.holds(extent.lowerBound)
      let isKept = isMatching != isInverted
      if wasKept != isKept {
        changes[part.scan].append(SeriesRows.Change(extent: extent, wasKept: wasKept, isKept: isKept))
      }
    }
    for index in scans.indices where !changes[index].isEmpty { scans[index].apply(changes[index]) }
    return problems.diagnostics
  }

  /// A reminder that may be a part of a series.
  private struct Part {
    /// The place of its scan.
    let scan: Int
    /// Its offset in the input.
    let start: Int
    let component: Component
    let calendar: Survey.Calendar
    let isUndecided: Bool
  }

  /// The reminders of scanned inputs that may be parts of a series, in their order, and the UIDs of the
  /// overrides; nil where they are many or cannot be read.
  private func parts(
    of scans: [Scan], _ read: (Int, Range<Int>) -> [UInt8]?
  ) -> (all: [Part], overridden: Set<[UInt8]>)? {
    let names = scans.reduce(into: Set<UInt64>()) { $0.formUnion($1.series.overridden) }
    var (parts, overridden, count): ([Part], Set<[UInt8]>, Int) = ([], [], 0)
    var listNames = ListNames()
    for (number, scan) in scans.enumerated() {
      let calendars = scan.series.calendars(&listNames)
      for share in scan.series.shares {
        let rows = share.rows
        count += rows.names.count
        var undecided = share.undecided[...]
        for (index, name) in rows.names.enumerated() {
          let isUndecided = undecided.first == index
          if isUndecided { undecided.removeFirst() }
          guard isUndecided || names.contains(name) else { continue }
          let place = rows.places[index]
          guard let bytes = read(number, rows.extent(index)),
            let component = Component(
              bytes, firstLine: Int(place.line), returnsEndLines: rows.returnsEndLines,
              limits: scan.series.limits),
            component.kind == .vtodo, calendars.indices.contains(share.calendar)
          else { return nil }
          if component.first(.recurrenceID) != nil { overridden.insert(Array(component.rawUID)) }
          parts.append(
            Part(
              scan: number, start: rows.extent(index).lowerBound, component: component.detached(),
              calendar: calendars[share.calendar], isUndecided: isUndecided))
        }
      }
    }
    return RowShare.areFew(parts.count, of: count) ? (parts, overridden) : nil
  }
}

extension [Range<Int>] {
  /// One of these ranges, which are in order, holds a place.
  fileprivate func holds(_ place: Int) -> Bool {
    let index = partitionPoint { $0.upperBound <= place }
    return index < count && self[index].contains(place)
  }

  /// Adds some ranges to these and takes others away; both are in order.
  mutating func set(_ changes: [(range: Range<Int>, isIn: Bool)]) {
    var (result, old): ([Range<Int>], Int) = ([], 0)
    var rest = first
    /// Copies what is there before a place.
    func copy(before end: Int) {
      while let range = rest, range.lowerBound < end {
        result.appendJoining(range.clamped(to: range.lowerBound..<Swift.max(range.lowerBound, end)))
        if range.upperBound > end {
          rest = end..<range.upperBound
          return
        }
        old += 1
        rest = old < count ? self[old] : nil
      }
    }
    for change in changes {
      copy(before: change.range.lowerBound)
      if change.isIn { result.appendJoining(change.range) }
      // The bytes of it that are there are passed over.
      while let range = rest, range.lowerBound < change.range.upperBound {
        if range.upperBound > change.range.upperBound {
          rest = change.range.upperBound..<range.upperBound
          break
        }
        old += 1
        rest = old < count ? self[old] : nil
      }
    }
    copy(before: .max)
    self = result
  }
}
