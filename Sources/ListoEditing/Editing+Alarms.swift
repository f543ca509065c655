internal import ICalendar
internal import ListoModel

/// VALARM (RFC 5545 §3.6.6, RFC 9074).
extension Editing {
  mutating func addAlarm(_ draft: AlarmDraft, to identifier: ModelIdentifier) throws(EditError) {
    let reminder = try editable(identifier)
    let producer = producer(of: list(of: identifier))
    let trigger: String
    switch draft {
    case .relative(let seconds):
      guard reminder.due != nil || reminder.start != nil else {
        throw .refused(
          identifier, reason: "it has no date from which the alarm can count",
          repairs: ["set a due date (--due)", "give the alarm a date and time"])
      }
      let countsFromStart =
        reminder.due == nil || (!producer.relatesAlarmsToEnd && reminder.start == reminder.due)
      guard let duration = CalendarDuration(ofSeconds: seconds) else {
        throw .wrongValue(.alarms, reason: "it is too far from the date")
      }
      trigger = "TRIGGER\(countsFromStart ? "" : ";RELATED=END"):\(duration)"
    case .absolute(let moment):
      let utc = context.view.instant(of: moment, zones: reminder.calendar.zones).utc
      trigger = "TRIGGER;VALUE=DATE-TIME:\(Moment.utc(utc).iCalendarText)"
    case .proximity(let place, let isArrival):
      return try addProximity(place, isArrival, to: identifier)
    }
    let title = String(decoding: TextValue.encode(reminder.title ?? "Reminder"), as: UTF8.self)
    var lines = ["ACTION:DISPLAY", "DESCRIPTION:\(title)", trigger]
    if producer.namesAlarms {
      let uid = context.makeUID()
      lines += ["UID:\(uid)", "X-WR-ALARMUID:\(uid)"]
    }
    guard let alarm = Component(alarm: lines) else { return }
    let new = Alarm(alarm)
    let isThere = reminder.alarms.contains { old in
      old.trigger == new.trigger && old.isRelatedToEnd == new.isRelatedToEnd && old.proximity == nil
    }
    if !isThere { try append(alarm, to: reminder.component, of: identifier) }
  }

  /// In the folding and with the line ends of the reminder.
  private mutating func append(
    _ alarm: Component, to component: Component, of identifier: ModelIdentifier
  ) throws(EditError) {
    // It would stand within the one before it.
    guard component.isComplete, component.children.allSatisfy(\.isComplete) else {
      throw .refused(
        identifier, reason: "an END is missing in it, so an alarm would be read as part of another component",
        repairs: [])
    }
    let style = LineStyle(component)
    var bytes: [UInt8] = style.fold(Array("BEGIN:VALARM".utf8)[...])
    for property in alarm.properties { bytes += style.fold(property.unfolded) }
    for child in alarm.children { bytes += child.completed().withLineEnds(component.lineEnd).bytes }
    bytes += style.fold(Array("END:VALARM".utf8)[...])
    put(component.edited([.appendChild(bytes)]), as: identifier)
  }

  mutating func removeAlarms(of identifier: ModelIdentifier) throws(EditError) {
    let component = try editable(identifier).component
    let alarms = component.children.filter { $0.kind == .valarm }
    var changed = component.edited(alarms.map { .removeChild($0) })
    changed.drop(.xMozSnoozeTime)
    changed = changed.edited(changed.snoozesOfOccurrences.map { .remove($0) })
    put(changed, as: identifier)
  }

  mutating func removeAlarm(_ index: Int, of identifier: ModelIdentifier) throws(EditError) {
    let component = try editable(identifier).component
    let alarms = component.children.filter { $0.kind == .valarm }
    guard alarms.indices.contains(index) else {
      throw .refused(identifier, reason: "it has no alarm with that number", repairs: [])
    }
    put(component.edited([.removeChild(alarms[index])]), as: identifier)
  }

