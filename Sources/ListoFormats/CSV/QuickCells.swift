internal import ICalendar
internal import ListoModel

/// Writes a reminder as a row in the common case as ``CSVRow`` does, byte for byte: from the places of its lines.
struct QuickCells: Sendable {
  private var reading = QuickReading()
  private var place: ReminderPlace?
  /// The cells of the place.
  private var (list, source): ([UInt8], [UInt8]) = ([], [])
  private let plan: [CSVPlan]
  private let delimiter: UInt8
  /// Without STATUS a cell says what follows from fields that have no column.
  private let needsStatus: Bool
  private let missing: [FieldID]
  /// With which a cell stands in quotation marks, and those which mean something in a value.
  private let sought: SoughtBytes

  /// - Parameters:
  ///   - needsStatus: a reminder without STATUS is in no common case.
  ///   - missing: the fields that have no column.
  init(_ plan: [CSVPlan], delimiter: UInt8, needsStatus: Bool, without missing: [FieldID]) {
    (self.plan, self.delimiter, self.needsStatus, self.missing) = (plan, delimiter, needsStatus, missing)
    sought = SoughtBytes(delimiter, 0x22, 0x5C, 0x0A, 0x0D)
  }

  /// Appends the row; false, and nothing is appended or counted, in any case but the common one.
  mutating func write(
    _ component: Component, in calendar: Survey.Calendar, _ losses: inout Losses, to output: inout [UInt8]
  ) -> Bool {
    if place?.calendar !== calendar.context { begin(calendar) }
    // Taken out while it learns zones and parameters, so that it is not copied.
    guard var place = place.take() else { return false }
    defer { self.place = place }
    guard reading.take(component, &place), !needsStatus || reading.has(.status) else { return false }
    // Each thing that is lost is told by the complete way; asked before anything is written.
    guard !losses.keepsEntries || reading.isWhole(without: missing) else { return false }
    let room = component.byteCount * 2 + list.count + source.count + plan.count + 512
    let start = output.count
    let isDone = reading.withBytes(of: component) { bytes in
      output.append(addingCapacity: room) { output in
        guard writeRow(bytes, place, to: &output), !output.isFull else { return output.removeAll() }
      }
      return output.count > start && reading.count(bytes, without: missing, areLeftOut: true, in: &losses)
    }
    if !isDone { output.removeSubrange(start...) }
    return isDone
  }

  private mutating func begin(_ calendar: Survey.Calendar) {
    place = ReminderPlace(
      calendar.context, source: calendar.place.source, list: calendar.list,
      listTitle: calendar.place.listTitle)
    let quoting = CSVQuoting(delimiter: delimiter)
    (list, source) = ([], [])
    quoting.append([calendar.place.listTitle][...], to: &list)
    quoting.append([calendar.place.source.title][...], to: &source)
  }

  /// In one call from where the writer is changed, since each call from there copies it.
  private func writeRow(
    _ bytes: Span<UInt8>, _ place: ReminderPlace, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    for index in plan.indices {
      if index > 0 { output.put(delimiter) }
      guard write(plan[index], bytes, place, to: &output) else { return false }
    }
    output.put(0x0D)
    output.put(0x0A)
    return true
  }

  private func write(
    _ plan: CSVPlan, _ bytes: Span<UInt8>, _ place: ReminderPlace, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    switch plan.column {
    case .list: output.put(list)
    case .source: output.put(source)
    case .zone(let id):
      guard let zone = reading.zone(id, place) else { return true }
      return write(zone, to: &output)
    case .field(let id):
      guard reading.has(id) else { return true }
      return write(id, plan, bytes, place, to: &output)
    }
    return true
  }

