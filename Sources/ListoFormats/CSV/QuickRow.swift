internal import ICalendar
internal import ListoModel

/// Makes a reminder of a row in the common case as ``CSVRow`` does, line for line, from the places of its cells.
///
/// The common case has as many cells as the header, none in a column that Listo does not know, and only such as ``CSVWriter`` writes; any
/// other row is left to ``CSVRow``. A test holds the two to be the same.
struct QuickRow: Sendable {
  /// A column of a field.
  private struct Step {
    let id: FieldID
    let property: PropertyID
    /// -1 for a field that has none.
    let column: Int
    /// That of its zone; -1 for none.
    let zone: Int
  }

  /// In the order in which their lines are written.
  private let steps: [Step]
  private let count: Int
  /// Those whose cells are kept as they are.
  private let others: [Int]
  private let title, alarms, modified, created: Int

  /// - Parameter columns: of the header; nil for those that Listo does not know.
  init(_ columns: [CSVColumn?]) {
    func place(_ column: CSVColumn) -> Int { columns.firstIndex(of: column) ?? -1 }
    count = columns.count
    steps = ReminderFields.order.compactMap { id in
      let column = place(.field(id))
      // Without it there may be one all the same.
      guard column >= 0 || id == .stamp else { return nil }
      return Step(id: id, property: id.property, column: column, zone: place(.zone(id)))
    }
    others = columns.indices.filter { index in
      switch columns[index] {
      case nil: true
      // A zone of nothing.
      case .zone(let id)?: place(.field(id)) < 0
      default: false
      }
    }
    (title, alarms) = (place(.field(.title)), place(.field(.alarms)))
    (modified, created) = (place(.field(.modified)), place(.field(.created)))
  }

  /// nil in any case but the common one.
  func component(_ record: CSVRecords.Record) -> ComponentText? {
    guard record.count == count else { return nil }
    for index in others where !record.places[index].isEmpty { return nil }
    let bytes = record.bytes
    // A byte may become two, and a fold has three bytes for seventy.
    let room = bytes.count * 2 + bytes.count / 8 + steps.count * 40
    guard
      var component = ComponentText(
        reminderOf: record.line, room: room,
        { output in
          var fields = QuickFields()
          return write(record, &fields, &output) ? fields.properties : nil
        })
    else { return nil }
    guard alarms < 0 || record.places[alarms].isEmpty || append(alarmsOf: record, to: &component) else {
      return nil
    }
    return component
  }

  private func write(
    _ record: CSVRecords.Record, _ fields: inout QuickFields, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let (bytes, places) = (record.bytes.span, record.places.span)
    for step in steps {
      let cell = step.column < 0 ? 0..<0 : places[step.column].range
      let zone = step.zone < 0 ? 0..<0 : places[step.zone].range
      guard !cell.isEmpty else {
        guard zone.isEmpty else { return false }
        if step.id == .stamp, let stamp = impliedStamp(bytes, places) {
          fields.moment(.dtstamp, stamp, &output)
        }
        continue
      }
      guard write(step, record, bytes, cell, zone, &fields, &output) else { return false }
    }
    return true
  }

  private func write(
    _ step: Step, _ record: CSVRecords.Record, _ bytes: Span<UInt8>, _ cell: Range<Int>, _ zone: Range<Int>,
    _ fields: inout QuickFields, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    switch step.id {
    case .uid, .title, .notes, .location, .parent: fields.text(step.property, bytes, cell, &output)
    case .stamp, .created, .modified, .start, .due, .completed, .recurrenceID:
      guard let moment = DigitMoment(iso: bytes, cell) else { return false }
      return fields.moment(step.property, moment, bytes, zone: zone, &output)
    case .sequence, .percent, .priority, .order: return fields.integer(step.property, bytes, cell, &output)
    case .status: return fields.status(bytes, cell, &output)
    case .url, .geo, .classification, .recurrence:
      return fields.raw(step.property, record.bytes[cell], &output)
    case .tags:
      guard let texts = Self.texts(bytes, cell) else { return false }
      fields.texts(.categories, bytes, texts, &output)
    case .alarms: return false
    }
    return true
  }

  /// ``ReminderFields/impliedStamp``.
  private func impliedStamp(
    _ bytes: Span<UInt8>, _ places: Span<CSVRecords.Record.Place>
  ) -> DigitMoment? {
    for column in [modified, created] where column >= 0 {
      if let moment = DigitMoment(iso: bytes, places[column].range), moment.isUTC { return moment }
    }
    return nil
  }

  private func append(alarmsOf record: CSVRecords.Record, to component: inout ComponentText) -> Bool {
    let (bytes, places) = (record.bytes.span, record.places.span)
    guard let words = Self.texts(bytes, places[alarms].range) else { return false }
    let title = title < 0 ? 0..<0 : places[title].range
    for index in 0..<words.count {
      guard QuickFields.alarm(bytes, words[index], title: title, to: &component) else { return false }
    }
    return true
  }

  /// The texts of a cell, each once; nil where there are none, or one has an escape or may have white space of another script at an end.
  private static func texts(_ bytes: Span<UInt8>, _ cell: Range<Int>) -> QuickTexts? {
    var texts = QuickTexts()
    var start = cell.lowerBound
    while start <= cell.upperBound {
      var end = start
      while end < cell.upperBound, bytes[end] != 0x2C {
        guard isPlain(bytes[end]) else { return nil }
        end += 1
      }
      var (first, last) = (start, end)
      while first < last, bytes[first] == 0x20 { first += 1 }
      while first < last, bytes[last - 1] == 0x20 { last -= 1 }
      if first < last, !texts.add(bytes, first..<last) { return nil }
      start = end + 1
    }
    return texts.count > 0 ? texts : nil
  }

  /// It stands for itself among texts, and is no part of white space; nor is it of a character that is equal to one of ASCII.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, 0x5C, 0x7F, 0xC2, 0xCD, 0xE1, 0xE2, 0xE3: false
    default: true
    }
  }
}
