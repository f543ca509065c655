package import ICalendar
package import ListoModel

/// The times at which alarms ring: alarms of open reminders, including occurrences of repeating ones, except
/// alarms that were acknowledged.
package enum AlarmTimes {
  /// One time at which one alarm rings.
  public struct Ring: Sendable, Hashable {
    /// The identifier of the reminder; for an occurrence that a rule makes, as `Catalog.unrolled` names it.
    public let identifier: ModelIdentifier
    /// The instant at which the alarm rings.
    public let instant: Instant
    /// The index of the alarm among the reminder's.
    public let index: Int
    /// Whether it is a snooze of another alarm.
    public let isSnooze: Bool
  }

  /// Returns the alarms that ring from one instant until before another, in the order of time.
  ///
  /// - Returns: the alarms, and problems with series that could not be expanded completely.
  /// - Complexity: linear in the catalog, and in the occurrences of that time.
  public static func rings(
    in catalog: Catalog, from: Instant, to: Instant, _ view: ViewContext
  ) -> (rings: [Ring], problems: [Diagnostic]) {
    var rings: [Ring] = []
    var reach: ClosedRange<Int64>?
    visit(catalog) { identifier, reminder in
      if RepeatingCompletion.repeats(reminder.component), reminder.recurrenceID == nil {
        // An alarm at an absolute time rings once; the relative ones ring with the occurrences.
        rings += Self.rings(of: reminder, identifier, view) { !$0.isRelative }.filter { ring in
          ring.identifier.recurrenceID == nil || isOpen(ring.identifier, in: catalog, view)
        }
        for distance in distances(of: reminder, view) {
          reach = min(reach?.lowerBound ?? distance, distance)...max(reach?.upperBound ?? distance, distance)
        }
      } else {
        rings += Self.rings(of: reminder, identifier, view)
      }
    }
    var problems: [Diagnostic] = []
    if let reach {
      let first = Instant(seconds: from.seconds - reach.upperBound)
      let last = Instant(seconds: to.seconds - reach.lowerBound)
      let unrolled = catalog.unrolled(over: first..<max(first, last), in: view)
      problems = unrolled.problems
      visit(unrolled.catalog) { identifier, reminder in
        guard catalog.indexPath(for: identifier) == nil else { return }
        rings += Self.rings(of: reminder, identifier, view, hasSnoozes: false, where: \.isRelative)
      }
    }
    let wanted = rings.filter { $0.instant >= from && $0.instant < to }
    return (
      wanted.map { ($0, $0.identifier.description) }
        .sorted { ($0.0.instant, $0.1, $0.0.index) < ($1.0.instant, $1.1, $1.0.index) }.map(\.0), problems
    )
  }

  private static func isOpen(
    _ occurrence: ModelIdentifier, in catalog: Catalog, _ view: ViewContext
  ) -> Bool {
    catalog[occurrence].map(\.isOpen) ?? (catalog.occurrence(occurrence, in: view) != nil)
  }

  private static func visit(_ catalog: Catalog, _ body: (ModelIdentifier, Reminder) -> Void) {
    for list in catalog.sources.flatMap(\.lists) {
      for entry in list.entries where entry.reminder.component.hasChildren {
        if entry.reminder.isOpen { body(entry.id, entry.reminder) }
      }
    }
  }

  /// How much later than the time by which an occurrence is sorted its alarms ring, in seconds, with two days
  /// for what clocks move.
  private static func distances(of reminder: Reminder, _ view: ViewContext) -> [Int64] {
    guard let anchor = reminder.due ?? reminder.start else { return [] }
    let base = view.instant(of: anchor, zones: reminder.calendar.zones).seconds
    return reminder.alarms.filter(\.isRelative).flatMap { times(of: $0, reminder, view) }.flatMap {
      [$0.seconds - base - 172_800, $0.seconds - base + 172_800]
    }
  }

  /// The alarms of one reminder that were not heard, in the order of time: as its own dates are, whether it
  /// repeats or not.
  ///
  /// X-MOZ-LASTACK (Thunderbird, Tasks.org) says of all its alarms until when they were heard.
  ///
  /// - Parameters:
  ///   - hasSnoozes: alarms that Thunderbird has put off ring too; not those of an occurrence that a rule
  ///     makes, which has its lines from the series.
  ///   - isMeant: the alarms that are looked at.
  static func rings(
    of reminder: Reminder, _ identifier: ModelIdentifier, _ view: ViewContext, hasSnoozes: Bool = true,
    where isMeant: (Alarm) -> Bool = { _ in true }
  ) -> [Ring] {
    let zones = reminder.calendar.zones
    let heard = reminder.component.first(.xMozLastack).flatMap { try? $0.moment() }
      .map { view.instant(of: $0, zones: zones) }
    var rings: [Ring] = []
    for (index, alarm) in reminder.alarms.enumerated() where isMeant(alarm) {
      let acknowledged = alarm.acknowledged.map { view.instant(of: $0, zones: zones) }
      let last = [heard, acknowledged].compactMap { $0 }.max()
      for time in times(of: alarm, reminder, view) where last.map({ time > $0 }) ?? true {
        rings.append(Ring(identifier: identifier, instant: time, index: index, isSnooze: alarm.isSnooze))
      }
    }
    if hasSnoozes { rings += snoozes(of: reminder, identifier, after: heard, view) }
    return rings.sorted { ($0.instant, $0.index) < ($1.instant, $1.index) }
  }

  /// When alarms ring that Thunderbird has put off: that of the reminder (X-MOZ-SNOOZE-TIME), and, with their
  /// identifiers, those of its occurrences (X-MOZ-SNOOZE-TIME- with the microseconds from 1970 to the
  /// occurrence).
  private static func snoozes(
    of reminder: Reminder, _ identifier: ModelIdentifier, after heard: Instant?, _ view: ViewContext
  ) -> [Ring] {
    let zones = reminder.calendar.zones
    var rings: [Ring] = []
    // Without an alarm there is nothing to put off.
    guard reminder.component.children.contains(where: { $0.kind == .valarm }) else { return rings }
    func add(_ property: Property, _ identifier: ModelIdentifier) {
      guard let time = try? property.moment() else { return }
      let instant = view.instant(of: time, zones: zones)
      guard heard.map({ instant > $0 }) ?? true else { return }
      rings.append(Ring(identifier: identifier, instant: instant, index: 0, isSnooze: true))
    }
    if let property = reminder.component.first(.xMozSnoozeTime) { add(property, identifier) }
    guard RepeatingCompletion.repeats(reminder.component), let series = ReminderSeries(reminder) else {
      return rings
    }
    for property in reminder.component.snoozesOfOccurrences {
      guard let time = property.snoozedOccurrence,
        let occurrence = series.occurrence(at: .utc(time.utc), in: view),
        let text = series.identifierText(of: occurrence)
      else { continue }
      add(
        property,
        ModelIdentifier(
          source: identifier.source, list: identifier.list, uid: identifier.uid, recurrenceID: text))
    }
    return rings
  }

  /// The alarms of the occurrences of a series in the last year before an instant that were not heard.
  static func rings(
    of series: ReminderSeries, _ identifier: ModelIdentifier, before end: Instant, _ view: ViewContext
  ) -> [Ring] {
    let reach = distances(of: series.master, view)
    guard let first = reach.min(), let last = reach.max() else { return [] }
    let found = series.occurrences(
      from: Instant(seconds: end.seconds - 366 * 86_400 - last), to: Instant(seconds: end.seconds - first),
      in: view)
    return found.occurrences.filter { !$0.isOverride && $0.reminder.isOpen }.flatMap { occurrence in
      rings(of: occurrence.reminder, identifier, view, hasSnoozes: false, where: \.isRelative)
    }
  }

  /// The most that a REPEAT is followed.
  private static let most = 100

  /// When an alarm rings, its repetitions (REPEAT and DURATION, RFC 5545 §3.8.6.2) among them; none for one
  /// at a place.
  private static func times(of alarm: Alarm, _ reminder: Reminder, _ view: ViewContext) -> [Instant] {
    let first: Instant
    switch alarm.trigger {
    case nil, .absolute?:
      guard let time = alarm.time, !alarm.isPlaceholder else { return [] }
      first = view.instant(of: time, zones: reminder.calendar.zones)
    case .relative(let duration)?:
      if alarm.proximity != nil { return [] }
      guard
        let anchor = alarm.isRelatedToEnd ? reminder.due ?? reminder.start : reminder.start ?? reminder.due
      else { return [] }
      // Days are days of the wall clock, hours are hours that pass (RFC 5545 §3.3.6).
      let days = (duration.weeks * 7 + duration.days) * (duration.isNegative ? -1 : 1)
      let day = view.instant(of: anchor.adding(days: days), zones: reminder.calendar.zones)
      first = Instant(seconds: day.seconds + duration.totalSeconds - Int64(days) * 86_400)
    }
    let again = alarm.component.first(.repeat).flatMap { try? IntegerValue.parse($0.value) } ?? 0
    let length = alarm.component.first(.duration).flatMap { try? CalendarDuration.parse($0.value) }
    guard again > 0, let step = length?.totalSeconds, step > 0 else { return [first] }
    return (0...min(again, most)).map { Instant(seconds: first.seconds + Int64($0) * step) }
  }
}

extension Component {
  /// Thunderbird's lines for alarms of single occurrences that were put off.
  var snoozesOfOccurrences: [Property] { properties.filter { $0.snoozedOccurrence != nil } }
}

extension Property {
  private static let snoozeOfOccurrence = PropertyID.xMozSnoozeTime.name + "-"

  /// The occurrence whose alarm this line of Thunderbird's puts off: its name ends with the microseconds from
  /// 1970 to it.
  var snoozedOccurrence: Instant? {
    guard id == .other, name.hasPrefix(Self.snoozeOfOccurrence) else { return nil }
    return Int64(name.dropFirst(Self.snoozeOfOccurrence.count)).map { Instant(seconds: $0 / 1_000_000) }
  }

  /// The name of the line for an occurrence.
  static func nameOfSnooze(of occurrence: Instant) -> String {
    snoozeOfOccurrence + "\(occurrence.seconds)000000"
  }
}
