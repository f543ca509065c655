internal import ICalendar
internal import ListoRepairs
internal import ListoStores

/// iCalendar to iCalendar: bytes as they came, but where they are mended.
enum Copying {
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

/// Puts one input behind another: a line end between them where the first has none, so that no two lines become one.
struct Joint {
  private var last: UInt8?
  private var isPending = false

  /// What follows is another input.
  mutating func next() { isPending = last != nil }

  mutating func write(_ bytes: ArraySlice<UInt8>, to output: Output) throws(StoreError) {
    guard let end = bytes.last else { return }
    if isPending, let last, last != 0x0A && last != 0x0D { try output.write(ContentLineText.crlf[...]) }
    isPending = false
    last = end
    try output.write(bytes)
  }
}
