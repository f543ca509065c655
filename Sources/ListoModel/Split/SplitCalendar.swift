internal import ICalendar

/// A calendar of a part: those of one list that say the same of themselves are one, whatever files they came
/// from.
struct SplitCalendar: Sendable {
  /// The first of them.
  let first: Survey.Calendar
  /// The list is a folder of files, whose title and colour stand beside them.
  let isCollection: Bool
  /// The definitions of zones by TZID; of two spellings of one clock the first.
  private(set) var zones: [String: Component]
  private var used: Set<String> = []

  /// The values that two calendars must share to be one.
  struct Key: Hashable {
    let list: String
    let lines: [UInt8]

    init(_ calendar: Survey.Calendar, list: String) {
      self.list = list
      let parts = [calendar.context.header].compactMap(\.self) + calendar.context.trailing
      lines = parts.flatMap { Array($0.bytes) }
    }
  }

  init(_ calendar: Survey.Calendar, isCollection: Bool) {
    (first, self.isCollection) = (calendar, isCollection)
    zones = calendar.context.zones.definitions
  }

  /// Takes in the zones of another calendar; false, and nothing is done, where one of them has another clock
  /// here.
  mutating func join(_ definitions: [String: Component]) -> Bool {
    for (tzid, zone) in definitions {
      guard let known = zones[tzid], known.bytes != zone.bytes else { continue }
      let clocks = [known, zone].map { (try? Zone(vtimezone: $0))?.canonicalOffsets }
      guard clocks[0] != nil, clocks[0] == clocks[1] else { return false }
    }
    zones.merge(definitions) { first, _ in first }
    return true
  }

  /// The head of the calendar with its own lines, and with a line end.
  ///
  /// - Parameter isItem: in a file for one item, whose list is said by its folder: a calendar that said it
  ///   would be a list of its own.
  func header(isItem: Bool) -> [UInt8] {
    let added = isCollection && !isItem ? said : []
    guard let header = first.context.header else {
      return CalendarText.head + added
    }
    guard isItem else { return Self.whole(header) + added }
    return Self.whole(header.edited((Self.identity(header) + method(header)).map { .remove($0) }))
  }

  private static func identity(_ header: Component) -> [Property] {
    [PropertyID.name, .xWrCalname, .xWrRelcalid, .uid].flatMap { header.all($0) }
  }

  /// METHOD, which an item of CalDAV does not have (RFC 4791 §4.1), unless it makes a message of the
  /// calendar.
  private func method(_ lines: Component) -> [Property] { message == nil ? lines.all(.method) : [] }

  /// The METHOD lines that the files of items are without.
  var methods: [Property] { own.flatMap { method($0) } }

  /// The METHOD of a message, which is no collection of items (RFC 5546 §1.4).
  var message: String? {
    own.lazy.flatMap { $0.all(.method) }.map { $0.text.uppercased() }.first {
      MergeMessage.methods.contains($0)
    }
  }

  private var own: [Component] { [first.context.header].compactMap(\.self) + first.context.trailing }

  /// The calendar's own lines that another calendar lacks, and for which a file for one item has a place.
  func lines(lackingIn other: SplitCalendar) -> [Property] {
    let known = Set(other.own.flatMap(\.properties).map { CanonicalLine.bytes(of: $0) })
    return own.flatMap { lines in
      let out = Set((Self.identity(lines) + lines.all(.method)).map { $0.lineNumber })
      return lines.properties.filter {
        ![.version, .prodid, .calscale].contains($0.id) && !out.contains($0.lineNumber)
          && !known.contains(CanonicalLine.bytes(of: $0))
      }
    }
  }

  /// The lines of a calendar that neither the files of a vdir say nor what stands beside them, unfolded.
  var linesWithoutPlace: [Property] {
    guard let header = first.context.header else { return [] }
    return Self.identity(header).filter { line in
      let isTitle = line.id == .name || line.id == .xWrCalname
      let said = isTitle ? first.place.listTitle : first.context.identifier
      return line.text != said || line.parameters.contains { $0.name != "VALUE" }
    }
  }

  /// Takes note of the zones that a component names.
  mutating func note(_ component: Component) {
    guard used.count < zones.count else { return }
    note(zones: ZoneDifferences.names(of: component))
  }

  mutating func note(zones names: Set<String>) {
    guard used.count < zones.count else { return }
    for tzid in names where zones[tzid] != nil { used.insert(tzid) }
  }

  /// Zones that nothing names, sorted.
  var unusedZones: [String] { zones.keys.filter { !used.contains($0) }.sorted() }

  /// The lines behind its components, and the end.
  ///
  /// - Parameter isItem: see ``header(isItem:)``.
  func end(isItem: Bool) -> [UInt8] {
    var end = first.context.trailing.flatMap { lines in
      isItem ? Self.whole(lines, without: Self.identity(lines) + method(lines)) : Self.whole(lines)
    }
    end += Array("END:VCALENDAR".utf8) + lineEnd
    return end
  }

  /// Which list it is, in lines.
  private var said: [UInt8] {
    let title = TextValue.encode(first.place.listTitle)
    var lines = [("X-WR-RELCALID", TextValue.encode(first.place.listIdentifier))]
    lines += [("NAME", title), ("X-WR-CALNAME", title)]
    if first.context.color == nil, let color = first.color {
      lines.append(("X-APPLE-CALENDAR-COLOR", Array(color.description.utf8)))
    }
    return lines.flatMap { ContentLineText.line($0.0, value: $0.1, lineEnd: lineEnd) }
  }

  private var lineEnd: [UInt8] { first.context.header?.lineEndStandingAlone ?? ContentLineText.crlf }

  /// Lines as they can stand before others.
  static func whole(_ lines: Component, without removed: [Property] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = lines.bytes.startIndex
    for property in removed.sorted(by: { $0.bytes.startIndex < $1.bytes.startIndex }) {
      bytes += lines.bytes[position..<property.bytes.startIndex]
      position = property.bytes.endIndex
    }
    bytes += lines.bytes[position...]
    if lines.returnsEndLines { bytes = Component.withCRLF(bytes) }
    if let last = bytes.last, last != 0x0A { bytes += lines.lineEndStandingAlone }
    return bytes
  }
}
