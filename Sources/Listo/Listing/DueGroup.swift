internal import ICalendar
internal import ListoModel

/// How far away the due date of a reminder is, from what is past on; what has none, and what is done, comes last.
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
