public import ListoModel

extension Catalog {
  /// The catalog with the changes of a plan, without writing files. Added reminders come last in their lists.
  ///
  /// - Complexity: linear in the lists that change.
  public func applying(_ plan: EditPlan) -> Catalog {
    replacing(
      plan.steps.map { step in
        let calendar =
          step.before?.calendar ?? list(step.list)?.calendars.first ?? .none
        let reminder = step.after.map { Reminder($0, in: calendar.defining(step.zones)) }
        return Replacement(list: step.list, identifier: step.identifier, reminder: reminder)
      })
  }
}
