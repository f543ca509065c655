internal import ICalendar
internal import ListoModel

/// Groups of due dates, from overdue on; reminders without a due date and completed reminders are last.
public enum DueGroup: Int, Sendable, CaseIterable {
  /// Open, and due before now.
  case overdue
  case today, tomorrow
  /// Within six days from today.
  case week
  case later
  /// Open, without a due date.
  case undated
  /// Done or given up.
  case done

  /// - Parameter due: when it is due, as it is seen.
  init(_ reminder: some ReminderProperties, _ due: ViewedMoment?, _ today: Day) {
    guard reminder.isOpen else {
      self = .done
      return
    }
    guard let due else {
      self = .undated
      return
    }
    let distance = due.day.daysSince1970 - today.daysSince1970
    self =
      switch distance {
      case _ where due.isPast: .overdue
      case ...0: .today
      case 1: .tomorrow
      case ..<7: .week
      default: .later
      }
  }
}
