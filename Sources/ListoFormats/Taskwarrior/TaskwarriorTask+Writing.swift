internal import ICalendar
internal import ListoModel

extension TaskwarriorTask {
  /// A task of a reminder.
  ///
  /// What Taskwarrior's attributes cannot say exactly stands beside them in attributes of Listo's own, which count, when the task
  /// is read again, as long as the plain ones still say the same.
  ///
  /// - Parameters:
  ///   - status: STATUS, or what other fields say where there is none.
  ///   - uuid: nil for the one that follows from the UID.
  init(
    _ reminder: DecomposedReminder, status: Status, project: String, uuid: String? = nil,
    in calendar: CalendarContext
  ) {
    self.init()
    let fields = reminder.fields
    takeIdentity(reminder, uuid)
    var absent: [FieldID] = []
    if let title = fields.text(.title) {
      set("description", title)
    } else {
      set("description", Self.untitled)
      absent.append(.title)
    }
    takeStatus(status)
    if fields[.status] == nil {
      absent.append(.status)
      set(TaskwarriorName.exact(.status), status.word)
    }
    if !project.isEmpty { set("project", project) }
    takePriority(fields)
    takeDates(fields, status, &absent, calendar.zones)
    takeTags(fields.texts(.tags))
    let foreign = takeRelations(reminder)
    takeNotes(fields.text(.notes))
    for id in TaskwarriorName.own {
      guard let value = fields[id], id != .stamp || fields.moment(.stamp) != fields.impliedStamp else {
        continue
      }
      set(TaskwarriorName.exact(id), value.description)
    }
    set(TaskwarriorName.absent, absent.map(\.rawValue).joined(separator: " "))
    takeLines(reminder, foreign)
  }

  static let untitled = "(untitled)"

  private mutating func takeIdentity(_ reminder: DecomposedReminder, _ given: String?) {
    let fields = reminder.fields
    guard let uid = fields.text(.uid) else {
      set("uuid", given ?? UUIDv5.string(name: Array(ContentName(reminder.component).description.utf8)))
      return
    }
    let uuid = TaskwarriorUUID.uuid(uid, fields.moment(.recurrenceID))
    // An instance that Taskwarrior made keeps the uuid that it has there.
    let given = given ?? reminder.rest.lazy.compactMap { TaskwarriorExtra.uuid($0.property) }.first
    set("uuid", given ?? uuid)
    if (given ?? uuid) != uid { set(TaskwarriorName.exact(.uid), uid) }
    if let given, given != uuid { set(TaskwarriorName.uuid, given) }
  }

  private mutating func takeStatus(_ status: Status) {
    set("status", Self.word(for: status))
    switch status {
    case .needsAction, .inProcess, .completed, .cancelled: break
    default: set(TaskwarriorName.exact(.status), status.word)
    }
  }

  static func word(for status: Status) -> String {
    switch status {
    case .completed: "completed"
    case .cancelled, .failed: "deleted"
    default: "pending"
    }
  }

  private mutating func takePriority(_ fields: ReminderFields) {
    guard let priority = fields.integer(.priority) else { return }
    set("priority", Self.letter(priority))
    if !Self.isSaid(byItsLetter: priority) { set(TaskwarriorName.exact(.priority), String(priority)) }
  }

  /// The letter of a priority is read as this number.
  static func isSaid(byItsLetter priority: Int) -> Bool { [1, 5, 9].contains(priority) }

  /// H, M or L for the three priorities that people see; nil for none.
  static func letter(_ priority: Int) -> String? {
    switch priority {
    case 1...4: "H"
    case 5: "M"
    case 6...9: "L"
    default: nil
    }
  }

  /// Taskwarrior fills in the time of the import where entry, modified, or the end of a task that is over, is missing.
  private mutating func takeDates(
    _ fields: ReminderFields, _ status: Status, _ absent: inout [FieldID], _ zones: ZoneTable
  ) {
    let isOver = Self.word(for: status) != "pending"
    func plain(_ id: FieldID) -> String? { fields.moment(id).map { TaskwarriorDates.text($0, zones) } }
    set("due", plain(.due))
    set("scheduled", plain(.start))
    let created = plain(.created)
    let modified = plain(.modified)
    set("entry", created ?? modified ?? TaskwarriorDates.first)
    set("modified", modified ?? created ?? TaskwarriorDates.first)
    if created == nil { absent.append(.created) }
    if modified == nil { absent.append(.modified) }
    if isOver {
      set("end", plain(.completed) ?? text("modified"))
      if fields[.completed] == nil { absent.append(.completed) }
    } else if status == .inProcess {
      set("start", text("modified"))
    }
    for (name, id) in TaskwarriorDates.all {
      guard let moment = fields.moment(id) else { continue }
      if TaskwarriorDates.moment(text(name) ?? "") == moment { continue }
      set(TaskwarriorName.exact(id), FieldValue.moment(moment).description)
      if case .zoned = moment { set(TaskwarriorName.written(id), text(name)) }
    }
  }

