/// How much the following of one reminder's rules may take, of what all reminders of a run may take together: so that no file, however
/// many rules are in it, keeps a view busy.
struct ExpansionRation: Sendable, Hashable {
  /// See ``RecurrenceRule/follow(from:notBefore:_:_:)``.
  let steps: Int
  let occurrences: Int

  /// Ten reminders may take all that one may. A hundred thousand occurrences take 150 MB.
  static let allSteps = 10 * Recurrence.steps
  static let allOccurrences = 10 * ReminderSeries.most
  /// What each has in any case: a daily one for two months.
  private static let least = 64

  private init(steps: Int, occurrences: Int, sharedBy count: Int) {
    self.steps = min(Recurrence.steps, max(Self.least, steps / max(1, count)))
    self.occurrences = min(ReminderSeries.most, max(Self.least, occurrences / max(1, count)))
  }

  /// The first one: an equal share.
  ///
  /// - Parameter count: how many reminders repeat.
  init(sharedBy count: Int) {
    self.init(steps: Self.allSteps, occurrences: Self.allOccurrences, sharedBy: count)
  }

  /// A second one for those for which the first was not enough: an equal share of what is left; nil where it is no larger, or no one
  /// needs it.
  ///
  /// - Parameters:
  ///   - steps: taken by those for which the first was enough.
  ///   - occurrences: those of the same.
  ///   - count: how many need more.
  func larger(stepsTaken steps: Int, occurrencesTaken occurrences: Int, sharedBy count: Int)
    -> ExpansionRation?
  {
    guard count > 0 else { return nil }
    let second = ExpansionRation(
      steps: Self.allSteps - steps, occurrences: Self.allOccurrences - occurrences, sharedBy: count)
    return second.steps > self.steps || second.occurrences > self.occurrences ? second : nil
  }
}
