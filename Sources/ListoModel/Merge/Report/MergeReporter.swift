internal import ICalendar

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
