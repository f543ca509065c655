internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

extension FilePlan {
  /// A file changed since it was read, so that the edit must be made anew.
  struct Stale: Error {
    let path: String
  }

  /// The changes to the files as they are now. A folder that is a list because of its files, and loses the
  /// last of them, gets a `displayname` that makes it a list.
  ///
  /// - Throws: ``Stale``; ``WorkError`` where a file cannot be read.
  func changedFiles() throws -> [ChangedFile] {
    var result: [ChangedFile] = []
    var names = FileNames()
    for file in newFiles {
      let path = Self.path(of: file, &names)
      let splices = Self.splices(of: file)
      result.append(try ChangedFile(FileChange(path, .created, splices), of: []))
    }
    var removed: [String: (folder: CatalogBuilder.Folder, names: Set<String>)] = [:]
    for (name, edit) in edits.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let file = try changed(edit)
      result.append(file)
      guard file.kind == .removed else { continue }
      let folder = edit.file.input.folder
      removed[folder.source.place, default: (folder, [])].names.insert(name)
    }
    let filled = Set(newFiles.map(\.folder))
    let left = removed.filter { $0.value.folder.metadata == nil && !filled.contains($0.key) }
    let files = left.isEmpty ? [:] : reading.filesByFolder()
    for (path, left) in left.sorted(by: { $0.key < $1.key }) {
      // Else the list would go with its last reminder. What already has the name, and says nothing, stays
      // what it is.
      guard files[left.folder.path, default: []].allSatisfy(left.names.contains),
        (try? FileStatus(path: path.withSlash + "displayname", followingLinks: false)) == nil
      else { continue }
      if let name = try ListPlan.textFile(path.withSlash + "displayname", left.folder.name, ownsFolder: false)
      {
        result.append(name)
      }
    }
    return result
  }

  private func changed(_ edit: Edit) throws -> ChangedFile {
    let input = edit.file.input
    guard let path = input.realPath, input.version == edit.file.version else { throw Stale(path: input.name) }
    let original = try FileOriginal(input)
    if let changed = try edit.changedInPlace(path, original) { return changed }
    let bytes = try original.bytes()
    let layout: FileLayout
    do {
      layout = try FileLayout(bytes, limits: input.limits, lines: Set(edit.replaced.keys))
    } catch {
      throw WorkError.store(StoreError(input.name, error))
    }
    var splices: [FileChange.Splice] = []
    var remaining = layout.calendars.reduce(0) { $0 + $1.itemCount }
    var zoned: [Int: Set<String>] = [:]
    for (line, replacement) in edit.replaced {
      guard let piece = layout.pieces[line], bytes[piece.range].elementsEqual(replacement.before.bytes) else {
        throw Stale(path: input.name)
      }
      let lineEnd = replacement.before.lineEnd
      let after = replacement.after.map { Self.bytes(of: $0, inPlaceOf: replacement.before) } ?? []
      if after.isEmpty { remaining -= 1 }
      splices.append(
        FileChange.Splice(
          offset: piece.range.lowerBound, line: line, old: Array(bytes[piece.range]), new: after,
          item: replacement.item))
      splices += zones(replacement.zones, piece.calendar, edit, layout, bytes, lineEnd, &zoned)
    }
    for addition in edit.additions {
      guard let number = layout.calendars.firstIndex(where: { $0.headerLine == addition.calendarLine }) else {
        throw Stale(path: input.name)
      }
      let calendar = layout.calendars[number]
      remaining += 1
      var new = PatchPlan.bytes(addition.component, lineEnd: calendar.lineEnd)
      let place = calendar.place
      // A file that was cut off may end within a line.
      if place.offset > 0, !splices.contains(where: { $0.offset == place.offset && $0.old.isEmpty }) {
        new =
          ContentLineText.missingLineEnd(after: bytes[place.offset - 1], lineEnd: calendar.lineEnd) + new
      }
      splices += zones(addition.zones, number, edit, layout, bytes, calendar.lineEnd, &zoned)
      splices.append(
        FileChange.Splice(offset: place.offset, line: place.line, new: new, item: addition.item))
    }
    if remaining == 0, edit.isOfCollection {
      return try ChangedFile(
        FileChange(path, .removed, Self.removing(Self.sorted(splices), from: bytes)), of: original)
    }
    return try ChangedFile(FileChange(path, .changed, Self.sorted(splices)), of: original)
  }

  /// All of a file, part by part, where these are what goes of its components.
  static func removing(_ splices: [FileChange.Splice], from bytes: [UInt8]) -> [FileChange.Splice] {
    var result: [FileChange.Splice] = []
    var position = 0
    func keep(upTo end: Int) {
      guard end > position else { return }
      result.append(FileChange.Splice(offset: position, old: Array(bytes[position..<end])))
      position = end
    }
    for splice in splices where !splice.old.isEmpty {
      keep(upTo: splice.offset)
      result.append(splice)
      position += splice.old.count
    }
    keep(upTo: bytes.count)
    return result
  }

  /// In the order of the file; what stands at one place in the order in which it was asked for, zones first,
  /// and what goes in before what it goes in front of.
  private static func sorted(_ splices: [FileChange.Splice]) -> [FileChange.Splice] {
    let ranked = splices.enumerated().map { index, splice in
      (splice: splice, rank: splice.old.isEmpty ? (splice.item == nil ? 0 : 1) : 2, index: index)
    }
    return ranked.sorted { ($0.splice.offset, $0.rank, $0.index) < ($1.splice.offset, $1.rank, $1.index) }
      .map(\.splice)
  }

  /// The splices that insert the zones that a calendar lacks, each once. A zone that its components name
  /// without a definition stays the system's: a definition might be another, and change their times.
  private func zones(
    _ zones: [Component], _ number: Int, _ edit: Edit, _ layout: FileLayout, _ bytes: [UInt8],
    _ lineEnd: [UInt8], _ known: inout [Int: Set<String>]
  ) -> [FileChange.Splice] {
    guard !zones.isEmpty else { return [] }
    if known[number] == nil { known[number] = Self.zoneNames(in: layout.calendars[number], of: bytes) }
    let calendar = layout.calendars[number]
    let context = edit.file.content.calendars.map(\.context).first {
      $0.header?.lineNumber == calendar.headerLine
    }
    let place = calendar.first ?? calendar.place
    return zones.compactMap { zone in
      guard let tzid = zone.first(.tzid)?.text, context?.zones.definitions[tzid] == nil,
        known[number, default: []].insert(tzid).inserted
      else { return nil }
      return FileChange.Splice(
        offset: place.offset, line: place.line, new: PatchPlan.bytes(zone, lineEnd: lineEnd))
    }
  }

  /// The zones that the components of a calendar name.
  private static func zoneNames(in calendar: FileLayout.Calendar, of bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    // Bytes in memory can be read.
    try? FilePiece.forEach(in: MemorySource(bytes)) { piece in
      guard piece.range.lowerBound >= calendar.headerStart, piece.range.lowerBound < calendar.after,
        let component = piece.component
      else { return }
      names.formUnion(ZoneDifferences.names(of: component))
    }
    return names
  }

  /// A component as it stands in the place of another: what was not changed stays the same bytes.
  fileprivate static func bytes(of component: Component, inPlaceOf old: Component) -> [UInt8] {
    let isAlike =
      component.lineEnd == old.lineEnd && component.returnsEndLines == old.returnsEndLines
    return isAlike ? Array(component.bytes) : PatchPlan.bytes(component, lineEnd: old.lineEnd)
  }

  // MARK: New files

  private static func path(of file: NewFile, _ names: inout FileNames) -> String {
    let folder = file.folder.withSlash
    while true {
      let name = names.name(file.uid, in: folder)
      names.reserve(name, in: folder)
      let path = folder + name + ".ics"
      if (try? FileStatus(path: path, followingLinks: false)) == nil { return path }
    }
  }

  /// The first with the lines before it, the last with those behind it.
  private static func splices(of file: NewFile) -> [FileChange.Splice] {
    var zones: [String: Component] = [:]
    for zone in file.additions.flatMap(\.zones) {
      if let tzid = zone.first(.tzid)?.text, zones[tzid] == nil { zones[tzid] = zone }
    }
    var head = CalendarText.head
    for (_, zone) in zones.sorted(by: { $0.key < $1.key }) {
      head += PatchPlan.bytes(zone, lineEnd: ContentLineText.crlf)
    }
    var splices = [FileChange.Splice(offset: 0, new: head)]
    for addition in file.additions {
      splices.append(
        FileChange.Splice(
          offset: 0, new: PatchPlan.bytes(addition.component, lineEnd: ContentLineText.crlf),
          item: addition.item))
    }
    splices.append(FileChange.Splice(offset: 0, new: CalendarText.end))
    return splices
  }
}

