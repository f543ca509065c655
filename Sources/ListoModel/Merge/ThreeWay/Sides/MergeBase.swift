/// What the inputs of a merge began with, and which of them belong together.
///
/// A three-way merge compares each side with the base (``ThreeWay``). A side may be one file or all files of a folder; several
/// versions of one component on one side are first merged among themselves, the newest whole.
///
/// What a side lacks counts as deleted there. So an input that is no whole collection ends the merge (``MergeError/incomplete(_:)``,
/// ``MergeError/refused(_:)``), and where single components could not be read, nothing that their side lacks is deleted.
public struct MergeBase: Sendable {
  /// What all sides began with: a collection, an earlier output of Listo, or nothing. With nothing all is decided as without a
  /// base, and each decision is a conflict.
  public let inputs: [any MergeInput]
  /// The side that each input of the merge belongs to, in their order: 0 for the first, which is *ours*, and so on; the last is
  /// *theirs*. A side of messages alone is none, and is passed over.
  public let sides: [Int]

  /// How many sides there are: those without an input have deleted everything.
  public let count: Int

  /// A side may have nothing at all of a list that the base has, and has deleted it then.
  public let allowsEmpty: Bool

  /// What the user called each side, for Diagnostics.
  public let names: [String]

  /// - Parameters:
  ///   - count: one more than the greatest of `sides` where it is left out.
  ///   - names: without one, a side has the name of its first input.
  public init(
    inputs: [any MergeInput], sides: [Int], count: Int? = nil, names: [String] = [], allowsEmpty: Bool = false
  ) {
    (self.inputs, self.sides, self.names, self.allowsEmpty) = (inputs, sides, names, allowsEmpty)
    self.count = max(count ?? 0, (sides.max() ?? -1) + 1)
  }
}

/// A side of a merge that has nothing of a list: the disk was not mounted, the export failed, or all was deleted.
public struct EmptiedSide: Sendable, Hashable {
  /// As ``MergeBase/sides`` counts them.
  public let side: Int
  /// The list's identifier; empty where all lists become one.
  public let list: String
  /// How many components the base has there, time zones not counted.
  public let count: Int
}
