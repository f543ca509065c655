package import ICalendar
internal import ListoModel

/// The header row: the columns that are known among it, and what lies between cells.
struct CSVHeader: Sendable {
  let names: [String]
  /// Nil for those that Listo does not know, and for the second of one name.
  private(set) var columns: [CSVColumn?]

  /// - Parameter map: the columns that names stand for, beyond those that are known, by the names' keys.
  init(_ record: CSVRecords.Record, map: [String: CSVColumn] = [:]) {
    names = record.cells.map { String(decoding: $0, as: UTF8.self) }
    columns = []
    for name in names {
      let column = map[CSVColumn.key(name)] ?? CSVColumn.named(name)
      columns.append(columns.contains(column) ? nil : column)
    }
  }

  /// What lies between the cells of a header line: that of which most known columns come.
  ///
  /// - Parameter map: see ``init(_:map:)``.
  static func delimiter(of line: ArraySlice<UInt8>, map: [String: CSVColumn] = [:]) -> UInt8 {
    var best: (delimiter: UInt8, known: Int) = (0x2C, 0)
    for delimiter: UInt8 in [0x2C, 0x3B, 0x09, 0x7C] {
      let known = columns(of: line, delimiter, map).count
      if known > best.known { best = (delimiter, known) }
    }
    return best.delimiter
  }

  private static func columns(
    of line: ArraySlice<UInt8>, _ delimiter: UInt8, _ map: [String: CSVColumn] = [:]
  ) -> [CSVColumn] {
    header(of: line, delimiter, map).columns.compactMap { $0 }
  }

  private static func header(
    of line: ArraySlice<UInt8>, _ delimiter: UInt8, _ map: [String: CSVColumn] = [:]
  ) -> CSVHeader {
    var records = CSVRecords(delimiter: delimiter)
    var header = CSVHeader(CSVRecords.Record(cells: [], line: 1))
    records.take(line, line: 1) { header = CSVHeader($0, map: map) }
    return header
  }

  /// A table of reminders has titles, and something else that reminders have: a due date, two other columns that few other tables have,
  /// or more columns that are known than are not.
  static func likelihood(
    _ name: String, _ beginning: ArraySlice<UInt8>, extensions: [String]
  ) -> Likelihood {
    let isNamed = Recognition.has(name, extensions)
    let line = Self.firstLine(beginning)
    guard !TodoistReader.isHeader(line), !line.contains(0) else { return .none }
    let delimiter = extensions.contains("tsv") ? 0x09 : delimiter(of: line)
    let header = Self.header(of: line, delimiter)
    let columns = Set(header.columns.compactMap { $0 })
    let marks = columns.intersection(
      [.status, .start, .priority, .completed].map { CSVColumn.field($0) })
    let isMostlyKnown =
      columns.count * 2 > header.names.count
      && !(marks.isEmpty && columns.isDisjoint(with: [.list, .field(.uid)]))
    let isTable =
      columns.contains(.field(.title))
      && (columns.contains(.field(.due)) || marks.count > 1 || isMostlyKnown)
    if isNamed {
      let hasTitlesAlone = columns.contains(.field(.title)) && columns.count == header.names.count
      return isTable ? .certain : hasTitlesAlone || line.isEmpty ? .possible : .similar
    }
    return isTable && (delimiter == 0x09) == extensions.contains("tsv") && name == "-" ? .likely : .none
  }

  static func firstLine(_ beginning: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning
    return text.prefix { $0 != 0x0A && $0 != 0x0D }
  }
}

