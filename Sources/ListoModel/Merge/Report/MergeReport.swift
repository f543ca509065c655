public import ICalendar

/// The report of a merge: counts, and everything that was dropped except by decisions on single components,
/// which ``MergePlan/forEachDecision(_:)`` reports one by one.
public struct MergeReport: Sendable {
  /// The inputs' names, sorted.
  public internal(set) var inputs: [String] = []
  /// The base's, sorted.
  public internal(set) var base: [String] = []
  /// The merge was against a base, perhaps of nothing.
  public internal(set) var isThreeWay = false
  /// Components that lines of several versions were put together in; ``kept`` counts them too.
  public internal(set) var merged = 0
  /// Components of the base, changed by no side and deleted by one.
  public internal(set) var deleted = 0
  /// Components about which the sides wanted different things.
  public internal(set) var conflicts = 0
  /// The number of versions that lost a conflict and were added beside the merged one as separate components.
  public internal(set) var siblings = 0
  /// Inputs that are no collections; nothing of theirs is in the output.
  public internal(set) var refused: [RefusedInput] = []
  /// Components that were read, time zones not counted.
  public internal(set) var components = 0
  /// Components in the output, time zones not counted.
  public internal(set) var kept = 0
  /// Reminders among them.
  public internal(set) var reminders = 0
  /// Versions whose bytes are those of another one.
  public internal(set) var identical = 0
  /// The number of versions that equal another one except for DTSTAMP and notation.
  public internal(set) var equal = 0
  /// Components of the base that no side has, among ``kept``: a side that lacks them could not be read in
  /// full, so that they do not count as deleted.
  public internal(set) var keptFromBase = 0
  /// Versions that lost a decision: `components` = `kept` - `siblings` - `keptFromBase` + `identical` +
  /// `equal` + `superseded`.
  public internal(set) var superseded = 0
  /// Components whose versions differed.
  public internal(set) var decisions = 0
  /// The lists of the output, in their order.
  public internal(set) var lists: [WrittenList] = []
  /// Time zones in the output.
  public internal(set) var zones: [ZoneChoice] = []
  /// Names that meant several clocks.
  public internal(set) var zoneConflicts: [ZoneConflict] = []
  /// The decisions about the calendars' properties.
  public internal(set) var calendars: [CalendarDecision] = []
  /// Text outside of any component, which the output does not have.
  public internal(set) var strays: [StrayText] = []
  /// The problems of the inputs, and each conflict and loss above.
  public internal(set) var problems: [Diagnostic] = []

  /// Counts what recipes made.
  mutating func count(_ recipes: [MergeRecipe]) {
    for number in recipes.indices {
      if recipes[number].outcome.isMade { merged += 1 }
      if recipes[number].outcome.entry < 0 { deleted += 1 }
      if recipes[number].outcome.isConflict { conflicts += 1 }
      siblings += recipes[number].outcome.siblings
    }
  }

  /// A list of the output.
  public struct WrittenList: Sendable, Hashable {
    /// X-WR-RELCALID, else the VCALENDAR's UID, else the title or a file name; empty for the only list, and
    /// for the list of calendars without a name.
    public let identifier: String
    /// NAME, else X-WR-CALNAME, else vdir's `displayname`; nil if no input has one.
    public let title: String?
    /// The number of its components, time zones not counted.
    public let components: Int
    /// A name for a file of this list alone: that of an input, or the title and no extension.
    package let fileName: String
  }

  /// An input that is left out.
  public struct RefusedInput: Sendable, Hashable {
    /// The input, as it is named.
    public let input: String
    /// Why, for people.
    public let reason: String
  }

  /// Which definition of a time zone was kept.
  public struct ZoneChoice: Sendable, Hashable {
    /// The list, by its identifier; empty where all lists became one.
    public let list: String
    /// The name whose definition was chosen.
    public let tzid: String
    /// The first input by name that holds the kept definition.
    public let input: String
    /// Inputs with another spelling of the same clock, sorted.
    public let otherSpellings: [String]
  }

