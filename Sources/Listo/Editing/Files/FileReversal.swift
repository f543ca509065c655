internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform

/// Brings changes that were written down into files that may have changed since.
struct FileReversal {
  /// Where a file says something else than what the change was made of.
  private(set) var clashes: [EditingFailure.Clash] = []

  /// - Parameter later: all later changes of the file that the journal has, the oldest first.
  /// - Returns: what becomes of the file as it is now; nil where nothing is to be done.
  /// - Throws: ``WorkError`` where it cannot be read.
  mutating func take(
    _ file: JournalEntry.File, later: [JournalEntry.File] = []
  ) throws(WorkError) -> ChangedFile? {
    let change = file.change
    let current: [UInt8]?
    do throws(SystemError) {
      current = try SmallFile.bytes(change.path, limit: .max)
    } catch {
      throw .store(StoreError(.unreadable, path: change.path, reason: error.reason))
    }
    guard let bytes = current else {
      switch change.kind {
      case .created: return try ChangedFile(change, of: [])
      case .removed: return nil
      case .changed:
        clash(change.path, change.path, wanted: [], standing: ["(the file is gone)"])
        return nil
      }
    }
    if file.isBefore(bytes) { return try ChangedFile(change, of: bytes) }
    if file.isAfter(bytes) { return nil }
    if change.kind == .created {
      clash(change.path, change.path, wanted: [], standing: ["(another file is there)"])
      return nil
    }
    return try byComponent(change, bytes, LaterChanges(since: file.inverse, later, bytes))
  }

  private mutating func byComponent(
    _ change: FileChange, _ bytes: [UInt8], _ later: LaterChanges?
  ) throws(WorkError) -> ChangedFile? {
    var reversal = ComponentReversal(bytes, change.path, later)
    for splice in change.splices where change.kind != .removed || splice.item != nil {
      reversal.take(splice, beside: change.splices)
    }
    clashes += reversal.clashes
    let splices = reversal.splices
    guard !splices.isEmpty else { return nil }
    if change.kind == .removed, reversal.isEmptied {
      // Everything that was added to the file since has been removed by others.
      let whole = FileChange.Splice(offset: 0, old: bytes)
      return try ChangedFile(
        FileChange(change.path, .removed, [whole], ownsFolder: change.ownsFolder), of: bytes)
    }
    return try ChangedFile(FileChange(change.path, .changed, splices), of: bytes)
  }

  private mutating func clash(_ path: String, _ title: String, wanted: [String], standing: [String]) {
    clashes.append(EditingFailure.Clash(path: path, title: title, wanted: wanted, standing: standing))
  }
}

/// Brings splices into a file that is another than the one that they were made for, component by component.
///
/// Where only changes of the journal came in between, these say where everything stands. Else components are
/// found by their names in the calendar of their list, and what is put in goes behind the last component
/// there.
struct ComponentReversal {
  private struct Item {
    let component: Component
    let offset: Int
    /// The index of the calendar that it stands in.
    let calendar: Int
  }

  private let bytes: [UInt8]
  private let path: String
  private let items: [Item]
  private let calendars: [FileLayout.Calendar]
  /// The lists of the calendars, where there are several.
  private let lists: [ModelIdentifier.Name]
  private let later: LaterChanges?
  private var found: [FileChange.Splice] = []
  private(set) var clashes: [EditingFailure.Clash] = []

  init(_ bytes: [UInt8], _ path: String, _ later: LaterChanges?) {
    (self.bytes, self.path, self.later) = (bytes, path, later)
    let calendars = (try? FileLayout(bytes, limits: ReadingLimits(), lines: []).calendars) ?? []
    self.calendars = calendars
    lists = calendars.count > 1 ? Self.lists(bytes, path) : []
    var items: [Item] = []
    var calendar = 0
    // Bytes in memory can be read.
    try? FilePiece.forEach(in: MemorySource(bytes)) { piece in
      guard let component = piece.component else { return }
      let offset = piece.range.lowerBound
      while calendar < calendars.count - 1, calendars[calendar].after <= offset { calendar += 1 }
      items.append(Item(component: component, offset: offset, calendar: calendar))
    }
    self.items = items
  }

  /// The name of the list that each calendar of a file is.
  private static func lists(_ bytes: [UInt8], _ path: String) -> [ModelIdentifier.Name] {
    guard let input = InputTree([path]).inputs.first else { return [] }
    var names = ListNames()
    let survey = try? Survey(
      of: MemorySource(bytes), file: path, fileName: input.fileName, in: input.folder, names: &names)
    return survey?.calendars.map(\.list) ?? []
  }

