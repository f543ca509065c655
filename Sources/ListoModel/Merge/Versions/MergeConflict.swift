extension MergeWinners {
  /// A key whose versions differ for people. There may be many, nearly all of them of two versions: those
  /// need no array.
  struct Conflict: Sendable {
    private enum Versions: Sendable {
      case two(loser: UInt32, MergeRule)
      case several(winnerInputs: [UInt32], losers: [Loser])
    }

    private let entry: UInt32
    private let versions: Versions

    /// Of two versions, each in its own input alone.
    init(winner: Int, loser: Int, rule: MergeRule) {
      (entry, versions) = (UInt32(winner), .two(loser: UInt32(loser), rule))
    }

    /// - Parameters:
    ///   - winnerInputs: inputs that hold the winner as it is, by index.
    ///   - losers: the greatest first.
    init(winner: Int, winnerInputs: [UInt32], losers: [Loser]) {
      (entry, versions) = (UInt32(winner), .several(winnerInputs: winnerInputs, losers: losers))
    }

    var winner: Int { Int(entry) }

    /// Inputs that hold the winner as it is, by index.
    func winnerInputs(_ index: MergeIndex) -> [UInt32] {
      switch versions {
      case .two: [index.input(index.entries[winner])]
      case .several(let winnerInputs, _): winnerInputs
      }
    }

    /// The greatest first.
    func losers(_ index: MergeIndex) -> [Loser] {
      switch versions {
      case .two(let loser, let rule):
        [Loser(entry: Int(loser), inputs: [index.input(index.entries[Int(loser)])], rule: rule)]
      case .several(_, let losers): losers
      }
    }
  }

  struct Loser: Sendable {
    /// The greatest of those that are equal for people.
    var entry: Int
    var inputs: [UInt32]
    var rule: MergeRule
  }
}
