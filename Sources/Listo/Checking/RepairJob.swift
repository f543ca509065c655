package import ICalendar
internal import ListoFormats
package import ListoModel
package import ListoRepairs
package import ListoStores
internal import Platform

/// Inputs mended for targets: ``init(_:for:isLossy:ignoring:_:)`` finds out what becomes of them, ``write(to:_:)`` writes them.
package struct RepairJob {
  /// One input.
  package struct File {
    package let survey: Survey
    package let plan: RepairPlan
    fileprivate let item: SurveyedInput

    package var input: Input { item.input }

    /// What was mended, and what is left, by line.
    package var findings: [CheckFinding] { CheckFinding.all(plan, inFile: input.name) }
  }

  package let files: [File]

  /// - Parameters:
  ///   - profiles: the targets.
  ///   - isLossy: repairs are made as well that drop or choose something.
  ///   - ignored: codes that are passed over.
  /// - Throws: ``WorkError``, before anything is written.
  /// - Complexity: linear in the bytes of the inputs; memory is that of what is found.
  package init(
    _ tree: InputTree, for profiles: [Profile], isLossy: Bool, ignoring ignored: Set<Diagnostic.Code>,
    _ observer: some WorkObserver
  ) throws(WorkError) {
    let inputs = try SurveyedInput.whole(tree, observer)
    files = try inputs.map { item throws(WorkError) in
      try item.requireReadable()
      let plan = try item.repairs(for: profiles, isLossy: isLossy, ignoring: ignored)
      try item.requireUnchanged()
      return File(survey: item.survey, plan: plan, item: item)
    }
  }

  /// The lines that go and come, file by file.
  ///
  /// - Throws: ``WorkError``.
  package func differences() throws(WorkError) -> [FileDifference] {
    var result: [FileDifference] = []
    for file in files where !file.plan.isUnchanged {
      let source = try file.item.open()
      let change = try file.item.reading { () throws(ICalendarError) in
        try FileChange(file.input.name, source, file.plan.edits, limits: file.input.limits)
      }
      try file.item.requireUnchanged()
      result.append(FileDifference(change))
    }
    return result
  }

  /// What `listo patch` makes of the originals what the repairs make of them, as far as reminders go; nil where they cannot be compared.
  ///
  /// - Throws: ``WorkError``.
  package func patch() throws(WorkError) -> Patch? {
    var (before, after) = (CatalogBuilder(), CatalogBuilder())
    for file in files {
      let bytes = try file.input.bytes()
      try file.item.requireUnchanged()
      let old = file.content(MemorySource(bytes))
      let new = file.content(EditedSource(MemorySource(bytes), file.plan.edits))
      guard let old, let new else { continue }
      before.add(old, fileName: file.input.fileName, in: file.input.folder, isWritable: true)
      after.add(new, fileName: file.input.fileName, in: file.input.folder, isWritable: true)
    }
    var options = CatalogDifference.Options()
    options.includesNoise = true
    return (try? CatalogDifference(from: before.catalog(), to: after.catalog(), options: options)).map {
      Patch($0)
    }
  }

  /// What was mended of events, zones and calendars themselves, for which a patch has no place.
  package var outsidePatch: [CheckFinding] {
    files.flatMap { file in
      file.plan.repaired.filter { !$0.isOfReminder }.map {
        CheckFinding($0, inFile: file.input.name, isRepaired: true)
      }
    }
  }

  /// Writes the results, one behind another or each into its own file of a folder.
  ///
  /// - Throws: ``WorkError``.
  package func write(to destination: Destination, _ observer: some WorkObserver) throws(WorkError)
    -> WrittenFiles?
  {
    try destination.refuseOverwriting(files.map(\.input))
    observer.begin(.writing, bytes: files.reduce(0) { $0 + $1.survey.size })
    guard destination.isFolder else {
      let output = try destination.open()
      var joint = Joint()
      for file in files { try Copying.copy(file.item, with: file.plan.edits, &joint, to: output) }
      try output.finish(observer)
      return nil
    }
    var outputs = SeveralFiles(observer)
    for file in files {
      try outputs.add { () throws(WorkError) in
        let output = try destination.open(for: file.input)
        var joint = Joint()
        try Copying.copy(file.item, with: file.plan.edits, &joint, to: output)
        try output.finish(observer)
      }
    }
    return outputs.result
  }
}

extension RepairJob.File {
  /// What a version of it holds; nil where it cannot be taken apart, which bytes in memory can.
  fileprivate func content(_ source: some ByteSource & Sendable) -> CalendarFile? {
    try? CalendarFile(reading: source, file: input.name, limits: input.limits, zones: ZoneCache())
  }
}

extension FileChange {
  /// What repairs make of a file: each piece that they touch as a whole, so that taking back finds it again where others changed the file
  /// since.
  ///
  /// - Parameters:
  ///   - edits: in the order of their places, none within another.
  ///   - items: reminders by the line that they begin in.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  /// - Complexity: linear in the bytes; memory is that of the pieces that are touched.
  init<Source: ByteSource>(
    _ path: String, _ source: Source, _ edits: [ByteEdit], items: [Int: ModelIdentifier] = [:],
    limits: ReadingLimits
  ) throws(ICalendarError) {
    var splices: [Splice] = []
    var rest = edits[...]
    // A piece that is touched, and those behind it into which an edit of it reaches.
    var touched: (range: Range<Int>, line: Int, bytes: [UInt8])?
    func close() {
      guard let piece = touched else { return }
      let start = piece.range.lowerBound
      let inside = rest.prefix { $0.range.upperBound <= piece.range.upperBound }
      rest = rest.dropFirst(inside.count)
      let new = piece.bytes.applying(inside.map { $0.shifted(by: -start) })
      splices.append(
        Splice(offset: start, line: piece.line, old: piece.bytes, new: new, item: items[piece.line]))
      touched = nil
    }
    try FilePiece.forEach(in: source, limits: limits) { piece in
      if let standing = touched {
        let last = rest.prefix { $0.range.lowerBound < standing.range.upperBound }.last
        guard (last?.range.upperBound ?? 0) <= standing.range.upperBound else {
          touched = (
            standing.range.lowerBound..<piece.range.upperBound, standing.line, standing.bytes + piece.bytes
          )
          return
        }
        close()
      }
      // What is put in behind a piece belongs to it.
      guard let next = rest.first,
        next.range.lowerBound < piece.range.upperBound || next.range.upperBound == piece.range.upperBound
      else { return }
      touched = (piece.range, piece.line, Array(piece.bytes))
    }
    close()
    self.init(path, .changed, splices)
  }
}