  /// In the order of the file.
  var splices: [FileChange.Splice] {
    found.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(
      \.element)
  }

  /// No component but zones would be left.
  var isEmptied: Bool {
    let gone = Set(found.filter { $0.new.isEmpty }.map(\.offset))
    return items.allSatisfy { $0.component.kind == .vtimezone || gone.contains($0.offset) }
      && found.allSatisfy { $0.new.isEmpty }
  }

  /// - Parameter others: all splices of the change.
  mutating func take(_ splice: FileChange.Splice, beside others: [FileChange.Splice]) {
    if splice.old == splice.new { return }
    if let place = later?.place(of: splice.offset..<splice.offset + splice.old.count) {
      return take(splice, at: place, beside: others)
    }
    if !splice.old.isEmpty, let offset = onlyPlace(of: splice.old) {
      return replace(splice.old, at: offset, with: splice.new, splice.item)
    }
    let (old, new) = (Component(splice.old), Component(splice.new))
    guard let named = new ?? old, let item = splice.item else {
      // A calendar's own lines, or a zone: one that is there already, or that others need by now, stays.
      if let new, new.kind == .vtimezone {
        // It came with a reminder, or went with one.
        guard let calendar = others.compactMap(\.item).compactMap(calendar(of:)).first else {
          return clash("the list", wanted: splice.new, standing: [])
        }
        if !holdsZone(new, in: calendar) { insert(splice, into: calendar) }
      }
      if splice.item == nil, old?.kind == .vcalendar || old == nil && new == nil {
        clash("the list", wanted: splice.new, standing: items.isEmpty ? [] : header)
      }
      return
    }
    guard let calendar = calendar(of: item) else {
      return clash(splice.new, of: named, [])
    }
    let standing = versions(of: named, in: calendar)
    if standing.contains(where: { $0.component.bytes.elementsEqual(splice.new) }) { return }
    switch (old, new, standing.count) {
    case (nil, _?, 0): insert(splice, into: calendar)
    // It went already.
    case (_?, nil, 0): return
    case (let old?, let new?, 1): merge(old, new, standing[0].component, standing[0].offset, splice.item)
    default:
      clash(splice.new, of: named, standing)
    }
  }

  /// Takes a splice whose place is known.
  private mutating func take(
    _ splice: FileChange.Splice, at place: LaterChanges.Place, beside others: [FileChange.Splice]
  ) {
    let new = Component(splice.new)
    switch place {
    case .standing(let range) where bytes[range].elementsEqual(splice.old):
      if splice.old.isEmpty, let new, let calendar = calendar(at: range.lowerBound) {
        if new.kind == .vtimezone, holdsZone(new, in: calendar) { return }
        let standing = versions(of: new, in: calendar)
        if !standing.isEmpty { return clash(splice.new, of: new, standing) }
      }
      // Others may need a zone by now.
      if splice.new.isEmpty, splice.item == nil, Component(splice.old)?.kind == .vtimezone { return }
      replace(splice.old, at: range.lowerBound, with: splice.new, splice.item)
    case .standing(let range):
      let current = Array(bytes[range])
      guard let old = Component(splice.old), let new, let standing = Component(current),
        Self.isSame(standing, old)
      else {
        return clash(
          Component(splice.old).map(Self.title) ?? "the list", wanted: splice.new, standing: current)
      }
      merge(old, new, standing, range.lowerBound, splice.item)
    case .gone:
      // A component that is to be deleted is deleted already, unless it was moved since, or this change adds
      // it in another place.
      let old = Component(splice.old)
      let isElsewhere = old.map { old in
        items.contains { Self.isSame($0.component, old) }
          || others.contains { other in
            other != splice && (Component(other.new).map { Self.isSame($0, old) } ?? false)
          }
      }
      guard !splice.new.isEmpty || isElsewhere ?? false else { return }
      clash((new ?? old).map(Self.title) ?? "the list", wanted: splice.new, standing: [])
    }
  }

  private static func title(_ component: Component) -> String {
    component.first(.summary)?.text ?? component.first(.uid)?.text ?? ""
  }

  /// The calendar that is the list of a reminder; nil where several may be, or none is.
  private func calendar(of item: ModelIdentifier) -> Int? {
    guard calendars.count > 1 else { return calendars.isEmpty ? nil : 0 }
    let places = lists.indices.filter { lists[$0] == item.list && $0 < calendars.count }
    return places.count == 1 ? places[0] : nil
  }

