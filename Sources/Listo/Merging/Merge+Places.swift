public import ICalendar
public import ListoModel
internal import ListoStores

extension Merge {
  /// Plans a merge of files, folders and published calendars; lists that are not the same stay apart.
  ///
  /// - Parameters:
  ///   - places: paths of files and folders, and addresses if `web` is given.
  ///   - base: their common older state; nil for a merge that deletes nothing.
  ///   - allowsEmpty: true to accept, with a base, an empty input as one in which everything was deleted.
  ///   - options: the preferred side, the title of the result and so on.
  ///   - web: fetches published calendars, such as ``PublishedCalendars``; nil reads none.
  ///   - observer: receives problems and progress.
  /// - Returns: the plan. ``MergePlan/report`` has its decisions, and ``MergePlan/write(list:to:)`` writes
  ///   the result.
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
    let job = try MergeJob(inputs, limits: options.limits, observer)
    return try job.plan(options, base: sides, asking: nil)
  }
}

extension MergePlan {
  /// Writes the merged collection to a file, completely or not at all.
  ///
  /// - Returns: the properties of the file that could not be kept, such as its owner.
  /// - Throws: ``WorkError/store(_:)`` if the file cannot be written; ``MergeError`` if an input cannot be
  ///   read again.
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

  /// Returns the report for people, a line for each element: the version that was kept, the reason, and the
  /// dropped lines.
  ///
  /// - Throws: ``MergeError`` if an input cannot be read again.
  public func text() throws -> [String] {
    var lines: [String] = []
    try writeText { lines.append($0) }
    return lines
  }
}
