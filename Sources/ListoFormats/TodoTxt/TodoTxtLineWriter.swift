internal import ICalendar
internal import ListoModel

/// Writes reminders as lines of todo.txt. Every field is in a line, but where only what other programs know
/// is asked for (``TodoTxtTask/makePlain(hasWords:)``).
struct TodoTxtLineWriter: FieldWriting {
  /// No title is given exactly beside the one that a line can have.
  let isPlain: Bool
  /// Parts of the next line that no field holds.
  var kept = TodoTxtKept()
  /// The list.
  private var project: [UInt8] = []

  init(isPlain: Bool) { self.isPlain = isPlain }

  mutating func begin(_ calendar: Survey.Calendar) { begin(project: calendar.ownTitle) }

  mutating func begin(project: String) { self.project = Array(project.utf8) }

  func write(_ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    let isDone = TodoTxtTask.isDone(fields.status)
    let priority = fields.integer(.priority, bytes)
    let letter = priority.flatMap { kept.letter(of: $0) }
    if isDone {
      blank(&output)
      output.put(0x78)
    } else if let letter {
      blank(&output)
      output.put(0x28)
      output.put(letter)
      output.put(0x29)
    }
    let placed = writeDays(fields, isDone: isDone, to: &output)
    let title = writeTitle(fields, bytes, to: &output)
    if !project.isEmpty, !title.hasProject { write(sign: 0x2B, project.span, project.indices, to: &output) }
    for index in 0..<max(0, fields.tags.count - title.tagCount) {
      write(tag: fields.tags[index], bytes, to: &output)
    }
    writeMoments(fields, placed, to: &output)
    writeRecurrence(fields, bytes, to: &output)
    if let priority, letter == nil || isDone {
      key(Self.priority, &output)
      if let letter { output.put(letter) } else { output.put(Array(String(priority).utf8)) }
    }
    if let identifier = kept.identifier {
      key(Self.identifier, &output)
      output.put(identifier)
    }
    writeStatus(fields, bytes, isDone: isDone, to: &output)
    writeOthers(fields, bytes, to: &output)
    for word in fields.alarms {
      key(Self.alarm, &output)
      put(fields.own.span, word, to: &output)
    }
    if !title.isExact {
      key(Self.title, &output)
      put(bytes, fields[.title], isText: fields.isEscaped, to: &output)
    }
    output.put(0x0A)
  }

  // MARK: Words

  /// A blank behind what stands there.
  private func blank(_ output: inout OutputSpan<UInt8>) {
    if !output.isEmpty { output.put(0x20) }
  }

  /// A key of a value that follows.
  private func key(_ head: ShortText, _ output: inout OutputSpan<UInt8>) {
    blank(&output)
    output.append(head)
  }

  /// A value, percent-encoded.
  ///
  /// - Parameter isText: it is decoded as TEXT first.
  private func put(
    _ bytes: Span<UInt8>, _ value: Range<Int>, isText: Bool = false, to output: inout OutputSpan<UInt8>
  ) {
    guard isText else { return PercentEncoding.append(bytes, value, besides: 0x3A, to: &output) }
    // No part ends between a percent sign and its digits, since no escape stands for a digit.
    var runs = TextRuns(value)
    while let (run, endsLine) = runs.next(bytes) {
      PercentEncoding.append(bytes, run, besides: 0x3A, to: &output)
      if endsLine { PercentEncoding.append(escaping: 0x0A, to: &output) }
    }
  }

  private func put(_ status: Status, to output: inout OutputSpan<UInt8>) {
    guard case .other(let word) = status else { return output.put(status.word) }
    let bytes = Array(word.utf8)
    put(bytes.span, bytes.indices, to: &output)
  }

  /// `+name` or `@name`.
  private func write(
    sign: UInt8, _ bytes: Span<UInt8>, _ name: Range<Int>, to output: inout OutputSpan<UInt8>
  ) {
    blank(&output)
    output.put(sign)
    put(bytes, name, to: &output)
  }

  /// One that begins with a plus is a further `+word` behind the list.
  private func write(tag: Range<Int>, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    if tag.count > 1, bytes[tag.lowerBound] == 0x2B, !project.isEmpty {
      return write(sign: 0x2B, bytes, tag.dropFirst(), to: &output)
    }
    write(sign: 0x40, bytes, tag, to: &output)
  }

  private static func head(_ key: TodoTxtKey) -> ShortText {
    ShortText(Array("\(key.rawValue):".utf8)) ?? .empty
  }

