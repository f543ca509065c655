internal import ICalendar

/// Of each key the greatest version, and what the others were.
struct MergeWinners {
  private(set) var winners: [UInt32] = []
  private(set) var conflicts: [Conflict] = []
  /// Versions with the bytes of another.
  private(set) var identical = 0
  /// Versions that differ from the winner, or from a loser that is told of, in nothing that people see.
  private(set) var equal = 0
  /// Components of the base that no side has, kept because a side that lacks them could not be read in full.
  private(set) var keptFromBase = 0
  /// Versions of the base that are newer than those of all sides.
  private(set) var newerInBase = 0
  /// Keys that are decided against a base, or whose sets are united; their winners are not among ``winners``.
  private(set) var recipes: [MergeRecipe] = []
  /// The counts of the keys that the base has and sides lack.
  private(set) var absences: SideAbsence.Tally

  /// How keys are decided where it is not the newest version that is kept, whole.
  enum Rule: Sendable {
    case newest
    /// Against a base, with so many sides.
    case threeWay(sides: Int, MergePreference, SideAbsence)
    case united

    /// Nothing is lacking yet.
    fileprivate var absences: SideAbsence.Tally {
      if case .threeWay(let sides, _, _) = self { return SideAbsence.Tally(sides: sides) }
      return SideAbsence.Tally(sides: 0)
    }
  }

  init(
    _ chains: MergeChains, _ index: MergeIndex, _ reading: MergeBytes, rule: Rule, on pipeline: any Pipeline
  ) throws(MergeError) {
    absences = rule.absences
    winners.reserveCapacity(chains.heads.count)
    var (next, room) = (0, Self.heldBytes)
    try pipeline.run { () throws(MergeError) -> Range<Int>? in
      guard next < chains.heads.count else { return nil }
      defer { next += Self.share }
      return next..<min(next + Self.share, chains.heads.count)
    } transform: { share -> Result<Share, MergeError> in
      do throws(MergeError) {
        return .success(try Share(share, of: chains, index, reading, rule))
      } catch {
        return .failure(error)
      }
    } consume: { (result: Result<Share, MergeError>) throws(MergeError) in
      let share = try result.get()
      winners += share.winners
      identical += share.identical
      equal += share.equal
      conflicts += share.conflicts
      let first = recipes.count
      recipes += share.recipes
      for number in first..<recipes.count { recipes[number].hold(&room) }
      keptFromBase += share.keptFromBase
      newerInBase += share.newerInBase
      absences.add(share.absences)
    }
  }

  /// Hands out the winners and keeps none.
  mutating func takeWinners() -> [UInt32] {
    defer { winners = [] }
    return winners
  }

  /// Hands out the recipes and keeps none.
  mutating func takeRecipes() -> [MergeRecipe] {
    defer { recipes = [] }
    return recipes
  }

  /// The number of bytes up to which results made of several versions are held, so that they need not be made
  /// again to be written.
  private static let heldBytes = 8 << 20

  /// Keys at a time on a thread.
  private static let share = 1024

  /// The outcome for some of the keys.
  private struct Share: Sendable {
    var winners: [UInt32] = []
    var conflicts: [Conflict] = []
    var identical = 0
    var equal = 0
    var recipes: [MergeRecipe] = []
    var keptFromBase = 0
    var newerInBase = 0
    var absences: SideAbsence.Tally

    init(
      _ share: Range<Int>, of chains: MergeChains, _ index: MergeIndex, _ reading: MergeBytes, _ rule: Rule
    ) throws(MergeError) {
      absences = rule.absences
      winners.reserveCapacity(share.count)
      if case .threeWay(let sides, let preference, let absence) = rule {
        try decide(share, of: chains, sides: sides, preference, absence, index, reading)
        return
      }
      let reading = reading.readingAhead(Self.differing(share, of: chains, index), index)
      var group: [Int] = []
      for place in share {
        let head = chains.heads[place]
        guard chains.next[Int(head)] != 0 else {
          winners.append(head)
          continue
        }
        chains.collect(from: head, into: &group)
        if chains.areSame(from: head, index.entries) {
          winners.append(head)
          identical += group.count - 1
          continue
        }
        if try areDuplicates(group, index, reading) {
          try make(.filled, of: group, index, reading)
          continue
        }
        if case .united = rule {
          try make(.united, of: group, index, reading)
          continue
        }
        let outcome: MergeOutcome
        if let told = try MergeOutcome(ofPair: group, index, reading) {
          outcome = told
        } else {
          outcome = try MergeOutcome(group, index, reading)
        }
        winners.append(UInt32(outcome.winner))
        identical += outcome.identical
        equal += outcome.equal
        if let conflict = outcome.conflict { conflicts.append(conflict) }
      }
    }

