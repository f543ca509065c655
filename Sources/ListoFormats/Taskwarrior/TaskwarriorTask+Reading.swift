internal import ICalendar
internal import ListoModel

/// What a task says as a reminder.
struct TaskwarriorReminder: Sendable {
  var fields = ReminderFields()
  /// Whole lines in the place of a field's.
  var exact: [FieldID: [Property]] = [:]
  /// Further content lines.
  var rest: [UInt8] = []
  /// Components that stand in it, alarms among them.
  var children: [ComponentText] = []
  /// The list.
  var project: String?

  /// The VTODO.
  func component(line: Int = 0) -> ComponentText {
    var component = fields.component(line: line, exact: exact)
    if !rest.isEmpty { component.passage(rest) }
    for child in children { component.append(child) }
    return component
  }
}

extension TaskwarriorTask {
  /// Reads the task as a reminder.
  ///
  /// - Parameter problems: gets what cannot be understood, in words; it is kept as ``TaskwarriorExtra``.
  func reminder(problems: inout [String]) -> TaskwarriorReminder {
    var result = TaskwarriorReminder()
    var absent = text(.listo_absent).map { TaskwarriorAbsence($0) } ?? []
    readText(&result.fields, absent)
    readOwn(&result.fields)
    readIdentity(&result.fields)
    let isImplied = absent.contains(.status)
    let status = readStatus(isImplied: isImplied)
    readDates(&result.fields, status, &absent, &problems)
    // A STATUS that was not there stays away for as long as the task and the other fields say what they said.
    if !isImplied || text(.listo_status) != status.word || result.fields.impliedStatus != status {
      result.fields[.status] = .text(status.word)
    }
    readTags(&result.fields)
    result.project = text(.project)
    if result.fields[.stamp] == nil, let implied = result.fields.impliedStamp {
      result.fields[.stamp] = .moment(implied)
    }
    readRelations(&result.rest)
    readRule(&result)
    readExtras(&result, status)
    for misfit in misfits {
      problems.append("\(misfit.name) is \(misfit.problem); it is kept as it is")
      result.rest += TaskwarriorExtra.line(misfit.name, .json(misfit.json))
    }
    readLines(&result, &problems)
    return result
  }

  // MARK: Fields

  private func readText(_ fields: inout ReminderFields, _ absent: TaskwarriorAbsence) {
    let title = text(.description)
    if !(absent.contains(.title) && title == Self.untitled) { fields.set(.title, title) }
    let lines = annotations.map(\.text)
    let plain = lines.joined(separator: "\n")
    if let notes = text(.listo_notes), TaskwarriorNotes.lines(notes) == lines {
      fields.set(.notes, notes)
    } else {
      fields.set(.notes, plain)
    }
    if let number = text(.listo_priority).flatMap({ Int($0) }), Self.letter(number) == text(.priority) {
      fields[.priority] = .integer(number)
    } else if let number = Self.priority(text(.priority)) {
      fields[.priority] = .integer(number)
    }
  }

  private func readOwn(_ fields: inout ReminderFields) {
    for (id, attribute) in TaskwarriorAttribute.own {
      guard let text = text(attribute) else { continue }
      switch id.type {
      case .text: fields.set(id, text)
      case .integer: fields[id] = Int(text).map { .integer($0) }
      case .moment: fields[id] = CSVCell.moment(text).map { .moment($0) }
      case .texts: continue
      }
    }
  }

  /// The exact UID counts for the task that it was written for: `task duplicate` copies it.
  private func readIdentity(_ fields: inout ReminderFields) {
    guard let uuid = text(.uuid) else { return fields.set(.uid, text(.listo_uid)) }
    if let uid = text(.listo_uid),
      text(.listo_uuid).map({ $0 == uuid.lowercased() }) == true
        || TaskwarriorUUID.number(uuid)
          == TaskwarriorUUID.number(uid: uid, occurrence: fields[.recurrenceID]?.description)
    {
      return fields.set(.uid, uid)
    }
    fields.set(.uid, uuid.lowercased())
  }

  private func readStatus(isImplied: Bool) -> Status {
    let word = text(.status) ?? "pending"
    if !isImplied, let exact = text(.listo_status) {
      let status = Status(Array(exact.utf8)[...])
      if Self.word(for: status) == word { return status }
    }
    switch word {
    case "completed": return .completed
    case "deleted": return .cancelled
    default: return text(.start) == nil ? .needsAction : .inProcess
    }
  }

