internal import ICalendar

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
