public import ICalendar

/// A reminder: a typed view over its VTODO (RFC 5545 §3.6.2; EventKit's EKReminder).
///
/// Getters decode on demand; where a value cannot be read they answer nil, and a check says why
/// (`CalendarCheck`).
public struct Reminder: ReminderProperties {
  /// The VTODO, as it was read or changed.
  public package(set) var component: Component
  /// The calendar that it came from.
  public let calendar: CalendarContext

  /// The view of a VTODO.
  public init(_ component: Component, in calendar: CalendarContext) {
    (self.component, self.calendar) = (component, calendar)
  }

  /// The first property with this id, by a walk over its lines.
  public func first(_ id: PropertyID) -> Property? { component.first(id) }
}

/// The readable properties of a reminder. ``Reminder`` scans its lines for each property, `WalkedReminder`
/// once for several.
public protocol ReminderProperties: Sendable {
  /// The VTODO that all is read of.
  var component: Component { get }
  /// The calendar that contains it: title, zones, METHOD.
  var calendar: CalendarContext { get }
  /// The first property with this id.
  func first(_ id: PropertyID) -> Property?
  /// Every property with this id, in their order.
  func all(_ id: PropertyID) -> [Property]
}

extension ReminderProperties {
  /// UID (RFC 5545 §3.8.4.7); nil where it is missing or empty.
  public var uid: String? { text(.uid) }
  /// SUMMARY (RFC 5545 §3.8.1.12).
  public var title: String? { text(.summary) }
  /// DESCRIPTION (RFC 5545 §3.8.1.5).
  public var notes: String? { text(.description) }
  /// LOCATION (RFC 5545 §3.8.1.7).
  public var location: String? { text(.location) }
  /// URL (RFC 5545 §3.8.4.6), as it is written.
  public var url: String? { raw(.url) }

  /// The RRULE as it is written.
  public var recurrence: String? { raw(.rrule) }
  /// The rule of a reminder without a date, for which iCalendar has no place: Listo's X-LISTO-RRULE.
  public var ruleWithoutDate: String? { raw(.xListoRrule).flatMap { due == nil && start == nil ? $0 : nil } }
  /// Its next date is counted from the day on which it is completed, not from its due date. Listo's
  /// X-LISTO-REPEAT-FROM says so.
  public var repeatsFromCompletion: Bool { Quirks.repeatsFromCompletion(self) }
  /// The RECURRENCE-ID, for one that overrides an occurrence of another.
  public var recurrenceID: Moment? { moment(.recurrenceID) }
  /// DTSTART (RFC 5545 §3.8.2.4): when it can be begun. Nil for a copy of the due date (X-LISTO-COPY), which
  /// no one gave.
  public var start: Moment? {
    guard let property = first(.dtstart), !property.isCopy(of: first(.due)) else { return nil }
    return try? property.moment()
  }
  /// COMPLETED (RFC 5545 §3.8.2.1): when it was done.
  public var completed: Moment? { moment(.completed) }
  /// CREATED (RFC 5545 §3.8.7.1).
  public var created: Moment? { moment(.created) }
  /// LAST-MODIFIED (RFC 5545 §3.8.7.3).
  public var modified: Moment? { moment(.lastModified) }
  /// DTSTAMP (RFC 5545 §3.8.7.2).
  public var stamp: Moment? { moment(.dtstamp) }
  /// SEQUENCE (RFC 5545 §3.8.7.4).
  public var sequence: Int? { integer(.sequence) }
  /// 0 to 100.
  public var percent: Int? { integer(.percentComplete) }
  /// The priority, 1 (highest) to 9; 0 means no priority.
  public var priority: Int? { integer(.priority) }

  /// The due date: DUE, or else DTSTART plus DURATION (RFC 5545 §3.8.2.3).
  public var due: Moment? {
    if let due = moment(.due) { return due }
    guard let duration = first(.duration), let start,
      let length = try? CalendarDuration.parse(duration.value)
    else { return nil }
    return end(of: length, from: start)
  }

  /// When a period ends (RFC 5545 §3.3.9).
  func end(of period: PeriodValue) -> Moment {
    switch period.extent {
    case .end(let end): end
    case .duration(let length): end(of: length, from: period.start)
    }
  }

  private func end(of length: CalendarDuration, from start: Moment) -> Moment {
    switch start {
    case .date(let day): .date(day.adding(days: Int(length.totalSeconds / 86_400)))
    case .floating(let local): .floating(local.adding(length))
    case .utc(let local): .utc(local.adding(length))
    case .zoned(let local, let tzid): .zoned(end(of: length, from: local, in: tzid), tzid: tzid)
    }
  }

