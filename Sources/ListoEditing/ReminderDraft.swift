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
  /// The parent in the reminder's list.
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

  /// Creates a draft from an item. Its lines are kept; a missing UID, or one that the list has already, is
  /// replaced by a new one.
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
