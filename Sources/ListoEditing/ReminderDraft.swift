public import ICalendar
public import ListoModel

/// A reminder that is to be added.
public struct ReminderDraft: Sendable {
  /// SUMMARY, as it is typed.
  public var title: String
  /// The other fields. A time without a zone is in the viewer's zone.
  public var fields: [FieldID: FieldValue]
  /// VALARMs, in their order.
  public var alarms: [AlarmDraft]
  /// A reminder of the list that it becomes a part of.
  public var parent: ModelIdentifier?
  /// The addresses of the attachments.
  public var attachments: [String]
  /// The item that it is read from, in another format or place.
  public let component: Component?
  /// What the names of its zones mean.
  let zones: ZoneTable

  /// Creates a draft with the given fields only.
  public init(
    title: String, fields: [FieldID: FieldValue] = [:], alarms: [AlarmDraft] = [],
    parent: ModelIdentifier? = nil, attachments: [String] = []
  ) {
    (self.title, self.fields, self.alarms) = (title, fields, alarms)
    (self.parent, self.attachments) = (parent, attachments)
    (component, zones) = (nil, .empty)
  }

  /// An item as it was read: its lines stay; a UID that the list has already, or that it lacks, becomes a new one.
  public init(_ reminder: Reminder, parent: ModelIdentifier? = nil) {
    (title, fields, alarms, attachments) = ("", [:], [], [])
    self.parent = parent
    (component, zones) = (reminder.component, reminder.calendar.zones)
  }

  /// An item that names no zones, or those of the system.
  public init(_ component: Component, parent: ModelIdentifier? = nil) {
    self.init(Reminder(component, in: .none), parent: parent)
  }
}
