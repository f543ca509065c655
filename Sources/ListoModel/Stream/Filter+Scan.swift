package import ICalendar

extension Filter {
  /// The parts of an input that are kept, decided in one pass. A second is needed where a zone stands behind
  /// a reminder that uses it, where the query asks for other reminders, or for a list whose name is not known
  /// from the start, and where many reminders are parts of series.
  package struct Scan: Sendable {
    /// The offsets of what is kept, in as few pieces as there are.
    package private(set) var ranges: [Range<Int>] = []
    /// How many reminders are kept.
    package private(set) var kept = 0
    /// How many reminders are left out so far.
    package private(set) var dropped = 0
    /// How many other components are kept, time zones not counted.
    package private(set) var others = 0
    /// The END lines that belong behind the kept items because the input is cut off.
    package var end: [UInt8] { missingEnd.bytes }
    private var missingEnd = MissingEnd()
    private var log: DiagnosticLog
    /// The problems: of each kind the first ones, and how many more there were.
    package var problems: [Diagnostic] { log.diagnostics }
    /// How many calendars there are.
    package private(set) var calendars = 0
    /// Nothing but white space was read.
    package private(set) var isEmpty = true
    /// The bytes that were read.
    package private(set) var size = 0
    /// The lists and sources that the query names, and those that none of the calendars is.
    package private(set) var names: NamedPlaces?
    private var sawInvalidText = false
    /// `keep` was given all bytes that are kept.
    package fileprivate(set) var hasGivenAll = true
    var series: SeriesRows

    fileprivate init(_ series: SeriesRows, limits: ReadingLimits) {
      self.series = series
      log = DiagnosticLog(limits: limits)
    }

    fileprivate mutating func take(_ batch: Decisions, _ file: String) {
      ranges.appendJoining(batch.ranges)
      missingEnd.append(batch.missingEnd)
      kept += batch.kept
      dropped += batch.dropped
      others += batch.others
      if let rows = batch.rows { series.append(rows, hasProblems: batch.hasProblems) }
      if series.needsDecision { hasGivenAll = false }
      log.append(contentsOf: batch.problems)
      if let line = batch.invalidLine, !sawInvalidText {
        sawInvalidText = true
        log.append(.invalidUTF8(line: line, in: file))
      }
    }

    fileprivate mutating func finish(_ reader: LiveCalendars) {
      calendars = reader.count
      isEmpty = reader.isEmpty
      size = reader.size
      names = reader.names
      series.contexts = reader.contexts
    }

    /// Some reminders may be parts of a series, which ``Filter/decideSeries(in:read:)`` decides about.
    package var needsSeries: Bool { series.needsDecision }

    /// Corrects what is kept.
    mutating func apply(_ changes: [SeriesRows.Change]) {
      for change in changes {
        if change.wasKept == true { kept -= 1 } else if change.wasKept == false { dropped -= 1 }
        if change.isKept { kept += 1 } else { dropped += 1 }
      }
      ranges.set(changes.map { ($0.extent, $0.isKept) })
    }
  }

  fileprivate struct Decisions: Sendable {
    var ranges: [Range<Int>] = []
    var bytes: [UInt8] = []
    var missingEnd = MissingEnd()
    var kept = 0
    var dropped = 0
    var others = 0
    var problems: [Diagnostic] = []
    /// A line that is not UTF-8.
    var invalidLine: Int?
    /// A query could not be decided.
    var hasProblems = false
    var rows: SeriesRows.Notes?
  }

