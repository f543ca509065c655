package import ICalendar
package import ListoModel

/// Writes reminders as JSON objects: the shape that the JSON document, JSON lines and `--json` share.
///
/// Keys stand in the order of ``ReminderKey``; a key is absent if the reminder has no such property, or one
/// whose value the key cannot hold. Every line stands in `properties` as jCal (RFC 7265), unless its key
/// alone brings it back: then it has no other parameters than VALUE and TZID, and is the only one of its name
/// (all CATEGORIES are one set). A reader can take a value from its key alone; a key that was changed counts
/// more than its line.
///
/// A time is ISO 8601 text: a date, a local time, or UTC with `Z`. `dueZone` is the TZID as it is written;
/// `dueInstant`, for information, the UTC instant that it makes. `geo` is latitude and longitude. `id`,
/// `source` and `list` name the place.
///
/// - Complexity: one walk over the component's lines.
package struct ReminderJSON: Sendable {
  private var calendar: Survey.Calendar?
  private var place: ReminderPlace?
  private var walk: ReminderWalk
  /// How many strings held bytes that are not UTF-8, and were written with U+FFFD.
  package private(set) var replacements = 0

  /// For whom a series has its current occurrence.
  private let context: ViewContext?
  /// An override that the row of its series shows follows its series as an object of its own, so that no
  /// component is missing.
  private let isWhole: Bool

  /// - Parameters:
  ///   - carryingZones: a zone that tzdata does not know, or knows otherwise, rides along in `zones`. Without
  ///     it, what surrounds the reminders must carry the calendar's zones.
  ///   - context: the clock and the zone for which the object of a series has `current` or `finished`; nil
  ///     for neither.
  ///   - isWhole: an override that the row of its series shows (``SeriesRow/override``) gets an object of its
  ///     own behind that of the series.
  package init(carryingZones: Bool = true, currentIn context: ViewContext? = nil, isWhole: Bool = false) {
    walk = ReminderWalk(carryingZones: carryingZones)
    (self.context, self.isWhole) = (context, isWhole)
  }

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
    walk.take(component)
    let isPlain = holder == 1 && walk.hasPlainIdentifier(component)
    write(
      component, isPlain ? nil : "\(ModelIdentifier(component, holder: holder, in: calendar))",
      adding: members(of: Reminder(component, in: calendar.context)), to: &output)
  }

  /// `current` or `finished` of a series without overrides; none for other reminders.
  private func members(of reminder: Reminder) -> [JSONValue.Member] {
    guard let context, walk.repeats, let series = ReminderSeries(reminder) else { return [] }
    return SeriesJSON.members(series, series.position(in: context).position, context)
  }

  /// Appends one reminder of a catalog, without a line end; nothing where none stands at `path`. Of a series
  /// the object is that of its master.
  ///
  /// - Parameter members: what the object has behind the reminder's own keys.
  package mutating func write(
    _ path: Catalog.IndexPath, of catalog: Catalog, adding members: [JSONValue.Member] = [],
    to output: inout [UInt8]
  ) {
    guard let identifier = catalog.modelIdentifier(at: path), let shown = catalog.reminder(at: path),
      let node = catalog.list(at: path), let list = identifier.list
    else { return }
    let row = node.series.isEmpty ? nil : node.series[path.reminder ?? 0]
    let reminder = row?.master ?? shown
    let source = catalog.sources[path.source].source
    calendar = nil
    if place?.calendar !== reminder.calendar {
      place = ReminderPlace(reminder.calendar, source: source, list: list, listTitle: node.list.title)
    }
    write(reminder, identifier, adding: members, row: row, to: &output)
    guard isWhole, let override = row?.override else { return }
    output += ",\n".utf8
    write(override.reminder, override.identifier, adding: [], row: nil, to: &output)
  }

  private mutating func write(
    _ reminder: Reminder, _ identifier: ModelIdentifier, adding members: [JSONValue.Member], row: SeriesRow?,
    to output: inout [UInt8]
  ) {
    walk.take(reminder.component)
    let isPlain = identifier.uid?.holder == 1 && walk.hasPlainIdentifier(reminder.component)
    let series =
      if let row, let context {
        SeriesJSON.members(row.series, row.position, context)
      } else {
        self.members(of: reminder)
      }
    write(reminder.component, isPlain ? nil : "\(identifier)", adding: series + members, to: &output)
  }

  /// Appends the reminder that was taken in.
  ///
  /// - Parameter identifier: nil where the place and the UID say it.
  private mutating func write(
    _ component: Component, _ identifier: String?, adding members: [JSONValue.Member] = [],
    to output: inout [UInt8]
  ) {
    guard let headCount = place?.headCount else { return }
    var isAgain = false
    // Most objects are not twice as large as their lines.
    output.append(inRoomOf: component.byteCount * 2 + headCount + 1024) { output in
      if isAgain { walk.take(component) }
      isAgain = true
      place?.write(component, identifier, with: &walk, to: &output)
    }
    replacements += walk.replacements
    if !members.isEmpty {
      var json = JSONText()
      for member in members {
        json.raw(",")
        json.string(member.key)
        json.raw(":")
        member.value.write(to: &json)
      }
      output += json.bytes
    }
    output.append(0x7D)
  }
}

/// The keys that a listing adds to the object of a series: `"current": {…}`, or `"finished": true`.
///
/// `occurrence` is the RECURRENCE-ID that identifiers have behind that of the series. `title`, `due`,
/// `dueZone`, `dueInstant` and `start` are those of the current occurrence, in the form of the reminder's own
/// keys. `overdue` says whether it is due before now, and `missed` how many open occurrences are.
enum SeriesJSON {
  /// None where the position is not known.
  static func members(
    _ series: ReminderSeries, _ position: ReminderSeries.Position, _ context: ViewContext
  ) -> [JSONValue.Member] {
    switch position {
    case .unknown: return []
    case .finished: return [member(.finished, .bool(true))]
    case .current(let occurrence):
      let reminder = occurrence.reminder
      let instant = reminder.due.map { context.instant(of: $0, zones: reminder.calendar.zones) }
      var zone: String?
      if case .zoned(_, let tzid)? = reminder.due { zone = tzid }
      let isTimed = reminder.due?.local != nil
      return [
        member(
          .current,
          .object(present: [
            "occurrence": series.identifierText(of: occurrence).map { .string($0) },
            "title": reminder.title.map { .string($0) },
            "due": reminder.due.map { .string(text(of: $0)) }, "dueZone": zone.map { .string($0) },
            "dueInstant": isTimed ? instant.map { .string("\($0)") } : nil,
            "start": reminder.start.map { .string(text(of: $0)) },
            "overdue": .bool(reminder.isOverdue(in: context)),
            "missed": .number(series.missed(in: context)),
          ]))
      ]
    }
  }

  private static func member(_ key: ReminderKey, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key.name, value: value)
  }

  private static func text(of moment: Moment) -> String {
    switch moment {
    case .date(let day): "\(day)"
    case .floating(let local), .zoned(let local, _): "\(local)"
    case .utc(let local): "\(local)Z"
    }
  }
}
