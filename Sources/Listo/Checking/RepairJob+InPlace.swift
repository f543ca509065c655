package import ICalendar
package import ListoRepairs
package import ListoStores

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
