internal import ICalendar
internal import ListoModel

extension TodoTxtTask {
  /// Reads a line.
  ///
  /// - Parameter problems: gets what stands in the line and cannot be understood; it stays part of the title.
  init(_ line: TodoTxtLine, problems: inout [(code: Diagnostic.Code, message: String)]) {
    isDone = line.isDone
    var words = Words(line)
    for word in line.words { words.take(word, &problems) }
    let (title, tags, list) = words.sorted
    let values = words.values
    project = list
    fields.set(.tags, texts: tags)
    if let exact = values.text(.title), TodoTxtTitle(exact, tags: tags, project: project).text == title {
      fields.set(.title, exact)
    } else {
      fields.set(.title, title)
    }
    takeMoments(line, values, &problems)
    if !values.has(.title), !values.has(.rec), !values.has(.rrule),
      let (rule, before) = TodoTxtRecurrence.behind(title)
    {
      fields.set(.title, before)
      fields.set(.recurrence, rule)
    }
    takeRecurrence(values)
    kept.identifier = values.text(.id)
    takePriority(line, values)
    for (key, id) in TodoTxtKey.others {
      guard !fields.has(id), let value = values[key] else { continue }
      fields[id] = Self.value(value, of: id)
    }
    takeStatus(values)
    fields.set(.alarms, texts: words.alarms)
    if fields[.stamp] == nil, let implied = fields.impliedStamp { fields[.stamp] = .moment(implied) }
  }

  private mutating func takeMoments(
    _ line: TodoTxtLine, _ values: TodoTxtValues,
    _ problems: inout [(code: Diagnostic.Code, message: String)]
  ) {
    for keys in TodoTxtKey.moments {
      let placed: Day? = keys.id == .completed ? line.completed : keys.id == .created ? line.created : nil
      guard let day = placed ?? values[keys.day].flatMap({ Day(iso: $0) }) else { continue }
      let zone = values.text(keys.zone)
      let moment = TodoTxtMoment.moment(day, time: values[keys.time], zone: zone) ?? .date(day)
      fields[keys.id] = .moment(moment)
      if let zone, moment.local == nil || moment.isUTC {
        let what = moment.local == nil ? "a date" : "a time in UTC"
        problems.append(
          (.badValue, "\(keys.zone.word(zone)) is given for \(what), which has no zone; it is left out"))
      }
    }
  }

  private mutating func takeRecurrence(_ values: TodoTxtValues) {
    if let rule = values.text(.rrule) { return fields.set(.recurrence, rule) }
    guard let word = values.text(.rec), let (rule, isFromCompletion) = TodoTxtRecurrence.rule(word) else {
      return
    }
    fields.set(.recurrence, rule)
    kept.repeatsFromCompletion = isFromCompletion
  }

  private mutating func takePriority(_ line: TodoTxtLine, _ values: TodoTxtValues) {
    let word = values[.priority]
    if let letter = line.priority ?? word.flatMap({ $0.count == 1 ? $0.first : nil }),
      (0x41...0x5A).contains(letter)
    {
      fields[.priority] = .integer(min(Int(letter) - 0x40, TodoTxtKept.lowestPriority))
      if Int(letter) - 0x40 > TodoTxtKept.lowestPriority { kept.letter = letter }
    } else if let number = word.flatMap(Self.integer) {
      fields[.priority] = .integer(number)
    }
  }

  /// STATUS, unless there was none, and line, COMPLETED and PERCENT-COMPLETE still say what they said.
  private mutating func takeStatus(_ values: TodoTxtValues) {
    if !values.has(.status), let word = values.text(.implied) {
      let implied = fields.impliedStatus
      if implied.word == word, Self.isDone(implied) == isDone { return }
    }
    let plain = isDone ? Status.completed : .needsAction
    fields[.status] = .text((values.text(.status).flatMap(FieldCodec.status) ?? plain).word)
  }

  /// A value of a field; nil where it is not of its type.
  static func value(_ bytes: ArraySlice<UInt8>, of id: FieldID) -> FieldValue? {
    switch id.type {
    case .text: .text(String(decoding: bytes, as: UTF8.self))
    case .integer: integer(bytes).flatMap { FieldCodec.fits(id, $0) ? .integer($0) : nil }
    case .moment: TodoTxtMoment.parse(bytes).map { .moment($0) }
    case .texts: nil
    }
  }

  static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: bytes, as: UTF8.self))
  }

  /// The words of a line, sorted into text, signs and keys.
  private struct Words {
    private(set) var values: TodoTxtValues
    private(set) var alarms: [String] = []
    private let line: TodoTxtLine
    /// Those that are no key: each with the index of its sign, or -1.
    private var parts: [(word: TodoTxtLine.Word, sign: Int)] = []
    /// `+list` and `@tag`, decoded.
    private var signs: [(isList: Bool, name: String)] = []

    init(_ line: TodoTxtLine) {
      (self.line, values) = (line, TodoTxtValues(atMost: line.words.count))
      parts.reserveCapacity(line.words.count)
    }

    mutating func take(
      _ word: TodoTxtLine.Word, _ problems: inout [(code: Diagnostic.Code, message: String)]
    ) {
      // Most are.
      if line.isPlain(word) { return parts.append((word, -1)) }
      let bytes = line.text(of: word)
      if let name = TodoTxtTitle.sign(bytes), !name.isEmpty {
        parts.append((word, signs.count))
        signs.append((bytes.first == 0x2B, name))
        return
      }
      guard let (key, value) = TodoTxtKey.parse(bytes) else { return parts.append((word, -1)) }
      if key == .alarm, key.accepts(value) {
        return alarms.append(String(decoding: value, as: UTF8.self))
      }
      if values.has(key) {
        problems.append(
          (
            .repeatedProperty,
            "\(key.rawValue): occurs twice; the first counts, the second stays in the text"
          ))
      } else if key.accepts(value) {
        values.add(key, value)
        return
      } else {
        let text = String(decoding: bytes, as: UTF8.self)
        problems.append((.badValue, "\(text) is not a value of \(key.rawValue):; it stays in the text"))
      }
      parts.append((word, -1))
    }

    /// The words that are text, with the signs among them and the white space between them; the tags and the
    /// list, which are the signs behind and before the text, then those in it.
    var sorted: (title: String, tags: [String], project: String?) {
      let first = parts.firstIndex { $0.sign < 0 } ?? parts.endIndex
      let end = parts.lastIndex { $0.sign < 0 }.map { $0 + 1 } ?? parts.endIndex
      var bytes: [UInt8] = []
      for (word, _) in parts[first..<end] {
        bytes += line.bytes[(bytes.isEmpty ? word.text : word.start)..<word.end]
      }
      var tags: [String] = []
      var project: String?
      func take(_ range: Range<Int>) {
        for part in parts[range] where part.sign >= 0 {
          let (isList, name) = signs[part.sign]
          if !isList {
            tags.append(name)
          } else if project == nil {
            project = name
          } else {
            tags.append("+" + name)
          }
        }
      }
      take(0..<first)
      take(end..<parts.count)
      // Those in the text come last.
      take(first..<end)
      return (String(decoding: bytes, as: UTF8.self), tags, project)
    }
  }
}

extension Moment {
  fileprivate var isUTC: Bool {
    if case .utc = self { return true }
    return false
  }
}
