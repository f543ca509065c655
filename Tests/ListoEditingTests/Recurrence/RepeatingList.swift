import ICalendar
import ListoModel

@testable import ListoEditing

/// A list with one series, on which a device completes occurrences one after the other.
struct RepeatingList {
  var master: Component
  var overrides: [Component] = []
  var copies: [Component] = []
  var notes: [String] = []
  var completesSeries = false
  var zone = Zone.utc

  /// - Parameters:
  ///   - master: its lines behind UID and before END.
  ///   - overrides: the same of each.
  init(_ master: [String], overrides: [[String]] = [], zone: String? = nil) {
    self.master = Self.component(master)
    self.overrides = overrides.map(Self.component)
    if let zone { self.zone = Zone.system(named: zone) ?? .utc }
  }

  static func component(_ lines: [String]) -> Component {
    let all = ["BEGIN:VTODO", "UID:series", "DTSTAMP:20260101T000000Z"] + lines + ["END:VTODO", ""]
    guard let component = Component(Array(all.joined(separator: "\r\n").utf8)) else {
      preconditionFailure("these lines are no component")
    }
    return component
  }

  /// - Parameters:
  ///   - occurrence: as RECURRENCE-ID writes it, a zone behind a blank; nil for the first that is to be done.
  ///   - now: a UTC time.
  mutating func complete(
    _ recurrence: Completion.Recurrence = .advance, from origin: Completion.Origin? = nil,
    occurrence: String? = nil, at now: String = "20261201T120000Z"
  ) throws {
    let reminder = Reminder(master, in: .none)
    let others = overrides.map { Reminder($0, in: .none) }
    let copies = self.copies
    let result = try RepeatingCompletion(
      of: reminder, overrides: others, occurrence: occurrence.map(Self.moment),
      Completion(recurrence, from: origin),
      identifier: ModelIdentifier(source: "s", list: .init("l"), uid: .init("series")),
      in: EditContext(ViewContext(now: Self.instant(now), zone: zone)) { "NEW" },
      existing: { uid in
        copies.map { Reminder($0, in: .none) }.first { $0.uid == uid }
      })
    master = result.master
    for (index, component) in result.changed { overrides[index] = component }
    overrides = overrides.enumerated().filter { !result.removed.contains($0.offset) }.map(\.element)
    if let override = result.override { overrides.append(override) }
    self.copies += result.copies
    notes += result.notes
    completesSeries = result.completesSeries
  }

  static func moment(_ text: String) throws -> Moment {
    let parts = text.split(separator: " ").map(String.init)
    return try Moment.decode(Array(parts[0].utf8)[...], tzid: parts.count > 1 ? parts[1] : nil)
  }

  static func instant(_ text: String) -> Instant {
    guard case .utc(let local)? = try? Moment.decode(Array(text.utf8)[...]) else {
      return Instant(seconds: 0)
    }
    return Instant(utc: local)
  }

  /// The occurrences that are left to the master.
  func times(_ limit: Int) -> [String] {
    guard let recurrence = Recurrence(Reminder(master, in: .none)) else { return [] }
    return recurrence.times(
      through: LocalDateTime(startOf: Day(daysSince1970: Int.max)), limit: limit
    ).times.map(\.iCalendarText)
  }

  var all: [Component] { [master] + overrides + copies }

  var text: String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n"
      + all.map { String(decoding: $0.bytes, as: UTF8.self) }.joined() + "END:VCALENDAR\r\n"
  }
}

extension Component {
  /// A line, whole; nil without one.
  func line(_ id: PropertyID) -> String? { first(id).map { String(decoding: $0.unfolded, as: UTF8.self) } }

  /// Its lines, without those named, unfolded.
  func lines(without ids: Set<PropertyID> = []) -> [String] {
    properties.filter { !ids.contains($0.id) }.map { String(decoding: $0.unfolded, as: UTF8.self) }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RepeatingList {
  /// Opens an override again; nil for the series.
  mutating func reopen(override index: Int? = nil, at now: String = "20270101T000000Z") {
    let context = EditContext(ViewContext(now: Self.instant(now), zone: zone)) { "NEW" }
    let (series, others) = (Reminder(master, in: .none), overrides.map { Reminder($0, in: .none) })
    let result =
      index.map { RepeatingReopening(occurrence: $0, of: series, overrides: others, in: context) }
      ?? RepeatingReopening(of: series, overrides: others, in: context)
    master = result.master
    for (index, component) in result.changed { overrides[index] = component }
    if let override = result.override { overrides.append(override) }
  }
}
