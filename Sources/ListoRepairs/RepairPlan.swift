package import ICalendar
package import ListoModel

/// The repair of an input so that targets take it: the edits of its bytes, and the findings. The input is
/// read, not held: memory is that of the findings. Planning for a repaired input finds nothing to do.
///
/// The input is read, not held: memory is that of what is found. Planning for what was repaired finds nothing
/// to do.
package struct RepairPlan: Sendable {
  /// In the order of their places in the input, none within another.
  package let edits: [ByteEdit]
  /// The findings that are mended, by line.
  package let repaired: [ProfileFinding]
  /// The findings that are left, by line of the input as it was.
  package let remaining: [ProfileFinding]

  /// Nothing has to be mended.
  package var isUnchanged: Bool { edits.isEmpty }

  /// - Parameters:
  ///   - source: at its beginning.
  ///   - survey: of it.
  ///   - profiles: the targets that must take the result.
  ///   - isLossy: repairs are made as well that drop or choose something.
  ///   - ignoring: codes that are passed over.
  ///   - pipeline: what spreads the work on batches over threads.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  /// - Complexity: linear in the bytes; they are read once, and again where a repair changes how others are
  ///   read.
  package init<Source: ByteSource & Sendable>(
    _ source: Source, _ survey: Survey, for profiles: [Profile], isLossy: Bool = false,
    ignoring: Set<Diagnostic.Code> = [], limits: ReadingLimits = ReadingLimits(),
    on pipeline: some Pipeline = SerialPipeline()
  ) throws(ICalendarError) {
    let check = ProfileCheck(profiles, ignoring: ignoring)
    var look = try Look(source, survey, check, isLossy: isLossy, limits, on: pipeline)
    var (repaired, remaining) = (look.mended, look.remaining)
    var extent = EditedExtent(size: survey.size)
    var rounds = 1
    while look.isUnsettled, rounds < RepairChoice.rounds {
      extent.apply(look.edits)
      let edited = EditedSource(source, extent)
      let again = try Self.survey(edited, limits, pipeline)
      look = try Look(edited, again, check, isLossy: isLossy, limits, on: pipeline)
      // By lines of the input as it was.
      repaired += try Self.placed(look.mended, extent, source, look.returnsEndLines)
      remaining = try Self.placed(look.remaining, extent, source, look.returnsEndLines)
      rounds += 1
    }
    if rounds > 1 { extent.apply(look.edits) }
    edits = rounds > 1 ? extent.edits : look.edits
    self.repaired = repaired.sorted { $0.line < $1.line }
    self.remaining = remaining.sorted { $0.line < $1.line }
  }

  /// The same of an input that nothing is known of.
  package init<Source: ByteSource & Sendable>(
    _ source: Source, for profiles: [Profile], isLossy: Bool = false, ignoring: Set<Diagnostic.Code> = [],
    limits: ReadingLimits = ReadingLimits(), on pipeline: some Pipeline = SerialPipeline()
  ) throws(ICalendarError) {
    let survey = try Self.survey(source, limits, pipeline)
    try self.init(
      source, survey, for: profiles, isLossy: isLossy, ignoring: ignoring, limits: limits, on: pipeline)
  }

  private static func survey<Source: ByteSource & Sendable>(
    _ source: Source, _ limits: ReadingLimits, _ pipeline: some Pipeline
  ) throws(ICalendarError) -> Survey {
    let nowhere = ListoModel.Source(identifier: "-", title: "-", kind: .stream)
    let folder = CatalogBuilder.Folder(parent: nowhere, source: nowhere, name: "-", path: "-")
    var names = ListNames()
    return try Survey(
      of: source, file: "-", fileName: "-", in: folder, names: &names, on: pipeline, limits: limits)
  }

  private static func placed<Source: ByteSource>(
    _ findings: [ProfileFinding], _ extent: EditedExtent, _ source: Source, _ returnsEndLines: Bool
  ) throws(ICalendarError) -> [ProfileFinding] {
    guard !findings.isEmpty else { return [] }
    let order = findings.sorted { $0.place < $1.place }
    return try LineNumbers(returnsEndLines: returnsEndLines).placed(
      order, extent.origins(of: order.map(\.place)), in: source)
  }
}

/// The findings of one reading of an input, and the edits that mend them.
private struct Look {
  var mended: [ProfileFinding] = []
  var remaining: [ProfileFinding] = []
  var edits: [ByteEdit] = []
  var isUnsettled = false
  var returnsEndLines = false

  init<Source: ByteSource & Sendable>(
    _ source: Source, _ survey: Survey, _ check: ProfileCheck, isLossy: Bool, _ limits: ReadingLimits,
    on pipeline: some Pipeline
  ) throws(ICalendarError) {
    var scope = ProfileScope(survey)
    try scope.readItems { (transform, consume) throws(ICalendarError) in
      let error = survey.read(source, limits: limits, on: pipeline, transform: transform, consume: consume)
      if let error { throw error }
    }
    let round = RepairRound(check: check, scope: scope, isLossy: isLossy, limits: limits)
    var names = InventedNames()
    var text: (mended: [ProfileFinding], edits: [ByteEdit]) = ([], [])
    let error = survey.read(source, limits: limits, on: pipeline) { batch in
      (round.take(batch), batch.batch.returnsEndLines)
    } consume: { (result: RepairRound.Result, returnsEndLines: Bool) throws(Never) in
      self.returnsEndLines = returnsEndLines
      let result = result.waiting.map { round.take($0, &names) } ?? result
      mended += result.mended
      remaining += result.remaining
      edits += result.edits
      text.mended += result.text.mended
      text.edits += result.text.edits
      isUnsettled = isUnsettled || result.isUnsettled
    }
    if let error { throw error }
    // Lines that frame components may be among the edited text, so these edits are made first and alone.
    if !text.edits.isEmpty { (mended, edits) = text }
  }
}
