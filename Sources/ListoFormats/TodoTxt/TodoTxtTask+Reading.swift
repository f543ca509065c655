internal import ICalendar
internal import Listo

extension TodoTxtTask {
  /// Reads a line.
  ///
  /// - Parameter problems: gets what stands in the line and cannot be understood; it stays part of the title.
  init(_ line: TodoTxtLine, problems: inout [(code: Diagnostic.Code, message: String)]) {
    isDone = line.isDone
    var words = Words()
    for word in line.words { words.take(word, &problems) }
    project = words.project
    fields[.tags] = words.tags.isEmpty ? nil : .texts(words.tags)
    let title = words.title
    if let exact = words.values[.title],
      TodoTxtTitle(exact, tags: words.tags, project: project).text == title
    {
      fields.set(.title, exact)
    } else {
      fields.set(.title, title)
    }
    takeMoments(line, words.values)
    takeRecurrence(words.values, &problems)
    takePriority(line, words.values)
    takeStatus(words.values)
    for key in TodoTxtKey.allCases {
      guard let id = key.field, fields[id] == nil, let value = words.values[key] else { continue }
      fields[id] = Self.value(value, of: id)
    }
    for alarm in words.alarms { fields.append(.alarms, alarm) }
    if fields[.stamp] == nil, let implied = fields.impliedStamp { fields[.stamp] = .moment(implied) }
  }

  private mutating func takeMoments(_ line: TodoTxtLine, _ values: [TodoTxtKey: String]) {
    for keys in TodoTxtKey.moments {
      let placed: Day? = keys.id == .completed ? line.completed : keys.id == .created ? line.created : nil
      guard let day = placed ?? values[keys.day].flatMap({ Day(iso: $0) }) else { continue }
      let moment = TodoTxtMoment.moment(day, time: values[keys.time], zone: values[keys.zone]) ?? .date(day)
      fields[keys.id] = .moment(moment)
    }
  }

  private mutating func takeRecurrence(
    _ values: [TodoTxtKey: String], _ problems: inout [(code: Diagnostic.Code, message: String)]
  ) {
    if let rule = values[.rrule] { return fields.set(.recurrence, rule) }
    guard let word = values[.rec], let (rule, isFromCompletion) = TodoTxtRecurrence.rule(word) else { return }
    fields.set(.recurrence, rule)
    if isFromCompletion {
      problems.append(
        (
          .badValue,
          "rec:\(word) counts from the day it was done, which an RRULE cannot say; it counts from its dates"
        ))
    }
  }

  private mutating func takePriority(_ line: TodoTxtLine, _ values: [TodoTxtKey: String]) {
    let word = values[.priority]
    if let letter = line.priority ?? word.flatMap({ $0.utf8.count == 1 ? $0.utf8.first : nil }),
      (0x41...0x5A).contains(letter)
    {
      fields[.priority] = .integer(min(Int(letter) - 0x40, 9))
    } else if let number = word.flatMap({ Int($0) }) {
      fields[.priority] = .integer(number)
    }
  }

  /// STATUS is always written, so that no COMPLETED or PERCENT-COMPLETE has to speak for it.
  private mutating func takeStatus(_ values: [TodoTxtKey: String]) {
    let plain = isDone ? Status.completed : .needsAction
    fields[.status] = .text(values[.status] ?? plain.word)
  }

  /// A value of a field; nil where it is not of its type.
  fileprivate static func value(_ text: String, of id: FieldID) -> FieldValue? {
    switch Field[id].type {
    case .text: .text(text)
    case .integer: Int(text).map { .integer($0) }
    case .moment: TodoTxtMoment.parse(text).map { .moment($0) }
    case .texts: nil
    }
  }

  /// The words of a line, sorted into text, signs and keys.
  private struct Words {
    private(set) var values: [TodoTxtKey: String] = [:]
    private(set) var alarms: [String] = []
    private var parts: [(word: TodoTxtLine.Word, sign: String?)] = []

    mutating func take(
      _ word: TodoTxtLine.Word, _ problems: inout [(code: Diagnostic.Code, message: String)]
    ) {
      let text = String(decoding: word.text, as: UTF8.self)
      if let sign = TodoTxtTitle.sign(text), !sign.isEmpty {
        parts.append((word, text.hasPrefix("+") ? "+" + sign : "@" + sign))
        return
      }
      guard let (key, value) = TodoTxtKey.parse(word.text) else { return parts.append((word, nil)) }
      if key == .alarm, AlarmText.parse(value) != nil { return alarms.append(value) }
      if values[key] != nil {
        problems.append(
          (
            .repeatedProperty,
            "\(key.rawValue): stands a second time; the first counts, this stays in the text"
          ))
      } else if Self.isValid(value, of: key) {
        values[key] = value
        return
      } else {
        problems.append((.badValue, "\(text) is not what \(key.rawValue): can hold; it stays in the text"))
      }
      parts.append((word, nil))
    }

    private static func isValid(_ value: String, of key: TodoTxtKey) -> Bool {
      switch key {
      case .due, .start, .completed, .created: Day(iso: value) != nil
      case .dueTime, .startTime, .completedTime, .createdTime:
        TodoTxtMoment.moment(Day(daysSince1970: 0), time: value, zone: nil) != nil
      case .rec: TodoTxtRecurrence.rule(value) != nil
      case .priority: Int(value) != nil || (value.utf8.count == 1 && "A"..."Z" ~= value)
      case .alarm: false
      default: key.field.map { TodoTxtTask.value(value, of: $0) != nil } ?? true
      }
    }

    private var inside: Range<Int> {
      guard let first = parts.firstIndex(where: { $0.sign == nil }),
        let last = parts.lastIndex(where: { $0.sign == nil })
      else { return 0..<0 }
      return first..<last + 1
    }

    /// The words that are text, and the signs among them, with the white space between them.
    var title: String {
      var bytes: [UInt8] = []
      for index in inside {
        if index > inside.lowerBound { bytes += parts[index].word.space }
        bytes += parts[index].word.text
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The signs behind and before the text, then those in it.
    private var signs: [String] {
      let inside = inside
      let outer = parts.indices.filter { !inside.contains($0) }.compactMap { parts[$0].sign }
      return outer + inside.compactMap { parts[$0].sign }
    }

    var project: String? { signs.first { $0.hasPrefix("+") }.map { String($0.dropFirst()) } }

    var tags: [String] {
      var tags: [String] = []
      var hasProject = false
      for sign in signs {
        let isProject = sign.hasPrefix("+")
        defer { if isProject { hasProject = true } }
        if isProject && !hasProject { continue }
        let tag = isProject ? sign : String(sign.dropFirst())
        if !tags.contains(tag) { tags.append(tag) }
      }
      return tags
    }
  }
}
