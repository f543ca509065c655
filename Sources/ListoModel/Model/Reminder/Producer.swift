internal import ICalendar

/// The conventions of a program that writes reminders, as far as changes to its files follow them. The
/// program is recognized by the PRODID of its calendars. Each convention has its evidence; anything else is
/// as in RFC 5545.
package struct Producer: Sendable, Hashable {
  /// The name of the program, for people.
  public let name: String
  /// The texts, in lower case, of which the PRODID contains one, in any case.
  let marks: [String]
  /// True if the program also writes the due date in DTSTART.
  public var startsWithDue = false
  /// It knows three priorities alone, and writes 1, 5 and 9 for them.
  public var hasThreePriorities = false
  /// It writes X-APPLE-SORT-ORDER for each reminder.
  public var writesOrder = false
  /// RELATED-TO names a parent with RELTYPE=PARENT, though that goes without saying.
  public var namesParentType = false
  /// Its alarms count from the due date by RELATED=END, not from a DTSTART.
  public var relatesAlarmsToEnd = true
  /// Its alarms have a UID, under X-WR-ALARMUID too.
  public var namesAlarms = false
  /// A new reminder says that it is to be done: STATUS:NEEDS-ACTION.
  public var writesStatus = true

  /// In the order in which they are asked.
  public static let all: [Producer] = [
    // Samples/iCloud: DTSTART equals DUE in each reminder with a due date, priorities are those of its three
    // buckets, RELATED-TO;RELTYPE=PARENT, a TRIGGER without RELATED, UID and X-WR-ALARMUID in each VALARM.
    Producer(
      name: "Apple", marks: ["-//apple inc.//", "-//apple computer"], startsWithDue: true,
      hasThreePriorities: true, writesOrder: true, namesParentType: true, relatesAlarmsToEnd: false,
      namesAlarms: true),
    // Samples/Tasks.org: no DTSTART unless one is chosen, priorities 1, 5 and 9 (Task.Priority),
    // RELTYPE=PARENT, RELATED=END, no STATUS in what is to be done.
    Producer(
      name: "Tasks.org", marks: ["tasks.org//"], hasThreePriorities: true, writesOrder: true,
      namesParentType: true, writesStatus: false),
    // Samples/Thunderbird: RELATED-TO;RELTYPE=PARENT. Lightning leaves DTSTART out unless one is chosen.
    Producer(name: "Thunderbird", marks: ["mozilla calendar"], namesParentType: true),
  ]

  /// One that no row is about.
  public static let other = Producer(name: "", marks: [])

  /// The producer of a calendar; nil if no row has its PRODID.
  public init?(of calendar: CalendarContext) {
    guard let text = calendar.first(.prodid)?.text.lowercased() else { return nil }
    guard let row = Self.all.first(where: { $0.marks.contains(where: text.contains) }) else { return nil }
    self = row
  }

  /// The producer of most of the calendars; if several have equally many, the first.
  ///
  /// - Complexity: linear in the calendars.
  public init(ofMost calendars: [CalendarContext]) {
    self.init(ofMost: calendars.map { CalendarCount($0, 1) })
  }

  /// So many of the calendars of a list say who writes it, in the order of its files: a folder has one in
  /// each.
  package static let sampleSize = 128

  /// The producer of most of the calendars, where some stand for many.
  ///
  /// - Complexity: linear in the calendars that are named.
  package init(ofMost calendars: [CalendarCount]) {
    var counts: [Producer: Int] = [:]
    var order: [Producer] = []
    for calendar in calendars {
      let producer = Producer(of: calendar.calendar) ?? .other
      if counts[producer] == nil { order.append(producer) }
      counts[producer, default: 0] += calendar.count
    }
    var best = Producer.other
    for producer in order where counts[producer, default: 0] > counts[best, default: 0] { best = producer }
    self = best
  }

  private init(
    name: String, marks: [String], startsWithDue: Bool = false, hasThreePriorities: Bool = false,
    writesOrder: Bool = false, namesParentType: Bool = false, relatesAlarmsToEnd: Bool = true,
    namesAlarms: Bool = false, writesStatus: Bool = true
  ) {
    (self.name, self.marks, self.startsWithDue) = (name, marks, startsWithDue)
    (self.hasThreePriorities, self.writesOrder) = (hasThreePriorities, writesOrder)
    (self.namesParentType, self.relatesAlarmsToEnd) = (namesParentType, relatesAlarmsToEnd)
    (self.namesAlarms, self.writesStatus) = (namesAlarms, writesStatus)
  }
}

/// A calendar, and how many there are that say the same of who wrote them.
package struct CalendarCount: Sendable {
  package let calendar: CalendarContext
  package var count: Int

  package init(_ calendar: CalendarContext, _ count: Int) { (self.calendar, self.count) = (calendar, count) }
}
