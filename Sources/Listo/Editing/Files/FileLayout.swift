internal import ICalendar
internal import ListoModel

/// Where the calendars of a file stand, and those of its components that were asked for.
struct FileLayout {
  struct Calendar {
    /// The line of its BEGIN; nil for components that stand outside of any calendar.
    var headerLine: Int?
    var header: Component?
    var headerStart = 0
    /// Where its first component begins.
    var first: Place?
    /// Where its last component begins, and behind it.
    var last: Place?
    var afterLast: Place?
    var lastIsComplete = true
    /// Where its END stands, or what follows it where it has none.
    var end = Place(offset: 0, line: 1)
    /// Components that are no zones.
    var itemCount = 0
    /// Behind its END, or behind its last component where it has none.
    var after = 0
    var lineEnd = ContentLineText.crlf

    /// Where a new component goes: behind the last one; before one that was cut off, which would take it in.
    var place: Place { (lastIsComplete ? afterLast : last) ?? end }
  }

  struct Place: Hashable {
    var offset: Int
    var line: Int
  }

  /// A component that stands directly in a calendar, or lines of the calendar's own: those before the first,
  /// or some behind it.
  struct Piece {
    let range: Range<Int>
    /// Its index in ``calendars``.
    let calendar: Int
  }

  private(set) var calendars: [Calendar] = []
  /// By the line that they begin in.
  private(set) var pieces: [Int: Piece] = [:]

  /// - Parameter lines: where components begin that are looked for.
  /// - Throws: ``ICalendarError``, which reading bytes does only beyond a limit.
  /// - Complexity: linear in the bytes.
  init(_ bytes: [UInt8], limits: ReadingLimits, lines: Set<Int>) throws(ICalendarError) {
    var reader = BatchReader(MemorySource(bytes), limits: limits)
    var current: Calendar?
    var line = 1
    func closing(_ calendar: inout Calendar?, at offset: Int, after: Int? = nil) {
      guard var open = calendar else { return }
      open.end = Place(offset: offset, line: line)
      open.after = after ?? open.afterLast?.offset ?? offset
      calendars.append(open)
      calendar = nil
    }
    var end = 0
    while let batch = try reader.next() {
      for index in batch.indices {
        let extent = batch.extent(at: index)
        let start = extent.lowerBound + batch.shift
        switch batch[index] {
        case .open(let header):
          line = header.lineNumber
          closing(&current, at: start)
          current = Calendar(
            headerLine: header.lineNumber, header: header, headerStart: start, lineEnd: header.lineEnd)
          if lines.contains(line) {
            pieces[line] = Piece(range: start..<start + extent.count, calendar: calendars.count)
          }
        case .component(let component):
          line = component.lineNumber
          var calendar = current ?? Calendar(lineEnd: component.lineEnd)
          if calendar.first == nil { calendar.first = Place(offset: start, line: line) }
          if component.kind != .vtimezone { calendar.itemCount += 1 }
          calendar.last = Place(offset: start, line: line)
          if lines.contains(line) {
            pieces[line] = Piece(range: start..<start + extent.count, calendar: calendars.count)
          }
          // Line ends of all kinds: what a line of a message needs, not a place.
          line += extent.count == 0 ? 0 : component.bytes.lineFeedCount
          calendar.afterLast = Place(offset: start + extent.count, line: line)
          calendar.lastIsComplete = component.isComplete
          current = calendar
        case .properties(let properties) where lines.contains(properties.lineNumber) && current != nil:
          pieces[properties.lineNumber] = Piece(
            range: start..<start + extent.count, calendar: calendars.count)
        case .close: closing(&current, at: start, after: start + extent.count)
        case .properties, .other, .problem: break
        }
        if batch.kind(at: index) != .problem { end = max(end, start + extent.count) }
      }
    }
    closing(&current, at: end)
  }
}
