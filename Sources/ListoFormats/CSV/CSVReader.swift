package import ICalendar
internal import ListoModel

/// The header row: the columns that are known among it, and what lies between cells.
struct CSVHeader: Sendable {
  let names: [String]
  /// Nil for those that Listo does not know, and for the second of one name.
  private(set) var columns: [CSVColumn?]

  /// Of columns, the values that words in small letters stand for.
  private(set) var words: [Int: [String: String]] = [:]

  /// - Parameter map: the columns that names stand for, beyond those that are known.
  init(_ record: CSVRecords.Record, map: [CSVMapping] = []) {
    names = record.cells.map { String(decoding: $0, as: UTF8.self) }
    let map = Dictionary(
      map.map { (CSVColumn.key($0.name), $0) },
      uniquingKeysWith: { _, last in last })
    var found = names.map { map[CSVColumn.key($0)]?.column ?? CSVColumn.named($0) }
    // Beside a date of completion the column "Completed" says whether it is done.
    if found.count(where: { $0 == .field(.completed) }) > 1, !found.contains(.field(.status)),
      let index = names.firstIndex(where: { CSVColumn.key($0) == "completed" })
    {
      found[index] = .field(.status)
    }
    // A time without a date beside it may be both.
    for (index, column) in found.enumerated() {
      if case .time(let id)? = column, !found.contains(.field(id)) { found[index] = .field(id) }
    }
    columns = []
    for (index, column) in found.enumerated() {
      columns.append(columns.contains(column) ? nil : column)
      words[index] = map[CSVColumn.key(names[index])].flatMap { $0.words.isEmpty ? nil : $0.words }
    }
  }

  /// A column that may be that of the titles, in a table that has none and columns that Listo does not know;
  /// it is not read, since its reminders would have no titles.
  var missingTitle: String? {
    guard !columns.contains(.field(.title)) else { return nil }
    let unknown = zip(names, columns).filter { name, column in
      column == nil && !name.isEmpty && CSVColumn.named(name) == nil
    }.map { $0.0 }
    return unknown.first { name in Self.titleWords.contains { CSVColumn.key(name).contains($0) } }
      ?? unknown.first { !CSVColumn.key($0).hasSuffix("id") } ?? unknown.first
  }

  private static let titleWords = [
    "title", "task", "subject", "summary", "name", "item", "text", "titel", "aufgabe", "betreff",
    "bezeichnung",
  ]

  /// The same of the beginning of an input.
  static func missingTitle(in beginning: ArraySlice<UInt8>) -> String? {
    let line = CSVHeaderLine.first(TextEncoding.inUTF8(beginning))
    return header(of: line.text, line.delimiter ?? delimiter(of: line.text)).missingTitle
  }

  /// The separator of a header line: the one that gives most known columns, or most columns if none is known.
  ///
  /// - Parameter map: see ``init(_:map:)``.
  static func delimiter(of line: ArraySlice<UInt8>, map: [CSVMapping] = []) -> UInt8 {
    var (best, bestKnown, most) = (0x2C as UInt8, 0, 0)
    for delimiter: UInt8 in [0x2C, 0x3B, 0x09, 0x7C] {
      let columns = header(of: line, delimiter, map).columns
      let known = columns.count { $0 != nil }
      guard known > bestKnown || (bestKnown == 0 && known == 0 && columns.count > most) else { continue }
      (best, bestKnown, most) = (delimiter, known, columns.count)
    }
    return best
  }

  private static func header(
    of line: ArraySlice<UInt8>, _ delimiter: UInt8, _ map: [CSVMapping] = []
  ) -> CSVHeader {
    var records = CSVRecords(delimiter: delimiter)
    var header = CSVHeader(CSVRecords.Record(cells: [], line: 1))
    records.take(line, line: 1) { header = CSVHeader($0, map: map) }
    return header
  }

