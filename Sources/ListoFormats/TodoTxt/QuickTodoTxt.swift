internal import ICalendar
internal import ListoModel

/// Writes a reminder as a line of todo.txt in the common case as ``TodoTxtTask`` does, byte for byte: from the places of its lines.
///
/// The common case is that of ``QuickReading``, with a title of which nothing would be read as anything but a word (``TodoTxtTitle``).
struct QuickTodoTxt: Sendable {
  private var reading = QuickReading()
  private var place: ReminderPlace?
  /// The list as a word, with the blank before it.
  private var project: [UInt8] = []

  /// The words of moments that are no date alone, and others that hold a field, in their order: with a blank before, and a colon behind.
  private static let moments = TodoTxtKey.moments.map {
    (id: $0.id, day: head($0.day), time: head($0.time), zone: head($0.zone))
  }
  private static let others = TodoTxtKey.others.map { (id: $0.id, head: head($0.key)) }
  private static let (rec, rrule, priority) = (head(.rec), head(.rrule), head(.priority))
  private static let (status, implied, alarm) = (head(.status), head(.implied), head(.alarm))

  private static func head(_ key: TodoTxtKey) -> ShortText {
    ShortText(Array(" \(key.rawValue):".utf8)) ?? .empty
  }

  /// Appends the line with its end; false, and nothing is appended or counted, in any case but the common one.
  mutating func write(
    _ component: Component, in calendar: Survey.Calendar, _ losses: inout Losses, to output: inout [UInt8]
  ) -> Bool {
    if place?.calendar !== calendar.context { begin(calendar) }
    // Taken out while it learns zones and parameters, so that it is not copied.
    guard var place = place.take() else { return false }
    defer { self.place = place }
    // Each thing that is lost is told by the complete way; asked before anything is written.
    guard reading.take(component, &place), !losses.keepsEntries || reading.isWhole(without: []) else {
      return false
    }
    let start = output.count
    // A byte may become three.
    let room = component.byteCount * 3 + project.count + 1024
    let isDone = reading.withBytes(of: component) { bytes in
      output.append(addingCapacity: room) { output in
        guard write(bytes, place, to: &output), !output.isFull else { return output.removeAll() }
      }
      return output.count > start && reading.count(bytes, without: [], in: &losses)
    }
    if !isDone { output.removeSubrange(start...) }
    return isDone
  }

  private mutating func begin(_ calendar: Survey.Calendar) {
    let title = calendar.place.listTitle
    place = ReminderPlace(
      calendar.context, source: calendar.place.source, list: calendar.list, listTitle: title)
    project = []
    guard !title.isEmpty else { return }
    project = Array(" +".utf8)
    PercentEncoding.append(title, besides: 0x3A, to: &project)
  }

  private func write(
    _ bytes: Span<UInt8>, _ place: ReminderPlace, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let status = self.status(bytes)
    let isDone = TodoTxtTask.isDone(status)
    let priority = self.priority(bytes)
    let letter = priority.flatMap { (1...9).contains($0) ? UInt8(0x40 + $0) : nil }
    // Each with a blank behind it, as far as there is a title.
    var isFirst = true
    func blank(_ output: inout OutputSpan<UInt8>) {
      if !isFirst { output.put(0x20) }
      isFirst = false
    }
    if isDone {
      blank(&output)
      output.put(0x78)
    } else if let letter {
      blank(&output)
      output.put(0x28)
      output.put(letter)
      output.put(0x29)
    }
    var placed: (completed: Bool, created: Bool) = (false, false)
    if isDone, let completed = moment(.completed, bytes) {
      blank(&output)
      output.append(completed.day.iso)
      placed.completed = true
    }
    if !isDone || placed.completed, let created = moment(.created, bytes) {
      blank(&output)
      output.append(created.day.iso)
      placed.created = true
    }
    if reading.has(.title) {
      blank(&output)
      guard writeTitle(bytes, to: &output) else { return false }
    }
    // What comes then begins with a blank.
    guard !isFirst else { return false }
    output.put(project)
    guard writeTags(bytes, to: &output), writeMoments(bytes, placed, place, to: &output) else { return false }
    writeRecurrence(bytes, to: &output)
    if let priority, letter == nil || isDone {
      output.append(Self.priority)
      if let letter { output.put(letter) } else { put(priority, to: &output) }
    }
    guard writeRest(bytes, status, isDone, to: &output) else { return false }
    output.put(0x0A)
    return true
  }