  private func readDates(
    _ fields: inout ReminderFields, _ status: Status, _ absent: inout TaskwarriorAbsence,
    _ problems: inout [String]
  ) {
    // What was filled in when the task was written is not the reminder's, unless it was changed since.
    let first = TaskwarriorDate.first.iCalendar.text
    if absent.contains(.created) && absent.contains(.modified) {
      if text(.entry) != first { absent.remove(.created) }
      if text(.modified) != first { absent.remove(.modified) }
    } else if text(.entry) != text(.modified) {
      absent.subtract([.created, .modified])
    }
    if text(.end) != text(.modified) && text(.end) != first { absent.remove(.completed) }
    for date in TaskwarriorAttribute.dates where absent.isDisjoint(with: date.absence) {
      let id = date.field
      let moment = text(date.exact).flatMap(CSVCell.moment)
      guard let plain = text(date.plain) else {
        // An open task has no end; that of a reminder that was opened again stands beside it.
        if id == .completed, let moment { fields[id] = .moment(moment) }
        continue
      }
      if let moment, TaskwarriorDate.agree(moment, plain, written: text(date.written)) {
        fields[id] = .moment(moment)
      } else if let moment = Self.moment(plain) {
        fields[id] = .moment(moment)
      } else {
        problems.append("\(date.plain.name) is no date such as 20261201T101500Z: \(plain)")
      }
    }
  }

  /// A time as Taskwarrior writes it; a date alone, and ISO 8601, as other programs do.
  private static func moment(_ text: String) -> Moment? {
    let bytes = Array(text.utf8)[...]
    return (try? Moment.decode(bytes)) ?? Moment(droppingFractionOf: bytes)
  }

  private static func isMoment(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return DigitMoment(bytes.span, bytes.indices) != nil || moment(text) != nil
  }

  private func readTags(_ fields: inout ReminderFields) {
    let plain = texts(.tags).filter { !$0.isEmpty }
    guard !plain.isEmpty else { return }
    fields[.tags] = .texts(plain)
    guard let exact = text(.listo_tags), case .texts(let tags)? = CSVCell.value(exact, of: .tags) else {
      return
    }
    // 2.6.2 keeps both a tag with a comma and its parts; ours have none.
    if Set(Self.plainTags(tags)) == Set(plain) { fields[.tags] = .texts(tags) }
  }

  // MARK: The rest

  private func readRelations(_ rest: inout [UInt8]) {
    let uuids = texts(.depends)
    guard !uuids.isEmpty else { return }
    var uids = uuids
    if let exact = text(.listo_depends), case .texts(let texts)? = CSVCell.value(exact, of: .tags),
      Set(texts.map { TaskwarriorUUID.text(TaskwarriorUUID.number(uid: $0)) }) == Set(uuids)
    {
      uids = texts
    }
    for uid in uids {
      rest += ContentLineText.line(
        "RELATED-TO", parameters: [Parameter(name: "RELTYPE", values: ["DEPENDS-ON"])],
        value: TextValue.encode(uid))
    }
  }

  /// A task that Taskwarrior makes others of, and whose rule is known: a reminder that repeats.
  var isTemplate: Bool {
    text(.status) == "recurring" && text(.listo_recurrence) == nil
      && text(.recur).flatMap(TaskwarriorRecurrence.rule) != nil
  }

  private var until: Moment? { text(.until).flatMap(Self.moment) }

  /// The rule of a template; `until` is its end, and not that of a task.
  private func readRule(_ result: inout TaskwarriorReminder) {
    guard isTemplate, let rule = text(.recur).flatMap(TaskwarriorRecurrence.rule) else { return }
    result.fields.set(.recurrence, rule + (until.map { ";UNTIL=" + $0.iCalendarText } ?? ""))
  }

  /// Attributes that are no field's: kept under their names.
  private func readExtras(_ result: inout TaskwarriorReminder, _ status: Status) {
    let isTemplate = isTemplate
    forEach { attribute in
      isRead(attribute, status)
        || isTemplate && (attribute == .recur || (attribute == .until && until != nil))
    } _: { name, value in
      result.rest += TaskwarriorExtra.line(name, value)
    }
  }

  /// A field says all of it, or Taskwarrior makes it anew.
  private func isRead(_ attribute: TaskwarriorAttribute, _ status: Status) -> Bool {
    switch attribute {
    case .id, .urgency, .uuid, .description, .project, .tags, .depends: true
    case .annotations: annotations.isEmpty || hasPlainEntries
    case .status: ["pending", "completed", "deleted", "waiting"].contains(text(.status))
    case .priority: Self.priority(text(.priority)) != nil
    case .due, .scheduled, .entry, .modified, .end: text(attribute).map(Self.isMoment) ?? false
    // When it was begun is no property of a VTODO; it is written as when it was changed.
    case .start: status == .inProcess && text(.start) == text(.modified)
    default: false
    }
  }

