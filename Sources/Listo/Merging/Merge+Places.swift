public import ICalendar
public import ListoModel
public import ListoStores

extension Merge {
  /// Plans a merge of files, folders and published calendars; lists that are not the same stay apart.
  ///
  /// - Parameters:
  ///   - places: paths of files and folders, and addresses if `web` is given.
  ///   - base: their common older state; nil for a merge that deletes nothing.
  ///   - allowsEmpty: true to accept, with a base, an empty input as one in which everything was deleted.
  ///   - options: the preferred side, the title of the result and so on.
  ///   - web: fetches published calendars, such as ``PublishedCalendars``; nil reads none.
  /// - Returns: the plan. ``MergePlan/report`` has its decisions, and ``MergePlan/write(list:to:)`` writes
  ///   the result.
  /// - Throws: ``WorkError``.
  public static func plan(
    _ places: [String], base: String? = nil, allowsEmpty: Bool = false,
    options: MergeOptions = MergeOptions(), web: (any PublishedCalendarSource)? = nil
  ) throws(WorkError) -> MergePlan {
    try plan(
      places, base: base, allowsEmpty: allowsEmpty, options: options, web: web, observedBy: UnobservedWork())
  }

  /// Plans a merge of places.
  ///
  /// - Parameter observer: receives problems and progress.
  package static func plan(
    _ places: [String], base: String? = nil, allowsEmpty: Bool = false,
    options: MergeOptions = MergeOptions(), web: (any PublishedCalendarSource)? = nil,
    observedBy observer: some WorkObserver
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

extension Merge {
  /// Plans a merge of two versions of a collection in memory, such as two devices' copies of one list.
  ///
  ///     let plan = try Merge.plan(base: base, ours: ours, theirs: theirs) { conflict in .ours }
  ///     let merged = try plan.bytes()
  ///
  /// - Parameters:
  ///   - base: the common older version, with which changes are merged field by field and deletions are
  ///     recognized; nil if there is none: then the newest version of each reminder is kept, whole.
  ///   - ours: the first version. Any of the three can be in any format that Listo reads.
  ///   - theirs: the second version.
  ///   - options: the preferred side, the title of the result and so on.
  ///   - decide: asked about each conflict of a merge with a base, with the lines of both sides; nil to let
  ///     the options decide.
  /// - Returns: the plan. ``MergePlan/report`` has its decisions, ``MergePlan/bytes()`` the result.
  /// - Throws: ``WorkError``; with a base also for an input that is no complete collection, because what it
  ///   lacks would count as deleted.
  /// - Complexity: O(n log n) in the components, linear in the bytes.
  public static func plan(
    base: [UInt8]? = nil, ours: [UInt8], theirs: [UInt8], options: MergeOptions = MergeOptions(),
    resolving decide: ((MergeDecision) -> MergeRuling)? = nil
  ) throws(WorkError) -> MergePlan {
    let contents = [("ours", ours), ("theirs", theirs)] + (base.map { [("base", $0)] } ?? [])
    let tree = InputTree(memory: contents, limits: options.limits)
    if let error = tree.errors.first { throw .store(error) }
    let sides = ["ours": 0, "theirs": 1, "base": -1]
    let inputs = tree.inputs.map { input in
      var input = input
      input.side = sides[input.name] ?? 0
      return input
    }
    let job = try MergeJob(inputs, limits: options.limits, WorkNotes())
    return try job.plan(
      options, base: base.map { _ in MergeJob.Base("base", of: ["ours", "theirs"], allowsEmpty: false) },
      asking: decide)
  }
}

extension MergePlan {
  /// Writes the merged collection to a file, completely or not at all.
  ///
  /// - Returns: the properties of the file that could not be kept, such as its owner.
  /// - Throws: ``WorkError/store(_:)`` if the file cannot be written, or an input cannot be read again.
  @discardableResult
  public func save(_ path: String) throws(WorkError) -> [Diagnostic] {
    try WorkError.merging {
      let output = try Output.file(path)
      try write { try output.write($0) }
      return try output.commit()
    }
  }

  /// Returns the merged collection as iCalendar.
  ///
  /// - Throws: ``WorkError/store(_:)`` if an input cannot be read again.
  public func bytes() throws(WorkError) -> [UInt8] {
    try WorkError.merging {
      var bytes: [UInt8] = []
      try write { bytes += $0 }
      return bytes
    }
  }

  /// Returns the report for people, a line for each element: the version that was kept, the reason, and the
  /// dropped lines.
  ///
  /// - Throws: ``WorkError/store(_:)`` if an input cannot be read again.
  public func text() throws(WorkError) -> [String] {
    try WorkError.merging {
      var lines: [String] = []
      try writeText { lines.append($0) }
      return lines
    }
  }
}

extension WorkError {
  /// Does what reads the inputs of a merge again.
  fileprivate static func merging<Result>(_ body: () throws -> Result) throws(WorkError) -> Result {
    try rethrowing {
      do {
        return try body()
      } catch let error as MergeError {
        throw WorkError(error)
      }
    }
  }

  /// The error of a merge, as the one error of the library's jobs.
  ///
  /// - Parameter sides: the names of the sides.
  init(_ error: MergeError, sides: [String] = []) {
    switch error {
    case .incomplete(let problem): self = .incomplete(input: problem.file ?? "-", reason: problem.message)
    case .oversize(let problem): self = .tooLarge(input: problem.file ?? "-")
    case .refused(let problem): self = .refused(input: problem.file ?? "-")
    case .emptied(let side):
      self = .emptied(side, side: sides.indices.contains(side.side) ? sides[side.side] : "")
    case .unreadable(let input, let error): self = .store(StoreError(input, error))
    case .stopped: self = .stopped
    case .changed(let input):
      self = .store(
        StoreError(.unreadable, path: input, reason: "it changed while it was read; nothing was written"))
    }
  }
}