  private static let (rec, rrule, priority, title) = (
    head(.rec), head(.rrule), head(.priority), head(.title)
  )
  private static let (status, implied, alarm) = (head(.status), head(.implied), head(.alarm))
  private static let identifier = head(.id)

  // MARK: The front

  /// The dates at the front. A done line's first one is when it was done: without that, no date can stand
  /// there.
  private func writeDays(
    _ fields: FieldPlaces, isDone: Bool, to output: inout OutputSpan<UInt8>
  ) -> (completed: Bool, created: Bool) {
    if isDone {
      guard let completed = fields.moment(.completed) else { return (false, false) }
      blank(&output)
      output.append(completed.day.iso)
    }
    guard let created = fields.moment(.created) else { return (isDone, false) }
    blank(&output)
    output.append(created.day.iso)
    return (isDone, true)
  }

  /// The parts of the reminder that the title says: the title itself, and signs that stand in it.
  private typealias Said = (isExact: Bool, tagCount: Int, hasProject: Bool)

  private func writeTitle(
    _ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) -> Said {
    let place = fields[.title]
    guard !place.isEmpty else { return (true, 0, false) }
    let before = output.count
    blank(&output)
    let start = output.count
    if fields.isEscaped {
      output.append(decoding: bytes, place)
    } else {
      output.append(bytes, place)
    }
    // Most stand for themselves, and no rule behind them.
    if TodoTxtTitle.isPlain(output.span, from: start), bytes[place.upperBound - 1] != 0x29 {
      return (true, 0, false)
    }
    output.removeLast(output.count - before)
    return write(title: fields.text(.title, bytes) ?? "", fields, bytes, to: &output)
  }

  private func write(
    title text: String, _ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) -> Said {
    let title = TodoTxtTitle(
      text, tags: fields.tags.map { FieldPlaces.text(bytes, $0) },
      project: FieldPlaces.text(project.span, project.indices))
    if !title.text.isEmpty {
      blank(&output)
      output.put(Array(title.text.utf8))
    }
    let isExact =
      isPlain || title.isExact && !TodoTxtRecurrence.isTaken(from: text, hasRule: fields.has(.recurrence))
    return (isExact, title.tagCount, title.hasProject)
  }

  // MARK: Fields

  private static let moments = TodoTxtKey.moments.map {
    (id: $0.id, day: head($0.day), time: head($0.time), zone: head($0.zone))
  }

  private func writeMoments(
    _ fields: FieldPlaces, _ placed: (completed: Bool, created: Bool), to output: inout OutputSpan<UInt8>
  ) {
    for keys in Self.moments {
      guard let moment = fields.moment(keys.id) else { continue }
      let isPlaced = keys.id == .completed && placed.completed || keys.id == .created && placed.created
      if !isPlaced {
        key(keys.day, &output)
        output.append(moment.day.iso)
      }
      guard moment.hasTime else { continue }
      key(keys.time, &output)
      output.append(moment.clock)
      let zone = fields.zone(keys.id)
      guard !zone.isEmpty else { continue }
      key(keys.zone, &output)
      put(fields.own.span, zone, to: &output)
    }
  }

  private func writeRecurrence(
    _ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    guard let rule = fields.text(.recurrence, bytes) else { return }
    if let word = TodoTxtRecurrence.word(rule) {
      key(Self.rec, &output)
      output.put(kept.repeatsFromCompletion ? String(word.dropFirst()) : word)
    } else {
      key(Self.rrule, &output)
      put(bytes, fields[.recurrence], to: &output)
    }
  }

  private func writeStatus(
    _ fields: FieldPlaces, _ bytes: Span<UInt8>, isDone: Bool, to output: inout OutputSpan<UInt8>
  ) {
    guard fields.has(.status) else {
      key(Self.implied, &output)
      return put(fields.impliedStatus(bytes), to: &output)
    }
    guard fields.status != (isDone ? .completed : .needsAction) else { return }
    key(Self.status, &output)
    put(fields.status, to: &output)
  }

  private static let others = TodoTxtKey.others.map { (id: $0.id, head: head($0.key)) }

  private func writeOthers(
    _ fields: FieldPlaces, _ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    for (id, head) in Self.others where fields.has(id) {
      if id == .stamp, fields.hasImpliedStamp { continue }
      key(head, &output)
      guard case .moment = id.type, let moment = fields.moment(id) else {
        put(bytes, fields[id], isText: fields.isEscaped(id), to: &output)
        continue
      }
      output.append(moment.iCalendar)
      let zone = fields.zone(id)
      guard !zone.isEmpty else { continue }
      output.put(0x2F)
      put(fields.own.span, zone, to: &output)
    }
  }
}