  /// A table of reminders has titles, and something else that reminders have: a due date, two other columns
  /// that few other tables have, or more columns that are known than are not.
  static func likelihood(
    _ name: String, _ beginning: ArraySlice<UInt8>, extensions: [String]
  ) -> Likelihood {
    let isNamed = Recognition.has(name, extensions)
    let first = CSVHeaderLine.first(beginning)
    let line = first.text
    guard !CSVHeaderLine.isOfTodoist(line), !line.contains(0) else { return .none }
    let delimiter = first.delimiter ?? (extensions.contains("tsv") ? 0x09 : delimiter(of: line))
    let header = Self.header(of: line, delimiter)
    // Times of day are as common among events and hours of work.
    let columns = Set(
      zip(header.names, header.columns).compactMap { name, column -> CSVColumn? in
        if case .time? = CSVColumn.named(name) { nil } else { column }
      })
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
}

/// Reads CSV (RFC 4180) with a header row whose names say what the cells are, in constant memory.
///
/// Dates are ISO 8601, or written as spreadsheets do, in the order in which all dates of the table are dates:
/// rows are held until that is known, ``heldLimit`` bytes of them at most. Where it stays open, the cells are
/// kept and an option says which.
///
/// A line that is not UTF-8 is read as Windows-1252, which spreadsheets write; an option names the encoding
/// of the whole file.
///
/// Columns are known by the names of fields, of properties, and by some that other programs use
/// (``CSVColumn``). A cell that is not of its column's type, and those of other columns, are kept:
/// `X-LISTO-CELL;X-COLUMN=Assignee:Ann`.
package struct CSVReader: FormatReader {
  private let delimiter: UInt8?
  private let isSafe: Bool
  private let map: [CSVMapping]
  private let dates: DateOrder?
  private let encoding: ByteEncoding?
  private var header: CSVHeader?
  /// It has no titles, and its rows are not read.
  private var isRefused = false
  /// Those of its columns that may hold dates.
  private var dateColumns: [Int] = []
  private var decision = DateOrderDecision()
  private var held: [CSVRecords.Record] = []
  private var heldBytes = 0
  private static let heldLimit = 32 << 20
  /// The rules for reading cells; nil until a row needs them, and after the order of dates has changed.
  private var reading: Entry.Reading?
  /// Rows on their way.
  private var stage: RecordStage<(CSVRecords.Record, Entry.Reading), Entry>?
  /// Of each column, the cells that are not of its type: how many, and the first.
  private var troubles: [Int: (count: Int, line: Int, example: String)] = [:]

  init(delimiter: UInt8? = nil, _ options: FormatOptions) {
    self.init(
      delimiter: delimiter, isSafe: options.contains("safe"), columns: options.values["map"] ?? [],
      dates: options.value("dates").flatMap { DateOrder(rawValue: $0.lowercased()) },
      encoding: options.value("encoding").flatMap { ByteEncoding(rawValue: $0.lowercased()) })
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
  ///   - encoding: nil for UTF-8, and for Windows-1252 in lines that are not UTF-8.
  init(
    delimiter: UInt8?, isSafe: Bool, columns: [String], dates: DateOrder?, encoding: ByteEncoding? = nil
  ) {
    (self.delimiter, self.isSafe, self.dates, self.encoding) = (delimiter, isSafe, dates, encoding)
    map = columns.compactMap(CSVMapping.init)
  }

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage { Entry($0, $1) }
    input.encoding = encoding
    if let first = try input.nextLine() {
      let named = CSVHeaderLine.namedDelimiter(first.bytes)
      if let header = named == nil ? first : try input.nextLine() {
        try read(from: header, named ?? delimiter, &input, &output)
      }
    }
    try release(&output)
    for entry in stage?.finish() ?? [] { try write(entry, &output) }
    reportTroubles(&output)
    if let note = decision.note(formatName) { output.tell(ofRecord: [note]) }
    if let note = input.encodingNote(formatName) { output.tell(ofRecord: [note]) }
  }

  private mutating func read(
    from first: TextFeed.Line, _ delimiter: UInt8?, _ input: inout TextFeed,
    _ output: inout ICalendarOutput
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
      (header, isRefused) = (found, found.missingTitle != nil)
      dateColumns = found.columns.indices.filter { index in
        guard case .field(let id)? = found.columns[index] else { return false }
        return id.type == .moment || id == .status
      }
      return report(found, line: record.line, &output)
    }
    guard !isRefused else { return }
    if dates == nil { look(at: record) }
    if decision.isOpen, heldBytes < Self.heldLimit {
      held.append(record)
      heldBytes += record.size
      return
    }
    try release(&output)
    try write(record, header, &output)
  }

