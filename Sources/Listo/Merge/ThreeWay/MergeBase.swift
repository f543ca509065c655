/// What the inputs of a merge began with, and which of them belong together.
///
/// A three-way merge compares each side with the base (``ThreeWay``). A side may be one file or all files of a folder; several
/// versions of one component on one side are first merged among themselves, the newest whole.
public struct MergeBase: Sendable {
  /// What all sides began with: a collection, an earlier output of Listo, or nothing. With nothing all is decided as without a
  /// base, and each decision is a conflict.
  public let inputs: [any MergeInput]
  /// Of each input of the merge, in their order, which side it belongs to: 0 for the first, which is *ours*, and so on; the last
  /// is *theirs*.
  public let sides: [Int]

  /// How many sides there are: those without an input have deleted everything.
  public let count: Int

  /// - Parameter count: one more than the greatest of `sides` where it is left out.
  public init(inputs: [any MergeInput], sides: [Int], count: Int? = nil) {
    (self.inputs, self.sides) = (inputs, sides)
    self.count = max(count ?? 0, (sides.max() ?? -1) + 1)
  }
}
