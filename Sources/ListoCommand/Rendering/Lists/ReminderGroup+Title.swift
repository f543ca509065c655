internal import Listo

extension ReminderGroup {
  /// The heading; empty if all reminders are in one group.
  func title(in catalog: Catalog, _ dates: RelativeDate) -> String {
    key.title(in: catalog, day: dates.heading)
  }

  /// How that looks.
  var style: Style {
    switch key {
    case .due(.overdue), .overdueBeforeToday: .overdue
    default: .bold
    }
  }

  /// Its title is the day on which they are due.
  var isDay: Bool { if case .day = key { true } else { false } }
}