  private func write(
    _ id: FieldID, _ plan: CSVPlan, _ bytes: Span<UInt8>, _ place: ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let value = reading[id]
    switch id {
    case .uid, .title, .notes, .location, .parent: write(bytes, value, isText: true, to: &output)
    case .url, .recurrence, .geo, .classification: write(bytes, value, isText: false, to: &output)
    case .sequence, .percent, .priority, .order: output.append(bytes, value)
    case .status: for index in value { output.put(bytes[index] == 0x2D ? 0x2D : bytes[index] | 0x20) }
    case .stamp, .created, .modified, .completed, .recurrenceID, .due, .start:
      guard let moment = DigitMoment(bytes, value) else { return false }
      output.append(moment.iso)
      guard plan.hasZone, let zone = reading.zone(id, place) else { return true }
      output.put(0x20)
      return write(zone, to: &output)
    case .tags: return write(bytes, reading.tags, to: &output)
    case .alarms: return write(reading.alarmBytes.span, reading.alarmWords, to: &output)
    }
    return true
  }

  /// The name of a zone, where it needs no quotation marks.
  private func write(_ zone: TravellingZone, to output: inout OutputSpan<UInt8>) -> Bool {
    for byte in zone.tzid.utf8 {
      guard byte > 0x20, byte != delimiter, byte != 0x22 else { return false }
      output.put(byte)
    }
    return true
  }

  /// - Parameter isText: it is decoded as TEXT (RFC 5545 §3.3.11).
  private func write(
    _ bytes: Span<UInt8>, _ value: Range<Int>, isText: Bool, to output: inout OutputSpan<UInt8>
  ) {
    let (start, end) = (value.lowerBound, value.upperBound)
    guard start < end else { return }
    let first = bytes.first(of: sought, from: start, to: end)
    let isQuoted =
      bytes[start] == 0x20 || bytes[end - 1] == 0x20
      || first < end && needsQuotes(bytes, from: first, to: end, isText)
    guard first < end || isQuoted else { return output.append(bytes, value) }
    if isQuoted { output.put(0x22) }
    var (run, index) = (start, first)
    while index < end {
      let byte = bytes[index]
      if byte == 0x22 {
        output.append(bytes, run..<index + 1)
        output.put(0x22)
        run = index + 1
      } else if byte == 0x5C, isText, index + 1 < end {
        switch bytes[index + 1] {
        case 0x6E, 0x4E:
          output.append(bytes, run..<index)
          output.put(0x0A)
          run = index + 2
          index += 1
        case 0x2C, 0x3B, 0x5C:
          output.append(bytes, run..<index)
          run = index + 1
          index += 1
        default: break
        }
      }
      index = bytes.first(of: sought, from: index + 1, to: end)
    }
    output.append(bytes, run..<end)
    if isQuoted { output.put(0x22) }
  }

  private func needsQuotes(_ bytes: Span<UInt8>, from start: Int, to end: Int, _ isText: Bool) -> Bool {
    var index = start
    while index < end {
      guard bytes[index] == 0x5C, delimiter != 0x5C else { return true }
      // A delimiter or a mark behind a backslash is one.
      if isText, index + 1 < end {
        switch bytes[index + 1] {
        case 0x6E, 0x4E: return true
        case 0x5C: index += 1
        default: break
        }
      }
      index = bytes.first(of: sought, from: index + 1, to: end)
    }
    return false
  }

  /// Texts in one cell; false where one has an escape.
  private func write(
    _ bytes: Span<UInt8>, _ texts: QuickTexts, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let isQuoted = texts.count > 1 && delimiter == 0x2C
    if isQuoted { output.put(0x22) }
    for index in 0..<texts.count {
      let text = texts[index]
      guard !text.isEmpty, isPlain(bytes, text) else { return false }
      if index > 0 {
        output.put(0x2C)
        output.put(0x20)
      }
      output.append(bytes, text)
    }
    if isQuoted { output.put(0x22) }
    return true
  }

  /// It stands for itself among texts, in quotation marks or without, and has no white space at an end.
  private func isPlain(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    let (first, last) = (bytes[text.lowerBound], bytes[text.upperBound - 1])
    guard first > 0x20, last > 0x20 else { return false }
    let isASCII = first < 0x80 && last < 0x80
    for index in text {
      switch bytes[index] {
      case delimiter, 0x22, 0x2C, 0x5C, ..<0x20: return false
      case 0xC2, 0xE1, 0xE2, 0xE3: if !isASCII { return false }
      default: continue
      }
    }
    return true
  }
}