  // MARK: Values

  private func moment(_ id: FieldID, _ bytes: Span<UInt8>) -> DigitMoment? {
    reading.has(id) ? DigitMoment(bytes, reading[id]) : nil
  }

  private func integer(_ id: FieldID, _ bytes: Span<UInt8>) -> Int? {
    guard reading.has(id) else { return nil }
    return reading[id].reduce(0) { $0 * 10 + Int(bytes[$1] &- 0x30) }
  }

  private func priority(_ bytes: Span<UInt8>) -> Int? { integer(.priority, bytes) }

  private func status(_ bytes: Span<UInt8>) -> Status {
    guard reading.has(.status) else {
      return Quirks.status(hasCompleted: reading.has(.completed), percent: integer(.percent, bytes))
    }
    switch bytes[reading[.status].lowerBound] {
    case 0x4E: return .needsAction
    case 0x49: return .inProcess
    default: return bytes[reading[.status].lowerBound + 1] == 0x4F ? .completed : .cancelled
    }
  }

  private func put(_ number: Int, to output: inout OutputSpan<UInt8>) {
    for byte in String(number).utf8 { output.put(byte) }
  }

  // MARK: Words

  /// The title, decoded, where ``TodoTxtTitle/isPlain(_:)`` says that it stands for itself and no rule stands behind it.
  private func writeTitle(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) -> Bool {
    let value = reading[.title]
    let first = bytes[value.lowerBound]
    if first == 0x78 || first == 0x28 || first &- 0x30 < 10 { return false }
    var before: UInt8 = 0x20
    var (index, run) = (value.lowerBound, value.lowerBound)
    while index < value.upperBound {
      var byte = bytes[index]
      if byte == 0x5C, index + 1 < value.upperBound {
        let next = bytes[index + 1]
        guard next != 0x6E, next != 0x4E else { return false }
        if next == 0x2C || next == 0x3B || next == 0x5C {
          output.append(bytes, run..<index)
          index += 1
          (run, byte) = (index, next)
        }
      }
      if before == 0x20, byte == 0x2B || byte == 0x40 || byte == 0x20 { return false }
      if before == 0x3A, byte != 0x20 { return false }
      if byte < 0x20 || byte == 0x7F || byte == 0xC2 || (before == 0xE2 && byte == 0x80) { return false }
      before = byte
      index += 1
    }
    output.append(bytes, run..<value.upperBound)
    return before != 0x20 && before != 0x29
  }

  private func writeTags(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) -> Bool {
    for index in 0..<reading.tags.count {
      let tag = reading.tags[index]
      guard bytes[tag.lowerBound] != 0x2B else { return false }
      output.put(0x20)
      output.put(0x40)
      guard write(bytes, tag, isText: true, to: &output) else { return false }
    }
    return true
  }

  private func writeMoments(
    _ bytes: Span<UInt8>, _ placed: (completed: Bool, created: Bool), _ place: ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    for keys in Self.moments {
      guard let moment = moment(keys.id, bytes) else { continue }
      let isPlaced = keys.id == .completed && placed.completed || keys.id == .created && placed.created
      if !isPlaced {
        output.append(keys.day)
        output.append(moment.day.iso)
      }
      guard moment.hasTime else { continue }
      output.append(keys.time)
      output.append(moment.clock)
      guard let zone = reading.zone(keys.id, place) else { continue }
      output.append(keys.zone)
      for byte in zone.tzid.utf8 {
        guard byte > 0x20, byte < 0x7F, byte != 0x25, byte != 0x3A else { return false }
        output.put(byte)
      }
    }
    return true
  }