  /// Taskwarrior sorts tags, and 2.6.2 makes a name of an attribute of each, which `,`, `:`, a blank or a quotation mark break.
  private mutating func takeTags(_ tags: [String]) {
    guard !tags.isEmpty else { return }
    let plain = Self.plainTags(tags)
    self["tags"] = .texts(plain)
    if plain != tags || !Self.isSorted(tags) {
      set(TaskwarriorName.exact(.tags), CSVCell.text(tags))
    }
  }

  static func plainTags(_ tags: [String]) -> [String] {
    var result = NamedValues<Void>()
    for tag in tags {
      let isPlain = tag.unicodeScalars.allSatisfy(isSafe)
      let plain =
        isPlain ? tag : String(String.UnicodeScalarView(tag.unicodeScalars.map { isSafe($0) ? $0 : "_" }))
      result[plain] = ()
    }
    return result.names
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return !PercentEncoding.isBreaking(scalar) }
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_", "-": return true
    default: return false
    }
  }

  private static func isSorted(_ texts: [String]) -> Bool {
    zip(texts, texts.dropFirst()).allSatisfy { $0.0.utf8.lexicographicallyPrecedes($0.1.utf8) }
  }

  /// RELATED-TO with RELTYPE=DEPENDS-ON (RFC 9253 §5.2).
  ///
  /// - Returns: the offsets in the rest of the lines that were taken.
  private mutating func takeRelations(_ reminder: DecomposedReminder) -> Set<Int> {
    var taken: Set<Int> = []
    var uids: [String] = []
    var seen: Set<String> = []
    for (index, (property, reason)) in reminder.rest.enumerated() {
      guard case .foreign = reason, property.id == .relatedTo, !property.value.isEmpty else { continue }
      guard property.parameters.count == 1, property.namesDependency else { continue }
      taken.insert(index)
      if seen.insert(property.text).inserted { uids.append(property.text) }
    }
    guard !uids.isEmpty else { return taken }
    seen = []
    let uuids = uids.map { TaskwarriorUUID.uuid($0) }.filter { seen.insert($0).inserted }
    self["depends"] = .texts(uuids)
    if uuids != uids || !Self.isSorted(uids) {
      set(TaskwarriorName.depends, CSVCell.text(uids))
    }
    return taken
  }

  /// Each line is an annotation; two of one entry would become one.
  private mutating func takeNotes(_ notes: String?) {
    guard let notes else { return }
    let lines = Self.noteLines(notes)
    let first =
      TaskwarriorDates.moment(text("entry") ?? "")?.local ?? LocalDateTime(startOf: Day(daysSince1970: 3652))
    let start = Instant(utc: first).seconds
    let annotations = lines.enumerated().map { index, line in
      Annotation(entry: TaskwarriorDates.text(Instant(seconds: start + Int64(index))), text: line)
    }
    if !annotations.isEmpty { self["annotations"] = .annotations(annotations) }
    if lines.joined(separator: "\n") != notes { set(TaskwarriorName.exact(.notes), notes) }
  }

  static func noteLines(_ notes: String) -> [String] {
    Array(notes.utf8).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }.filter { line in
      line.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
  }

  private mutating func takeLines(_ reminder: DecomposedReminder, _ taken: Set<Int>) {
    var lines = reminder.parameterized.filter { $0.id != .categories && $0.id != .duration }.map(\.unfolded)
    if reminder.parameterized.contains(where: { $0.id == .categories }) || !reminder.doubledTags.isEmpty {
      // They are one set, so that they come back together.
      lines += reminder.component.all(.categories).map(\.unfolded)
    }
    if let duration = reminder.duration { lines.append(duration.unfolded) }
    set(TaskwarriorName.lines, Self.joined(lines))
    var rest: [ArraySlice<UInt8>] = []
    for (index, (property, _)) in reminder.rest.enumerated() where !taken.contains(index) {
      if let (name, value) = TaskwarriorExtra.attribute(property), self[name] == nil {
        self[name] = value
      } else {
        rest.append(property.unfolded)
      }
    }
    for child in reminder.component.children { Self.append(child, to: &rest) }
    set(TaskwarriorName.rest, Self.joined(rest))
  }

  private static func joined(_ lines: [ArraySlice<UInt8>]) -> String {
    String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
  }

  private static func append(_ component: Component, to lines: inout [ArraySlice<UInt8>]) {
    lines.append(Array("BEGIN:\(component.name)".utf8)[...])
    for property in component.properties { lines.append(property.unfolded) }
    for child in component.children { append(child, to: &lines) }
    lines.append(Array("END:\(component.name)".utf8)[...])
  }
}
