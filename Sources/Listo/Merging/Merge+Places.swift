public import ListoModel
internal import ListoStores

extension Merge {
  /// Merges files and folders into one list.
  ///
  /// - Parameters:
  ///   - places: paths, each a file or a folder.
  ///   - base: what they began with; nil for a merge that deletes nothing.
  /// - Returns: what becomes of each reminder: ``MergePlan/report`` counts and tells, ``MergePlan/write(list:to:)`` hands on the result.
  /// - Throws: ``WorkError``.
  public static func plan(
    _ places: [String], base: String? = nil, options: MergeOptions = MergeOptions(),
    _ observer: some WorkObserver = UnobservedWork()
  ) throws(WorkError) -> MergePlan {
    var inputs: [Input] = []
    for (side, place) in (places + [base].compactMap(\.self)).enumerated() {
      let tree = InputTree([place], limits: options.limits)
      if let error = tree.errors.first { throw .store(error) }
      for var input in tree.inputs {
        input.side = side == places.count ? -1 : side
        if tree.isPartial { input.isPartial = true }
        inputs.append(input)
      }
    }
    let job = try MergeJob(inputs, keepsLists: options.keepsLists, limits: options.limits, observer)
    let sides = base.map { _ in MergeJob.Base(sides: places, allowsEmpty: false) }
    return try job.plan(options, base: sides, asking: nil)
  }
}
