public import ICalendar

/// What a patch does to a collection: decided, and not yet written.
///
/// A patch is the difference of a base and of theirs; to apply it to ours is the three-way merge of these, component by component
/// (``ThreeWay``). What the patch does not name stays as it is, to the byte.
public struct PatchPlan: Sendable {
  /// What becomes of a component of the collection.
  enum Edit: Sendable {
    case replace([UInt8])
    case remove
  }

  /// A component that is put into a list.
  struct Addition: Sendable {
    let component: Component
    let uid: [UInt8]
  }

  /// A list that the collection does not have yet.
  public struct NewList: Sendable {
    public let name: Patch.ListName
    /// A whole calendar.
    public let text: [UInt8]
  }

  /// In the order of the patch.
  public private(set) var decisions: [PatchDecision] = []
  public private(set) var problems: [Diagnostic] = []
  public private(set) var newLists: [NewList] = []

  private(set) var edits: [PatchSearch.Place: Edit] = [:]
  /// By list of the collection.
  private(set) var additions: [[Addition]]
  private(set) var zones: [[String: Component]]
  private(set) var lines: [PatchLines?]
  /// Lists that the patch removes, and that nothing is left of.
  private(set) var dropped: Set<Int> = []

  private let search: PatchSearch
  private let options: PatchOptions

  /// - Parameter search: after all inputs were taken in.
  /// - Throws: ``PatchZoneConflict`` where the patch and the collection define a zone of one name differently.
  public init(_ search: PatchSearch, options: PatchOptions = PatchOptions()) throws(PatchZoneConflict) {
    (self.search, self.options) = (search, options)
    additions = search.counts.map { _ in [] }
    zones = search.counts.map { _ in [:] }
    lines = search.counts.map { _ in nil }
    var drafts: [(name: Patch.ListName, side: Patch.Side)] = []
    var left = search.counts
    for section in search.patch.sections {
      try apply(section, &drafts, &left)
    }
    let standing = Set(
      search.patch.sections.compactMap { section in
        section.theirs.flatMap { search.targets.index(of: $0.list) }
      })
    for section in search.patch.sections where section.theirs == nil {
      guard let list = section.base.flatMap({ search.targets.index(of: $0.list) }) else { continue }
      if left[list] == 0, !standing.contains(list) { dropped.insert(list) }
    }
    newLists = drafts.map { NewList(name: $0.name, text: Self.calendar($0.side)) }
  }