    /// The entries of the keys whose versions are not all the same.
    private static func differing(
      _ share: Range<Int>, of chains: MergeChains, _ index: MergeIndex
    ) -> [MergeIndex.Entry] {
      var entries: [MergeIndex.Entry] = []
      var group: [Int] = []
      for place in share where !chains.areSame(from: chains.heads[place], index.entries) {
        chains.collect(from: chains.heads[place], into: &group)
        for entry in group { entries.append(index.entries[entry]) }
      }
      return entries
    }

    private mutating func decide(
      _ share: Range<Int>, of chains: MergeChains, sides: Int, _ preference: MergePreference,
      _ absence: SideAbsence, _ index: MergeIndex, _ reading: MergeBytes
    ) throws(MergeError) {
      var keys: [(versions: SideVersions, course: SideVersions.Course)] = []
      keys.reserveCapacity(share.count)
      var entries: [MergeIndex.Entry] = []
      var group: [Int] = []
      for place in share {
        chains.collect(from: chains.heads[place], into: &group)
        var versions = SideVersions(sides: sides)
        try versions.take(group, absence, index, reading)
        let course = versions.course(index)
        versions.addRead(on: course, to: &entries, index)
        keys.append((versions, course))
      }
      let ahead = reading.readingAhead(entries, index)
      for (versions, course) in keys { try decide(versions, course, preference, index, ahead) }
    }

    private mutating func decide(
      _ found: SideVersions, _ course: SideVersions.Course, _ preference: MergePreference,
      _ index: MergeIndex,
      _ reading: MergeBytes
    ) throws(MergeError) {
      if found.base >= 0 { absences.base += 1 }
      for side in found.lacking { absences.lacking[side] += 1 }
      identical += found.identical
      for outcome in found.outcomes {
        identical += outcome.identical
        equal += outcome.equal
        if let conflict = outcome.conflict { conflicts.append(conflict) }
      }
      if case .absent = course { return }
      if found.base >= 0 {
        let rank = index.entries[Int(found.base)].rank
        if found.versions.allSatisfy({ $0 < 0 || index.entries[Int($0)].rank < rank }) { newerInBase += 1 }
      }
      if case .undisputed(let winner) = course {
        winners.append(UInt32(winner))
        if found.ownCount == 0 { keptFromBase += 1 } else { identical += found.ownCount - 1 }
        return
      }
      var recipe = MergeRecipe(
        kind: .threeWay, base: found.base, versions: found.versions, preference: preference)
      switch course {
      case .absent, .undisputed: return
      case .deletedUnchanged: recipe.noteDeletion()
      case .onlyChange(let number):
        if let change = try onlyChange(number, found, recipe, index, reading) {
          recipe.note(change)
        } else {
          recipe.note(try reading.result(of: recipe, index.entries))
        }
      case .merge: recipe.note(try reading.result(of: recipe, index.entries))
      }
      if !recipe.outcome.isDecision { equal += found.ownCount - 1 }
      recipes.append(recipe)
    }

    private func onlyChange(
      _ number: Int, _ found: SideVersions, _ recipe: MergeRecipe, _ index: MergeIndex, _ reading: MergeBytes
    ) throws(MergeError) -> OnlyChange? {
      OnlyChange(
        number, try reading.component(index.entries[Int(found.versions[number])]),
        base: try reading.component(index.entries[Int(found.base)]),
        reading.options(of: recipe, index.entries)
      )
    }

    /// They have different UIDs.
    private func areDuplicates(
      _ group: [Int], _ index: MergeIndex, _ reading: MergeBytes
    ) throws(MergeError) -> Bool {
      guard index.joinsDuplicates else { return false }
      var uids: Set<[UInt8]> = []
      for entry in group {
        let component = try reading.component(index.entries[entry])
        uids.insert(Array(component.first(.uid)?.value ?? []))
      }
      return uids.count > 1
    }

    private mutating func make(
      _ kind: MergeRecipe.Kind, of group: [Int], _ index: MergeIndex, _ reading: MergeBytes
    ) throws(MergeError) {
      // Of equal bytes the first.
      var distinct: [ByteHash: Int] = [:]
      for entry in group where distinct[index.entries[entry].digest] == nil {
        distinct[index.entries[entry].digest] = entry
      }
      identical += group.count - distinct.count
      var recipe = MergeRecipe(kind: kind, versions: distinct.values.sorted().map(Int32.init))
      let result = try reading.result(of: recipe, index.entries)
      recipe.note(result)
      if !recipe.outcome.isDecision { equal += distinct.count - 1 }
      recipes.append(recipe)
    }
  }
}