  /// Notes how the dates of a row are written.
  private mutating func look(at record: CSVRecords.Record) {
    for index in dateColumns where index < record.count {
      let place = record.places[index].range
      // 2026-…: as it should be. Words are no date either.
      guard place.count > 5, record.bytes[place.lowerBound + 4] != 0x2D,
        record.bytes[place.lowerBound] < 0x3A
      else { continue }
      let text = CSVCell.trimmed(String(decoding: record[index], as: UTF8.self))
      guard let date = SheetDate(text) else { continue }
      let before = decision.order
      decision.see(text, date, column: index, line: record.line)
      if decision.order != before { reading = nil }
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
      ?? Entry.Reading(header: header, isSafe: isSafe, dates: dates ?? decision.order)
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
    /// The rules for reading the cells of a row, shared by many rows.
    final class Reading: Sendable {
      let header: CSVHeader
      let isSafe: Bool
      fileprivate let row: CSVRow

      init(header: CSVHeader, isSafe: Bool, dates: DateOrder?) {
        (self.header, self.isSafe) = (header, isSafe)
        row = CSVRow(header.columns, words: header.words, dates: dates)
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
        component.keep(cell: record[index], named: isNamed ? header.names[index] : String(index + 1))
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
      if decision.isOpen, let example = decision.ambiguous[index] {
        told =
          "dates in the column \(name) are ambiguous, such as \"\(example)\"; \(kept); choose -f csv+dates=dmy or csv+dates=mdy; listo config set formats.csv dates=dmy keeps the choice"
      } else {
        told =
          "the cell \"\(trouble.example)\" is not a value of the column \(name); \(kept)"
      }
      output.tell(ofRecord: [Diagnostic(.warning, .badValue, line: trouble.line, told)])
    }
  }

  private static func shown(_ cell: ArraySlice<UInt8>) -> String {
    String(decoding: cell.prefix(60).map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
      + (cell.count > 60 ? "…" : "")
  }

  private func report(_ header: CSVHeader, line: Int, _ output: inout ICalendarOutput) {
    reportMissing(header, line: line, &output)
    if let name = header.missingTitle {
      return output.diagnose(
        .badSyntax, line: line,
        "no column is known as the title, so nothing is read; the columns are \(Self.list(header.names)); "
          + "to name the title column: -f '\(formatName)+map=\(Self.shown(name)):title'"
      )
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
    for mapping in map {
      let (pair, name) = (mapping.text, mapping.name)
      if let value = mapping.badValue {
        output.diagnose(
          .badValue, line: line,
          "\(formatName)+map=\(Self.shown(pair)): \"\(Self.shown(value))\" is not a value of \(mapping.column.name)"
        )
      }
      guard !names.contains(CSVColumn.key(name)) else { continue }
      let isSeveral = name.contains(",") && name.contains(":")
      let near = Spelling.nearest(to: name, in: header.names).map { "did you mean \"\(Self.shown($0))\"?" }
      let advice =
        isSeveral
        ? "write a map for each column: \(formatName)+map=\(Self.shown(pair.replacing(",", with: "+map=")))"
        : near ?? "the first row has \(Self.list(header.names))"
      output.diagnose(
        .unknownKey, line: line,
        "\(formatName)+map=\(Self.shown(pair)): unknown column \"\(Self.shown(name))\"; \(advice)")
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(12).map(shown).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }

  /// As which format it is asked for.
  private var formatName: String { delimiter == 0x09 ? "tsv" : "csv" }

  private static func shown(_ name: String) -> String { shown(Array(name.utf8)[...]) }
}