  /// Decides about an input in one pass.
  ///
  /// - Parameters:
  ///   - file: the name of the input, as the user gave it.
  ///   - fileName: its name within its folder, with the extension.
  ///   - pipeline: distributes the evaluation over threads.
  ///   - keep: gets the kept bytes, piece by piece, on the calling thread, so that they need not be read
  ///     again. They mean nothing where nil is returned. False where they cannot be kept, as when a write
  ///     failed: then reading stops, and the scan that is returned means nothing.
  /// - Returns: nil where a second pass is needed.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package func scan<S: ByteSource & Sendable>(
    _ source: S, file: String, fileName: String, in folder: CatalogBuilder.Folder,
    on pipeline: some Pipeline, limits: ReadingLimits = ReadingLimits(), keep: (([UInt8]) -> Bool)? = nil
  ) throws(ICalendarError) -> Scan? {
    guard !query.asksForOthers else { return nil }
    let live = LiveCalendars(
      file: file, fileName: fileName, folder: folder, needsPlaces: query.asksForPlace,
      names: query.asksForPlace ? NamedPlaces(in: query) : nil)
    var scan = Scan(SeriesRows(file, fileName, folder, limits), limits: limits)
    let (byteQuery, isForAll) = (ByteQuery(query, in: context), query == .all)
    let takesBytes = keep != nil
    let end = pipeline.read(source, live, limits: limits) { batch in
      decide(batch, file, byteQuery, isForAll: isForAll, takesBytes: takesBytes)
    } consume: { (decisions) throws(Never) in
      scan.take(decisions, file)
      guard scan.series.isWorthIt else { return false }
      return !scan.hasGivenAll || decisions.bytes.isEmpty || keep?(decisions.bytes) != false
    }
    guard scan.series.isWorthIt, !end.order.isDoubtful else { return nil }
    let isItem = !scan.series.items.areListOfTheirOwn(end.order.contexts)
    if end.order.isUnnamed && isItem { return nil }
    if let error = end.error { throw error }
    scan.finish(end.order)
    if !scan.end.isEmpty {
      // The END lines that the last kept item lacks would have to be found again.
      guard !scan.needsSeries else { return nil }
      _ = keep?(scan.end)
    }
    return scan
  }

  private static let walked = PropertySelection(WalkedReminder.ids + SeriesLines.ids + [.uid])

  private func decide(
    _ batch: LiveBatch, _ file: String, _ byteQuery: ByteQuery, isForAll: Bool, takesBytes: Bool
  ) -> Decisions {
    var result = Decisions()
    let lines = batch.batch.walk(Self.walked)
    var row = 0
    var last: Int?
    var rows = SeriesRows.Notes(batch)
    result.problems = ItemBatch.malformed(lines).map { $0.inFile(file) }
    result.invalidLine = batch.batch.firstInvalidLine
    let (items, bytes) = (batch.batch, batch.batch.bytes)
    batch.forEach { index, calendar, number in
      switch items.kind(at: index) {
      case .component(.vtodo):
        defer { row += 1 }
        rows.count(index)
        if !isForAll, rows.add(index, in: number, lines, row) { return }
        let matches =
          byteQuery.matches(lines, row: row, in: bytes)
          ?? typedMatches(items[index], in: calendar, lines, row, &result)
        guard matches != isInverted else {
          result.dropped += 1
          return
        }
        result.kept += 1
      case .component(.vtimezone): break
      case .component:
        rows.count(index)
        if remindersOnly { return }
        result.others += 1
      case .problem:
        if case .problem(let problem) = items[index] { result.problems.append(problem.inFile(file)) }
        return
      default: break
      }
      result.ranges.appendJoining(items.extent(at: index), at: items.shift)
      last = index
    }
    rows.finish()
    if !isForAll { result.rows = rows }
    result.missingEnd = MissingEnd(items, keeping: last)
    if takesBytes {
      result.bytes.reserveCapacity(result.ranges.reduce(0) { $0 + $1.count })
      for range in result.ranges {
        result.bytes += bytes[range.lowerBound - items.shift..<range.upperBound - items.shift]
      }
    }
    return result
  }

  private func typedMatches(
    _ item: Item, in calendar: Survey.Calendar, _ lines: WalkedLines, _ row: Int,
    _ result: inout Decisions
  ) -> Bool {
    guard case .component(let component) = item else { return false }
    let reminder = WalkedReminder(component, in: calendar.context, lines, row: row)
    let known = result.problems.count
    defer { result.hasProblems = result.hasProblems || result.problems.count > known }
    return query.matches(reminder, at: calendar.place, in: context, relations: relations, &result.problems)
  }
}

extension Query {
  /// Whether the answer depends on the list or the source.
  var asksForPlace: Bool {
    switch self {
    case .inList, .inSource, .text(.list, _), .text(.source, _), .relation: true
    case .not(let query): query.asksForPlace
    case .and(let queries), .or(let queries): queries.contains(where: \.asksForPlace)
    default: false
    }
  }
}
