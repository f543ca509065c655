internal import ICalendar
internal import ListoModel

/// A reminder as a row of Listo's own CSV, by the columns of the table.
struct CSVRow: Hashable {
  var fields = ReminderFields()
  var list: String?
  var source: String?

  init() {}

  init(_ fields: ReminderFields, list: String?, source: String?) {
    (self.fields, self.list, self.source) = (fields, list, source)
  }

  /// Appends the row.
  func append(_ columns: [CSVPlan], _ quoting: CSVQuoting, to output: inout [UInt8]) {
    for (index, column) in columns.enumerated() {
      if index > 0 { output.append(quoting.delimiter) }
      let start = output.count
      append(column, to: &output)
      quoting.endCell(from: start, of: &output)
    }
    quoting.endRecord(&output)
  }

  private func append(_ plan: CSVPlan, to output: inout [UInt8]) {
    switch plan.column {
    case .list: if let list { output += list.utf8 }
    case .source: if let source { output += source.utf8 }
    case .zone(let id): if case .zoned(_, let tzid)? = fields.moment(id) { output += tzid.utf8 }
    case .field(let id):
      if let value = fields[id] { CSVCell.append(value, withZone: plan.hasZone, to: &output) }
    }
  }

  /// - Parameters:
  ///   - columns: of the header; nil for those that Listo does not know.
  ///   - dates: the order of the dates of a column, where it is known.
  ///   - unread: gets the columns whose cell is not of its type.
  init(
    _ cells: [ArraySlice<UInt8>], columns: [CSVColumn?], dates: (Int) -> DateOrder? = { _ in nil },
    unread: inout [Int]
  ) {
    for (index, column) in columns.enumerated() where index < cells.count && !cells[index].isEmpty {
      let cell = String(decoding: cells[index], as: UTF8.self)
      switch column {
      case .list?: list = cell
      case .field(let id)?:
        guard let value = CSVCell.value(cell, of: id, dates: dates(index)) else {
          // A column "Completed" may hold a yes as well as a date.
          if id == .completed, let status = CSVCell.status(cell) {
            if fields[.status] == nil { fields[.status] = .text(status) }
            continue
          }
          unread.append(index)
          continue
        }
        fields[id] = value
      case .zone?, .source?, nil: continue
      }
    }
    for (index, column) in columns.enumerated() where index < cells.count && !cells[index].isEmpty {
      guard case .zone(let id)? = column else { continue }
      guard case .floating(let local)? = fields.moment(id) else {
        unread.append(index)
        continue
      }
      fields[id] = .moment(.zoned(local, tzid: String(decoding: cells[index], as: UTF8.self)))
    }
    if fields[.stamp] == nil, let implied = fields.impliedStamp { fields[.stamp] = .moment(implied) }
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
