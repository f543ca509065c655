internal import ICalendar
internal import ListoModel

extension SeriesPosition {
  private static let rules: [PropertyID] = [.rrule, .rdate, .exdate, .exrule, .xListoRepeatFrom]
  private static let dates: [PropertyID] = [.dtstart, .due, .dtend]

  /// An occurrence as a component without rules: its override, else the master, or the override of the range
  /// in which it lies, with its dates moved.
  ///
  /// - Parameter recurrenceID: it says which occurrence it is; else it stands by itself.
  func content(at time: LocalDateTime, recurrenceID: Bool) -> Component {
    if let override = override(at: time) { return content(of: override, recurrenceID: recurrenceID) }
    let range = range(at: time)
    let template = range?.reminder.component ?? master.component
    let shift = time.seconds(after: range?.time ?? recurrence.start)
    var edits = LineEdits(template)
    if let range {
      moveDates(of: range, by: shift, &edits)
    } else {
      moveDates(of: template, by: shift, &edits)
    }
    moveAlarms(of: template, by: time.seconds(after: range?.time ?? standing), &edits)
    return plain(edits.result, at: recurrenceID ? time : nil)
  }

  /// An override, without its range.
  func content(of override: Override, recurrenceID: Bool) -> Component {
    var edits = LineEdits(override.reminder.component)
    moveDates(of: override, by: 0, &edits)
    return plain(edits.result, at: recurrenceID ? override.time : nil)
  }

  /// Without what says that it repeats, or which occurrence it is.
  private func plain(_ component: Component, at time: LocalDateTime?) -> Component {
    var edits = LineEdits(component)
    for id in Self.rules + [.recurrenceID] { edits.remove(id) }
    if let line = Quirks.currentOccurrenceLine(of: component) { edits.remove(line) }
    if let time {
      let id = recurrence.moment(at: time)
      edits.append(.recurrenceID, parameters: id.parameters, id.iCalendarText)
    }
    return edits.result
  }

  /// Two overrides say the same, each of its own occurrence.
  func isSame(_ one: Override, _ other: Override) -> Bool {
    let components = [one, other].map { override in
      var edits = LineEdits(override.reminder.component)
      for id in Self.dates + [.recurrenceID] { edits.remove(id) }
      return edits.result
    }
    return components[0].isEqual(to: components[1], .forPeople)
  }

  // MARK: Moving

  func moveDates(of component: Component, by shift: Int64, _ edits: inout LineEdits) {
    guard shift != 0 else { return }
    for id in Self.dates {
      guard let property = component.first(id), let moment = try? property.moment() else { continue }
      edits.replace(property, value: clock.moved(moment, by: shift).iCalendarText)
    }
  }

  /// Moves the dates of an override; one that has none has those of its occurrence.
  func moveDates(of override: Override, by shift: Int64, _ edits: inout LineEdits) {
    let component = override.reminder.component
    guard Self.dates.allSatisfy({ component.first($0) == nil }) else {
      return moveDates(of: component, by: shift, &edits)
    }
    let whole = override.time.seconds(after: recurrence.start) + shift
    for id in Self.dates {
      guard let property = master.component.first(id), let moment = try? property.moment() else { continue }
      let moved = clock.moved(moment, by: whole)
      edits.append(id, parameters: moved.parameters, moved.iCalendarText)
    }
  }

  /// Alarms at a time move along. A snooze was for the occurrence that is left behind.
  func moveAlarms(of component: Component, by shift: Int64, _ edits: inout LineEdits) {
    guard shift != 0 else { return }
    for child in component.children where child.kind == .valarm {
      if Alarm(child).isSnooze {
        edits.remove(child)
        continue
      }
      var alarm = LineEdits(child)
      alarm.remove(.acknowledged)
      let read = Alarm(child)
      if let time = read.time, !read.isPlaceholder, let trigger = child.first(.trigger) {
        alarm.replace(trigger, value: clock.moved(time, by: shift).iCalendarText)
      }
      if alarm.result.bytes != child.bytes { edits.replace(child, by: alarm.result) }
    }
    edits.remove(.xMozSnoozeTime)
  }
}