/// Reads CSV (RFC 4180) with a header row whose names say what the cells are, in constant memory.
///
/// Dates are ISO 8601, or written as spreadsheets do, in the order in which all dates of their column are dates: rows are held until
/// that is known, ``heldLimit`` bytes of them at most. Where it stays open, the cells are kept and an option says which.
///
/// Columns are known by the names of fields, of properties, and by some that other programs use (``CSVColumn``). A cell that is not
/// of its column's type, and those of other columns, are kept: `X-LISTO-CELL;X-COLUMN=Assignee:Ann`.
package struct CSVReader: FormatReader {
  private let delimiter: UInt8?
  private let isSafe: Bool
  private let map: [String: CSVColumn]
  /// As they were asked for: `Done:status`.
  private let mapped: [String]
  private let dates: DateOrder?
  private var header: CSVHeader?
  /// Those of its columns that hold times.
  private var timeColumns: [Int] = []
  /// Of each column of dates, in which order they are.
  private var decisions: [Int: DateOrderDecision] = [:]
  private var held: [CSVRecords.Record] = []
  private var heldBytes = 0
  private static let heldLimit = 32 << 20
  /// What cells are, until more is known of dates.
  private var reading: Entry.Reading?
  /// Rows on their way.
  private var stage: RecordStage<(CSVRecords.Record, Entry.Reading), Entry>?
  /// Of each column, the cells that are not of its type: how many, and the first.
  private var troubles: [Int: (count: Int, line: Int, example: String)] = [:]

  init(delimiter: UInt8? = nil, _ options: FormatOptions) {
    self.init(
      delimiter: delimiter, isSafe: options.contains("safe"), columns: options.values["map"] ?? [],
      dates: options.value("dates").flatMap { DateOrder(rawValue: $0.lowercased()) })
  }

  /// - Parameters:
  ///   - delimiter: between cells; nil for a comma, a semicolon or a tab, by the header.
  ///   - isSafe: the apostrophe is taken away that ``CSVWriter`` put before what a spreadsheet would run.
  package init(delimiter: UInt8? = nil, isSafe: Bool = false) {
    self.init(delimiter: delimiter, isSafe: isSafe, columns: [], dates: nil)
  }

  /// - Parameters:
  ///   - columns: `Done:status` each: a name of the header, and the column that it is.
  ///   - dates: the order of dates that are not ISO 8601; nil to find out.
  init(delimiter: UInt8?, isSafe: Bool, columns: [String], dates: DateOrder?) {
    (self.delimiter, self.isSafe, self.dates) = (delimiter, isSafe, dates)
    var map: [String: CSVColumn] = [:]
    mapped = columns
    for pair in columns {
      guard let colon = pair.lastIndex(of: ":") else { continue }
      map[CSVColumn.key(String(pair[..<colon]))] = CSVColumn.named(String(pair[pair.index(after: colon)...]))
    }
    self.map = map
  }

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage { Entry($0, $1) }
    if let first = try input.nextLine() { try read(from: first, &input, &output) }
    try release(&output)
    for entry in stage?.finish() ?? [] { try write(entry, &output) }
    reportTroubles(&output)
  }

  private mutating func read(
    from first: TextFeed.Line, _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var records = CSVRecords(delimiter: delimiter ?? CSVHeader.delimiter(of: first.bytes, map: map))
    var found: [CSVRecords.Record] = []
    var line: TextFeed.Line? = first
    while let given = line {
      records.take(given.bytes, line: given.number) { found.append($0) }
      for record in found { try take(record, &output) }
      found.removeAll(keepingCapacity: true)
      line = try input.nextLine()
    }
    records.finish { found.append($0) }
    for record in found { try take(record, &output) }
  }

  private mutating func take(
    _ record: CSVRecords.Record, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if let problem = record.problem { output.diagnose(.badSyntax, line: record.line, problem) }
    guard !record.isEmpty else { return }
    guard let header else {
      let found = CSVHeader(record, map: map)
      header = found
      timeColumns = found.columns.indices.filter { index in
        guard case .field(let id)? = found.columns[index] else { return false }
        return id.type == .moment
      }
      return report(found, line: record.line, &output)
    }
    guard header.columns.contains(where: { $0 != nil }) else { return }
    if dates == nil { look(at: record) }
    if !decisions.isEmpty, decisions.values.contains(where: \.isOpen), heldBytes < Self.heldLimit {
      held.append(record)
      heldBytes += record.size
      return
    }
    try release(&output)
    try write(record, header, &output)
  }

  /// Notes how the dates of a row are written.
  private mutating func look(at record: CSVRecords.Record) {
    for index in timeColumns where index < record.count {
      let place = record.places[index].range
      // 2026-…: as it should be.
      guard place.count > 5, record.bytes[place.lowerBound + 4] != 0x2D else { continue }
      let cell = record[index]
      let text = CSVCell.trimmed(String(decoding: cell, as: UTF8.self))
      if let date = SheetDate(text) {
        decisions[index, default: DateOrderDecision()].see(text, date)
        reading = nil
      }
    }
  }

  /// Writes the rows that were held.
  private mutating func release(_ output: inout ICalendarOutput) throws(ICalendarError) {
    guard let header, !held.isEmpty else { return }
    let records = held
    held = []
    for record in records { try write(record, header, &output) }
  }

  private mutating func write(
    _ record: CSVRecords.Record, _ header: CSVHeader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let wanted =
      reading
      ?? Entry.Reading(
        header: header, isSafe: isSafe, dates: header.columns.indices.map { dates ?? decisions[$0]?.order })
    reading = wanted
    for entry in stage?.take((record, wanted), size: record.size) ?? [] { try write(entry, &output) }
  }

  private mutating func write(_ entry: Entry, _ output: inout ICalendarOutput) throws(ICalendarError) {
    output.tell(ofRecord: entry.problems)
    for (index, example) in entry.unread {
      troubles[index, default: (0, entry.component.line, example)].count += 1
    }
    output.calendar(key: entry.list ?? "", name: entry.list)
    try output.write(entry.component)
  }

  /// A row as a reminder.
  private struct Entry {
    /// What its cells are.
    final class Reading: Sendable {
      let header: CSVHeader
      let isSafe: Bool
      fileprivate let row: CSVRow

      init(header: CSVHeader, isSafe: Bool, dates: [DateOrder?]) {
        (self.header, self.isSafe) = (header, isSafe)
        row = CSVRow(header.columns, dates: dates)
      }
    }

    let list: String?
    let component: FinishedComponent
    private(set) var problems: [Diagnostic] = []
    /// The columns whose cells are not of their type, and the cell.
    let unread: [(index: Int, example: String)]

    init(_ record: CSVRecords.Record, _ reading: Reading) {
      let record =
        reading.isSafe
        ? CSVRecords.Record(cells: record.cells.map(CSVQuoting.unguarded), line: record.line) : record
      let reminder = reading.row.reminder(record)
      list = reminder.list
      var component = reminder.component(line: record.line)
      let (count, expected) = (record.count, reading.header.columns.count)
      if count != expected {
        problems.append(
          Diagnostic(
            .warning, .badSyntax, line: record.line,
            "this row has \(count) cell\(count == 1 ? "" : "s"), the header \(expected)"))
      }
      if reminder.hasOthers || !reminder.unread.isEmpty {
        Self.keepOthers(of: record, reading.header, reminder.unread, &component)
      }
      self.component = FinishedComponent(taking: &component)
      unread = reminder.unread.map { ($0, CSVReader.shown(record[$0])) }
    }

    /// Keeps the cells that no field says.
    private static func keepOthers(
      of record: CSVRecords.Record, _ header: CSVHeader, _ unread: [Int], _ component: inout ComponentText
    ) {
      for index in 0..<record.count where !record.places[index].isEmpty {
        let isNamed = index < header.columns.count
        guard !isNamed || header.columns[index] == nil || unread.contains(index) else { continue }
        CSVReader.keep(record[index], isNamed ? header.names[index] : String(index + 1), &component)
      }
    }
  }

  /// One word for each column, however many rows.
  private func reportTroubles(_ output: inout ICalendarOutput) {
    for (index, trouble) in troubles.sorted(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) }) {
      let name = header?.names[index] ?? ""
      let kept =
        trouble.count == 1 ? "it is kept unchanged" : "\(trouble.count) such cells are kept unchanged"
      let told: String
      if let decision = decisions[index], decision.isOpen {
        told =
          "dates in the column \(name) are ambiguous, such as \"\(decision.example)\"; \(kept); choose -f csv+dates=dmy or csv+dates=mdy"
      } else {
        told =
          "the cell \"\(trouble.example)\" is not a value of the column \(name); \(kept)"
      }
      output.tell(ofRecord: [Diagnostic(.warning, .badValue, line: trouble.line, told)])
    }
  }

  private static func keep(_ cell: ArraySlice<UInt8>, _ name: String, _ component: inout ComponentText) {
    component.raw(
      named: "X-LISTO-CELL", TextValue.encode(String(decoding: cell, as: UTF8.self)),
      parameters: [Parameter(name: "X-COLUMN", values: [name])])
  }

  private static func shown(_ cell: ArraySlice<UInt8>) -> String {
    String(decoding: cell.prefix(60).map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
      + (cell.count > 60 ? "…" : "")
  }

  private func report(_ header: CSVHeader, line: Int, _ output: inout ICalendarOutput) {
    reportMissing(header, line: line, &output)
    guard header.columns.contains(where: { $0 != nil }) else {
      return output.diagnose(
        .badSyntax, line: line,
        "the first row has no column that Listo knows, such as title, due or list; nothing is read")
    }
    var hasHint = false
    for (index, name) in header.names.enumerated() where header.columns[index] == nil {
      if CSVColumn.named(name) != nil {
        output.diagnose(
          .duplicateKey, line: line,
          "a second column \(name); its cells are kept unchanged")
      } else {
        // Once is enough for a table of many columns.
        let hint =
          hasHint
          ? "" : "; to read it as notes (or another field): -f '\(formatName)+map=\(Self.shown(name)):notes'"
        hasHint = true
        output.diagnose(
          .unknownKey, line: line, severity: .note,
          "unknown column \"\(Self.shown(name))\"; its cells are kept unchanged\(hint)"
        )
      }
    }
  }

  /// The columns of the option `map` that the header does not have: nothing is read as what they were to be.
  private func reportMissing(_ header: CSVHeader, line: Int, _ output: inout ICalendarOutput) {
    let names = header.names.map(CSVColumn.key)
    for pair in mapped {
      guard let colon = pair.lastIndex(of: ":"), !names.contains(CSVColumn.key(String(pair[..<colon]))) else {
        continue
      }
      let name = String(pair[..<colon])
      let isSeveral = name.contains(",") && name.contains(":")
      let near = Spelling.nearest(to: name, in: header.names).map { "did you mean \"\(Self.shown($0))\"?" }
      let advice =
        isSeveral
        ? "write a map for each column: \(formatName)+map=\(Self.shown(pair.replacing(",", with: "+map=")))"
        : near ?? "the first row has \(header.names.prefix(12).map(Self.shown).joined(separator: ", "))"
      output.diagnose(
        .unknownKey, line: line,
        "\(formatName)+map=\(Self.shown(pair)): unknown column \"\(Self.shown(name))\"; \(advice)")
    }
  }

  /// As which format it is asked for.
  private var formatName: String { delimiter == 0x09 ? "tsv" : "csv" }

  private static func shown(_ name: String) -> String { shown(Array(name.utf8)[...]) }
}
