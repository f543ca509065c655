package import ICalendar
package import ListoModel
package import ListoStores
internal import Platform

/// A merge of inputs: ``plan(_:base:asking:)`` decides what becomes of each reminder,
/// ``write(_:to:rejects:force:)`` writes the result, or each list into a file of its own.
package struct MergeJob {
  private let inputs: [Input]
  private let stored: [StoredMergeInput]
  private let observer: any WorkObserver

  /// - Parameter inputs: in their order, with their sides; those of the base have -1.
  /// - Throws: ``WorkError/unreadableInput``: a merge without one of its inputs would look like a merge of
  ///   all of them.
  package init(
    _ inputs: [Input], limits: ReadingLimits, _ observer: any WorkObserver
  ) throws(WorkError) {
    (self.inputs, self.observer) = (inputs, observer)
    // Asked for once, and many at a time: a folder may have thousands.
    let sizes = OrderedPipeline.map(
      inputs.indices, atATime: 256, threads: ThreadPipeline.threads
    ) { indices in indices.map { inputs[$0].size } }.flatMap(\.self)
    let errors = zip(inputs, sizes).compactMap { $0.sizeError(ofSize: $1) }
    for error in errors { observer.report(error) }
    guard errors.isEmpty else { throw .unreadableInput }
    observer.begin(.reading, inputs, passes: 1)
    let pool = OpenFilePool(limits: limits)
    stored = inputs.enumerated().map { number, input in
      input.forMerging(pool: pool, size: sizes[number])
    }
  }

  /// The common ancestor of the inputs.
  package struct Base {
    /// A path or an address; nil where they began with nothing, as in a merge that asks about each
    /// difference.
    package let place: String?
    /// The names of the sides.
    package let sides: [String]
    /// An input may be empty, and so ``MergeBase/allowsEmpty``.
    package let allowsEmpty: Bool

    /// - Parameter places: the sides, as they were named.
    package init(_ place: String?, of places: [String], allowsEmpty: Bool) {
      (self.place, self.allowsEmpty) = (place, allowsEmpty)
      sides = places.map(InputTree.name)
    }
  }

  /// Reads the inputs and decides.
  ///
  /// - Parameters:
  ///   - base: nil for a merge without one.
  ///   - ask: settles conflicts; nil where the options do.
  /// - Throws: ``WorkError``.
  package func plan(
    _ options: MergeOptions, base: Base?, asking ask: ((MergeDecision) -> MergeRuling)?
  ) throws(WorkError) -> MergePlan {
    let sides = stored.filter { $0.input.side >= 0 }
    let plan: MergePlan
    let conflicts: [Diagnostic]
    do throws(MergeError) {
      plan = try Merge.plan(
        sides,
        base: base.map {
          MergeBase(
            inputs: stored.filter { $0.input.side < 0 }, sides: sides.map(\.input.side),
            count: $0.sides.count,
            names: $0.sides, allowsEmpty: $0.allowsEmpty)
        }, options: options, on: ThreadPipeline(givesBackMemory: true), asking: ask)
      conflicts = try plan.conflictProblems(limits: options.limits)
    } catch {
      throw failure(error, base?.sides ?? [])
    }
    let others = stored.filter { $0.content != .calendar }
    observer.report(absences)
    let names = Set(others.map(\.name))
    observer.report(
      plan.report.problems.filter {
        !($0.isAboutText || $0.code == .loss) || !names.contains($0.file ?? "")
      })
    observer.report(conflicts)
    return plan
  }

  /// The inputs without a calendar, once they were read.
  package var absences: [Diagnostic] {
    stored.filter { $0.content != .calendar }
      .map { .noCalendar(in: $0.input, isEmpty: $0.content == .nothing) }
  }

  // MARK: Writing

  /// The result of writing the outputs.
  package struct Written {
    /// Where each list has a file of its own.
    package var files: WrittenFiles?
    /// Files for what was rejected that are not written, since nothing was.
    package var withoutRejects: [String] = []
  }

  /// - Parameters:
  ///   - arguments: the inputs as they were named.
  ///   - rejects: the file for rejected versions; of several lists each has one.
  /// - Throws: ``WorkError`` where an input would be overwritten, or files would stand beside what they are
  ///   made of.
  package func refuseOverwriting(
    _ destination: Destination, of arguments: [String], rejects: String?
  ) throws(WorkError) {
    if let folder = destination.path, destination.isFolder {
      try Overwriting.refuse(folder: folder, in: arguments)
    } else {
      try Overwriting.refuse([destination.path, rejects].compactMap { $0 }, of: inputs)
    }
  }

  /// Writes what was decided; what was rejected comes first, so that what the result lacks is safe when it is
  /// in place.
  ///
  /// - Parameters:
  ///   - rejects: the file for what was rejected; nil for none.
  ///   - force: files in a folder that say something else are overwritten.
  package func write(
    _ plan: MergePlan, to destination: Destination, rejects: String?, force: Bool
  ) throws(WorkError) -> Written {
    var result = Written()
    guard let folder = destination.path, destination.isFolder else {
      try write(plan, to: { () throws(WorkError) in try destination.open() }, rejects: rejects, &result)
      return result
    }
    let lists = plan.report.lists
    let names = fileNames(lists)
    let paths = names.map { folder.withSlash + $0 }
    let rejectPaths = names.map { Self.path(ofRejects: rejects, $0) }
    try Overwriting.refuse(paths + rejectPaths.compactMap(\.self), of: inputs)
    let same = try StandingFiles.same(paths, force: force) { number, sink in
      _ = try read { try plan.write(list: lists[number].identifier, to: sink) }
    }
    var files = SeveralFiles(unchanged: same.count, observer)
    for (number, list) in lists.enumerated() {
      try files.add { () throws(WorkError) in
        try write(
          plan, list: list.identifier,
          to: same.contains(number) ? nil : { () throws(WorkError) in try .creating(paths[number]) },
          rejects: rejectPaths[number], &result)
      }
    }
    result.files = files.result
    return result
  }

  /// A file's name for each list, safe on every file system: `Home.ics`, or `Home~2.ics` where that is taken.
  private func fileNames(_ lists: [MergeReport.WrittenList]) -> [String] {
    // An input of another format is iCalendar now.
    let ofInputs = Dictionary(
      inputs.map {
        ($0.fileName, $0.relativePath.split(separator: "/").last.map { String($0) } ?? $0.fileName)
      }
    ) { first, _ in first }
    var taken: Set<String> = []
    return lists.map { list in
      var safe = FileNames()
      let name = ofInputs[list.fileName] ?? safe.name(list.fileName)
      let free = FreeName.name(name.hasSuffix(".ics") ? String(name.dropLast(4)) : name, taken)
      taken.insert(free)
      return free + ".ics"
    }
  }

  /// - Parameters:
  ///   - list: the one that is written; nil for all.
  ///   - open: nil where the result stands there already.
  private func write(
    _ plan: MergePlan, list: String? = nil, to open: (() throws(WorkError) -> Output)?, rejects: String?,
    _ result: inout Written
  ) throws(WorkError) {
    observer.begin(.writing, bytes: nil)
    if let rejects {
      let file = try Output.creating(rejects)
      let count = try send(to: file) { sink in try plan.writeRejects(list: list, to: sink) }
      if count > 0 { try file.finish(observer) } else { result.withoutRejects.append(rejects) }
    }
    guard let file = try open?() else { return }
    _ = try send(to: file) { sink in
      try plan.write(list: list, to: sink)
      return 0
    }
    try file.finish(observer)
  }

  private func send(
    to file: Output, _ body: ((ArraySlice<UInt8>) throws -> Void) throws -> Int
  ) throws(WorkError) -> Int {
    try read { try body { bytes in try file.send(bytes) } }
  }

  /// Does what reads the inputs again.
  private func read<Result>(_ body: () throws -> Result) throws(WorkError) -> Result {
    try WorkError.rethrowing {
      do {
        return try body()
      } catch let error as MergeError {
        throw failure(error)
      }
    }
  }

  /// The error that ends a merge: it would have to guess, or an input failed.
  private func failure(_ error: MergeError, _ sides: [String] = []) -> WorkError {
    switch error {
    case .incomplete(var problem):
      let name = problem.file ?? "-"
      if problem.code == .noCalendar, let input = stored.first(where: { $0.name == name }) {
        problem = .noCalendar(in: input.input, isEmpty: input.content != .text)
      }
      observer.report(problem)
      // The reason was reported.
      return .incomplete(input: name, reason: "")
    case .oversize(let problem), .refused(let problem): observer.report(problem)
    case .emptied, .unreadable, .stopped, .changed: break
    }
    return WorkError(error, sides: sides)
  }

  /// `dropped.ics` for the list in `Home.ics` is `dropped-Home.ics`.
  private static func path(ofRejects rejects: String?, _ fileName: String) -> String? {
    guard let rejects else { return nil }
    let stem = rejects.hasSuffix(".ics") ? String(rejects.dropLast(4)) : rejects
    return "\(stem)-\(fileName)"
  }
}
