internal import ICalendar
internal import ListoModel

extension TodoTxtTask {
  /// The line without its end. Every field is in it.
  var line: String {
    var words: [String] = []
    var placed: Set<FieldID> = []
    if isDone { words.append("x") }
    let priority = fields.integer(.priority)
    let letter = priority.flatMap(Self.letter)
    if !isDone, let letter { words.append("(\(letter))") }
    // A done line's first date is when it was done: without that, no date can stand there.
    for id in isDone ? [FieldID.completed, .created] : [.created] {
      guard let moment = fields.moment(id) else { break }
      words.append(moment.day.description)
      placed.insert(id)
    }
    let title = TodoTxtTitle(fields.text(.title) ?? "", tags: fields.texts(.tags), project: project)
    if !title.text.isEmpty { words.append(title.text) }
    if let project, !project.isEmpty, !title.hasProject { words.append(Self.sign("+", project)) }
    for tag in fields.texts(.tags).dropLast(title.tagCount) {
      let isProject = tag.hasPrefix("+") && tag.utf8.count > 1 && project?.isEmpty == false
      words.append(isProject ? Self.sign("+", String(tag.dropFirst())) : Self.sign("@", tag))
    }
    for moment in TodoTxtKey.moments { append(moment, isPlaced: placed.contains(moment.id), to: &words) }
    appendRecurrence(to: &words)
    if let priority, letter == nil || isDone {
      words.append(TodoTxtKey.priority.word(letter ?? String(priority)))
    }
    appendRest(to: &words)
    if !isPlain, !title.isExact || fields.hasTitleTakenForRule, let text = fields.text(.title) {
      words.append(TodoTxtKey.title.word(text))
    }
    return words.joined(separator: " ")
  }

  /// A to I for 1 to 9.
  private static func letter(_ priority: Int) -> String? {
    (1...9).contains(priority) ? String(UnicodeScalar(UInt8(0x40 + priority))) : nil
  }

  private static func sign(_ sign: String, _ name: String) -> String {
    sign + PercentEncoding.encode(name) { $0 == ":" }
  }

  private func append(_ keys: TodoTxtKey.Moments, isPlaced: Bool, to words: inout [String]) {
    guard let moment = fields.moment(keys.id) else { return }
    if !isPlaced { words.append(keys.day.word(moment.day.description)) }
    if let time = TodoTxtMoment.time(of: moment) { words.append(keys.time.word(time)) }
    if case .zoned(_, let tzid) = moment { words.append(keys.zone.word(tzid)) }
  }

  private func appendRecurrence(to words: inout [String]) {
    guard let rule = fields.text(.recurrence) else { return }
    if let word = TodoTxtRecurrence.word(rule) {
      words.append(TodoTxtKey.rec.word(word))
    } else {
      words.append(TodoTxtKey.rrule.word(rule))
    }
  }

  private func appendRest(to words: inout [String]) {
    if let status = fields.writtenStatus {
      if status != (isDone ? .completed : .needsAction) { words.append(TodoTxtKey.status.word(status.word)) }
    } else {
      words.append(TodoTxtKey.implied.word(fields.impliedStatus.word))
    }
    for key in TodoTxtKey.allCases {
      guard let id = key.field, let value = fields[id] else { continue }
      switch value {
      case .text(let text): words.append(key.word(text))
      case .integer(let number): words.append(key.word(String(number)))
      case .moment(let moment):
        if TodoTxtKey.moments.contains(where: { $0.id == id }) { continue }
        if id == .stamp && moment == fields.impliedStamp { continue }
        words.append(key.word(TodoTxtMoment.text(moment)))
      case .texts: continue
      }
    }
    for alarm in fields.texts(.alarms) { words.append(TodoTxtKey.alarm.word(alarm)) }
  }
}
