package import ListoStores

extension MergeJob {
  /// The inputs of a merge, each with the side that it belongs to, and the base's.
  ///
  /// With a base what an input lacks counts as deleted. So each place is a side of its own, one that holds
  /// nothing has to be allowed, and no file that the base has may be there and not be read.
  ///
  /// - Parameters:
  ///   - places: paths and addresses, as they were named.
  ///   - base: nil for a merge without one.
  ///   - read: opens places; called for one side after the other.
  /// - Throws: ``WorkError/nothingToMerge(side:isBase:)``, ``WorkError/incomplete(input:reason:)``, and what
  ///   `read` throws.
  package static func inputs(
    _ places: [String], base: Base?, reading read: (_ places: [String]) throws(WorkError) -> InputTree
  ) throws(WorkError) -> [Input] {
    guard let base else { return try read(places).inputs }
    var inputs: [Input] = []
    var trees: [(path: String, tree: InputTree)] = []
    for (side, path) in (places + [base.place].compactMap(\.self)).enumerated() {
      let tree = try read([path])
      trees.append((path, tree))
      let isBase = side == places.count
      for var input in tree.inputs {
        input.side = isBase ? -1 : side
        if tree.isPartial { input.isPartial = true }
        inputs.append(input)
      }
      guard base.place != nil, tree.inputs.isEmpty, tree.errors.isEmpty, !base.allowsEmpty else { continue }
      throw .nothingToMerge(side: InputTree.name(ofArgument: path), isBase: isBase)
    }
    if base.place != nil, let base = trees.popLast() { try InputTree.requireFiles(of: base, in: trees) }
    return inputs
  }
}
