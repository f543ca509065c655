internal import ICalendar
internal import ListoModel

/// Takes the fields of a row in the common case as ``CSVRow`` does, by the places of its cells.
///
/// The common case has as many cells as the header, none in a column that Listo does not know, and only such as ``CSVWriter`` writes; any
/// other row is left to ``CSVRow``. A test holds the two to be the same.
struct QuickRow: Sendable {
  /// A column of a field.
  private struct Step {
    let id: FieldID
    let column: Int
    /// That of its zone; -1 for none.
    let zone: Int
  }

  private let steps: [Step]
  private let count: Int
  /// Those whose cells are kept as they are.
  private let others: [Int]
  /// - Parameter columns: of the header; nil for those that Listo does not know.
  init(_ columns: [CSVColumn?]) {
    func place(_ column: CSVColumn) -> Int { columns.firstIndex(of: column) ?? -1 }
    count = columns.count
    steps = FieldID.allCases.compactMap { id in
      let column = place(.field(id))
      return column < 0 ? nil : Step(id: id, column: column, zone: place(.zone(id)))
    }
    others = columns.indices.filter { index in
      switch columns[index] {
      case nil: true
      // A zone of nothing.
      case .zone(let id)?: place(.field(id)) < 0
      default: false
      }
    }
  }

  /// nil in any case but the common one.
  func component(_ record: CSVRecords.Record) -> ComponentText? {
    guard record.count == count else { return nil }
    for index in others where !record.places[index].isEmpty { return nil }
    var fields = FieldPlaces()
    let (bytes, places) = (record.bytes, record.places)
    guard take(bytes.span, places.span, &fields) else { return nil }
    fields.addImpliedStamp()
    return fields.component(bytes.span, line: record.line)
  }

  private func take(
    _ bytes: Span<UInt8>, _ places: Span<CSVRecords.Record.Place>, _ fields: inout FieldPlaces
  ) -> Bool {
    for step in steps {
      let cell = places[step.column].range
      let zone = step.zone < 0 ? 0..<0 : places[step.zone].range
      guard !cell.isEmpty else {
        guard zone.isEmpty else { return false }
        continue
      }
      guard take(step.id, bytes, cell, zone, &fields) else { return false }
    }
    return true
  }

  private func take(
    _ id: FieldID, _ bytes: Span<UInt8>, _ cell: Range<Int>, _ zone: Range<Int>, _ fields: inout FieldPlaces
  ) -> Bool {
    switch id {
    case .uid, .title, .notes, .location, .parent: fields.set(id, cell)
    case .stamp, .created, .modified, .start, .due, .completed, .recurrenceID:
      guard let moment = DigitMoment(iso: bytes, cell) else { return false }
      fields.set(id, moment)
      guard !zone.isEmpty else { return true }
      fields.set(id, zone: bytes, zone)
      return moment.hasTime && !moment.isUTC
    case .sequence, .percent, .priority, .order:
      fields.set(id, cell)
      return bytes.isPlainInteger(cell)
    case .status:
      let status = Status(bytes, cell)
      fields.set(status, isWritten: true)
      if case .other = status { return false }
    case .url, .geo, .classification, .recurrence:
      fields.set(id, cell)
      return FieldPlaces.isRaw(id.property, bytes, cell)
    case .tags:
      guard let texts = Self.texts(bytes, cell) else { return false }
      for index in 0..<texts.count { fields.add(tag: texts[index]) }
    case .alarms:
      guard let words = Self.texts(bytes, cell) else { return false }
      for index in 0..<words.count {
        guard AlarmText.plain(bytes, words[index]) != nil else { return false }
        fields.add(alarm: fields.keep(bytes, words[index]))
      }
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
