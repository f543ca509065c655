package import ICalendar

/// The changes that a patch makes to a collection: decided, and not yet written.
///
/// A patch is the difference of a base and of theirs; to apply it to ours is the three-way merge of these,
/// component by component (``ThreeWay``). All that the patch does not name stays as it is, to the byte.
package struct PatchPlan: Sendable {
  /// The change to a component of the collection.
  enum Edit: Sendable {
    case replace(ArraySlice<UInt8>)
    case remove
  }

  /// A component that is put into a list.
  struct Addition: Sendable {
    let component: Component
    let uid: [UInt8]
  }

  /// A list of the patch that the collection does not have, as it is put together.
  private struct Draft {
    let name: Patch.ListName
    /// The patch brings it; else it has only what the patch changed in one that the collection lost.
    var isNew: Bool
    var lines: [[UInt8]]
    var items: [Addition] = []
  }

  /// In the order of the patch.
  package private(set) var decisions: [PatchDecision] = []
  /// The decisions on the lists' own lines, in the order of the patch.
  package internal(set) var listDecisions: [PatchDecision] = []
  /// The warnings about changes of the patch that have no place in the collection.
  package internal(set) var problems: [Diagnostic] = []
  /// Lists that are made.
  package private(set) var newLists: [NewPatchList] = []

  private(set) var edits: [PatchSearch.Place: Edit] = [:]
  /// By list of the collection.
  private(set) var additions: [[Addition]]
  /// The items that are added to the file of their UID, where each item has a file.
  private(set) var fileAdditions: [PatchZones.Home: [Addition]] = [:]
  private(set) var zones = PatchZones()
  var lines: [PatchLines.Outcome?]
  /// The changed metadata beside the files of a vdir, by its number among the targets.
  package internal(set) var metadata: [Int: CollectionMetadata] = [:]
  /// Lists that the patch removes, and that nothing is left of.
  private(set) var dropped: Set<Int> = []

  let search: PatchSearch
  let options: PatchOptions

  /// Decides what becomes of all that the patch names.
  ///
  /// - Parameters:
  ///   - search: after all inputs were taken in.
  ///   - pipeline: how the work is shared; what comes of it does not depend on that.
  package init(
    _ search: PatchSearch, options: PatchOptions = PatchOptions(),
    on pipeline: some Pipeline = SerialPipeline()
  ) {
    (self.search, self.options) = (search, options)
    additions = search.counts.map { _ in [] }
    lines = search.counts.map { _ in nil }
    var drafts: [Draft] = []
    var left = search.counts
    for (number, section) in search.patch.sections.enumerated() {
      apply(section, search.pairs[number], &drafts, &left, on: pipeline)
    }
    let standing = Set(
      search.patch.sections.compactMap { section in
        section.theirs.flatMap { search.names.index(ofNew: $0.list) }
      })
    for section in search.patch.sections where section.theirs == nil {
      guard let list = section.base.flatMap({ search.names.index(ofOld: $0.list) }) else { continue }
      if left[list] == 0, !standing.contains(list) { dropped.insert(list) }
    }
    newLists = drafts.enumerated().filter { $1.isNew || !$1.items.isEmpty }.map { number, draft in
      NewPatchList(
        name: draft.name, sharesFile: search.patch.hasOthers(inFileOf: draft.name), lines: draft.lines,
        items: draft.items, zones: zones.added[.newList(number)] ?? [:])
    }
  }

  /// How many decisions there are of each outcome.
  package var counts: [PatchDecision.Outcome: Int] {
    decisions.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 }
  }

  /// How many decisions are conflicts.
  package var conflicts: Int { (listDecisions + decisions).filter(\.isConflict).count }

  /// Zones that have another name in the collection than in the patch.
  package var zoneConflicts: [PatchZoneConflict] { zones.conflicts }

  // MARK: Sections

  private mutating func apply(
    _ section: Patch.Section, _ pairs: [PatchPair], _ drafts: inout [Draft], _ left: inout [Int],
    on pipeline: some Pipeline
  ) {
    let source = section.base.flatMap { search.names.index(ofOld: $0.list) }
    let target = section.theirs.map { search.names.index(ofNew: $0.list) } ?? source
    if let target, let theirs = section.theirs, let changed = theirs.lines {
      apply(base: section.base?.lines ?? [], theirs: changed, to: target)
    }
    var draft: Int?
    if target == nil, let theirs = section.theirs {
      draft = drafts.firstIndex { $0.name == theirs.list }
      if draft == nil {
        drafts.append(
          Draft(name: theirs.list, isNew: section.base == nil, lines: theirs.lines ?? theirs.list.lines))
        draft = drafts.count - 1
      }
    }
    let meeting = PatchMeeting(
      search: search, section: section, source: source, target: target, draft: draft,
      preference: options.preference)
    settle(pairs, meeting, on: pipeline) { plan, merge in
      for addition in plan.take(merge, meeting, &left) {
        switch (target, draft) {
        case (let target?, _):
          if plan.search.targets[target].metadata != nil, let file = addition.file {
            plan.fileAdditions[file, default: []].append(addition.item)
          } else {
            plan.additions[target].append(addition.item)
          }
          left[target] += 1
        case (nil, let draft?): drafts[draft].items.append(addition.item)
        case (nil, nil): break
        }
      }
    }
  }

  /// Merges pairs on any thread, and hands on what comes of them in their order.
  private mutating func settle(
    _ pairs: [PatchPair], _ meeting: PatchMeeting, on pipeline: some Pipeline,
    _ take: (inout PatchPlan, PatchMerge.Settled) -> Void
  ) {
    let named = meeting.keepsNames(&zones) ? [] : named(pairs, meeting)
    pipeline.inShares(of: pairs.indices) { [zones] numbers in
      if !named.isEmpty { return named[numbers].map(\.settled) }
      // One for all: threads count the references of each copy against each other.
      var zones = zones
      return numbers.map { meeting.merge(of: pairs[$0], &zones).settled }
    } consume: { (merges: [PatchMerge.Settled]) in
      for merge in merges { take(&self, merge) }
    }
  }

  /// The pairs with what they meet; empty where all zones have the names that they have, so that nothing of
  /// the pairs need be held.
  ///
  /// Zones are named for all pairs first, in their order; those of what is put elsewhere as it is taken.
  /// Nothing else of a pair depends on another.
  private mutating func named(_ pairs: [PatchPair], _ meeting: PatchMeeting) -> [PatchMerge] {
    let before = zones
    var named: [PatchMerge] = []
    for (number, pair) in pairs.enumerated() {
      let merge = meeting.merge(of: pair, &zones)
      guard zones.hasOffers else { continue }
      if named.isEmpty, number > 0 {
        // The pairs before the first offer had nothing to be renamed.
        var unchanged = before
        named = pairs[..<number].map { meeting.merge(of: $0, &unchanged) }
      }
      named.append(merge)
    }
    return named
  }

  /// Makes what became of a pair a part of the plan.
  ///
  /// - Returns: what comes new, with the file of its UID, where it has one.
  private mutating func take(
    _ merge: PatchMerge.Settled, _ meeting: PatchMeeting, _ left: inout [Int]
  ) -> [(item: Addition, file: PatchZones.Home?)] {
    let (work, ours) = (merge.work, merge.work.found)
    note(merge)
    var added = merge.siblings
    switch merge.outcome {
    case .unchanged: break
    case .removed:
      if let ours {
        edits[ours.place] = .remove
        left[ours.list] -= 1
      }
    case .changed:
      if let ours, let component = merge.component {
        edits[ours.place] = .replace(merge.bytes)
        zones.bring(component, to: work.home)
      }
    case .added, .moved:
      if let ours {
        edits[ours.place] = .remove
        left[ours.list] -= 1
      }
      if let component = merge.component { added.insert(component, at: 0) }
    }
    return added.map { found in
      // A losing version that is kept has a UID of its own.
      let uid = found.first(.uid).map { Array($0.value) } ?? work.pair.uid
      let place = meeting.addition(uid) ?? work.addition
      let component = zones.naming(found, work.zones, at: place.home, place.calendar)
      zones.bring(component, to: place.home)
      return (Addition(component: component, uid: uid), place.calendar == nil ? nil : place.home)
    }
  }

  private mutating func note(_ merge: PatchMerge.Settled) {
    let work = merge.work
    guard let named = merge.component ?? work.found?.component ?? work.pair.theirs ?? work.pair.base else {
      return
    }
    let list = work.target ?? work.source
    decisions.append(
      PatchDecision(
        subject: .component(named), list: list.map { search.targets[$0].name.title } ?? "",
        outcome: merge.outcome, told: merge.fields))
  }

  // MARK: Text

  /// A component with the line ends of the file that it is put into.
  package static func bytes(_ component: Component, lineEnd: [UInt8]) -> [UInt8] {
    Array(slice(component, lineEnd: lineEnd))
  }

  /// The same, without a copy of what stays as it is.
  static func slice(_ component: Component, lineEnd: [UInt8]) -> ArraySlice<UInt8> {
    let bytes = component.standingAlone().bytes
    guard lineEnd != component.lineEnd || lineEnd != ContentLineText.crlf else { return bytes }
    return written(Array(bytes), lineEnd: lineEnd)[...]
  }

  private static func written(_ bytes: [UInt8], lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let start = byte == 0x0A ? index - 1 : index
      let isCRLF = start >= 0 && start + 1 < bytes.count && bytes[start] == 0x0D && bytes[start + 1] == 0x0A
      // A line that ends in a carriage return itself needs CRLF behind it.
      if isCRLF, start > 0, bytes[start - 1] == 0x0D {
        result.append(byte)
      } else if byte == 0x0A {
        result += lineEnd
      } else if !isCRLF {
        result.append(byte)
      }
    }
    return result
  }
}