  /// Lines of one property of the merged calendars that the output does not have.
  public struct CalendarDecision: Sendable, Hashable {
    /// A line, and the first input by name that has it.
    public struct Dropped: Sendable, Hashable {
      /// The unfolded line, as it was written.
      public let octets: [UInt8]
      /// The name of the input.
      public let input: String

      init(line: [UInt8], input: String) { (octets, self.input) = (line, input) }

      /// The line, unfolded; bytes that are not UTF-8 become U+FFFD.
      public var text: String { String(decoding: octets, as: UTF8.self) }
    }
    /// The list's identifier; empty where all lists become one.
    public let list: String
    /// The name of the calendar's property.
    public let property: String
    /// The lines of the output, unfolded.
    public let kept: [String]
    /// The lines that are not in the result.
    public let dropped: [Dropped]
    /// The inputs contradict each other and no option settled it. Otherwise the property is Listo's own
    /// (PRODID, VERSION), not for stored collections (METHOD), settled by an option, or has a rule (the
    /// shortest, the latest, the same in all).
    public let isConflict: Bool
  }

  /// Text that belongs to no component.
  public struct StrayText: Sendable, Hashable {
    /// The input, as it is named.
    public let input: String
    /// The physical line, counted from 1, if it is known.
    public let line: Int?
    /// The number of bytes.
    public let count: Int
    /// At most the first 1000 of them.
    public let octets: [UInt8]

    init(input: String, line: Int?, _ bytes: ArraySlice<UInt8>) {
      (self.input, self.line, count) = (input, line, bytes.count)
      octets = Array(bytes.prefix(1000))
    }

    /// The same as text; bytes that are no UTF-8 are replaced.
    public var text: String { String(decoding: octets, as: UTF8.self) }
  }
}

/// Tells decisions, with the lines that were dropped; nothing of it is kept in memory.
struct MergeReporter {
  let index: MergeIndex
  let bytes: MergeBytes
  /// The lists' identifiers.
  let lists: [String]

  /// A key of which the newest version was kept, whole.
  func decision(_ conflict: MergeWinners.Conflict) throws(MergeError) -> MergeDecision {
    let entry = index.entries[conflict.winner]
    let winner = try bytes.component(entry)
    var losers: [MergeDecision.Loser] = []
    for loser in conflict.losers(index) {
      let difference = LineDifference.between(try bytes.component(index.entries[loser.entry]), winner)
      losers.append(
        MergeDecision.Loser(
          inputs: names(loser.inputs), rule: loser.rule, dropped: difference.left, instead: difference.right))
    }
    return MergeDecision(
      key: key(winner, entry), title: winner.first(.summary)?.text ?? "",
      chosen: names(conflict.winnerInputs(index)),
      losers: losers)
  }

  /// A key that was decided against a base, or whose sets were united.
  func decision(_ recipe: MergeRecipe) throws(MergeError) -> MergeDecision {
    let result = try bytes.result(of: recipe, index.entries, tellsLines: true)
    let entry = index.entries[recipe.anyVersion]
    let shown: Component
    if let made = result.component { shown = made } else { shown = try bytes.component(entry) }
    let versions = recipe.versions.map { version in
      version < 0 ? [] : names([index.input(index.entries[Int(version)])])
    }
    let chosen = Set(result.decisions.flatMap(\.chosen)).sorted().flatMap { versions[$0] }
    var decision = MergeDecision(
      key: key(shown, entry), title: shown.first(.summary)?.text ?? "",
      chosen: result.taken.map { versions[$0] } ?? chosen, losers: [])
    decision.fields = result.decisions
    decision.versions = versions
    decision.isDeleted = result.component == nil
    return decision
  }

  private func key(_ component: Component, _ entry: MergeIndex.Entry) -> MergeDecision.Key {
    MergeDecision.Key(
      list: lists[Int(index.list(entry))], component: component.name,
      uid: component.first(.uid)?.rawText ?? "", recurrenceID: component.first(.recurrenceID)?.rawText)
  }

  private func names(_ inputs: [UInt32]) -> [String] {
    Set(inputs).sorted().map { bytes.inputs[Int($0)].name }
  }
}
