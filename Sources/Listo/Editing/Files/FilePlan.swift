internal import ICalendar
internal import ListoEditing
internal import ListoModel
internal import ListoStores
internal import Platform

/// Where the steps of an edit go: into which files, and into which calendars of them.
struct FilePlan {
  /// The changes to one existing file.
  struct Edit {
    let file: PlaceReading.File
    /// A folder with a file for each item: one that nothing is left in goes.
    let isOfCollection: Bool
    /// By the line where the component begins.
    var replaced: [Int: Replacement] = [:]
    var additions: [Addition] = []
  }

  struct Replacement {
    let item: ModelIdentifier
    let before: Component
    /// Nil for one that goes.
    let after: Component?
    let zones: [Component]
  }

  struct Addition {
    let item: ModelIdentifier
    let component: Component
    let zones: [Component]
    /// The line of the calendar's BEGIN; nil for components that stand outside of any.
    let calendarLine: Int?
  }

  /// A file that is made.
  struct NewFile {
    let folder: String
    let uid: String
    var additions: [Addition] = []
  }

  /// By the input's name.
  private(set) var edits: [String: Edit] = [:]
  private(set) var newFiles: [NewFile] = []
  let reading: PlaceReading
  /// In which calendar of a list each UID stands, of the lists that something comes to.
  private var homes: [ModelIdentifier: [String: CalendarContext]] = [:]

  /// - Throws: ``WorkError/editing(_:)`` where a list cannot be edited.
  init(_ plan: EditPlan, in reading: PlaceReading) throws(WorkError) {
    self.reading = reading
    for step in plan.steps { try add(step) }
  }

  var isEmpty: Bool { edits.isEmpty && newFiles.isEmpty }

  /// The folders that have to be held while it is written, by their absolute paths.
  var folders: Set<String> {
    Set(newFiles.map(\.folder)).union(
      edits.values.compactMap { $0.file.input.realPath.map(FilePlan.folder(of:)) })
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private mutating func add(_ step: EditPlan.Step) throws(WorkError) {
    guard let before = step.before else { return try addNew(step) }
    // One that leaves its list for another comes new to that.
    let stays = list(step.list).map { list in list.calendars.contains { $0 === before.calendar } } ?? true
    let replacement = Replacement(
      item: step.identifier, before: before.component, after: stays ? step.after : nil,
      zones: stays ? step.zones : [])
    try change(before.calendar.file, of: step.list) {
      $0.replaced[before.component.lineNumber] = replacement
    }
    if !stays, step.after != nil { try addNew(step) }
  }

  private mutating func addNew(_ step: EditPlan.Step) throws(WorkError) {
    guard let component = step.after else { return }
    guard let list = list(step.list) else { throw .editing(.change(.notFound(step.list))) }
    if list.calendars.isEmpty, let folder = try? FileSystem.realPath(list.place) {
      return add(
        Addition(item: step.identifier, component: component, zones: step.zones, calendarLine: nil),
        inFolder: folder)
    }
    let known = Self.uid(of: component).flatMap { homes(of: list)[$0] }
    // That of its UID, so that overrides stand with their master; else the list's first.
    guard let calendar = known ?? list.calendars.first, let file = reading.files[calendar.file] else {
      throw .editing(
        .change(.readOnly(list: step.list, reason: "its file is unknown")))
    }
    let addition = Addition(
      item: step.identifier, component: component, zones: step.zones,
      calendarLine: calendar.header?.lineNumber)
    if file.content.isListOfItsOwn || reading.isNamed(file.input) || known != nil {
      return try change(file.input.name, of: step.list) { $0.additions.append(addition) }
    }
    try file.input.requireEditable()
    add(addition, inFolder: file.input.folder.source.place)
  }

  /// In a file of its own, with those of its UID.
  private mutating func add(_ addition: Addition, inFolder folder: String) {
    let uid = Self.uid(of: addition.component) ?? addition.item.uid?.text ?? ""
    if let index = newFiles.firstIndex(where: { $0.folder == folder && UID($0.uid) == UID(uid) }) {
      newFiles[index].additions.append(addition)
    } else {
      newFiles.append(NewFile(folder: folder, uid: uid, additions: [addition]))
    }
  }

  private mutating func change(
    _ name: String, of list: ModelIdentifier, _ body: (inout Edit) -> Void
  ) throws(WorkError) {
    if edits[name] == nil {
      guard let file = reading.files[name] else { throw .editing(.change(.notFound(list))) }
      try file.input.requireEditable()
      edits[name] = Edit(
        file: file, isOfCollection: !file.content.isListOfItsOwn && !reading.isNamed(file.input))
    }
    if var edit = edits.removeValue(forKey: name) {
      body(&edit)
      edits[name] = edit
    }
  }

  private func list(_ identifier: ModelIdentifier) -> Catalog.ListNode? {
    reading.catalog.list(identifier)
  }

  private mutating func homes(of list: Catalog.ListNode) -> [String: CalendarContext] {
    if let known = homes[list.identifier] { return known }
    var known: [String: CalendarContext] = [:]
    let calendars = Set(list.calendars.map(ObjectIdentifier.init))
    for entry in list.entries {
      let calendar = entry.reminder.calendar
      guard let uid = entry.id.uid?.text, known[uid] == nil, calendars.contains(ObjectIdentifier(calendar))
      else { continue }
      known[uid] = calendar
    }
    homes[list.identifier] = known
    return known
  }

  private static func uid(of component: Component) -> String? {
    component.first(.uid).map(\.text).flatMap { $0.isEmpty ? nil : $0 }
  }
}
