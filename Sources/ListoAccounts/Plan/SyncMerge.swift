internal import ListoModel

/// Two versions of one item, merged three ways.
struct SyncMerge {
  /// The merged item, for both sides.
  let item: SyncItem
  /// The conflicting changes of both sides, in words, and the winner of each.
  let conflicts: [String]
  /// All versions that lost, as one calendar; empty where none did.
  let rejected: [UInt8]

  /// The merge was ended by who was asked.
  struct Stopped: Error {}

  /// - Parameters:
  ///   - base: what both began with; nil where it is not known: then every difference is a conflict.
  ///   - ask: is asked about each conflict; nil where the preference settles it.
  /// - Returns: nil where the versions cannot be merged.
  static func merge(
    base: SyncItem?, here: SyncItem, there: SyncItem, preference: MergePreference,
    asking ask: ((MergeDecision) -> MergeRuling)?
  ) throws(Stopped) -> SyncMerge? {
    let against = MergeBase(
      inputs: base.map { [MemoryInput(name: "the last sync", listName: "list", $0.bytes)] } ?? [],
      sides: [0, 1], count: 2, names: ["the local version", "the server's version"])
    do {
      let plan = try Merge.plan(
        [
          MemoryInput(name: "the local version", listName: "list", here.bytes),
          MemoryInput(name: "the server's version", listName: "list", there.bytes),
        ], base: against, options: MergeOptions(lists: .one(title: nil), preference: preference), asking: ask)
      var bytes: [UInt8] = []
      try plan.write { bytes += $0 }
      var rejected: [UInt8] = []
      let decisions = try plan.decisions().filter(\.isConflict)
      if !decisions.isEmpty { try plan.writeRejects { rejected += $0 } }
      guard let merged = try? SyncItem(bytes) else { return nil }
      // A result that one side already has keeps that side's bytes.
      let item =
        merged.isSame(as: here, .canonical) ? here : merged.isSame(as: there, .canonical) ? there : merged
      return SyncMerge(item: item, conflicts: decisions.map(\.conflictText), rejected: rejected)
    } catch MergeError.stopped {
      throw Stopped()
    } catch {
      return nil
    }
  }
}
