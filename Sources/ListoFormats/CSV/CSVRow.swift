internal import ICalendar
internal import ListoModel

/// What the cells of a row say, by the columns of the table.
///
/// A cell that stands as ``CSVWriter`` writes it is taken by its place. Of any other ``CSVCell`` tells what a person meant by it, and that
/// is put behind the cells.
struct CSVRow: Sendable {
  /// A row as a reminder.
  struct Reminder: Sendable {
    fileprivate(set) var fields = FieldPlaces()
    /// In which the values of the fields stand.
    fileprivate(set) var bytes: [UInt8]
    fileprivate(set) var list: String?
    /// The columns whose cell is not of their type.
    fileprivate(set) var unread: [Int] = []
    /// A cell stands in no column that Listo knows.
    fileprivate(set) var hasOthers = false

    /// The VTODO.
    func component(line: Int) -> ComponentText { fields.component(bytes.span, line: line) }
  }

  /// A column of a field.
  private struct Step {
    let id: FieldID
    let column: Int
    /// That of its zone; -1 for none.
    let zone: Int
  }

  private let steps: [Step]
  private let count: Int
  private let list: Int?
  /// Those that Listo does not know.
  private let others: [Int]
  /// Zones of no field.
  private let zones: [Int]
  private let dates: [DateOrder?]

  /// - Parameters:
  ///   - columns: of the header; nil for those that Listo does not know.
  ///   - dates: of each column the order of its dates, where that is known.
  init(_ columns: [CSVColumn?], dates: [DateOrder?] = []) {
    func place(_ column: CSVColumn) -> Int { columns.firstIndex(of: column) ?? -1 }
    (count, self.dates, list) = (columns.count, dates, columns.firstIndex(of: .list))
    steps = FieldID.allCases.compactMap { id in
      let column = place(.field(id))
      return column < 0 ? nil : Step(id: id, column: column, zone: place(.zone(id)))
    }
    others = columns.indices.filter { columns[$0] == nil }
    zones = columns.indices.filter { index in
      guard case .zone(let id)? = columns[index] else { return false }
      return place(.field(id)) < 0
    }
  }

  func reminder(_ record: CSVRecords.Record) -> Reminder {
    var result = Reminder(bytes: record.bytes)
    let odd = take(record.bytes.span, record.places.span, &result)
    for index in steps.indices where odd & 1 << UInt32(index) != 0 { take(steps[index], record, &result) }
    result.fields.addImpliedStamp()
    if let list, list < record.count, !record[list].isEmpty {
      result.list = String(decoding: record[list], as: UTF8.self)
    }
    return result
  }

  // MARK: By their places

  /// - Returns: a bit for each step whose cell does not stand as it is written.
  private func take(
    _ bytes: Span<UInt8>, _ places: Span<CSVRecords.Record.Place>, _ result: inout Reminder
  ) -> UInt32 {
    func cell(_ column: Int) -> Range<Int> {
      column >= 0 && column < places.count ? places[column].range : 0..<0
    }
    var odd: UInt32 = 0
    for index in steps.indices {
      let step = steps[index]
      let (cell, zone) = (cell(step.column), cell(step.zone))
      if cell.isEmpty {
        if !zone.isEmpty { result.unread.append(step.zone) }
      } else if !CSVCell.take(step.id, bytes, cell, into: &result.fields) {
        odd |= 1 << UInt32(index)
      } else if !zone.isEmpty, !Self.takeZone(of: step.id, bytes, zone, &result.fields) {
        result.unread.append(step.zone)
      }
    }
    for column in zones where !cell(column).isEmpty { result.unread.append(column) }
    result.hasOthers = places.count > count
    for column in others where !cell(column).isEmpty { result.hasOthers = true }
    return odd
  }

  /// - Returns: false where there is no time, or one whose zone is known.
  private static func takeZone(
    of id: FieldID, _ bytes: Span<UInt8>, _ zone: Range<Int>, _ fields: inout FieldPlaces
  ) -> Bool {
    guard let moment = fields.moment(id), moment.hasTime, !moment.isUTC, fields.zone(id).isEmpty else {
      return false
    }
    fields.set(id, zone: bytes, zone)
    return true
  }

  // MARK: By what they mean

  private func take(_ step: Step, _ record: CSVRecords.Record, _ result: inout Reminder) {
    let cell = String(decoding: record[step.column], as: UTF8.self)
    let dates = step.column < dates.count ? dates[step.column] : nil
    if let value = CSVCell.value(cell, of: step.id, dates: dates) {
      var bytes: [UInt8] = []
      swap(&bytes, &result.bytes)
      result.fields.set(step.id, value) { _, text in
        let start = bytes.count
        bytes += text
        return start..<bytes.count
      }
      swap(&bytes, &result.bytes)
    } else if step.id == .completed || step.id == .percent, let status = CSVCell.status(cell) {
      // A column "Completed" may hold a yes as well as a date, and "Progress" a word as well as a number.
      if !result.fields.has(.status) { result.fields.set(status, isWritten: true) }
    } else {
      result.unread.append(step.column)
    }
    guard step.zone >= 0, step.zone < record.count, !record.places[step.zone].isEmpty else { return }
    if !Self.takeZone(of: step.id, record.bytes.span, record.places[step.zone].range, &result.fields) {
      result.unread.append(step.zone)
    }
  }
}
