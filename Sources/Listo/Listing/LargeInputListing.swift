internal import ListoFormats
internal import ListoModel
package import ListoStores

/// All reminders of one large input as `listo list --json` prints them, with the memory of a survey: it is
/// read twice, and nothing of it is held.
package enum LargeInputListing {
  /// - Returns: false where the inputs have to be held, and nothing was written or told: several, a small
  ///   one, or one of which there is something to say that only a catalog knows.
  /// - Throws: ``WorkError``.
  package static func write(
    _ tree: InputTree, to output: @autoclosure () -> Output, _ context: ViewContext,
    _ observer: some WorkObserver
  ) throws(WorkError) -> Bool {
    guard tree.inputs.count == 1, let input = tree.inputs.first, input.isLarge else { return false }
    observer.begin(.reading, tree.inputs, passes: 2)
    var names = ListNames()
    guard let item = SurveyedInput.survey(input, &names, ZoneCache(), observer) else {
      throw .noCalendar(hadInputs: true)
    }
    guard isPlain(item) else { return false }
    try write(item, names.problems, to: output(), context, observer)
    return true
  }

  /// Each reminder has a UID, and no occurrence is changed, so that each series tells by itself where it
  /// stands.
  static func isPlain(_ item: SurveyedInput) -> Bool {
    !item.survey.calendars.isEmpty && !item.survey.lacksUID && item.survey.overriddenUIDs.isEmpty
  }

  /// Writes an input of any size.
  ///
  /// - Parameter problems: what there is to say of the names of its lists.
  static func write(
    _ item: SurveyedInput, _ problems: [Diagnostic], to output: Output, _ context: ViewContext,
    _ observer: some WorkObserver
  ) throws(WorkError) {
    observer.report(item.problems + problems)
    var losses = Losses()
    try ItemConversion.run(
      [item], SingleSeries(), ReminderArrayWriter(currentIn: context), to: output, &losses)
    try output.finish(observer)
  }
}