  /// How many decisions there are of each outcome.
  public var counts: [PatchDecision.Outcome: Int] {
    decisions.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 }
  }

  public var conflicts: Int { decisions.filter(\.isConflict).count }

  // MARK: Sections

  private mutating func apply(
    _ section: Patch.Section, _ drafts: inout [(name: Patch.ListName, side: Patch.Side)],
    _ left: inout [Int]
  ) throws(PatchZoneConflict) {
    let source = section.base.flatMap { search.targets.index(of: $0.list) }
    let target =
      section.theirs.flatMap { search.targets.index(of: $0.list) } ?? (section.theirs == nil ? source : nil)
    if let target, let theirs = section.theirs, let changed = theirs.lines {
      lines[target] = PatchLines(base: section.base?.lines ?? [], theirs: changed, options.preference)
    }
    var draft: Int?
    if target == nil, let theirs = section.theirs {
      draft = drafts.firstIndex { $0.name == theirs.list }
      if draft == nil {
        var side = theirs
        side.items = []
        drafts.append((theirs.list, side))
        draft = drafts.count - 1
      }
    }
    for pair in Self.pairs(section) {
      let ours = take(pair, source, target)
      let result = ThreeWay.merge(
        base: pair.base, ours: ours?.component, theirs: pair.theirs,
        options: ThreeWayOptions(
          preference: options.preference,
          zone: { tzid in
            ours?.calendar.zones.zone(tzid) ?? section.theirs?.zones.zone(tzid)
              ?? section.base?.zones.zone(tzid) ?? Zone.resolve(tzid: tzid)?.zone
          }))
      let outcome = outcome(ours, result.component, target, pair)
      note(pair, ours, result, outcome, target ?? source)
      var added = result.siblings
      switch outcome {
      case .unchanged: break
      case .removed:
        if let ours {
          edits[ours.place] = .remove
          left[ours.list] -= 1
        }
      case .changed:
        if let ours, let component = result.component {
          edits[ours.place] = .replace(Self.bytes(component, lineEnd: ours.component.lineEnd))
          try bring(Set(ZoneDifferences.names(of: component)), to: ours.list, section, ours.calendar)
        }
      case .added, .moved:
        if let ours {
          edits[ours.place] = .remove
          left[ours.list] -= 1
        }
        if let component = result.component { added.insert(component, at: 0) }
      }
      for component in added {
        if let target {
          additions[target].append(Addition(component: component, uid: pair.key.uid))
          left[target] += 1
          try bring(Set(ZoneDifferences.names(of: component)), to: target, section, nil)
        } else if let draft {
          drafts[draft].side.items.append(component)
        }
      }
    }
  }

  private struct Pair {
    let key: ItemKey
    /// Of several with one key, the first is 0.
    let holder: Int
    var base: Component?
    var theirs: Component?
  }

  /// What was and what is, by key: first what is, in its order.
  private static func pairs(_ section: Patch.Section) -> [Pair] {
    var result: [Pair] = []
    var places: [ItemKey: [Int]] = [:]
    for item in section.theirs?.items ?? [] {
      let key = ItemKey(item, zones: section.theirs?.zones ?? .empty)
      result.append(Pair(key: key, holder: places[key]?.count ?? 0, theirs: item))
      places[key, default: []].append(result.count - 1)
    }
    var seen: [ItemKey: Int] = [:]
    for item in section.base?.items ?? [] {
      let key = ItemKey(item, zones: section.base?.zones ?? .empty)
      let holder = seen[key, default: 0]
      seen[key] = holder + 1
      if let known = places[key], holder < known.count {
        result[known[holder]].base = item
      } else {
        result.append(Pair(key: key, holder: holder, base: item))
      }
    }
    return result
  }

  /// The collection's version: in the list that the patch means, or where it has moved to already.
  private func take(_ pair: Pair, _ source: Int?, _ target: Int?) -> PatchSearch.Found? {
    for list in [source, target].compactMap(\.self) {
      if let found = search.found[list][pair.key], pair.holder < found.count { return found[pair.holder] }
    }
    return nil
  }

  private func outcome(
    _ ours: PatchSearch.Found?, _ result: Component?, _ target: Int?, _ pair: Pair
  ) -> PatchDecision.Outcome {
    guard let ours else { return result == nil ? .unchanged : .added }
    guard let result else { return .removed }
    // What is only removed by the patch, and stays all the same, stays where it is.
    if pair.theirs != nil, target != ours.list { return .moved }
    // Another spelling is no change.
    return result.isEqual(to: ours.component) ? .unchanged : .changed
  }

  private mutating func note(
    _ pair: Pair, _ ours: PatchSearch.Found?, _ result: ThreeWayResult, _ outcome: PatchDecision.Outcome,
    _ list: Int?
  ) {
    guard let named = result.component ?? ours?.component ?? pair.theirs ?? pair.base else { return }
    decisions.append(
      PatchDecision(
        component: named.name, uid: named.first(.uid)?.rawText ?? "",
        recurrenceID: named.first(.recurrenceID)?.rawText, title: named.first(.summary)?.text ?? "",
        list: list.map { search.targets.lists[$0].title } ?? "", outcome: outcome, fields: result.decisions))
  }

  // MARK: Zones

  /// Sees to it that a list's calendar defines the zones of what is put into it.
  ///
  /// - Parameter calendar: the one of the component; nil for what is added, which goes to the list's first.
  private mutating func bring(
    _ names: Set<String>, to list: Int, _ section: Patch.Section, _ calendar: CalendarContext?
  ) throws(PatchZoneConflict) {
    for tzid in names.sorted() {
      let sides = [section.theirs, section.base].compactMap(\.self)
      guard let definition = sides.lazy.compactMap({ $0.zones.definitions[tzid] }).first else { continue }
      let home = calendar ?? (search.collections.contains(list) ? nil : search.calendar(of: list))
      let known = home?.zones.definitions[tzid]
      guard let known else {
        zones[list][tzid] = definition
        continue
      }
      let clocks = [known, definition].map { try? Zone(vtimezone: $0) }
      guard clocks[0]?.canonicalOffsets != clocks[1]?.canonicalOffsets else { continue }
      throw PatchZoneConflict(
        tzid: tzid, file: home?.file ?? "", line: known.lineNumber, patchLine: definition.lineNumber)
    }
  }

  // MARK: Text

  private static func calendar(_ side: Patch.Side) -> [UInt8] {
    var bytes = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Listo//Listo//EN\r\n".utf8)
    for line in side.lines ?? [] { bytes += ContentLineText.fold(line[...]) }
    for (_, zone) in side.zones.definitions.sorted(by: { $0.key < $1.key }) {
      bytes += zone.standingAlone().bytes
    }
    for item in side.items { bytes += item.standingAlone().bytes }
    return bytes + Array("END:VCALENDAR\r\n".utf8)
  }

  /// A component with the line ends of the file that it is put into.
  static func bytes(_ component: Component, lineEnd: [UInt8]) -> [UInt8] {
    let bytes = Array(component.standingAlone().bytes)
    guard lineEnd != component.lineEnd || lineEnd != ContentLineText.crlf else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
      if byte == 0x0A { result += lineEnd } else { result.append(byte) }
    }
    return result
  }
}