  /// Triggers as RFC 5545 writes them, in the place of all.
  mutating func setAlarms(_ value: FieldValue?, of identifier: ModelIdentifier) throws(EditError) {
    var texts: [String] = []
    switch value {
    case nil: break
    case .texts(let all)?: texts = all
    case .text(let text)?: texts = [text]
    default: throw .wrongValue(.alarms, reason: "texts are needed")
    }
    var drafts: [AlarmDraft] = []
    for text in texts {
      do throws(ValueError) {
        switch try Trigger.parse(Array(text.utf8)[...]) {
        case .relative(let duration): drafts.append(.relative(seconds: Int(duration.totalSeconds)))
        case .absolute(let utc): drafts.append(.absolute(.utc(utc)))
        }
      } catch {
        throw .wrongValue(
          .alarms, reason: "write a duration before or after the due date, such as -PT15M, or a UTC time")
      }
    }
    try removeAlarms(of: identifier)
    for draft in drafts { try addAlarm(draft, to: identifier) }
  }

  // MARK: Places

  /// As a reminder that has the place already writes it.
  private mutating func addProximity(
    _ place: String, _ isArrival: Bool, to identifier: ModelIdentifier
  ) throws(EditError) {
    let wanted = place.lowercased()
    let own = list(of: identifier)
    var found: Component?
    search: for path in catalog.reminderPaths {
      guard let name = catalog.modelIdentifier(at: path), let reminder = self[name],
        reminder.component.hasChildren
      else { continue }
      for alarm in reminder.alarms where alarm.place?.lowercased() == wanted {
        found = alarm.component
        // That of its own list has the shape that its producer reads.
        if list(of: name) == own { break search }
      }
    }
    guard var alarm = found?.completed() else {
      throw .refused(
        identifier, reason: "no reminder has an alarm at a place named \(place)",
        repairs: ["create an alarm at that place once in the program that knows its position"])
    }
    let word = Array((isArrival ? "ARRIVE" : "DEPART").utf8)
    for id in [PropertyID.proximity, .xAppleProximity] where alarm.first(id) != nil { alarm.put(id, word) }
    alarm.drop(.acknowledged)
    let uid = context.makeUID()
    for id in [PropertyID.uid, .xWrAlarmuid] where alarm.first(id) != nil {
      alarm.put(id, TextValue.encode(uid))
    }
    let component = try editable(identifier).component
    let isThere = component.children.contains { child in
      Alarm(child).place?.lowercased() == wanted && Alarm(child).proximity == Alarm(alarm).proximity
    }
    if !isThere { try append(alarm, to: component, of: identifier) }
  }

  // MARK: What rang

  /// The alarm that rang last is heard, and rings again then.
  mutating func snooze(_ identifier: ModelIdentifier, until moment: Moment) throws(EditError) {
    let identifier = holderOfAlarms(identifier)
    let reminder = try editable(identifier)
    let now = context.view.now
    let time = context.view.instant(of: moment, zones: reminder.calendar.zones)
    guard time > now else {
      throw .refused(identifier, reason: "it would ring in the past", repairs: ["choose a later time"])
    }
    let rung = try rung(reminder, identifier)
    guard let last = rung.last else { return }
    var component = reminder.component
    var alarms = component.children.filter { $0.kind == .valarm }
    var index = last.index
    // A snoozed alarm stands for the alarm that it repeats.
    if let original = Alarm(alarms[index]).snoozed,
      let place = alarms.firstIndex(where: { Alarm($0).uid == original })
    {
      index = place
    }
    var heard = alarms[index]
    let uid = Alarm(heard).uid ?? context.makeUID()
    if heard.first(.uid) == nil { heard.append("UID", TextValue.encode(uid)) }
    heard.put(.acknowledged, Moment.utc(now.utc))
    component.replaceChild(alarms[index], by: heard)
    alarms = component.children.filter { $0.kind == .valarm }
    component = component.edited(alarms.filter { Alarm($0).snoozed == uid }.map { .removeChild($0) })
    let title = String(decoding: TextValue.encode(reminder.title ?? "Reminder"), as: UTF8.self)
    let lines = [
      "ACTION:DISPLAY", "DESCRIPTION:\(title)",
      "TRIGGER;VALUE=DATE-TIME:\(Moment.utc(time.utc).iCalendarText)",
      "UID:\(context.makeUID())",
      "RELATED-TO;RELTYPE=SNOOZE:\(String(decoding: TextValue.encode(uid), as: UTF8.self))",
    ]
    if let alarm = Component(alarm: lines) { try append(alarm, to: component, of: identifier) }
  }

