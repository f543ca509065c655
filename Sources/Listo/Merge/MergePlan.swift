internal import ICalendar

/// A merge that is decided and not yet written.
public struct MergePlan: Sendable {
  /// What was decided, in counts.
  public let report: MergeReport

  let index: MergeIndex
  let bytes: MergeBytes
  let pipeline: any Pipeline
  /// The entries of the output in their order.
  let order: [UInt32]
  /// In the order of the output.
  let conflicts: [MergeWinners.Conflict]
  let lists: [List]

  /// One VCALENDAR of the output.
  struct List {
    let identifier: String
    /// Its own lines, with CRLF.
    let header: [UInt8]
    let zones: [Component]
    /// Where its entries stand in the order.
    let entries: Range<Int>
  }

  init(
    reading: MergeReading, index: MergeIndex, zones: MergedZones, winners: MergeWinners,
    order: MergeOutputOrder,
    bytes: MergeBytes, options: MergeOptions, pipeline: any Pipeline
  ) {
    (self.index, self.bytes, self.order, self.pipeline) = (index, bytes, order.entries, pipeline)
    conflicts = Self.sorted(winners.conflicts, order.entries, entryCount: index.entries.count)
    var report = MergeReport()
    var end = 0
    lists = reading.lists.enumerated().map { number, list in
      let (header, decisions) = list.merged(options)
      report.calendars += decisions
      let start = end
      end = order.ends[UInt32(number)] ?? start
      return List(
        identifier: list.identifier, header: header, zones: zones.definitions(ofList: UInt32(number)),
        entries: start..<end)
    }
    report.inputs = bytes.inputs.map(\.name)
    report.refused = reading.refused
    report.components = index.entries.count
    report.kept = order.entries.count
    report.reminders = order.reminderCount
    report.identical = winners.identical
    report.equal = winners.equal
    report.superseded = winners.conflicts.reduce(0) { $0 + $1.losers.count }
    report.decisions = winners.conflicts.count
    report.zones = zones.choices
    report.strays = reading.strays
    report.problems = reading.problems + Self.problems(report)
    self.report = report
  }

  /// In the order of their winners in the output.
  private static func sorted(
    _ conflicts: [MergeWinners.Conflict], _ order: [UInt32], entryCount: Int
  ) -> [MergeWinners.Conflict] {
    guard conflicts.count > 1 else { return conflicts }
    var places = [UInt32](repeating: 0, count: entryCount)
    for (place, entry) in order.enumerated() { places[Int(entry)] = UInt32(place) }
    return conflicts.sorted { places[$0.winner] < places[$1.winner] }
  }

  /// Each conflict between calendars and each loss as a Diagnostic.
  private static func problems(_ report: MergeReport) -> [Diagnostic] {
    let conflicts = report.calendars.filter(\.isConflict).map { decision in
      let kept = decision.kept.joined(separator: ", ")
      let dropped = decision.dropped.map { "\($0.text) (\($0.input))" }.joined(separator: ", ")
      return Diagnostic(
        .warning, .calendarConflict,
        kept.isEmpty
          ? "the calendars differ; dropped \(dropped)"
          : "the calendars differ: kept \(kept), dropped \(dropped)")
    }
    let losses = Dictionary(grouping: report.strays, by: \.input).sorted { $0.key < $1.key }.map {
      input, strays in
      let count = strays.reduce(0) { $0 + $1.count }
      return Diagnostic(
        .warning, .loss, file: input, line: strays.first?.line,
        "\(count) bytes stand outside of any component; a merged calendar has no place for them")
    }
    return conflicts + losses
  }

  /// No calendar and no component was in any input that was not refused: nothing will be written.
  public var isEmpty: Bool { lists.isEmpty }

  // MARK: Decisions

  /// Tells each decision, in the order of the output, with the lines that were dropped. Nothing of it is kept
  /// in memory.
  ///
  /// - Throws: ``MergeError`` where an input cannot be read again, or what `body` throws.
  public func forEachDecision(_ body: (MergeDecision) throws -> Void) throws {
    for conflict in conflicts { try body(decision(conflict)) }
  }

  /// Every decision, in the order of the output.
  ///
  /// - Throws: ``MergeError`` where an input cannot be read again.
  public func decisions() throws(MergeError) -> [MergeDecision] {
    var result: [MergeDecision] = []
    for conflict in conflicts { result.append(try decision(conflict)) }
    return result
  }

  private func decision(_ conflict: MergeWinners.Conflict) throws(MergeError) -> MergeDecision {
    let entry = index.entries[conflict.winner]
    let winner = try bytes.component(entry)
    var losers: [MergeDecision.Loser] = []
    for loser in conflict.losers {
      let difference = LineDifference.between(try bytes.component(index.entries[loser.entry]), winner)
      losers.append(
        MergeDecision.Loser(
          inputs: names(loser.inputs), rule: loser.rule, dropped: difference.left, instead: difference.right))
    }
    let key = MergeDecision.Key(
      list: lists[Int(index.list(entry))].identifier, component: winner.name,
      uid: winner.first(.uid)?.rawText ?? "", recurrenceID: winner.first(.recurrenceID)?.rawText)
    return MergeDecision(
      key: key, title: winner.first(.summary)?.text ?? "", chosen: names(conflict.winnerInputs),
      losers: losers)
  }

  private func names(_ inputs: [UInt32]) -> [String] {
    Set(inputs).sorted().map { bytes.inputs[Int($0)].name }
  }
}
