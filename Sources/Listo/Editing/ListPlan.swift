internal import ICalendar
internal import ListoEditing
internal import ListoModel
internal import ListoStores
internal import Platform

/// The changes to files when lists are made, changed or removed.
struct ListPlan {
  private enum Step {
    /// A calendar's own lines.
    case lines(PlaceReading.File, [CalendarHeading.Edited])
    /// All of one calendar; the file goes with the last one.
    case calendar(PlaceReading.File, CalendarContext)
    /// A small file beside those of a vdir; nil where it goes.
    case text(path: String, String?, ownsFolder: Bool)
    /// A file with all that is in it.
    case file(PlaceReading.File, ownsFolder: Bool)
    case new(path: String, [UInt8])
  }

  private let reading: PlaceReading
  private var steps: [Step] = []

  init(_ reading: PlaceReading) { self.reading = reading }

  // MARK: What is asked

  func adding(
    _ title: String, _ color: ListColor?, _ source: ModelIdentifier?, _ shape: ListShape?
  ) throws(WorkError) -> ListPlan {
    let folder = try folder(of: source)
    let lists = reading.catalog.sources.filter { $0.source.place == folder }.flatMap(\.lists)
    guard !lists.contains(where: { $0.list.title == title }) else {
      throw .editing(.listExists(title))
    }
    let shapes = lists.map { isCollection($0) ? ListShape.folder : .file }
    let folders = shapes.count { $0 == .folder }
    var plan = self
    var names = FileNames()
    for name in (try? FileSystem.entries(inFolder: folder)) ?? [] {
      names.reserve(name.name, in: "")
    }
    let name = names.name(title, in: "")
    let path = folder.withSlash + name
    switch shape ?? (folders * 2 >= shapes.count ? .folder : .file) {
    case .folder:
      plan.steps.append(.text(path: path + "/displayname", title, ownsFolder: true))
      if let color {
        plan.steps.append(.text(path: path + "/color", color.description, ownsFolder: true))
      }
    case .file:
      var text = CalendarText.head
      // In the properties in which the neighbours have it.
      let said = CollectionMetadata(title: title, color: color).lines
      let neighbours = lists.compactMap { $0.calendars.first?.header }
      let known = said.filter { line in
        let name = String(decoding: line.prefix { $0 != 0x3A }, as: UTF8.self)
        return neighbours.contains { !$0.all(named: name).isEmpty }
      }
      for line in said where Self.isSaid(line, among: known) { text += ContentLineText.fold(line[...]) }
      plan.steps.append(.new(path: path + ".ics", text + CalendarText.end))
    }
    return plan
  }

  /// A line that is written: one that the neighbours know, or one that none of them says in another way.
  private static func isSaid(_ line: [UInt8], among known: [[UInt8]]) -> Bool {
    let isColor = { (line: [UInt8]) in line.prefix { $0 != 0x3A }.suffix(5).elementsEqual("COLOR".utf8) }
    return known.contains(line) || !known.contains { isColor($0) == isColor(line) }
  }

  func changing(_ changes: [(ModelIdentifier, ListChange)]) throws(WorkError) -> ListPlan {
    var plan = self
    for (identifier, change) in changes {
      let list = try list(identifier)
      if isCollection(list) {
        let folder = try folder(of: list)
        let (name, text): (String, String?) =
          switch change {
          case .rename(let title): ("displayname", title)
          case .color(let color): ("color", color?.description)
          case .order(let number): ("order", "\(number)")
          }
        plan.steps.append(.text(path: folder + name, text, ownsFolder: false))
        continue
      }
      for calendar in list.calendars {
        guard let file = reading.files[calendar.file] else { throw .editing(.change(.notFound(identifier))) }
        try file.input.requireEditable()
        guard let heading = CalendarHeading(calendar) else {
          throw .editing(
            .place(
              file.input.name, reason: "its components are in no VCALENDAR that could hold the title",
              repairs: []
            ))
        }
        plan.steps.append(.lines(file, heading.edited(change)))
      }
    }
    return plan
  }