  /// All that rang were heard (ACKNOWLEDGED, RFC 9074 §6.1).
  mutating func dismiss(_ identifier: ModelIdentifier) throws(EditError) {
    let identifier = holderOfAlarms(identifier)
    let reminder = try editable(identifier)
    let now = Moment.utc(context.view.now.utc)
    let alarms = reminder.component.children.filter { $0.kind == .valarm }
    var heard: Set<Int> = []
    var gone: Set<Int> = []
    for ring in try rung(reminder, identifier) {
      guard let original = Alarm(alarms[ring.index]).snoozed else {
        heard.insert(ring.index)
        continue
      }
      gone.insert(ring.index)
      if let place = alarms.firstIndex(where: { Alarm($0).uid == original }) { heard.insert(place) }
    }
    var edits: [Component.Edit] = gone.map { .removeChild(alarms[$0]) }
    for index in heard.subtracting(gone) {
      var alarm = alarms[index]
      alarm.put(.acknowledged, now)
      edits.append(.replaceChild(alarms[index], Array(alarm.bytes)))
    }
    var component = reminder.component.edited(edits)
    if component.first(.xMozLastack) != nil { component.put(.xMozLastack, now) }
    component.drop(.xMozSnoozeTime)
    let snoozes = component.snoozesOfOccurrences.filter { property in
      guard let time = try? property.moment() else { return false }
      return context.view.instant(of: time, zones: reminder.calendar.zones) <= context.view.now
    }
    component = component.edited(snoozes.map { .remove($0) })
    put(component, as: identifier)
  }

  /// Which of its alarms rang and were not heard, in the order of time; of what repeats, at any of its
  /// occurrences.
  private mutating func rung(
    _ reminder: Reminder, _ identifier: ModelIdentifier
  ) throws(EditError) -> [AlarmTimes.Ring] {
    let view = context.view
    var rings = AlarmTimes.rings(of: reminder, identifier, view)
    let overrides = overrides(of: identifier).compactMap { self[$0] }
    if reminder.isOpen, let series = ReminderSeries(reminder, overrides: overrides) {
      rings += AlarmTimes.rings(of: series, identifier, before: view.now, view)
    }
    rings = rings.filter { $0.instant <= view.now }.sorted { ($0.instant, $0.index) < ($1.instant, $1.index) }
    guard !rings.isEmpty else {
      throw .refused(identifier, reason: "none of its alarms has rung, or all are acknowledged", repairs: [])
    }
    return rings
  }

  /// The reminder that has the alarms: for an occurrence that a rule makes, its master.
  private func holderOfAlarms(_ identifier: ModelIdentifier) -> ModelIdentifier {
    guard self[identifier] == nil, let path = catalog.masterPath(ofOccurrence: identifier) else {
      return identifier
    }
    return catalog.modelIdentifier(at: path) ?? identifier
  }
}

extension Alarm {
  /// The UID of the alarm that it lets ring again.
  var snoozed: String? {
    component.all(.relatedTo).first { $0.relationType == "SNOOZE" }?.text
  }

  /// The name of the place at which it rings: Apple's X-TITLE, else the NAME or SUMMARY of its VLOCATION
  /// (RFC 9073 §7.2), else its LOCATION.
  var place: String? {
    if let line = component.first(.xAppleStructuredLocation) { return line.parameter("X-TITLE")?.value }
    guard proximity != nil else { return nil }
    return component.children.lazy.compactMap { ($0.first(.name) ?? $0.first(.summary))?.text }.first
      ?? component.first(.location)?.text
  }
}

extension Component {
  /// A VALARM with these lines.
  fileprivate init?(alarm lines: [String]) {
    self.init(Array((["BEGIN:VALARM"] + lines + ["END:VALARM", ""]).joined(separator: "\r\n").utf8))
  }
}
