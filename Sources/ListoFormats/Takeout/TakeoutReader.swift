package import ICalendar
internal import ListoModel

/// Reads the Tasks.json of a Google Takeout export, and what the Tasks API answers: `items` are lists, their
/// `items` tasks; or tasks at once.
///
/// `due` is a date whatever time it shows; a time of day is in `scheduled_time`, which an export has and the
/// API has not. A task of a series has the identifier of the series, `task_recurrence_id`, and no rule: the
/// identifier is kept. `completed` is written for what is done. What was deleted is cancelled. A list without
/// tasks is one all the same. Tasks are read one at a time, in constant memory.
package struct TakeoutReader: FormatReader {
  private var lists = 0
  /// The `kind` of the export says that its `items` are lists.
  private var hasLists = false

  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    try JSONReader.forEachText(in: &input, "the object of an export") {
      (json, token) throws(ICalendarError) in
      switch token {
      case .beginObject: try holder("an export", "", &json, &output)
      default: return false
      }
      return true
    }
  }

  /// Says nothing that a reminder could hold.
  private static let bookkeeping: Set<String> = [
    "kind", "etag", "selfLink", "position", "webViewLink", "nextPageToken", "assignmentInfo", "task_type",
    "updated", "id", "title",
  ]

  /// An object with `items`, open: the export or a list.
  private mutating func holder(
    _ what: String, _ key: String, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var id: String?
    var title: String?
    hasLists = false
    try json.forEachMember(lists: ["items"]) { (json, name, token) throws(ICalendarError) in
      switch (name, token) {
      case ("kind", .string(let kind)): hasLists = kind == "tasks#taskLists"
      case ("id", .string(let text)): id = text
      case ("title", .string(let text)): title = text
      case ("items", .beginArray): try items(key, id, title, &json, &output)
      default:
        let line = json.line
        guard try json.pass(token), !Self.bookkeeping.contains(name) else { return }
        json.report(.unknownKey, line: line, "\(what) has no \"\(name)\" of this kind; it is left out")
      }
    }
    if !key.isEmpty { output.calendar(key: key, name: title, identifier: id) }
  }

  private mutating func items(
    _ key: String, _ id: String?, _ title: String?, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let depth = json.depth
    while true {
      let token = try json.next()
      if token == .endArray { return }
      guard token == .beginObject else {
        guard try json.pass(token) else { return }
        json.report(.badValue, "a list or a task must be an object; this is left out")
        continue
      }
      let line = json.line
      // A task is small, and a list is not: what `items` there are decides, as it comes.
      var members = JSONMembers()
      var own: String?
      try json.forEachMember(lists: ["items"]) { (json, name, token) throws(ICalendarError) in
        if name == "items", token == .beginArray {
          if own == nil { lists += 1 }
          let key = own ?? "\(lists)"
          own = key
          output.calendar(key: key, name: members["title"]?.string, identifier: members["id"]?.string)
          try items(key, nil, nil, &json, &output)
        } else if let node = try json.node(token) {
          members.add(JSONNode.Member(key: name, value: node))
        }
      }
      if json.isBroken {
        guard try json.recover(depth: depth) else { return }
        continue
      }
      if own != nil || (key.isEmpty && isEmptyList(members)) {
        if own == nil { lists += 1 }
        output.calendar(
          key: own ?? "\(lists)", name: members["title"]?.string, identifier: members["id"]?.string)
        continue
      }
      output.calendar(key: key, name: title, identifier: id)
      try output.write(task(members.list, line, &json))
    }
  }

  /// An object at the top without `items`, which the export leaves out of a list without tasks: it is one
  /// where its kind says so, or where the top does and it has nothing that only a task has.
  private func isEmptyList(_ members: JSONMembers) -> Bool {
    switch members["kind"]?.string {
    case "tasks#task"?: false
    case "tasks#tasks"?, "tasks#taskList"?: true
    default: hasLists && !members.list.contains { Self.ofTasks.contains($0.key) }
    }
  }

  /// An export without a kind is known by its keys, and by those of its first list or task, which has a
  /// title.
  static func knowsMost(of outline: JSONOutline) -> Bool {
    guard outline.itemKeys["title"] != nil else { return false }
    func isKnown(_ key: String) -> Bool {
      key == "items" || bookkeeping.contains(key) || ofTasks.contains(key)
    }
    return JSONOutline.areMostKnown(outline.keys.keys, isKnown)
      && JSONOutline.areMostKnown(outline.itemKeys.keys, isKnown)
  }

  private static let statuses: Set<String> = ["completed", "needsAction"]

  private static let ofTasks: Set<String> = [
    "status", "due", "completed", "notes", "parent", "position", "created", "task_type", "deleted", "hidden",
    "links", "scheduled_time", "task_recurrence_id",
  ]

  /// The property of `task_recurrence_id`.
  private static let series = "X-GOOGLE-TASK-RECURRENCE-ID"

  private func task(_ members: [JSONNode.Member], _ line: Int, _ json: inout JSONReader) -> ComponentText {
    var task = ComponentText.reminder(line: line)
    // A deleted task is cancelled, whatever it was before; the time of its completion is kept.
    let isDeleted = members.contains { $0.key == "deleted" && $0.value.bool == true }
    if isDeleted { task.raw(.status, "CANCELLED".utf8) }
    let scheduled = members.last { $0.key == "scheduled_time" }.flatMap { Self.scheduled($0.value) }
    if let scheduled { task.moment(.due, scheduled) }
    for member in members where !member.value.isNull && !member.value.isOmitted {
      let node = member.value
      switch (member.key, node.string) {
      case ("id", let text?): task.text(.uid, text)
      case ("title", let text?): task.text(.summary, text)
      case ("notes", let text?): task.text(.description, text)
      case ("status", let word?) where isDeleted && Self.statuses.contains(word): continue
      case ("status", "completed"): task.raw(.status, "COMPLETED".utf8)
      case ("status", "needsAction"): task.raw(.status, "NEEDS-ACTION".utf8)
      case ("scheduled_time", nil): if scheduled == nil { wrong(member, &json) }
      case ("task_recurrence_id", let text?):
        task.raw(named: Self.series, TextValue.encode(text))
      case ("due", .some) where scheduled != nil: continue
      case ("due", let text?):
        guard let moment = Moment(droppingFractionOf: text) else {
          wrong(member, text, .due, &task, &json)
          continue
        }
        task.moment(.due, .date(moment.day))
      case ("completed", let text?): time(.completed, text, member, &task, &json)
      case ("created", let text?): time(.created, text, member, &task, &json)
      case ("updated", let text?): time(.lastModified, text, member, &task, &json)
      case ("parent", let text?): task.text(.relatedTo, text)
      case ("links", nil): links(node, &task, &json)
      case ("hidden", nil), ("deleted", nil): continue
      case ("starred", nil) where node.bool == false: continue
      default:
        if Self.bookkeeping.contains(member.key) { continue }
        wrong(member, &json)
      }
    }
    return task
  }

  /// The due time in `scheduled_time`: the entry that is `current`, else the last one. Midnight in UTC means
  /// the day.
  private static func scheduled(_ node: JSONNode) -> Moment? {
    let entries = node.elements ?? []
    let entry = entries.last { $0["current"]?.bool == true } ?? entries.last
    guard let moment = entry?["start"]?.string.flatMap({ Moment(droppingFractionOf: $0) }) else { return nil }
    guard case .utc(let local) = moment, local == LocalDateTime(startOf: local.day) else { return moment }
    return .date(local.day)
  }

  private func wrong(_ member: JSONNode.Member, _ json: inout JSONReader) {
    json.report(
      .unknownKey, line: member.value.line,
      "a task of Google Tasks has no \"\(member.key)\" of this kind; it is left out")
  }

  private func time(
    _ id: PropertyID, _ text: String, _ member: JSONNode.Member, _ task: inout ComponentText,
    _ json: inout JSONReader
  ) {
    guard let moment = Moment(droppingFractionOf: text) else { return wrong(member, text, id, &task, &json) }
    task.moment(id, moment)
  }

  /// A time that is none.
  private func wrong(
    _ member: JSONNode.Member, _ text: String, _ id: PropertyID, _ task: inout ComponentText,
    _ json: inout JSONReader
  ) {
    json.report(
      .badValue, line: member.value.line,
      "\"\(member.key)\" is '\(text.prefix(60))', which is not a valid date or time; it is kept as \(ComponentText.keptName)"
    )
    task.keep(id.name, JCalParsing.oneLine(text))
  }

  /// The first link is that of the reminder; the others are attached.
  private func links(_ node: JSONNode, _ task: inout ComponentText, _ json: inout JSONReader) {
    for (index, link) in (node.elements ?? []).enumerated() {
      guard let address = link["link"]?.string else { continue }
      task.raw(index == 0 ? .url : .attach, JCalParsing.oneLine(address))
    }
  }
}