  /// They are those that lines of notes are written as.
  private var hasPlainEntries: Bool {
    guard let first = text(.entry).flatMap(TaskwarriorDate.utc) else { return false }
    return annotations.enumerated().allSatisfy { line, annotation in
      TaskwarriorDate.utc(annotation.entry) == TaskwarriorDate.entry(line, from: first)
    }
  }

  private func readLines(_ result: inout TaskwarriorReminder, _ problems: inout [String]) {
    if let text = text(.listo_lines), let component = Self.component(text) {
      let decomposed = DecomposedReminder(component, in: .none)
      for property in component.properties {
        guard let id = DecomposedReminder.field(of: property.id), decomposed.fields[id] == result.fields[id],
          decomposed.fields[id] != nil
        else { continue }
        result.exact[id, default: []].append(property)
      }
      readDuration(component, &result)
    }
    guard let text = text(.listo_rest) else { return }
    guard let component = Self.component(text) else {
      return problems.append("listo_rest holds no content lines")
    }
    for property in component.properties { result.rest += ContentLineText.fold(property.unfolded) }
    result.children += component.children.map(Self.text)
  }

  /// A DURATION stands in the place of the due date that still follows from it.
  private func readDuration(_ lines: Component, _ result: inout TaskwarriorReminder) {
    guard let duration = lines.first(.duration), let start = result.fields.moment(.start) else { return }
    var text = ComponentText.reminder(line: 0)
    text.moment(.dtstart, start)
    text.copy(duration)
    guard let component = Component(text.bytes), let due = Reminder(component, in: .none).due,
      result.fields.moment(.due) == due
    else { return }
    result.exact[.due] = [duration]
  }

  private static func text(_ component: Component) -> ComponentText {
    var text = ComponentText(component.name)
    for property in component.properties { text.passage(ContentLineText.fold(property.unfolded)) }
    for child in component.children { text.append(self.text(child)) }
    return text
  }

  /// A component of unfolded lines, if they are those of one component and nothing else.
  private static func component(_ lines: String) -> Component? {
    let bytes = Array("BEGIN:VTODO\n\(lines)\nEND:VTODO\n".utf8)
    guard let component = Component(bytes), component.isComplete, component.bytes.count == bytes.count else {
      return nil
    }
    return component
  }
}

/// The words of Taskwarrior's own recurrence (its durations), read only: a template becomes a reminder with a rule.
enum TaskwarriorRecurrence {
  private static let words: [String: String] = [
    "daily": "FREQ=DAILY", "day": "FREQ=DAILY", "weekdays": "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR",
    "weekly": "FREQ=WEEKLY", "week": "FREQ=WEEKLY", "sennight": "FREQ=WEEKLY",
    "biweekly": "FREQ=WEEKLY;INTERVAL=2", "fortnight": "FREQ=WEEKLY;INTERVAL=2",
    "monthly": "FREQ=MONTHLY", "month": "FREQ=MONTHLY", "bimonthly": "FREQ=MONTHLY;INTERVAL=2",
    "quarterly": "FREQ=MONTHLY;INTERVAL=3", "quarter": "FREQ=MONTHLY;INTERVAL=3",
    "semiannual": "FREQ=MONTHLY;INTERVAL=6", "annual": "FREQ=YEARLY", "yearly": "FREQ=YEARLY",
    "year": "FREQ=YEARLY",
    "biannual": "FREQ=YEARLY;INTERVAL=2", "biyearly": "FREQ=YEARLY;INTERVAL=2",
  ]

  private static let units: KeyValuePairs<String, String> = [
    "days": "DAILY", "day": "DAILY", "d": "DAILY", "weeks": "WEEKLY", "week": "WEEKLY", "wks": "WEEKLY",
    "w": "WEEKLY",
    "months": "MONTHLY", "month": "MONTHLY", "mo": "MONTHLY", "years": "YEARLY", "year": "YEARLY",
    "yrs": "YEARLY",
    "y": "YEARLY",
  ]

  /// Nil for a word that no rule says.
  static func rule(_ word: String) -> String? {
    let word = word.lowercased()
    if let rule = words[word] { return rule }
    // ISO 8601: P1M, P2W.
    let isISO = word.hasPrefix("p")
    let digits = word.utf8.dropFirst(isISO ? 1 : 0).prefix { $0 &- 0x30 < 10 }
    guard let count = Int(String(Substring(digits))), (1...9999).contains(count) else { return nil }
    let unit = String(Substring(word.utf8.dropFirst(digits.count + (isISO ? 1 : 0)))).filter { $0 != " " }
    let frequency =
      isISO
      ? ["d": "DAILY", "w": "WEEKLY", "m": "MONTHLY", "y": "YEARLY"][unit]
      : units.first { $0.key == unit }?.value
    guard let frequency else { return nil }
    return count == 1 ? "FREQ=\(frequency)" : "FREQ=\(frequency);INTERVAL=\(count)"
  }
}