  func removing(_ identifier: ModelIdentifier) throws(WorkError) -> ListPlan {
    var plan = self
    let list = try list(identifier)
    let isCollection = isCollection(list)
    for calendar in list.calendars {
      guard let file = reading.files[calendar.file] else { throw .editing(.change(.notFound(identifier))) }
      try file.input.requireEditable()
      plan.steps.append(isCollection ? .file(file, ownsFolder: true) : .calendar(file, calendar))
    }
    if isCollection {
      let folder = try folder(of: list)
      for name in VdirMetadata.names where (try? FileStatus(path: folder + name)) != nil {
        plan.steps.append(.text(path: folder + name, nil, ownsFolder: true))
      }
    }
    return plan
  }

  // MARK: Places

  private func list(_ identifier: ModelIdentifier) throws(WorkError) -> Catalog.ListNode {
    guard let path = reading.catalog.indexPath(for: identifier), path.reminder == nil, path.list != nil,
      let list = reading.catalog.list(at: path)
    else { throw .editing(.change(.notFound(identifier))) }
    return list
  }

  /// Its files have one item each.
  private func isCollection(_ list: Catalog.ListNode) -> Bool {
    guard let calendar = list.calendars.first else { return true }
    guard let file = reading.files[calendar.file] else { return false }
    return !file.content.isListOfItsOwn && !reading.isNamed(file.input)
  }

  /// The folder of a vdir, with a slash at its end.
  private func folder(of list: Catalog.ListNode) throws(WorkError) -> String {
    if let file = list.calendars.first.flatMap({ reading.files[$0.file] }) {
      return file.input.folder.source.place.withSlash
    }
    guard let folder = try? FileSystem.realPath(list.place) else {
      throw .editing(.place(list.place, reason: "it is gone", repairs: []))
    }
    return folder.withSlash
  }

  /// The folder in which new lists of a source stand.
  private func folder(of source: ModelIdentifier?) throws(WorkError) -> String {
    let folders = reading.places.compactMap { place -> String? in
      guard let real = try? FileSystem.realPath(place), (try? FileStatus(path: real).kind) == .folder else {
        return nil
      }
      return real
    }
    var sources: [String] = []
    for place in reading.catalog.sources.map(\.source.place) where !sources.contains(place) {
      sources.append(place)
    }
    let known = sources.isEmpty ? folders : sources
    let named = source.map { source in
      reading.catalog.indexPath(for: source).map { reading.catalog.sources[$0.source].source.place }
        ?? source.source
    }
    let wanted = named ?? (known.count == 1 ? known[0] : nil)
    guard let wanted else {
      throw .editing(.severalSources(reading.places.joined(separator: ", "), known))
    }
    guard folders.contains(where: { wanted.withSlash.hasPrefix($0.withSlash) }) else {
      throw .editing(
        .place(
          wanted, reason: "its folder was not named as an input, so the new list would not be shown",
          repairs: ["name \(wanted)"]))
    }
    return wanted
  }

  // MARK: Files

  /// The folders that have to be held while it is written.
  var folders: Set<String> {
    Set(
      steps.compactMap { step in
        switch step {
        case .lines(let file, _), .calendar(let file, _), .file(let file, _):
          file.input.realPath.map(FilePlan.folder(of:))
        case .text(let path, _, _), .new(let path, _): FilePlan.folder(of: path)
        }
      })
  }

