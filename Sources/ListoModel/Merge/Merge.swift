public import ICalendar

/// Merging collections: the newest version of every component, whole and byte for byte.
///
/// The result is the greatest version under a total order (`VersionOrder`). So it is the same for every
/// order, number and grouping of the inputs, and merging a result with its inputs changes nothing. No field
/// is filled in from another version, no clock is read, and components that are missing from one input do not
/// count as deleted.
public enum Merge {
  /// Reads every input once from front to back and decides the output; nothing is written.
  ///
  /// Memory holds about 80 bytes and the UID of each component, the definitions of the zones, a few numbers
  /// for each decision, and the first `heldBytes` of the inputs. Other bytes are read again when they are
  /// written.
  ///
  /// - Parameters:
  ///   - base: the common earlier version of the inputs, whose changes are then merged field by field
  ///     (``ThreeWay``). Nil for a merge that keeps the newest version of each component, whole.
  ///   - heldBytes: the number of bytes of the inputs that stay in memory, so that they need not be read
  ///     again.
  ///   - pipeline: distributes the work over threads; the plan keeps it for writing.
  ///   - ask: called for each conflict of a merge with a base.
  /// - Throws: ``MergeError``.
  /// - Complexity: O(n log n) in the number of components, linear in the bytes.
  package static func plan(
    _ inputs: [any MergeInput], base: MergeBase? = nil, options: MergeOptions = MergeOptions(),
    heldBytes: Int = 22 << 20, on pipeline: any Pipeline = SerialPipeline(),
    asking ask: ((MergeDecision) -> MergeRuling)? = nil
  ) throws(MergeError) -> MergePlan {
    // In the order of their names, so that what is told does not depend on the order either.
    let sides = base?.sides ?? [Int](repeating: 0, count: inputs.count)
    // An input's known size may be another once the input was read, so it is taken only here.
    let sources: [MergeReading.Source] =
      zip(inputs, sides).map { ($0, $1, $0.size) } + (base?.inputs ?? []).map { ($0, -1, $0.size) }
    let sorted = sources.sorted { ($0.input.name, $0.side) < ($1.input.name, $1.side) }
    var reading = MergeReading(
      options: options, absence: base == nil ? nil : SideAbsence(),
      size: sorted.reduce(0) { $0 + ($1.size ?? 0) }, heldBytes: heldBytes)
    try reading.read(sorted, on: pipeline)
    reading.finish()
    // Moved, not copied: it is nearly all that a merge keeps in memory.
    var index = reading.takeIndex()
    let against = try base.map { base throws(MergeError) in
      try Against(base, reading, &index)
    }
    let zones = MergedZones(
      index, lists: reading.lists, inputs: sorted.map(\.input),
      keepsBase: against?.absence.keepsBase ?? false)
    var bytes = MergeBytes(
      inputs: sorted.map(\.input), places: index.calendars.map(\.input), held: reading.takeHeld(),
      lists: index.calendars.map(\.list), zones: zones, messages: reading.messages,
      sides: sorted.map(\.side))
    try index.markRenamed(bytes)
    let origins = options.keepsOrigin ? try MergeOrigins(&index, &bytes) : nil
    index.resolveRecurrences(zones)
    var refusals: [Diagnostic] = []
    if let likeness = options.likeness, base?.inputs.isEmpty ?? true {
      let result = try index.joinDuplicates(atLeast: likeness, bytes)
      if result.joined > 0 { refusals.append(.duplicates(joined: result.joined)) }
      if !result.isComplete { refusals.append(.tooManyAlike) }
    }
    let chains = MergeChains(index)
    bytes.origins = origins?.along(chains)
    var winners = try MergeWinners(
      chains, index, bytes, rule: rule(against, options), on: pipeline)
    var settlement = MergeSettlement(winners.takeRecipes(), bytes)
    var entries = winners.takeWinners()
    if !settlement.recipes.isEmpty || !bytes.messages.isEmpty {
      if let ask {
        let report = MergeReporter(index: index, bytes: bytes, lists: reading.lists.map(\.identifier))
        try settlement.ask(ask, index) { recipe throws(MergeError) in try report.decision(recipe) }
      }
      try settlement.keepSeries(entries, index)
      try settlement.breakCircles(entries, index)
      refusals += try settlement.apply(bytes.messages, to: &entries, &index)
      entries += try settlement.place(in: &index)
      (bytes.recipes, bytes.entries) = (settlement.recipes, index.entries)
    }
    if let against {
      refusals += against.absence.problems(
        winners.absences, against.names(sorted.map { ($0.input.name, $0.side) }))
    }
    let order = try MergeOutputOrder(entries, index, bytes)
    let used = try UsedZones(order, index, bytes, options, areAsked: zones.dependOnUse, on: pipeline)
    return MergePlan(
      reading: reading, index: index, zones: zones, used: used, winners: winners, order: order, bytes: bytes,
      refusals: refusals, options: options, base: base.map { $0.inputs.map(\.name).sorted() },
      pipeline: pipeline)
  }

  private static func rule(_ against: Against?, _ options: MergeOptions) -> MergeWinners.Rule {
    if let against { return .threeWay(sides: against.sides.count, options.preference, against.absence) }
    return options.unitesSets ? .united : .newest
  }

  /// The sides of a merge with a base, once all inputs are read.
  private struct Against {
    /// As they were given, by the numbers that they have in the index: sides of messages alone are none.
    let sides: [Int]
    let absence: SideAbsence
    private let names: [String]

    /// - Throws: ``MergeError/emptied(_:)``.
    init(_ base: MergeBase, _ reading: MergeReading, _ index: inout MergeIndex) throws(MergeError) {
      let absence = reading.absence ?? SideAbsence()
      names = base.names
      sides = absence.sides(of: base.count)
      if sides.count < base.count {
        let numbers = Dictionary(uniqueKeysWithValues: sides.enumerated().map { (Int32($1), Int32($0)) })
        for calendar in index.calendars.indices {
          let side = index.calendars[calendar].side
          index.calendars[calendar].side = numbers[side] ?? side
        }
      }
      self.absence = absence.numbered(sides)
      guard !base.allowsEmpty else { return }
      try SideAbsence.requireContent(index, sides: sides, names: reading.lists.map(\.identifier))
    }

    /// The name of each side: the given one, else that of its first input.
    ///
    /// - Parameter inputs: each with its side as it was given.
    func names(_ inputs: [(name: String, side: Int)]) -> [String?] {
      sides.map { side in
        names.indices.contains(side) ? names[side] : inputs.first { $0.side == side }?.name
      }
    }
  }
}

/// The reason why a merge is not possible. Nothing has been written when a plan throws it.
public enum MergeError: Error, Sendable, Hashable {
  /// An input cannot be read, or is larger than a limit allows.
  case unreadable(input: String, ICalendarError)
  /// A component is larger than ``Limit/itemSize``: it was not read, and would be lost.
  case oversize(Diagnostic)
  /// An input of a merge with a base is no whole collection: all that it lacks would count as deleted.
  case incomplete(Diagnostic)
  /// An input of a merge with a base is an iTIP message, not a collection.
  case refused(Diagnostic)
  /// A side of a merge with a base has nothing of a list, which the base has: it is refused unless
  /// that is allowed.
  case emptied(EmptiedSide)
  /// An input has changed while it was being merged.
  case changed(input: String)
  /// The person who was asked about a conflict cancelled the merge.
  case stopped
}
