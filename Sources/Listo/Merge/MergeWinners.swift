internal import ICalendar

/// Of each key the greatest version, and what the others were.
struct MergeWinners {
  /// A key whose versions differ for people.
  struct Conflict: Sendable {
    var winner: Int
    /// Inputs that hold the winner as it is, by index.
    var winnerInputs: [UInt32]
    /// The greatest first.
    var losers: [Loser]
  }

  struct Loser: Sendable {
    /// The greatest of those that are equal for people.
    var entry: Int
    var inputs: [UInt32]
    var rule: MergeRule
  }

  private(set) var winners: [UInt32] = []
  private(set) var conflicts: [Conflict] = []
  /// Versions with the bytes of another.
  private(set) var identical = 0
  /// Versions that differ from the winner, or from a loser that is told of, in nothing that people see.
  private(set) var equal = 0

  init(
    _ chains: MergeChains, _ index: MergeIndex, _ reading: MergeBytes, on pipeline: any Pipeline
  ) throws(MergeError) {
    winners.reserveCapacity(chains.heads.count)
    var next = 0
    try pipeline.run { () throws(MergeError) -> Range<Int>? in
      guard next < chains.heads.count else { return nil }
      defer { next += Self.share }
      return next..<min(next + Self.share, chains.heads.count)
    } transform: { share -> Result<Share, MergeError> in
      do throws(MergeError) {
        return .success(try Share(share, of: chains, index, reading))
      } catch {
        return .failure(error)
      }
    } consume: { (result: Result<Share, MergeError>) throws(MergeError) in
      let share = try result.get()
      winners += share.winners
      identical += share.identical
      equal += share.equal
      conflicts += share.conflicts
    }
  }

  /// Hands out the winners and keeps none.
  mutating func takeWinners() -> [UInt32] {
    defer { winners = [] }
    return winners
  }

  /// Keys at a time on a thread.
  private static let share = 1024

  /// What becomes of some of the keys.
  private struct Share: Sendable {
    var winners: [UInt32] = []
    var conflicts: [Conflict] = []
    var identical = 0
    var equal = 0

    init(
      _ share: Range<Int>, of chains: MergeChains, _ index: MergeIndex, _ reading: MergeBytes
    ) throws(MergeError) {
      winners.reserveCapacity(share.count)
      for place in share {
        let head = chains.heads[place]
        guard chains.next[Int(head)] != 0 else {
          winners.append(head)
          continue
        }
        let group = chains.entries(from: head)
        let digest = index.entries[Int(head)].digest
        if group.allSatisfy({ index.entries[$0].digest == digest }) {
          winners.append(head)
          identical += group.count - 1
          continue
        }
        let outcome: MergeOutcome
        if let told = MergeOutcome(ofPair: group, index) {
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
  }
}
