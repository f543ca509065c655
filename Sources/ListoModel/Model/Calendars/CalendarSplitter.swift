internal import ICalendar

/// Sorts the items of one file into its calendars, batch by batch, and decides whether the file is a list of
/// its own. Both ways to read a file, whole and as a stream, stand on it, so that they agree on what a
/// calendar is.
struct CalendarSplitter {
  private let file: String
  private let cache: ZoneCache
  /// Whether the blocks that were read stay in memory anyway.
  private let keepsBlocks: Bool
  /// The excerpts that are held instead of the blocks; nil where the components are held as they were read.
  private let rows: RowExcerpts?

  /// In the order of the input. Components that stand outside of any VCALENDAR, in a row, are a calendar
  /// without header.
  private(set) var contexts: [CalendarContext] = []
  private var log: DiagnosticLog
  var problems: [Diagnostic] { log.diagnostics }
  /// Nothing but white space was seen.
  private(set) var isEmpty = true

  private var cursor = CalendarCursor()
  private var header: Component?
  private var trailing: [Component] = []
  private var zones: [Component] = []
  /// Some bytes were not UTF-8.
  private(set) var sawInvalidText = false
  /// Some lines were no content lines.
  private(set) var sawMalformedLines = false
  private var items = ItemCount()
  /// The UID of the first item that has one.
  var firstUID: [UInt8]? { items.firstUID }
  /// More than one item was seen.
  var hasSeveralItems: Bool { items.isSeveral }
  /// See ``ItemCount/areListOfTheirOwn(_:)``.
  var isListOfItsOwn: Bool { items.areListOfTheirOwn(contexts) }

  init(
    file: String, limits: ReadingLimits, cache: ZoneCache = ZoneCache(), keepsBlocks: Bool,
    rows: RowExcerpts? = nil
  ) {
    (self.file, self.cache, self.keepsBlocks, self.rows) = (file, cache, keepsBlocks, rows)
    log = DiagnosticLog(limits: limits)
  }

  /// - Parameters:
  ///   - malformed: ``ItemBatch/malformedLines``, where they are known.
  ///   - invalidLine: ``ItemBatch/firstInvalidLine``, where `malformed` is known.
  ///   - see: given each component and the index of its calendar.
  mutating func take(
    _ batch: ItemBatch, malformed: [Diagnostic]? = nil, invalidLine: Int? = nil,
    _ see: (Component, Int) -> Void
  ) {
    for index in batch.indices {
      let isInside = cursor.isInside
      let place = cursor.step(batch.kind(at: index))
      if isInside && (place.isFirst || !cursor.isInside) { close() }
      switch batch[index] {
      case .open(let component): header = kept(component)
      case .properties(let component): trailing.append(kept(component))
      case .component(let component):
        if component.kind == .vtimezone {
          zones.append(rows == nil ? kept(component) : component)
        } else {
          items.add(component)
        }
        see(component, place.calendar)
      case .close: break
      case .other(let bytes): if isEmpty, !bytes.allSatisfy(\.isWhiteSpace) { isEmpty = false }
      case .problem(let problem): log.append(problem.inFile(file))
      }
    }
    for problem in malformed ?? batch.malformedLines {
      sawMalformedLines = true
      log.append(problem.inFile(file))
    }
    if !sawInvalidText, let line = malformed == nil ? batch.firstInvalidLine : invalidLine {
      sawInvalidText = true
      log.append(.invalidUTF8(line: line, in: file))
    }
  }

  mutating func finish() { if cursor.isInside { close() } }

  private func kept(_ component: Component) -> Component {
    rows?.own(component) ?? (keepsBlocks ? component : component.detached())
  }

  private mutating func close() {
    defer { (header, trailing, zones) = (nil, [], []) }
    isEmpty = false
    contexts.append(
      CalendarContext(
        header: header, trailing: trailing,
        zones: zones.isEmpty ? .empty : rows?.table(zones, cache) ?? ZoneTable(zones, cache: cache),
        file: file))
  }
}
