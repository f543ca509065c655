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

/// The result of repairing files in place.
package struct RepairedFiles {
  package let job: RepairJob
  /// The change that undo takes back; nil if nothing had to be done, or there is no journal.
  package let id: Transaction.ID?
  /// Properties of the files that could not be kept: owner, extended attributes, hard links.
  package let remarks: [Diagnostic]
  /// Earlier interrupted changes, with their results.
  package let settled: [SettledEntry]
}

extension RepairJob {
  /// Mends files in their places, so that ``ReminderStore/undo(_:at:)`` takes it back: all of them, or none.
  /// One that cannot be read is reported, and stays as it is.
  ///
  /// - Parameters:
  ///   - profiles: the targets.
  ///   - isLossy: repairs are made as well that drop or choose something.
  ///   - ignored: codes that are passed over.
  ///   - journal: nil where nothing shall be kept to be taken back.
  ///   - label: the name of the change in the history.
  ///   - time: the time of the change.
  /// - Throws: ``WorkError``; then nothing is changed.
  /// - Complexity: linear in the bytes of the files, which are read several times and not held; memory is
  ///   that of what is found.
  package static func inPlace(
    _ tree: InputTree, for profiles: [Profile], isLossy: Bool, ignoring ignored: Set<Diagnostic.Code>,
    _ journal: Journal?, label: String, at time: Instant, _ observer: some WorkObserver
  ) throws(WorkError) -> RepairedFiles {
    guard !tree.inputs.contains(where: { $0.name == "-" }) else { throw .editing(.standardInput) }
    let settled = try journal?.settle() ?? []
    let locks = try FolderLocks(Set(tree.inputs.compactMap { $0.realPath.map(FilePlan.folder(of:)) }))
    defer { withExtendedLifetime(locks) {} }
    let inputs = SurveyedInput.all(tree.inputs, observer)
    try SurveyedInput.requireCalendars(inputs)
    let job = try RepairJob(inputs, for: profiles, isLossy: isLossy, ignoring: ignored)
    let edits = try job.files.filter { !$0.plan.isUnchanged }.map { file throws(WorkError) in
      try RepairedFile(file.item, file.plan)
    }
    guard !edits.isEmpty else { return RepairedFiles(job: job, id: nil, remarks: [], settled: settled) }
    let entry = JournalEntry(kind: .edit, label: label, time: time)
    let result = try FileTransaction(journal: journal, interrupt: nil).write(edits, entry)
    return RepairedFiles(job: job, id: result.id, remarks: result.remarks, settled: settled)
  }
}

extension RepairJob {
  /// The patch with which `listo patch` changes the originals as the repairs do, as far as reminders are
  /// concerned; nil if the versions cannot be compared.
  ///
  /// - Throws: ``WorkError``.
  /// - Complexity: linear in the bytes; memory is that of the components that are mended and of those with
  ///   their UIDs.
  package func patch() throws(WorkError) -> Patch? {
    var mended = MendedComponents()
    for file in files where !file.plan.isUnchanged {
      try file.item.forEachSplice(of: file.plan.edits) { splice, _ in mended.add(splice) }
    }
    // Where a list is another one afterwards, all that it holds tells which it was.
    guard let patch = try patch(holding: mended), patch.keepsLists else {
      return try patch(holding: nil)?.patch
    }
    return patch.patch
  }

  /// - Parameter mended: nil for all.
  private func patch(
    holding mended: MendedComponents?
  ) throws(WorkError) -> (patch: Patch, keepsLists: Bool)? {
    var (before, after) = (CatalogBuilder(), CatalogBuilder())
    for file in files {
      let old = file.content(try file.item.open(), mended)
      let new = file.content(EditedSource(try file.item.open(), file.plan.edits), mended)
      try file.item.requireUnchanged()
      guard let old, let new else { continue }
      before.add(old, fileName: file.input.fileName, in: file.input.folder, isWritable: true)
      after.add(new, fileName: file.input.fileName, in: file.input.folder, isWritable: true)
    }
    var options = CatalogDifference.Options()
    options.includesInsignificant = true
    let (old, new) = (before.catalog(), after.catalog())
    guard let difference = try? CatalogDifference(from: old, to: new, options: options) else { return nil }
    return (Patch(difference), Self.lists(old) == Self.lists(new))
  }

  private static func lists(_ catalog: Catalog) -> [ModelIdentifier] {
    catalog.sources.flatMap(\.lists).map(\.identifier)
  }
}

extension RepairJob.File {
  /// The content of a version of the file; nil if it cannot be parsed.
  fileprivate func content(
    _ source: some ByteSource & Sendable, _ mended: MendedComponents?
  ) -> CalendarFile? {
    try? CalendarFile(
      reading: source, file: input.name, limits: input.limits, zones: ZoneCache(),
      keeping: mended.map { mended in { @Sendable in mended.concerns($0) } })
  }
}

/// Which components a patch of repairs can be about: those that are mended, and others of their UIDs, beside
/// which they are told apart.
private struct MendedComponents {
  private var uids: Set<[UInt8]> = []
  /// A zone is mended: all that is in it is meant.
  private var isAll = false

  mutating func add(_ splice: FileChange.Splice) {
    for bytes in [splice.old, splice.new] {
      // Bytes in memory can be read.
      try? FilePiece.forEach(in: MemorySource(bytes)) { piece in
        guard let component = piece.component else { return }
        if component.kind == .vtimezone { isAll = true }
        component.first(.uid).map { _ = uids.insert(Array($0.value)) }
      }
    }
  }

  /// Without a UID it is named by what it says, which may be what another said before.
  func concerns(_ component: Component) -> Bool {
    guard !isAll, let uid = component.first(.uid)?.value, !uid.isEmpty else { return true }
    return uids.contains(Array(uid))
  }
}
