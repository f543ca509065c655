package import ICalendar
package import ListoModel

/// Writes CSV (RFC 4180) with a header row, in constant memory: a column for each field, named like it, and
/// one for the list.
///
/// Times are ISO 8601 text, the zones of `due` and `start` in columns of their own; tags and alarms stand in
/// one cell with commas between them, a comma within one behind a backslash. What is no field has no place
/// and is counted, and so is a field that has no column.
package struct CSVWriter: FormatWriter {
  package var losses: Losses
  private let quoting: CSVQuoting
  private let columns: [CSVColumn]
  private let hasMark: Bool
  private var rows: CSVRowWriter
  private var intake: FieldIntake

  /// - Parameters:
  ///   - delimiter: between cells.
  ///   - columns: by name; nil for all. Names that are none are left out.
  ///   - isSafe: cells that a spreadsheet would run begin with an apostrophe.
  ///   - hasMark: a byte order mark stands at the front, by which spreadsheets know UTF-8.
  package init(
    delimiter: UInt8 = 0x2C, columns: [String]? = nil, isSafe: Bool = false, hasMark: Bool = false,
    losses: Losses = Losses()
  ) {
    let columns = columns.map { $0.compactMap(CSVColumn.named) } ?? CSVColumn.all
    (self.columns, self.hasMark, self.losses) = (columns, hasMark, losses)
    quoting = CSVQuoting(delimiter: delimiter, isSafe: isSafe)
    rows = CSVRowWriter(columns, quoting)
    intake = FieldIntake(
      without: Field.all.map(\.id).filter { !columns.contains(.field($0)) }, areLeftOut: true)
  }

  package var isStateless: Bool { true }

  package mutating func begin(_ output: inout [UInt8]) {
    if hasMark { output += [0xEF, 0xBB, 0xBF] }
    quoting.append(columns.map(\.name), to: &output)
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let header = calendar.context.header else { return }
    losses.add(header.properties, besides: held, in: calendar.context)
  }

  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    intake.write(component, in: calendar, with: &rows, &losses, to: &output)
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: held, in: calendar)
  }

  private var held: Set<PropertyID> { columns.contains(.list) ? [.name, .xWrCalname] : [] }
}

/// Writes reminders as rows of Listo's own CSV, by the columns of the table.
struct CSVRowWriter: FieldWriting {
  private let plan: [CSVPlan]
  private let quoting: CSVQuoting
  /// Without STATUS a cell says what follows from fields that have no column.
  private let saysImpliedStatus: Bool
  private var (list, source): ([UInt8], [UInt8]) = ([], [])

  init(_ columns: [CSVColumn], _ quoting: CSVQuoting) {
    (plan, self.quoting) = (CSVPlan.all(columns), quoting)
    saysImpliedStatus = !columns.contains(.field(.completed)) || !columns.contains(.field(.percent))
  }

  mutating func begin(_ calendar: Survey.Calendar) {
    begin(list: calendar.place.listTitle, source: calendar.place.source.title)
  }

  mutating func begin(list: String, source: String) {
    (self.list, self.source) = (Array(list.utf8), Array(source.utf8))
  }

  func write(_ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    for index in plan.indices {
      if index > 0 { output.put(quoting.delimiter) }
      let start = output.count
      append(plan[index], fields, bytes, to: &output)
      quoting.endCell(from: start, of: &output)
    }
    output.put(CSVQuoting.end)
  }

  /// Appends the content of a cell.
  private func append(
    _ plan: CSVPlan, _ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    switch plan.column {
    case .list: output.put(list)
    case .source: output.put(source)
    case .time: break
    case .zone(let id): output.append(fields.own.span, fields.zone(id))
    case .field(.status):
      if saysImpliedStatus || fields.has(.status) {
        output.put(fields.status.word)
      }
    case .field(.alarms): append(fields.own.span, fields.alarms, to: &output)
    case .field(.tags): append(bytes, fields.tags, to: &output)
    case .field(let id):
      guard fields.has(id) else { return }
      switch id.type {
      case .moment: append(id, hasZone: plan.hasZone, fields, to: &output)
      default:
        if fields.isEscaped(id) {
          output.append(decoding: bytes, fields[id])
        } else {
          output.append(bytes, fields[id])
        }
      }
    }
  }

  private func append(
    _ id: FieldID, hasZone: Bool, _ fields: FieldPlaces, to output: inout OutputSpan<UInt8>
  ) {
    guard let moment = fields.moment(id) else { return }
    output.append(moment.iso)
    let zone = fields.zone(id)
    guard hasZone, !zone.isEmpty else { return }
    output.put(0x20)
    // A name that would be read as an offset.
    let first = fields.own[zone.lowerBound]
    let isBracketed = first == 0x2B || first == 0x2D || first == 0x5B
    if isBracketed { output.put(0x5B) }
    output.append(fields.own.span, zone)
    if isBracketed { output.put(0x5D) }
  }

  private func append(
    _ bytes: Span<UInt8>, _ texts: [Range<Int>], to output: inout OutputSpan<UInt8>
  ) {
    for index in texts.indices {
      CSVCell.append(bytes, texts[index], isFirst: index == 0, to: &output)
    }
  }
}

/// A column of a table that is written.
struct CSVPlan: Sendable {
  let column: CSVColumn
  /// The zone of its times stands in its cells, and in no column of its own.
  let hasZone: Bool

  /// The columns of a table.
  static func all(_ columns: [CSVColumn]) -> [CSVPlan] {
    columns.map { column in
      guard case .field(let id) = column else { return CSVPlan(column: column, hasZone: false) }
      return CSVPlan(column: column, hasZone: !columns.contains(.zone(id)))
    }
  }
}
