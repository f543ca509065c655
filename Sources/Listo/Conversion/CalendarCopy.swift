internal import ICalendar
internal import ListoFormats
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

/// iCalendar to iCalendar for a target: what it does not take is mended, and what that costs is a loss.
enum MendedInput {
  /// The inputs that hold a calendar, each with the edits that repair it.
  ///
  /// - Complexity: linear in the bytes; memory is that of what is found.
  static func all(
    _ inputs: [SurveyedInput], for profiles: [Profile], _ losses: inout Losses
  ) throws(WorkError) -> [(item: SurveyedInput, edits: [ByteEdit])] {
    var result: [(item: SurveyedInput, edits: [ByteEdit])] = []
    for item in inputs where !item.survey.calendars.isEmpty {
      let plan = try item.repairs(for: profiles, isLossy: true)
      try item.requireUnchanged()
      let dropped = plan.repaired.filter { $0.kind == .lossy }.map { ($0, $0.repair) }
      for (finding, fate) in dropped + plan.remaining.map({ ($0, "not repaired") }) {
        losses.add(
          Losses.Entry(
            kind: Losses.refusal, file: item.input.name,
            name: "\(finding.code.rawValue) in line \(finding.line): \(fate)"))
      }
      result.append((item, plan.edits))
    }
    return result
  }
}

/// Puts one input behind another: a line end between them where the first has none, so that no two lines
/// become one.
struct Joint {
  private var last: UInt8?
  private var isPending = false

  /// Begins another input.
  mutating func next() { isPending = last != nil }

  mutating func write(_ bytes: ArraySlice<UInt8>, to output: Output) throws(StoreError) {
    guard let end = bytes.last else { return }
    if isPending, let last, last != 0x0A && last != 0x0D { try output.write(ContentLineText.crlf[...]) }
    isPending = false
    last = end
    try output.write(bytes)
  }
}
