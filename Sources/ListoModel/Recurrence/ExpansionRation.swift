/// How much the following of one reminder's rules may take, of what all reminders of a run may take together:
/// so that no file, however many rules are in it, keeps a view busy or fills the memory.
///
/// Ordinary rules name a day once or twice, and there may be a thousand of them: what names more shares a
/// smaller number, so that a few lines that name every second are cut and a large collection is not.
struct ExpansionRation: Sendable, Hashable {
  /// See ``RecurrenceRule/follow(from:notBefore:_:_:)``.
  let steps: Int
  /// Occurrences, where they are no more than ``ReminderSeries/mostADay`` a day.
  let ordinary: Int
  /// Those of a rule that names more.
  let frequent: Int

  /// Ten reminders may take all that one may: two seconds or three.
  static let allSteps = 10 * Recurrence.steps
  /// Each day of a year for a thousand reminders: 300 MB.
  static let allOrdinary = 400_000
  static let allFrequent = 10 * ReminderSeries.most
  /// The steps that each has in any case: five years, day by day, which take a millisecond.
  private static let leastSteps = 2000

  private init(steps: Int, ordinary: Int, frequent: Int, _ counts: UnrolledList.Tally.Cut) {
    self.steps = min(Recurrence.steps, max(Self.leastSteps, steps / max(1, counts.all)))
    self.ordinary = max(1, ordinary / max(1, counts.ordinary))
    self.frequent = max(1, frequent / max(1, counts.frequent))
  }

  /// The first one: an equal share.
  ///
  /// - Parameter count: how many reminders repeat.
  init(sharedBy count: Int) {
    self.init(
      steps: Self.allSteps, ordinary: Self.allOrdinary, frequent: Self.allFrequent,
      UnrolledList.Tally.Cut(ordinary: count, frequent: count, all: count))
  }

  /// A second one for those for which the first was not enough: an equal share of what is left; nil where it
  /// is no larger, or no one needs it.
  ///
  /// - Parameter tally: what was taken by those for which the first was enough, and how many need more.
  func larger(_ tally: UnrolledList.Tally) -> ExpansionRation? {
    guard tally.cut.all > 0 else { return nil }
    let second = ExpansionRation(
      steps: Self.allSteps - tally.steps, ordinary: Self.allOrdinary - tally.ordinary,
      frequent: Self.allFrequent - tally.frequent, tally.cut)
    return second.steps > steps || second.ordinary > ordinary || second.frequent > frequent ? second : nil
  }

  /// The weight of one occurrence: one for each kilobyte that has begun.
  static func weight(of series: ReminderSeries) -> Int { 1 + series.byteCount >> 10 }

  /// How many occurrences a reminder may have.
  func occurrences(of series: ReminderSeries) -> (ordinary: Int, frequent: Int) {
    let weight = Self.weight(of: series)
    return (
      min(ReminderSeries.most, max(1, ordinary / weight)), min(ReminderSeries.most, max(1, frequent / weight))
    )
  }
}
