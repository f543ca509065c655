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