  private func calendar(at offset: Int) -> Int? {
    calendars.firstIndex { offset <= $0.end.offset }
  }

  /// Keeps later changes elsewhere in the same reminder.
  private mutating func merge(
    _ old: Component, _ new: Component, _ standing: Component, _ offset: Int, _ item: ModelIdentifier?
  ) {
    let options = ThreeWayOptions(preference: .ours)
    let result = ThreeWay.merge(base: old, ours: standing, theirs: new, options: options)
    guard let merged = result.component, !result.isConflict else {
      let lines = LineClash(old: old, new: new, standing: standing)
      return clash(Self.title(new), wanted: lines.wanted, standing: lines.standing)
    }
    replace(Array(standing.bytes), at: offset, with: Array(merged.bytes), item)
  }

  private mutating func replace(_ old: [UInt8], at offset: Int, with new: [UInt8], _ item: ModelIdentifier?) {
    let line = bytes[..<offset].lineFeedCount + 1
    found.append(FileChange.Splice(offset: offset, line: line, old: old, new: new, item: item))
  }

  private mutating func insert(_ splice: FileChange.Splice, into calendar: Int) {
    guard let component = Component(splice.new) else {
      return clash("the list", wanted: splice.new, standing: [])
    }
    let (place, lineEnd) = (calendars[calendar].place, calendars[calendar].lineEnd)
    found.append(
      FileChange.Splice(
        offset: place.offset, line: place.line, new: PatchPlan.bytes(component, lineEnd: lineEnd),
        item: splice.item))
  }

  private func holdsZone(_ zone: Component, in calendar: Int) -> Bool {
    let tzid = zone.first(.tzid)?.text
    return items.contains {
      $0.calendar == calendar && $0.component.kind == .vtimezone && $0.component.first(.tzid)?.text == tzid
    }
  }

  private static func isSame(_ left: Component, _ right: Component) -> Bool {
    guard left.kind == right.kind, let uid = left.first(.uid)?.text, !uid.isEmpty else { return false }
    return UID(uid) == right.first(.uid).map { UID($0.text) }
      && left.first(.recurrenceID)?.rawText == right.first(.recurrenceID)?.rawText
  }

  /// Where these bytes stand, if that is once.
  private func onlyPlace(of part: [UInt8]) -> Int? {
    // Components first: they are few.
    let places = items.filter { $0.component.bytes.elementsEqual(part) }.map(\.offset)
    if places.count == 1 { return places[0] }
    guard places.isEmpty, Component(part)?.kind ?? .vcalendar == .vcalendar else { return nil }
    return bytes.onlyRange(of: part)
  }

  private func versions(of component: Component, in calendar: Int) -> [Item] {
    items.filter { $0.calendar == calendar && Self.isSame($0.component, component) }
  }

  private var header: [UInt8] { Array(bytes[..<(items.first?.offset ?? bytes.count)]) }

  private mutating func clash(_ wanted: [UInt8], of component: Component, _ standing: [Item]) {
    clash(
      Self.title(component), wanted: wanted, standing: standing.flatMap { Array($0.component.bytes) })
  }

  private mutating func clash(_ title: String, wanted: [UInt8], standing: [UInt8]) {
    clash(title, wanted: Self.lines(wanted), standing: Self.lines(standing))
  }

  private mutating func clash(_ title: String, wanted: [String], standing: [String]) {
    clashes.append(EditingFailure.Clash(path: path, title: title, wanted: wanted, standing: standing))
  }

  static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { String($0) }
  }
}

/// The lines of a component that two changes want differently.
struct LineClash {
  let wanted: [String]
  let standing: [String]

  /// - Parameters:
  ///   - old: what the change was made of.
  ///   - new: what it makes.
  ///   - standing: what is there instead of `old`.
  init(old: Component, new: Component, standing: Component) {
    let lines = [old, new, standing].map { ComponentReversal.lines(Array($0.bytes)) }
    wanted = lines[1].filter { !lines[0].contains($0) }
    self.standing = lines[2].filter { !lines[0].contains($0) }
  }
}

extension [UInt8] {
  /// Where a part stands, if that is once.
  ///
  /// - Complexity: linear in practice; the product of both counts at worst.
  func onlyRange(of part: [UInt8]) -> Int? {
    guard let first = part.first, part.count <= count else { return nil }
    var place: Int?
    for index in 0...(count - part.count) where self[index] == first {
      guard self[index..<index + part.count].elementsEqual(part) else { continue }
      guard place == nil else { return nil }
      place = index
    }
    return place
  }
}
