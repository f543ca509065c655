internal import ICalendar
internal import ListoModel

/// A row of Listo's own CSV as a reminder, by the columns of the table.
struct CSVRow: Hashable {
  var fields = ReminderFields()
  var list: String?

  init() {}

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
