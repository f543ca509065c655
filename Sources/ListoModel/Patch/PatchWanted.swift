internal import ICalendar

/// What a patch names, list by list: what is looked for in a collection. Any thread may ask.
package struct PatchWanted: Sendable {
  /// What the patch names of one list.
  struct List: Sendable {
    private var numbers: [ItemKey: Int32] = [:]
    /// By number, what the patch has.
    private(set) var versions: [(base: Component?, theirs: Component?)] = []
    /// The names of the components, as `VTODO`.
    private(set) var names: Set<String> = []
    /// Where each item has a file: the UIDs.
    private(set) var uids: Set<[UInt8]> = []

    /// How many keys there are.
    var count: Int { versions.count }

    func number(of key: ItemKey) -> Int? { numbers[key].map(Int.init) }

    fileprivate mutating func add(_ pairs: [PatchPair], hasFiles: Bool) {
      numbers.reserveCapacity(numbers.count + pairs.count)
      versions.reserveCapacity(versions.count + pairs.count)
      for pair in pairs {
        if hasFiles { uids.insert(pair.uid) }
        guard numbers[pair.key] == nil else { continue }
        numbers[pair.key] = Int32(versions.count)
        versions.append((pair.base, pair.theirs))
        for component in [pair.base, pair.theirs] { if let component { names.insert(component.name) } }
      }
    }
  }

  private(set) var lists: [List]

  init(_ patch: Patch, _ pairs: [[PatchPair]], in targets: [PatchTarget], _ names: PatchTargets) {
    lists = targets.map { _ in List() }
    for (section, pairs) in zip(patch.sections, pairs) {
      let places = [
        section.base.flatMap { names.index(ofOld: $0.list) },
        section.theirs.flatMap { names.index(ofNew: $0.list) },
      ]
      for list in Set(places.compactMap(\.self)) {
        lists[list].add(pairs, hasFiles: targets[list].metadata != nil)
      }
    }
  }

  /// What a component of the collection is to the patch.
  struct Match: Sendable {
    /// The number of its key among those of the list; nil where the patch names only others of its UID.
    let number: Int?
    /// Its UID, where each item of the list has a file.
    let fileUID: [UInt8]?
    /// The component of the patch that is the same, byte for byte, so that its bytes need not be held twice.
    let same: Component?
  }

  /// Nil for one that the patch does not name.
  func match(of component: Component, in calendar: CalendarContext, list: Int) -> Match? {
    let wanted = lists[list]
    guard wanted.count > 0, wanted.names.contains(component.name) else { return nil }
    let number = wanted.number(of: ItemKey(component, zones: calendar.zones))
    var fileUID: [UInt8]?
    if !wanted.uids.isEmpty {
      let uid = ItemKey.uid(of: component)
      if wanted.uids.contains(uid) { fileUID = uid }
    }
    guard number != nil || fileUID != nil else { return nil }
    let same = number.map { wanted.versions[$0] }.flatMap { versions in
      [versions.base, versions.theirs].lazy.compactMap(\.self).first { component.isRead(like: $0) }
    }
    return Match(number: number, fileUID: fileUID, same: same)
  }

  /// The parts of the patch that a batch of an input has.
  ///
  /// - Parameters:
  ///   - number: which list a calendar is.
  /// - Complexity: linear in the bytes of its components, each of which is looked up.
  package func sightings(
    in batch: SurveyedBatch, list number: (Survey.Calendar) -> Int?
  ) -> PatchSightings {
    var result = PatchSightings()
    // Those that are held with bytes of their own.
    var (positions, places): ([Int], [Int]) = ([], [])
    var run: (calendar: Survey.Calendar, list: Int?)?
    batch.forEachIndex { position, calendar, ordinal in
      guard case .component(let kind) = batch.batch.kind(at: position), kind != .vtimezone, let calendar,
        let component = batch.batch.component(at: position)
      else { return }
      if run?.calendar !== calendar { run = (calendar, number(calendar)) }
      guard let list = run?.list else { return }
      result.count(list)
      guard let match = match(of: component, in: calendar.context, list: list) else { return }
      if match.number != nil, match.same == nil {
        positions.append(position)
        places.append(result.found.count)
      }
      result.found.append(
        PatchSightings.Sighting(
          match: match, component: match.same, calendar: calendar.context, list: list, ordinal: ordinal))
    }
    for (place, component) in zip(places, batch.batch.excerpt(of: positions)) {
      result.found[place].component = component
    }
    return result
  }
}

/// The parts of a patch that a batch of an input has, in its order.
package struct PatchSightings: Sendable {
  struct Sighting: Sendable {
    let match: PatchWanted.Match
    /// With bytes that hold nothing else; nil where the patch names only others of its UID.
    var component: Component?
    let calendar: CalendarContext
    let list: Int
    let ordinal: Int
  }

  /// Of each list, how many components but zones there are.
  private(set) var counts: [(list: Int, count: Int)] = []
  fileprivate(set) var found: [Sighting] = []

  fileprivate mutating func count(_ list: Int) {
    if counts.last?.list == list { counts[counts.count - 1].count += 1 } else { counts.append((list, 1)) }
  }
}