  private func writeRecurrence(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    guard reading.has(.recurrence) else { return }
    var rule: [UInt8] = []
    for index in reading[.recurrence] { rule.append(bytes[index]) }
    let text = String(decoding: rule, as: UTF8.self)
    var value: [UInt8] = []
    if let word = TodoTxtRecurrence.word(text) {
      output.append(Self.rec)
      PercentEncoding.append(word, besides: 0x3A, to: &value)
    } else {
      output.append(Self.rrule)
      PercentEncoding.append(text, besides: 0x3A, to: &value)
    }
    output.put(value)
  }

  private func writeRest(
    _ bytes: Span<UInt8>, _ status: Status, _ isDone: Bool, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    if !reading.has(.status) {
      output.append(Self.implied)
      for byte in status.word.utf8 { output.put(byte) }
    } else if status != (isDone ? .completed : .needsAction) {
      output.append(Self.status)
      for byte in status.word.utf8 { output.put(byte) }
    }
    for (id, head) in Self.others where reading.has(id) {
      let value = reading[id]
      if id == .stamp, isImplied(value, bytes) { continue }
      output.append(head)
      switch id.type {
      case .text:
        guard write(bytes, value, isText: ReminderFields.isDecoded(id), to: &output) else { return false }
      default: output.append(bytes, value)
      }
    }
    for index in 0..<reading.alarmWords.count {
      output.append(Self.alarm)
      output.append(reading.alarmBytes.span, reading.alarmWords[index])
    }
    return true
  }

  /// DTSTAMP is that of ``ReminderFields/impliedStamp``.
  private func isImplied(_ stamp: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    for id in [FieldID.modified, .created] {
      let other = reading[id]
      // In UTC, and no date.
      guard other.count == 16 else { continue }
      guard stamp.count == 16 else { return false }
      for offset in 0..<16 where bytes[stamp.lowerBound + offset] != bytes[other.lowerBound + offset] {
        return false
      }
      return true
    }
    return false
  }

  /// A value, percent-encoded as ``PercentEncoding`` does it; false where only that knows how.
  ///
  /// - Parameter isText: it is decoded as TEXT (RFC 5545 §3.3.11).
  private func write(
    _ bytes: Span<UInt8>, _ value: Range<Int>, isText: Bool, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    var (index, run) = (value.lowerBound, value.lowerBound)
    while index < value.upperBound {
      var byte = bytes[index]
      if byte > 0x20, byte < 0x7F, byte != 0x5C, byte != 0x3A, byte != 0x25 {
        index += 1
        continue
      }
      if byte >= 0x80 {
        guard !isBreakingPerhaps(bytes, index, value.upperBound) else { return false }
        index += 1
        continue
      }
      output.append(bytes, run..<index)
      run = index
      if byte == 0x5C {
        index += 1
        guard isText, index < value.upperBound else { continue }
        switch bytes[index] {
        case 0x6E, 0x4E: byte = 0x0A
        case 0x2C, 0x3B, 0x5C:
          run = index
          index += 1
          continue
        default: continue
        }
      }
      // What follows a percent sign says whether it stands for itself.
      guard byte != 0x25 else { return false }
      put(escaped: byte, to: &output)
      index += 1
      run = index
    }
    output.append(bytes, run..<value.upperBound)
    return true
  }

  private func put(escaped byte: UInt8, to output: inout OutputSpan<UInt8>) {
    func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x37 + number }
    output.put(0x25)
    output.put(digit(byte >> 4))
    output.put(digit(byte & 0xF))
  }

  /// White space or a control character of another script may begin here: U+0080 to U+00A0, U+1680, U+2000 to U+205F, U+3000.
  private func isBreakingPerhaps(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> Bool {
    guard index + 1 < end else { return true }
    let (first, second) = (bytes[index], bytes[index + 1])
    switch first {
    case 0xC2: return second <= 0xA0
    case 0xE1: return second == 0x9A
    case 0xE2: return second == 0x80 || second == 0x81
    case 0xE3: return second == 0x80
    default: return false
    }
  }
}
