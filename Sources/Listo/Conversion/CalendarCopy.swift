internal import ICalendar
internal import ListoRepairs
internal import ListoStores

/// iCalendar to iCalendar: bytes as they came, but where they are mended, and complete if the input is cut
/// off.
enum CalendarCopy {
  static func copy(_ inputs: [SurveyedInput], to output: Output) throws(WorkError) {
    var joint = Joint()
    for item in inputs where !item.survey.calendars.isEmpty { try copy(item, &joint, to: output) }
  }

  /// - Parameter edits: ``RepairPlan/edits`` of it.
  static func copy(
    _ item: SurveyedInput, with edits: [ByteEdit] = [], _ joint: inout Joint, to output: Output
  ) throws(WorkError) {
    joint.next()
    try item.forEachPiece(with: edits) { (piece) throws(WorkError) in
      try WorkError.storing { () throws(StoreError) in try joint.write(piece, to: output) }
    }
    let end = item.survey.end[...]
    if !end.isEmpty { try WorkError.storing { () throws(StoreError) in try joint.write(end, to: output) } }
    try item.requireUnchanged()
  }

  /// Copies one input while it is surveyed.
  ///
  /// - Returns: false where it cannot be read, is no calendar, or more was written than is held: what was
  ///   written means nothing then, and nothing was said.
  static func runLive(
    _ input: Input, to output: Output, _ observer: some WorkObserver
  ) throws(WorkError) -> Bool {
    let surveyed = try SurveyedInput.survey(input) { (piece) throws(WorkError) in
      try output.send(piece)
      return !output.isOutgrown
    }
    guard let (item, ofNames) = surveyed, !item.survey.calendars.isEmpty else { return false }
    if !item.survey.end.isEmpty {
      try output.send(item.survey.end[...])
      guard !output.isOutgrown else { return false }
    }
    observer.report(item.problems)
    observer.report(ofNames)
    try item.requireUnchanged()
    return true
  }
}