  /// The changes to the files as they are now.
  ///
  /// - Throws: ``FilePlan/Stale``; ``WorkError``.
  func changedFiles() throws -> [ChangedFile] {
    var result: [ChangedFile] = []
    // Of one file, which may hold several lists, all at once.
    var parts: [String: (file: PlaceReading.File, lines: [CalendarHeading.Edited], gone: [CalendarContext])] =
      [:]
    for step in steps {
      switch step {
      case .lines(let file, let lines):
        parts[file.input.name, default: (file, [], [])].lines += lines
      case .calendar(let file, let calendar):
        parts[file.input.name, default: (file, [], [])].gone.append(calendar)
      case .text(let path, let text, let ownsFolder):
        if let change = try Self.textFile(path, text, ownsFolder: ownsFolder) { result.append(change) }
      case .file(let file, let ownsFolder):
        let (path, bytes) = try Self.current(file)
        let change = try Self.removing(path, bytes, file, ownsFolder, in: reading.catalog)
        result.append(try ChangedFile(change, of: bytes))
      case .new(let path, let bytes):
        guard (try? FileStatus(path: path, followingLinks: false)) == nil else {
          throw FilePlan.Stale(path: path)
        }
        let change = FileChange(path, .created, [FileChange.Splice(offset: 0, new: bytes)])
        result.append(try ChangedFile(change, of: []))
      }
    }
    for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
      result.append(try change(part.file, part.lines, part.gone))
    }
    return result
  }

  private static func current(_ file: PlaceReading.File) throws -> (path: String, bytes: [UInt8]) {
    guard let path = file.input.realPath, file.input.version == file.version else {
      throw FilePlan.Stale(path: file.input.name)
    }
    return (path, try WorkError.storing { () throws(StoreError) in try file.input.bytes() })
  }

  private func change(
    _ file: PlaceReading.File, _ lines: [CalendarHeading.Edited], _ gone: [CalendarContext]
  ) throws -> ChangedFile {
    let (path, bytes) = try Self.current(file)
    if !gone.isEmpty, gone.count == file.content.calendars.count {
      return try ChangedFile(Self.removing(path, bytes, file, false, in: reading.catalog), of: bytes)
    }
    let wanted = Set(lines.map(\.before.lineNumber))
    let layout: FileLayout
    do {
      layout = try FileLayout(bytes, limits: file.input.limits, lines: wanted)
    } catch {
      throw WorkError.store(StoreError(file.input.name, error))
    }
    var splices: [FileChange.Splice] = []
    for line in lines {
      guard let piece = layout.pieces[line.before.lineNumber],
        bytes[piece.range].elementsEqual(line.before.bytes)
      else { throw FilePlan.Stale(path: file.input.name) }
      splices.append(
        FileChange.Splice(
          offset: piece.range.lowerBound, line: line.before.lineNumber, old: Array(line.before.bytes),
          new: Array(line.after.bytes)))
    }
    for calendar in gone {
      guard let place = layout.calendars.first(where: { $0.headerLine == calendar.header?.lineNumber }) else {
        throw FilePlan.Stale(path: file.input.name)
      }
      let start = place.headerLine == nil ? place.first?.offset ?? 0 : place.headerStart
      splices.append(
        FileChange.Splice(
          offset: start, line: place.headerLine ?? place.first?.line ?? 1,
          old: Array(bytes[start..<place.after])))
    }
    return try ChangedFile(
      FileChange(path, .changed, splices.sorted { $0.offset < $1.offset }), of: bytes)
  }

  /// A file with all that is in it: each reminder a part of its own, so that a history can name it.
  private static func removing(
    _ path: String, _ bytes: [UInt8], _ file: PlaceReading.File, _ ownsFolder: Bool, in catalog: Catalog
  ) throws -> FileChange {
    var items: [Int: ModelIdentifier] = [:]
    for list in catalog.sources.flatMap(\.lists) {
      for entry in list.entries where entry.reminder.calendar.file == file.input.name {
        items[entry.reminder.component.lineNumber] = entry.id
      }
    }
    let layout = try FileLayout(bytes, limits: file.input.limits, lines: Set(items.keys))
    let splices = layout.pieces.map { line, piece in
      FileChange.Splice(
        offset: piece.range.lowerBound, line: line, old: Array(bytes[piece.range]), item: items[line])
    }.sorted { $0.offset < $1.offset }
    return FileChange(path, .removed, FilePlan.removing(splices, from: bytes), ownsFolder: ownsFolder)
  }

  /// A file of one line beside those of a vdir.
  ///
  /// - Parameter text: nil for one that goes.
  /// - Returns: nil where it says so already.
  /// - Throws: ``WorkError/store(_:)``.
  static func textFile(_ path: String, _ text: String?, ownsFolder: Bool) throws(WorkError) -> ChangedFile? {
    let old: [UInt8]?
    do throws(SystemError) {
      old = try SmallFile.bytes(path)
    } catch {
      throw WorkError.store(StoreError(.unreadable, path: path, reason: error.reason))
    }
    let new = text.map { Array(($0 + "\n").utf8) }
    guard old != new else { return nil }
    let splice = FileChange.Splice(offset: 0, old: old ?? [], new: new ?? [])
    let kind: FileChange.Kind = old == nil ? .created : new == nil ? .removed : .changed
    return try ChangedFile(FileChange(path, kind, [splice], ownsFolder: ownsFolder), of: old ?? [])
  }
}
