package import ICalendar
internal import ListoFormats
package import ListoModel
package import ListoRepairs
package import ListoStores
internal import Platform

/// Inputs mended for targets: ``init(_:for:isLossy:ignoring:_:)`` finds out what becomes of them,
/// ``write(to:_:)`` writes them, and ``inPlace(_:for:isLossy:ignoring:_:label:at:_:)`` does both with the
/// files themselves.
package struct RepairJob {
  /// One input.
  package struct File {
    package let survey: Survey
    package let plan: RepairPlan
    let item: SurveyedInput

    package var input: Input { item.input }

    /// The findings that were repaired and those that remain, by line.
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
    for item in inputs { try item.requireReadable() }
    try self.init(inputs, for: profiles, isLossy: isLossy, ignoring: ignored)
  }

  init(
    _ inputs: [SurveyedInput], for profiles: [Profile], isLossy: Bool, ignoring ignored: Set<Diagnostic.Code>
  ) throws(WorkError) {
    files = try inputs.map { item throws(WorkError) in
      let plan = try item.repairs(for: profiles, isLossy: isLossy, ignoring: ignored)
      try item.requireUnchanged()
      return File(survey: item.survey, plan: plan, item: item)
    }
  }

  /// The lines that go and come, file by file.
  ///
  /// - Throws: ``WorkError``.
  /// - Complexity: linear in the bytes; memory is that of these lines.
  package func differences() throws(WorkError) -> [FileDifference] {
    var result: [FileDifference] = []
    for file in files where !file.plan.isUnchanged {
      var difference = FileDifference(file.input.name, .changed)
      try file.item.forEachSplice(of: file.plan.edits) { splice, _ in difference.add(splice) }
      try file.item.requireUnchanged()
      result.append(difference)
    }
    return result
  }

  /// The repairs of events, zones and calendars themselves, for which a patch has no place.
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
      for file in files { try CalendarCopy.copy(file.item, with: file.plan.edits, &joint, to: output) }
      try output.finish(observer)
      return nil
    }
    var outputs = SeveralFiles(observer)
    for file in files {
      try outputs.add { () throws(WorkError) in
        let output = try destination.open(for: file.input)
        var joint = Joint()
        try CalendarCopy.copy(file.item, with: file.plan.edits, &joint, to: output)
        try output.finish(observer)
      }
    }
    return outputs.result
  }
}
