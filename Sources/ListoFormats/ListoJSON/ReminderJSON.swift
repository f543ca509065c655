package import ICalendar
package import ListoModel

/// Writes reminders as JSON objects: the shape that the JSON document, JSON lines and `--json` share.
///
/// Keys stand in the order of ``ReminderKey``; what a reminder has not is absent. A property stands in one
/// place: under its typed key where that says all of it, else in `properties` as jCal (RFC 7265). A
/// property says more than its key where it has other parameters than VALUE and TZID, cannot be read as its
/// type, or stands a second time (but for CATEGORIES, whose lines are one set).
///
/// A time is ISO 8601 text: a date, a local time, or UTC with `Z`. `dueZone` is the TZID as it is written;
/// `dueInstant`, for information, the UTC instant that it makes. `id`, `source` and `list` name the place.
///
/// - Complexity: one walk over the component's lines.
package struct ReminderJSON: Sendable {
  var json = JSONText()
  private let carriesZones: Bool
  private var calendar: Survey.Calendar?
  private var place: ReminderPlace?
  private var walk = ReminderWalk()
  private var quick = QuickReminder()
  /// Reminders in the common case are written by ``QuickReminder``; without it all are written in the one complete way.
  var isQuick = true
  /// How many were written so.
  private(set) var quickCount = 0

  /// - Parameter carryingZones: a zone that tzdata does not know, or knows otherwise, rides along in
  ///   `zones`. Without it, what
  ///   surrounds the reminders must carry the calendar's zones.
  package init(carryingZones: Bool = true) { carriesZones = carryingZones }

  /// How many strings held bytes that are not UTF-8, and were written with U+FFFD.
  package var replacements: Int { json.replacements }

  /// Appends one object, without a line end.
  ///
  /// - Parameters:
  ///   - component: a VTODO of the calendar.
  ///   - holder: 1 for the first of its name in its list, 2 for the second, …
  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, to output: inout [UInt8]
  ) {
    if self.calendar !== calendar {
      self.calendar = calendar
      place = ReminderPlace(
        calendar.context, source: calendar.place.source, list: calendar.list,
        listTitle: calendar.place.listTitle)
    }
    guard place != nil else { return }
    if holder == 1, writeQuickly(component, to: &output) { return }
    swap(&json.bytes, &output)
    walk.take(component)
    writeIdentifier(component, holder: holder, calendar)
    writeBody(component)
    swap(&json.bytes, &output)
  }

  /// Appends one reminder of a catalog, without a line end; nothing where none stands at `path`.
  ///
  /// - Parameter members: what the object has behind the reminder's own keys.
  package mutating func write(
    _ path: Catalog.IndexPath, of catalog: Catalog, adding members: [JSONValue.Member] = [],
    to output: inout [UInt8]
  ) {
    guard let identifier = catalog.modelIdentifier(at: path), let reminder = catalog.reminder(at: path),
      let node = catalog.list(at: path), let list = identifier.list
    else { return }
    let source = catalog.sources[path.source].source
    calendar = nil
    if place?.calendar !== reminder.calendar {
      place = ReminderPlace(reminder.calendar, source: source, list: list, listTitle: node.list.title)
    }
    if members.isEmpty, identifier.uid?.holder == 1, identifier.recurrenceID == nil,
      writeQuickly(reminder.component, to: &output)
    {
      return
    }
    swap(&json.bytes, &output)
    walk.take(reminder.component)
    json.raw("{\"id\":\"\(identifier)\"")
    writeBody(reminder.component, adding: members)
    swap(&json.bytes, &output)
  }

  /// Appends a reminder in the common case (``QuickReminder``); false, and nothing is appended, in any other.
  private mutating func writeQuickly(_ component: Component, to output: inout [UInt8]) -> Bool {
    guard isQuick else { return false }
    let room = component.byteCount * 2 + (place?.headCount ?? 0) + 1024
    var isDone = false
    output.append(addingCapacity: room) { output in
      isDone = place?.write(component, with: &quick, to: &output) ?? false
      if !isDone { output.removeAll() }
    }
    if isDone { quickCount += 1 }
    return isDone
  }

  // MARK: The place

  private mutating func writeIdentifier(_ component: Component, holder: Int, _ calendar: Survey.Calendar) {
    let uid = walk.value(.uid) ?? []
    guard holder == 1, walk.value(.recurrenceID) == nil, !uid.isEmpty,
      uid.allSatisfy(ModelIdentifier.standsForItself)
    else {
      return json.raw("{\"id\":\"\(ModelIdentifier(component, holder: holder, in: calendar))\"")
    }
    json.raw(place?.head ?? [])
    json.bytes.append(contentsOf: uid)
    json.bytes.append(0x22)
  }

  // MARK: The reminder

  private mutating func writeBody(_ component: Component, adding members: [JSONValue.Member] = []) {
    // Taken out while it learns zones and parameters, so that it is not copied.
    guard var place = place.take() else { return }
    json.raw(place.titles)
    walk.write(to: &json, &place)
    writeRest(component, &place)
    for member in members {
      json.raw(",")
      json.string(member.key)
      json.raw(":")
      member.value.write(to: &json)
    }
    json.bytes.append(0x7D)
    self.place = place
  }

  private mutating func writeRest(_ component: Component, _ place: inout ReminderPlace) {
    var unparsed: [ArraySlice<UInt8>] = []
    walk.writeRest(to: &json, &place, unparsed: &unparsed)
    if walk.hasChildren {
      let others = component.children.filter { $0.kind != .valarm }
      if !others.isEmpty {
        json.raw(ReminderKey.json[ReminderKey.components.rawValue])
        json.array(others) { JCal.write($1, to: &$0, unparsed: &unparsed) }
      }
      walk.noteZones(ofChildren: component, &place)
    }
    if !unparsed.isEmpty {
      json.raw(ReminderKey.json[ReminderKey.unparsed.rawValue])
      json.array(unparsed) { $0.string($1) }
    }
    guard carriesZones, !walk.neededZones.isEmpty else { return }
    json.raw(ReminderKey.json[ReminderKey.zones.rawValue])
    let zones = place.zones
    json.array(walk.neededZones) { $0.raw(zones[$1].definition ?? []) }
  }
}
