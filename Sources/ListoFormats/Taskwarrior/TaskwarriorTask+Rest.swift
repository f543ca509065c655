internal import ICalendar
internal import ListoModel

/// The content of a task beside its fields: content lines and components.
extension TaskwarriorTask {
  /// Reads all that the fields do not say.
  func readRest(_ result: inout TaskwarriorReminder, _ status: Status, _ problems: inout [String]) {
    if has(.depends) { readRelations(&result.rest) }
    let isTemplate = isTemplate
    if isTemplate { readRule(&result) }
    readExtras(&result, status, isTemplate: isTemplate)
    for misfit in misfits {
      problems.append("\(misfit.name) is \(misfit.problem); it is kept unchanged")
      result.rest += TaskwarriorExtra.line(misfit.name, .json(misfit.json))
    }
    if place(.listo_lines) != nil { readLines(&result) }
    if place(.listo_rest) != nil { readInner(&result, &problems) }
  }

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

  // MARK: What repeats

  /// A task that Taskwarrior makes others of, and whose rule is known: a reminder that repeats.
  var isTemplate: Bool {
    says(.status, "recurring") && text(.recur).flatMap(TaskwarriorRecurrence.rule) != nil
  }

  /// A template that still has the rule that it was written for.
  private var hasExactRule: Bool {
    guard isTemplate, let exact = text(.listo_recurrence).flatMap(TaskwarriorRecurrence.task) else {
      return false
    }
    return text(.recur) == exact.word && plainTime(.until) == exact.until
  }

  /// The rule of a template; `until` is its end, and not that of a task.
  private func readRule(_ result: inout TaskwarriorReminder) {
    guard !hasExactRule, let rule = text(.recur).flatMap(TaskwarriorRecurrence.rule) else { return }
    result.set(.recurrence, rule + (plainTime(.until).map { ";UNTIL=" + $0.iCalendar.text } ?? ""))
  }

  // MARK: Other attributes

  /// Attributes that are no field's: kept under their names.
  private func readExtras(_ result: inout TaskwarriorReminder, _ status: Status, isTemplate: Bool) {
    // Once Taskwarrior has made tasks of it, what it noted of them is kept.
    let isOwn = hasExactRule && place(.mask) == nil
    forEach { attribute in
      isRead(attribute, status)
        || isOwn && [.status, .recur].contains(attribute)
        || isTemplate && attribute == .until && plainTime(.until) != nil
    } _: { name, value in
      result.rest += TaskwarriorExtra.line(name, value)
    }
  }

  /// A field says all of it, or Taskwarrior makes it anew.
  private func isRead(_ attribute: TaskwarriorAttribute, _ status: Status) -> Bool {
    switch attribute {
    case .id, .urgency, .uuid, .description, .project, .tags, .depends: true
    case .annotations: hasPlainEntries
    case .status: ["pending", "completed", "deleted", "waiting"].contains { says(.status, $0) }
    case .priority: Self.priority(text(.priority)) != nil
    case .due, .scheduled, .entry, .modified, .end: plainTime(attribute) != nil
    // When it was begun is no property of a VTODO; it is written as when it was changed.
    case .start: status == .inProcess && areSame(.start, .modified)
    default: false
    }
  }

  /// The annotations' entries are those that lines of notes are written as.
  private var hasPlainEntries: Bool {
    guard let first = withText(.entry, { TaskwarriorDate.utc($0, $1) }) else { return false }
    for (line, annotation) in annotations.enumerated() {
      let entry = annotation.entry.flatMap { json.withBytes($0) { TaskwarriorDate.utc($0, $1) } }
      guard entry == TaskwarriorDate.entry(line, from: first) else { return false }
    }
    return true
  }

  // MARK: Lines and components

  private func readLines(_ result: inout TaskwarriorReminder) {
    guard let component = component(.listo_lines) else { return }
    let (written, values) = (FieldReader.values(of: component, in: .none), result.values)
    for property in component.properties {
      guard let id = FieldID.of(property.id), written[id] == values[id], written.has(id)
      else { continue }
      result.exact[id, default: []].append(property)
    }
    readDuration(component, values, &result)
  }

  /// A DURATION stands in the place of the due date that still follows from it.
  private func readDuration(
    _ lines: Component, _ values: ReminderFields, _ result: inout TaskwarriorReminder
  ) {
    guard let duration = lines.first(.duration), let start = values.moment(.start) else { return }
    var text = ComponentText.reminder(line: 0)
    text.moment(.dtstart, start)
    text.copy(duration)
    guard let component = Component(text.bytes), let due = Reminder(component, in: .none).due,
      values.moment(.due) == due
    else { return }
    result.exact[.due] = [duration]
  }

  private func readInner(_ result: inout TaskwarriorReminder, _ problems: inout [String]) {
    guard let component = component(.listo_rest) else {
      return problems.append("listo_rest does not hold content lines")
    }
    for property in component.properties { result.rest += ContentLineText.fold(property.unfolded) }
    result.children += component.children.map(Self.text)
  }

  private static func text(_ component: Component) -> ComponentText {
    var text = component.kind == .valarm ? ComponentText.alarm(line: 0) : ComponentText(component.name)
    for property in component.properties { text.passage(property) }
    for child in component.children { text.append(self.text(child)) }
    return text
  }

  /// A component of the unfolded lines of an attribute, if they are those of one component and nothing else.
  private func component(_ attribute: TaskwarriorAttribute) -> Component? {
    var bytes = Self.begin
    guard let place = place(attribute) else { return nil }
    json.withBytes(place) { lines, range in
      bytes.append(addingCapacity: range.count + Self.end.count) { output in
        output.append(lines, range)
        output.put(Self.end)
      }
    }
    guard let component = Component(bytes), component.isComplete, component.bytes.count == bytes.count else {
      return nil
    }
    return component
  }

  private static let begin = Array("BEGIN:VTODO\n".utf8)
  private static let end = Array("\nEND:VTODO\n".utf8)
}