  /// Days are days of the wall clock, hours are hours that pass (RFC 5545 §3.3.6): on the day of a change of
  /// summer time that is not the same.
  private func end(of length: CalendarDuration, from local: LocalDateTime, in tzid: String) -> LocalDateTime {
    let days = Int64(length.weeks * 7 + length.days) * 86_400 * (length.isNegative ? -1 : 1)
    let time = length.totalSeconds - days
    let shifted = local.adding(seconds: days)
    guard time != 0, let zone = calendar.zones.zone(tzid) else { return shifted.adding(seconds: time) }
    return zone.local(of: Instant(seconds: zone.instant(of: shifted).seconds + time))
  }

  /// CATEGORIES of all its lines, decoded, in their order, each once.
  public var tags: [String] {
    let written = all(.categories).flatMap(\.texts)
    var seen: Set<String> = []
    guard written.count <= 8 else { return written.filter { seen.insert($0).inserted } }
    // Few are compared sooner than hashed.
    var tags: [String] = []
    for tag in written where !tags.contains(tag) { tags.append(tag) }
    return tags
  }

  /// The UID of the reminder it is a part of: RELATED-TO, whose RELTYPE is PARENT where none is given (RFC
  /// 5545 §3.2.15).
  public var parent: String? { parentLine.flatMap { $0.value.isEmpty ? nil : $0.text } }

  /// The line that says so.
  var parentLine: Property? {
    guard let first = first(.relatedTo) else { return nil }
    return first.namesParent ? first : all(.relatedTo).first(where: \.namesParent)
  }

  /// Its VALARMs, in their order (RFC 5545 §3.6.6).
  public var alarms: [Alarm] {
    component.children.filter { $0.kind == .valarm }.map(Alarm.init)
  }

  // MARK: Reading by id

  /// Every property with this id, in their order, by a walk over the lines.
  public func all(_ id: PropertyID) -> [Property] { component.all(id) }

  /// The first property with this id, decoded as TEXT; nil where it is missing or empty.
  public func text(_ id: PropertyID) -> String? {
    guard let property = first(id) else { return nil }
    let text = property.text
    return text.isEmpty ? nil : text
  }

  func raw(_ id: PropertyID) -> String? {
    guard let property = first(id) else { return nil }
    let text = property.rawText
    return text.isEmpty ? nil : text
  }

  func moment(_ id: PropertyID) -> Moment? {
    guard let property = first(id) else { return nil }
    return try? property.moment()
  }

  func integer(_ id: PropertyID) -> Int? {
    guard let property = first(id) else { return nil }
    return try? IntegerValue.parse(property.value)
  }
}

extension Reminder {
  /// The identity within its list: its UID, and for an override its RECURRENCE-ID.
  ///
  /// It is the same for every version of a reminder, so a view can follow the reminder across changes of the
  /// file. For a reminder without UID it is derived from the content, so an edit changes it. Reminders of
  /// different lists, or with the same UID in one list, differ by their identifiers:
  /// ``Catalog/ListNode/entries``.
  ///
  /// - Complexity: linear in its bytes; without a UID it is hashed (SHA-256).
  public var identity: IdentityInList { IdentityInList(self) }
}

/// Two reminders are equal if they are the same bytes, in calendars that say the same: whose own lines and
/// zones are the same bytes too. Where they were read, a file or a line, does not count. Whether two versions
/// mean the same is another question: ``Component/isEqual(to:_:zone:otherZone:)``.
extension Reminder: Hashable {
  /// - Complexity: linear in the bytes; those of the calendars are compared only where they were read apart.
  public static func == (left: Reminder, right: Reminder) -> Bool {
    left.component.bytes == right.component.bytes && left.calendar.isSame(as: right.calendar)
  }

  /// By its own bytes; reminders of one text in different calendars share a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteHash(component.bytes))
  }
}

extension CalendarContext {
  /// A reminder says the same in both.
  fileprivate func isSame(as other: CalendarContext) -> Bool {
    if self === other { return true }
    return header?.bytes == other.header?.bytes && trailing.map(\.bytes) == other.trailing.map(\.bytes)
      && zones.definitions.mapValues(\.bytes) == other.zones.definitions.mapValues(\.bytes)
  }
}

extension ReminderProperties {
  /// The place that its list gives it by hand: X-APPLE-SORT-ORDER, else CREATED in seconds from 2001-01-01;
  /// nil, and last, without either. A day alone, as lists of lines have it, arranges nothing: there the order
  /// of the lines counts.
  public var order: Int? {
    if let writtenOrder { return writtenOrder }
    guard let created, created.local != nil else { return nil }
    let utc = ViewContext(now: Instant(seconds: 0), zone: .utc)
    return Int(utc.instant(of: created, zones: calendar.zones).seconds - Quirks.orderEpoch.seconds)
  }

  /// X-APPLE-SORT-ORDER as it is written; nil where there is none.
  package var writtenOrder: Int? { integer(.xAppleSortOrder) }
}
