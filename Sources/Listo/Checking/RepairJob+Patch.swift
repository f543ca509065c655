internal import ICalendar
package import ListoModel
internal import ListoRepairs
internal import ListoStores

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
