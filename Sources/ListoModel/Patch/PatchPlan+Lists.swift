internal import ICalendar

extension PatchPlan {
  /// Decides what becomes of a list's own lines, or of what stands beside the files of a vdir.
  mutating func apply(base: [[UInt8]], theirs: [[UInt8]], to list: Int) {
    let target = search.targets[list]
    guard let metadata = target.metadata else {
      let lines = [target.calendar?.header].compactMap(\.self) + (target.calendar?.trailing ?? [])
      let patch = PatchLines(base: base, theirs: theirs, options.preference)
      let outcome = patch.decide(lines.flatMap { PatchLines.read($0.properties) })
      self.lines[list] = outcome.isChange ? outcome : nil
      return note(outcome, list)
    }
    for name in PatchLines(base: base, theirs: theirs, options.preference).otherNames.sorted() {
      problems.append(
        Diagnostic(
          .warning, .loss, "\(target.name.title): a list with one file for each item cannot hold \(name)"))
    }
    let sides = [base, theirs].map { CollectionMetadata(lines: $0).plainLines }
    let patch = PatchLines(base: sides[0], theirs: sides[1], options.preference)
    let outcome = patch.decide(PatchLines.read(metadata.plainLines))
    let changed = CollectionMetadata(lines: outcome.applied(to: metadata.plainLines))
    if changed != metadata { self.metadata[list] = changed }
    note(outcome, list)
  }

  private mutating func note(_ outcome: PatchLines.Outcome, _ list: Int) {
    guard !outcome.fields.isEmpty else { return }
    let name = search.targets[list].name
    listDecisions.append(
      PatchDecision(
        subject: .list(name), list: name.title, outcome: outcome.isChange ? .changed : .unchanged,
        told: .told(outcome.fields)))
  }
}

/// A list that a patch brings, and that the collection does not have yet.
package struct NewPatchList: Sendable {
  /// The list that is made.
  package let name: Patch.ListName
  /// It stands in one file with others.
  package let sharesFile: Bool
  /// The calendar's own lines, unfolded; of a folder, the metadata beside its files.
  let lines: [[UInt8]]
  let items: [PatchPlan.Addition]
  let zones: [String: Component]

  /// All of it as one calendar.
  package var text: [UInt8] {
    let said = name.isFolder ? name.lines : lines
    let others = name.isFolder ? lines.filter { !said.contains($0) } : []
    var bytes = CalendarText.head
    for line in said + others { bytes += ContentLineText.fold(line[...]) }
    for (_, zone) in zones.sorted(by: { $0.key < $1.key }) { bytes += zone.standingAlone().bytes }
    for item in items { bytes += item.component.standingAlone().bytes }
    return bytes + CalendarText.end
  }

  /// As a folder: a file for each item.
  package var files: [PatchItemFile] { PatchItemFile.files(items, zones) }

  /// The metadata beside the files of the folder.
  package var metadata: CollectionMetadata { CollectionMetadata(lines: lines) }
}

/// A calendar of one item, a master with its overrides, in a list that has a file for each.
package struct PatchItemFile: Sendable {
  /// The UID of the item in the file.
  package let uid: String
  /// The content of the file: a calendar of one item.
  package let text: [UInt8]

  /// - Parameter zones: those that the items name, by TZID; a file has what its item names.
  static func files(_ items: [PatchPlan.Addition], _ zones: [String: Component]) -> [PatchItemFile] {
    var order: [[UInt8]] = []
    var groups: [[UInt8]: [Component]] = [:]
    for item in items {
      if groups[item.uid] == nil { order.append(item.uid) }
      groups[item.uid, default: []].append(item.component)
    }
    return order.map { uid in
      let items = groups[uid] ?? []
      let names = items.reduce(into: Set<String>()) { $0.formUnion(ZoneDifferences.names(of: $1)) }
      var bytes = CalendarText.head
      for (tzid, zone) in zones.sorted(by: { $0.key < $1.key }) where names.contains(tzid) {
        bytes += zone.standingAlone().bytes
      }
      for item in items { bytes += item.standingAlone().bytes }
      return PatchItemFile(uid: items.first?.first(.uid).map(\.text) ?? "", text: bytes + CalendarText.end)
    }
  }
}

extension Patch {
  /// Another list that is left stands in the same file.
  func hasOthers(inFileOf name: ListName) -> Bool {
    let standing = sameLists + sections.filter { !$0.isMove }.compactMap(\.theirs?.list)
    return !name.isFolder && standing.contains { $0 != name && !$0.isFolder && $0.path == name.path }
  }
}

extension Patch.ListName {
  /// The lines by which a calendar is this list, and nothing more: the identifier of a folder is its name.
  var lines: [[UInt8]] {
    let identifier: [[UInt8]] =
      hasOwnIdentifier || isFolder ? [Array("X-WR-RELCALID:".utf8) + TextValue.encode(identifier)] : []
    return identifier + CollectionMetadata(title: title, color: nil).lines
  }
}
