public import ICalendar

/// A merge that is decided and not yet written.
public struct MergePlan: Sendable {
  /// The counts of the decisions.
  public let report: MergeReport

  let index: MergeIndex
  let bytes: MergeBytes
  let pipeline: any Pipeline
  /// The entries of the output in their order.
  let order: [UInt32]
  /// In the order of the output.
  let conflicts: [MergeWinners.Conflict]
  /// The decisions: indices of ``conflicts`` and, as `-1 - n`, of recipes, in the order of the output,
  /// deletions last.
  let decided: [Int32]
  let lists: [List]

  /// One VCALENDAR of the output.
  struct List {
    let identifier: String
    let title: String?
    let fileName: String
    /// Its own lines, with CRLF.
    let header: [UInt8]
    let zones: [Component]
    /// Where its entries stand in the order.
    let entries: Range<Int>
    /// Only the base has it.
    let isGone: Bool
  }

  init(
    reading: MergeReading, index: MergeIndex, zones: MergedZones, used: UsedZones,
    winners: MergeWinners, order: MergeOutputOrder, bytes: MergeBytes, refusals: [Diagnostic],
    options: MergeOptions, base: [String]?, pipeline: any Pipeline
  ) {
    (self.index, self.bytes, self.order, self.pipeline) = (index, bytes, order.entries, pipeline)
    (conflicts, decided) = Self.sorted(
      winners.conflicts, bytes.recipes, order.entries, entryCount: index.entries.count)
    var report = MergeReport()
    var end = 0
    var unknown: Set<String> = []
    lists = reading.lists.enumerated().map { number, list in
      let merged = list.merged(options, isOnly: reading.lists.count == 1)
      report.calendars += merged.decisions
      let start = end
      end = order.ends[UInt32(number)] ?? start
      return List(
        identifier: list.identifier, title: merged.title, fileName: list.fileName, header: merged.lines,
        zones: used.definitions(
          zones.definitions(ofList: UInt32(number), used: used.names[UInt32(number)] ?? []),
          ofList: UInt32(number)
        ) { unknown.insert($0) },
        entries: start..<end, isGone: list.isGone)
    }
    report.lists = lists.filter { !$0.isGone }.map {
      MergeReport.WrittenList(
        identifier: $0.identifier, title: $0.title, components: $0.entries.count, fileName: $0.fileName)
    }
    report.inputs = zip(bytes.inputs, bytes.sides).filter { $0.1 >= 0 }.map(\.0.name)
    (report.base, report.isThreeWay) = (base ?? [], base != nil)
    report.refused = reading.refused
    report.components = reading.componentCount
    report.kept = order.entries.count
    report.count(bytes.recipes)
    report.reminders = order.reminderCount
    report.identical = winners.identical
    report.equal = winners.equal
    report.keptFromBase = winners.keptFromBase
    report.superseded =
      report.components - (report.kept - report.siblings - report.keptFromBase) - report.identical
      - report.equal
    report.decisions = decided.count
    report.zones = zones.choices { used.names[$0] ?? [] }
    report.zoneConflicts = zones.conflicts { used.names[$0] ?? [] }
    report.strays = reading.strays
    report.problems = reading.problems + refusals + Self.problems(report)
    for name in unknown.sorted() {
      report.problems.append(
        Diagnostic(
          .warning, .unknownZone, "the system does not know the time zone \(name), so none is added"))
    }
    if winners.newerInBase > 0 {
      report.problems.append(
        Diagnostic(
          .warning, .newerBase,
          "the base has a newer version of \(winners.newerInBase) than all inputs; is it really their common older state?"
        ))
    }
    self.report = report
  }

  /// In the order of their winners in the output.
  private static func sorted(
    _ conflicts: [MergeWinners.Conflict], _ recipes: [MergeRecipe], _ order: [UInt32], entryCount: Int
  ) -> ([MergeWinners.Conflict], [Int32]) {
    guard conflicts.count > 1 || !recipes.isEmpty else {
      return (conflicts, conflicts.indices.map(Int32.init))
    }
    // Deletions come last.
    var places = [UInt32](repeating: UInt32(order.count), count: entryCount)
    for (place, entry) in order.enumerated() { places[Int(entry)] = UInt32(place) }
    let sorted = conflicts.sorted { places[$0.winner] < places[$1.winner] }
    guard !recipes.isEmpty else { return (sorted, sorted.indices.map(Int32.init)) }
    var decided = sorted.indices.map { (place: places[sorted[$0].winner], number: Int32($0)) }
    for number in recipes.indices where recipes[number].outcome.isDecision {
      let entry = recipes[number].outcome.entry
      decided.append((entry < 0 ? UInt32(order.count) : places[Int(entry)], -1 - Int32(number)))
    }
    // A conflict comes before a recipe.
    BucketSort.sort(&decided, key: { Int64($0.place) }) {
      ($0.place, abs($0.number), -$0.number) < ($1.place, abs($1.number), -$1.number)
    }
    return (sorted, decided.map(\.number))
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
        "\(count) bytes are outside of any component; the merged calendar leaves them out")
    }
    let zones = report.zoneConflicts.map { Diagnostic(.warning, .zoneConflict, "\($0)") }
    return zones + conflicts + losses
  }

  /// No calendar and no component was in any input that was not refused: nothing will be written.
  public var isEmpty: Bool { !lists.contains { !$0.isGone } }

  // MARK: Decisions

  /// Calls `body` with each decision, in the order of the output, with the dropped lines. Decisions are not
  /// kept in memory.
  ///
  /// - Throws: ``MergeError`` if an input cannot be read again, and the errors of `body`.
  public func forEachDecision(_ body: (MergeDecision) throws -> Void) throws {
    for number in decided { try body(decision(number)) }
  }

  /// Every decision, in the order of the output.
  ///
  /// - Throws: ``MergeError`` where an input cannot be read again.
  public func decisions() throws(MergeError) -> [MergeDecision] {
    var result: [MergeDecision] = []
    for number in decided { result.append(try decision(number)) }
    return result
  }

  private func decision(_ number: Int32) throws(MergeError) -> MergeDecision {
    let reporter = MergeReporter(index: index, bytes: bytes, lists: lists.map(\.identifier))
    return number >= 0
      ? try reporter.decision(conflicts[Int(number)]) : try reporter.decision(bytes.recipes[Int(-1 - number)])
  }

  /// The conflicts of a merge with a base as Diagnostics.
  ///
  /// - Parameter limits: ``Limit/diagnostics`` of them counts.
  /// - Throws: ``MergeError`` where an input cannot be read again.
  public func conflictProblems(limits: ReadingLimits = ReadingLimits()) throws(MergeError) -> [Diagnostic] {
    guard report.isThreeWay else { return [] }
    var log = DiagnosticLog(limits: limits)
    var told = 0
    for number in decided where number < 0 && bytes.recipes[Int(-1 - number)].outcome.isConflict {
      // A conflict that is only counted need not be read.
      let text = told < limits[.diagnostics] ? try decision(number).conflictText : ""
      log.append(Diagnostic(.warning, .conflict, text))
      told += 1
    }
    return log.diagnostics
  }
}
