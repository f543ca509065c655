public import ICalendar
public import ListoModel
internal import ListoStores

extension Merge {
  /// Merges files, folders and calendars on the web into one list.
  ///
  /// - Parameters:
  ///   - places: paths, each a file or a folder; addresses, where something fetches them.
  ///   - base: what they began with; nil for a merge that deletes nothing.
  ///   - allowsEmpty: with a base, an input may be empty, and counts as one in which everything was deleted.
  ///   - options: who wins, and what the result is called.
  ///   - web: fetches what is on the web, such as ``PublishedCalendars``; without it nothing of that is read.
  ///   - observer: told of what is met and how far the work is.
  /// - Returns: what becomes of each reminder: ``MergePlan/report`` counts and tells, ``MergePlan/write(list:to:)`` hands on the result.
  /// - Throws: ``WorkError``.
  public static func plan(
    _ places: [String], base: String? = nil, allowsEmpty: Bool = false,
    options: MergeOptions = MergeOptions(),
    web: (any PublishedCalendarSource)? = nil, _ observer: some WorkObserver = UnobservedWork()
  ) throws(WorkError) -> MergePlan {
    let sides = base.map { MergeJob.Base($0, of: places, allowsEmpty: allowsEmpty) }
    let inputs = try MergeJob.inputs(places, base: sides) { (places) throws(WorkError) in
      let tree = InputTree(places, limits: options.limits, web: web)
      if let error = tree.errors.first { throw .store(error) }
      observer.report(tree.problems)
      return tree
    }
    let job = try MergeJob(inputs, keepsLists: options.keepsLists, limits: options.limits, observer)
    return try job.plan(options, base: sides, asking: nil)
  }
}

extension MergePlan {
  /// Writes the merged collection to a file, whole or not at all.
  ///
  /// - Returns: what of the file is not as a person may expect it, such as an owner that could not be kept.
  /// - Throws: ``WorkError/store(_:)`` where the file cannot be written; ``MergeError`` where an input cannot be read again.
  @discardableResult
  public func save(_ path: String) throws -> [Diagnostic] {
    do {
      let output = try Output.file(path)
      try write { try output.write($0) }
      return try output.commit()
    } catch let error as StoreError {
      throw WorkError.store(error)
    }
  }

  /// The report for people, a line for each element: what was kept and why, what was dropped.
  ///
  /// - Throws: ``MergeError`` where an input cannot be read again.
  public func text() throws -> [String] {
    var lines: [String] = []
    try writeText { lines.append($0) }
    return lines
  }
}
