package import ICalendar
internal import ListoModel
package import ListoRepairs
internal import ListoStores

/// What repairs made of the files of a store.
package struct RepairedFiles {
  package let transaction: Transaction
  /// What was mended, and what is left, by file and line.
  package let findings: [CheckFinding]
  package let files: Int
  package let calendars: Int
  package let reminders: Int
}

extension CatalogStore {
  /// Mends the files of its places for targets, so that ``undo(_:at:)`` takes it back.
  ///
  /// - Parameters:
  ///   - label: what the history calls it.
  ///   - isLossy: repairs are made as well that drop or choose something.
  ///   - ignored: codes that are passed over.
  /// - Throws: ``WorkError``; then nothing is changed.
  package func repair(
    _ label: String, for profiles: [Profile], isLossy: Bool, ignoring ignored: Set<Diagnostic.Code>,
    at time: Instant
  ) throws(WorkError) -> RepairedFiles {
    let settled = try settle()
    var findings: [CheckFinding] = []
    var transaction = try transact(label, .edit, at: time) { reading throws(WorkError) in
      let names = reading.files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let folders = Set(reading.files.values.compactMap { $0.input.realPath.map(FilePlan.folder(of:)) })
      return Work(folders: folders) {
        findings = []
        let items = Self.items(of: reading.catalog)
        var changes: [(change: FileChange, bytes: [UInt8])] = []
        for name in names {
          guard let file = reading.files[name] else { continue }
          guard file.input.version == file.version else { throw FilePlan.Stale(path: name) }
          let bytes = try file.input.bytes()
          let source = MemorySource(bytes)
          let limits = file.input.limits
          let plan = try file.input.reading { () throws(ICalendarError) in
            try RepairPlan(
              source, for: profiles, isLossy: isLossy, ignoring: ignored, limits: limits, on: ThreadPipeline()
            )
          }
          findings += CheckFinding.all(plan, inFile: name)
          guard !plan.isUnchanged else { continue }
          try file.input.requireEditable()
          guard let path = file.input.realPath else { throw FilePlan.Stale(path: name) }
          let change = try file.input.reading { () throws(ICalendarError) in
            try FileChange(path, source, plan.edits, items: items[name] ?? [:], limits: limits)
          }
          changes.append((change, bytes))
        }
        return changes
      }
    }
    transaction.settled = settled
    let lists = catalog.sources.flatMap(\.lists)
    return RepairedFiles(
      transaction: transaction, findings: findings, files: current.files.count,
      calendars: lists.reduce(0) { $0 + $1.calendars.count },
      reminders: lists.reduce(0) { $0 + $1.reminders.count })
  }

  /// The reminders of each file, by the line that they begin in.
  private static func items(of catalog: Catalog) -> [String: [Int: ModelIdentifier]] {
    var items: [String: [Int: ModelIdentifier]] = [:]
    for list in catalog.sources.flatMap(\.lists) {
      for (identifier, reminder) in zip(list.identifiers, list.reminders) {
        items[reminder.calendar.file, default: [:]][reminder.component.lineNumber] = identifier
      }
    }
    return items
  }
}
