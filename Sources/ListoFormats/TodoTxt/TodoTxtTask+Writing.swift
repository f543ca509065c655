internal import ICalendar
internal import ListoModel

extension TodoTxtTask {
  /// Appends the line without its end. Every field is in it.
  func append(to output: inout [UInt8]) {
    var line = TodoTxtWords(taking: &output)
    var placed: [FieldID] = []
    if isDone { line.add("x") }
    let priority = fields.integer(.priority)
    let letter = priority.flatMap(Self.letter)
    if !isDone, let letter { line.add("(\(letter))") }
    // A done line's first date is when it was done: without that, no date can stand there.
    for id in isDone ? Self.doneDates : Self.openDates {
      guard let moment = fields.moment(id) else { break }
      line.add { moment.day.appendISO(to: &$0) }
      placed.append(id)
    }
    let (text, tags) = (fields.text(.title), fields.texts(.tags))
    let title = TodoTxtTitle(text ?? "", tags: tags, project: project)
    if !title.text.isEmpty { line.add(title.text) }
    if let project, !project.isEmpty, !title.hasProject { line.add(sign: 0x2B, project) }
    for tag in tags.dropLast(title.tagCount) {
      if tag.utf8.first == 0x2B, tag.hasPrefix("+"), tag.utf8.count > 1, project?.isEmpty == false {
        line.add(sign: 0x2B, String(tag.dropFirst()))
      } else {
        line.add(sign: 0x40, tag)
      }
    }
    for keys in TodoTxtKey.moments { append(keys, isPlaced: placed.contains(keys.id), to: &line) }
    appendRecurrence(to: &line)
    if let priority, letter == nil || isDone { line.add(.priority, letter ?? String(priority)) }
    appendRest(to: &line)
    if !isPlain, let text, !title.isExact || fields.hasTitleTakenForRule { line.add(.title, text) }
    output = line.bytes
  }

  private static let doneDates: [FieldID] = [.completed, .created]
  private static let openDates: [FieldID] = [.created]

  /// A to I for 1 to 9.
  private static func letter(_ priority: Int) -> String? {
    (1...9).contains(priority) ? String(UnicodeScalar(UInt8(0x40 + priority))) : nil
  }

  private func append(_ keys: TodoTxtKey.Moments, isPlaced: Bool, to line: inout TodoTxtWords) {
    guard let moment = fields.moment(keys.id) else { return }
    if !isPlaced { line.add(keys.day) { moment.day.appendISO(to: &$0) } }
    if moment.local != nil { line.add(keys.time) { TodoTxtMoment.append(timeOf: moment, to: &$0) } }
    if case .zoned(_, let tzid) = moment { line.add(keys.zone, tzid) }
  }

  private func appendRecurrence(to line: inout TodoTxtWords) {
    guard let rule = fields.text(.recurrence) else { return }
    if let word = TodoTxtRecurrence.word(rule) { line.add(.rec, word) } else { line.add(.rrule, rule) }
  }

  private func appendRest(to line: inout TodoTxtWords) {
    if let status = fields.writtenStatus {
      if status != (isDone ? .completed : .needsAction) { line.add(.status, status.word) }
    } else {
      line.add(.implied, fields.impliedStatus.word)
    }
    for (key, id) in TodoTxtKey.others {
      guard let value = fields[id] else { continue }
      switch value {
      case .text(let text): line.add(key, text)
      case .integer(let number): line.add(key, String(number))
      case .moment(let moment):
        if id == .stamp && moment == fields.impliedStamp { continue }
        line.add(key, TodoTxtMoment.text(moment))
      case .texts: continue
      }
    }
    for alarm in fields.texts(.alarms) { line.add(.alarm, alarm) }
  }
}

/// The words of a line of todo.txt, a blank between them, as they are appended to bytes.
struct TodoTxtWords {
  private(set) var bytes: [UInt8]
  private let start: Int

  /// - Parameter bytes: what stands before the line; they are here until it is done.
  init(taking bytes: inout [UInt8]) {
    (self.bytes, start) = ([], bytes.count)
    swap(&self.bytes, &bytes)
  }

  private mutating func begin() {
    if bytes.count > start { bytes.append(0x20) }
  }

  mutating func add(_ word: String) {
    begin()
    bytes += word.utf8
  }

  mutating func add(_ append: (inout [UInt8]) -> Void) {
    begin()
    append(&bytes)
  }

  /// `+name` or `@name`, percent-encoded.
  mutating func add(sign: UInt8, _ name: String) {
    begin()
    bytes.append(sign)
    PercentEncoding.append(name, besides: 0x3A, to: &bytes)
  }

  /// `key:value`, percent-encoded.
  mutating func add(_ key: TodoTxtKey, _ value: String) {
    add(key) { PercentEncoding.append(value, besides: 0x3A, to: &$0) }
  }

  /// `key:value`.
  mutating func add(_ key: TodoTxtKey, _ appendValue: (inout [UInt8]) -> Void) {
    begin()
    bytes += key.rawValue.utf8
    bytes.append(0x3A)
    appendValue(&bytes)
  }
}
