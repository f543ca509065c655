internal import ICalendar
internal import ListoModel

/// A reminder that was taken apart.
extension TaskwarriorObject {
  /// Takes a reminder in by its fields, whatever it is.
  mutating func takeFields(_ reminder: DecomposedReminder, in calendar: Survey.Calendar) {
    isTakenApart = true
    empty(for: calendar)
    fields.take(reminder.fields, status: reminder.fields.impliedStatus)
    takeTimes()
    for id in Times.fields {
      if case .zoned(_, let tzid)? = reminder.fields.moment(id) { takeTime(id, zone(tzid)) }
    }
    keptUUID = reminder.rest.lazy.compactMap { TaskwarriorExtra.uuid($0.property) }.first
      .flatMap(TaskwarriorUUID.number)
    takeExact(of: reminder)
    var said: Set<Int> = []
    kept = TaskwarriorKept(of: reminder, status: fields.status, &said)
    let uid = reminder.component.first(.uid)?.value
    if uid.map({ !overridden.contains(Array($0)) }) ?? true {
      kept.takeRule(of: reminder, status: fields.status)
    }
    takeRest(of: reminder, besides: said)
    for (name, value) in kept.machinery { takeExtra(name, value) }
  }

  private mutating func put(_ property: Property) -> Range<Int> { fields.keep(property.unfolded) }

  private mutating func takeExact(of reminder: DecomposedReminder) {
    for property in reminder.parameterized where property.id != .categories && property.id != .duration {
      exact.append(put(property))
    }
    if reminder.parameterized.contains(where: { $0.id == .categories }) || !reminder.doubledTags.isEmpty {
      // They are one set, so that they come back together.
      for property in reminder.component.all(.categories) { exact.append(put(property)) }
    }
    if let duration = reminder.duration { exact.append(put(duration)) }
  }

  private mutating func takeRest(of reminder: DecomposedReminder, besides said: Set<Int>) {
    var (uids, names) = (Set<String>(), Set(kept.machinery.map(\.name)))
    if kept.isInstance { names.insert("uuid") }
    for (index, (property, reason)) in reminder.rest.enumerated() where !said.contains(index) {
      if kept.isInstance, TaskwarriorExtra.uuid(property) != nil { continue }
      // RFC 9253 §5.2
      if case .foreign = reason, property.id == .relatedTo, !property.value.isEmpty,
        property.parameters.count == 1, property.namesDependency
      {
        if uids.insert(property.text).inserted { depends.append(property.text) }
      } else if let (name, value) = TaskwarriorExtra.attribute(property), names.insert(name).inserted {
        takeExtra(name, value)
      } else {
        rest.append(put(property))
      }
    }
  }

  private mutating func takeExtra(_ name: String, _ value: TaskwarriorTask.Value) {
    switch value {
    case .text(let text):
      extras.append(Extra(name: name, value: fields.keep(text.utf8), isJSON: false))
    case .json(let text):
      extras.append(Extra(name: name, value: fields.keep(text.utf8), isJSON: true))
    case .texts: break
    }
  }
}