extension FilePlan.Edit {
  /// The file where components stay in their places, which needs no more of it than the number of their
  /// lines.
  ///
  /// - Returns: nil where components come or go, zones come, or one does not stand in its line byte for byte:
  ///   then the file is to be read again as a calendar.
  /// - Complexity: linear in the bytes, a fraction of what reading them as a calendar costs.
  fileprivate func changedInPlace(_ path: String, _ original: FileOriginal) throws(WorkError) -> ChangedFile?
  {
    guard additions.isEmpty else { return nil }
    var splices: [FileChange.Splice] = []
    var lines = LineOffsets(original)
    for (line, replacement) in replaced.sorted(by: { $0.key < $1.key }) {
      let old = replacement.before.bytes
      guard let after = replacement.after, replacement.zones.isEmpty,
        let offset = try lines.offset(ofLine: line), offset + old.count <= original.size,
        try original.read(offset..<offset + old.count).elementsEqual(old)
      else { return nil }
      splices.append(
        FileChange.Splice(
          offset: offset, line: line, old: Array(old),
          new: FilePlan.bytes(of: after, inPlaceOf: replacement.before), item: replacement.item))
    }
    return try ChangedFile(FileChange(path, .changed, splices), of: original)
  }
}

/// Where the lines of a file begin that end with a line feed, asked for in their order.
struct LineOffsets {
  private let original: FileOriginal
  private var line = 1
  private var offset = 0
  /// The rest of the bytes that were read last, from the offset on.
  private var rest: ArraySlice<UInt8> = []

  init(_ original: FileOriginal) { self.original = original }

  /// - Parameter wanted: counted from 1, and not smaller than the one before.
  /// - Returns: nil where there is none.
  /// - Throws: ``WorkError/store(_:)``.
  mutating func offset(ofLine wanted: Int) throws(WorkError) -> Int? {
    while line < wanted {
      if rest.isEmpty {
        rest = try original.read(offset..<min(original.size, offset + 1 << 18))
        if rest.isEmpty { return nil }
      }
      // So many bytes at a time are counted without a look at each.
      var run = rest.prefix(1 << 12)
      let count = run.reduce(0) { $0 &+ ($1 == 0x0A ? 1 : 0) }
      if line + count >= wanted {
        var left = wanted - line
        run = run.prefix { byte in
          defer { if byte == 0x0A { left -= 1 } }
          return left > 0
        }
        line = wanted
      } else {
        line += count
      }
      offset += run.count
      rest = rest.dropFirst(run.count)
    }
    return offset
  }
}
