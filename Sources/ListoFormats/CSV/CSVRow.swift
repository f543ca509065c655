internal import ICalendar
internal import ListoModel
internal import ListoWords

/// The reading of rows, by the columns of the table.
///
/// A cell that stands as ``CSVWriter`` writes it is taken by its place. Of any other ``CSVCell`` tells what a
/// person meant by it, and that is put behind the cells.
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
    /// That of its zone, and of its time of day; -1 for none.
    let zone, time: Int
    /// Its cells have words of the file's own, or a time of day beside them.
    let isOdd: Bool
  }

  private let steps: [Step]
  private let count: Int
  private let list: Int?
  /// Those that Listo does not know.
  private let others: [Int]
  /// Zones of no field.
  private let zones: [Int]
  private let words: [Int: [String: String]]
  private let dates: DateOrder?
  /// Columns of the table that other tables lack.
  private let hasStatus, hasStamp: Bool

  /// - Parameters:
  ///   - columns: of the header; nil for those that Listo does not know.
  ///   - words: of columns the values that words in small letters stand for.
  ///   - dates: the order of dates in numbers, where that is known.
  init(_ columns: [CSVColumn?], words: [Int: [String: String]] = [:], dates: DateOrder? = nil) {
    func place(_ column: CSVColumn) -> Int { columns.firstIndex(of: column) ?? -1 }
    (count, self.words, self.dates, list) = (columns.count, words, dates, columns.firstIndex(of: .list))
    steps = FieldID.allCases.compactMap { id in
      let column = place(.field(id))
      let time = place(.time(id))
      return column < 0
        ? nil
        : Step(
          id: id, column: column, zone: place(.zone(id)), time: time,
          isOdd: time >= 0 || words[column] != nil)
    }
    (hasStatus, hasStamp) = (columns.contains(.field(.status)), columns.contains(.field(.stamp)))
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
    addImplied(&result)
    if let list, list < record.count, !record[list].isEmpty {
      result.list = String(decoding: record[list], as: UTF8.self)
    }
    return result
  }

  /// Adds what other fields say where the table has no column for it: completed by a date, and DTSTAMP by a
  /// time without a zone.
  private func addImplied(_ result: inout Reminder) {
    if !hasStatus, !result.fields.has(.status),
      result.fields.impliedStatus(result.bytes.span) == .completed
    {
      result.fields.set(.completed, isWritten: true)
    }
    result.fields.addImpliedStamp()
    guard !hasStamp, !result.fields.has(.stamp) else { return }
    if let moment = result.fields.moment(.modified) ?? result.fields.moment(.created) {
      result.fields.set(.stamp, moment)
    }
  }

  // MARK: By their places

  /// - Returns: a bit for each step whose cell does not stand as it is written.
  private func take(
    _ bytes: Span<UInt8>, _ places: Span<CSVRecords.Record.Place>, _ result: inout Reminder
  ) -> UInt32 {
    func cell(_ column: Int) -> Range<Int> { self.cell(column, places) }
    var odd: UInt32 = 0
    for index in steps.indices {
      let step = steps[index]
      let (cell, zone) = (cell(step.column), cell(step.zone))
      if cell.isEmpty {
        if !zone.isEmpty { result.unread.append(step.zone) }
        if !self.cell(step.time, places).isEmpty { result.unread.append(step.time) }
      } else if step.isOdd || !CSVCell.take(step.id, bytes, cell, into: &result.fields) {
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

  /// The cell of a column; empty for none.
  @inline(__always)
  private func cell(_ column: Int, _ places: Span<CSVRecords.Record.Place>) -> Range<Int> {
    column >= 0 && column < places.count ? places[column].range : 0..<0
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
    let given = String(decoding: record[step.column], as: UTF8.self)
    let cell = words[step.column]?[CSVCell.trimmed(given).lowercased()] ?? given
    if let value = CSVCell.value(cell, of: step.id, dates: dates) {
      Self.set(step.id, value, &result)
    } else if step.id == .completed || step.id == .percent, let status = CSVCell.status(cell) {
      // A column "Completed" may hold a yes as well as a date, and "Progress" a word as well as a number.
      if !result.fields.has(.status) { result.fields.set(status, isWritten: true) }
    } else if step.id == .status, let date = CSVCell.value(cell, of: .completed, dates: dates) {
      // "Done" may hold a date as well as a yes.
      result.fields.set(.completed, isWritten: true)
      if !result.fields.has(.completed) { Self.set(.completed, date, &result) }
    } else if step.id == .recurrence, let rule = CSVCell.rule(inWords: cell),
      let value = Self.value(of: rule, result.fields)
    {
      Self.set(.recurrence, .text(value), &result)
    } else {
      result.unread.append(step.column)
    }
    let time = self.cell(step.time, record.places.span)
    if !time.isEmpty,
      !Self.setTime(of: step.id, FieldPlaces.text(record.bytes.span, time), &result.fields)
    {
      result.unread.append(step.time)
    }
    guard step.zone >= 0, step.zone < record.count, !record.places[step.zone].isEmpty else { return }
    if !Self.takeZone(of: step.id, record.bytes.span, record.places[step.zone].range, &result.fields) {
      result.unread.append(step.zone)
    }
  }

  private static func set(_ id: FieldID, _ value: FieldValue, _ result: inout Reminder) {
    var bytes: [UInt8] = []
    swap(&bytes, &result.bytes)
    result.fields.set(id, value) { _, text in
      let start = bytes.count
      bytes += text
      return start..<bytes.count
    }
    swap(&bytes, &result.bytes)
  }

  /// Gives a date the time of day that is in another cell.
  ///
  /// - Returns: false where there is no date, or the cell is no time of day.
  private static func setTime(of id: FieldID, _ text: String, _ fields: inout FieldPlaces) -> Bool {
    guard let moment = fields.moment(id), !moment.hasTime, let day = moment.local?.day,
      let time = SheetDate.time(text),
      let local = LocalDateTime(day: day, hour: time.hour, minute: time.minute, second: time.second)
    else { return false }
    fields.set(id, .floating(local))
    return true
  }

  /// The RRULE value of a rule, its end being a day or a time as the reminder's dates are (RFC 5545 §3.3.10);
  /// nil where the zone of these is not known.
  private static func value(of rule: RuleWords, _ fields: FieldPlaces) -> String? {
    guard let id = [FieldID.start, .due].first(where: { fields.moment($0) != nil }),
      let moment = fields.moment(id), moment.hasTime
    else { return rule.value }
    let place = fields.zone(id)
    guard moment.isUTC || !place.isEmpty else { return rule.value(timedIn: nil) }
    let name = moment.isUTC ? "UTC" : FieldPlaces.text(fields.own.span, place)
    return Zone.resolve(tzid: name).map { rule.value(timedIn: $0.zone) }
  }
}
