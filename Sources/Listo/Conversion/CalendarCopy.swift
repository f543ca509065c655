internal import ICalendar
internal import ListoRepairs
internal import ListoStores

/// iCalendar to iCalendar: bytes as they came, but where they are mended.
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
    try item.requireUnchanged()
  }
}
