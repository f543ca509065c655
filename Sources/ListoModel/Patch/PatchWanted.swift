internal import ICalendar

/// The components that a patch names, list by list, to be looked for in a collection. Any thread may ask.
package struct PatchWanted: Sendable {
  /// The components that the patch names of one list.
  struct List: Sendable {
    private var numbers = NumberedKeys<ItemKey>()
    /// By number, what the patch has.
    private(set) var versions: [(base: Component?, theirs: Component?)] = []
    /// The kinds of the components; of those without a kind of their own the names.
    private var kinds: Set<ComponentKind> = []
    private var names: Set<String> = []
    private var lastKind: ComponentKind?
    /// Where each item has a file: the UIDs.
    private(set) var uids: Set<[UInt8]> = []

    /// How many keys there are.
    var count: Int { versions.count }

    func number(of key: ItemKey) -> Int? { numbers.number(of: key) }

    /// Some of what is named has the component's name.
    fileprivate func names(_ component: Component) -> Bool {
      let kind = component.kind
      return kind == lastKind
        || kinds.contains(kind) && (kind != .other || names.contains(component.name))
    }

    private mutating func note(_ component: Component) {
      let kind = component.kind
      guard kind == .other || kind != lastKind else { return }
      kinds.insert(kind)
      if kind == .other { names.insert(component.name) } else { lastKind = kind }
    }

    fileprivate mutating func add(_ pairs: [PatchPair], hasFiles: Bool) {
      for pair in pairs {
        if hasFiles { uids.insert(pair.uid) }
        guard numbers.insert(pair.key).isNew else { continue }
        versions.append((pair.base, pair.theirs))
        if let base = pair.base { note(base) }
        if let theirs = pair.theirs { note(theirs) }
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

  /// The match of a component of the collection with the patch.
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
    guard lists[list].count > 0, lists[list].names(component) else { return nil }
    let number = lists[list].number(of: ItemKey(component, zones: calendar.zones))
    var fileUID: [UInt8]?
    if !lists[list].uids.isEmpty {
      let uid = ItemKey.uid(of: component)
      if lists[list].uids.contains(uid) { fileUID = uid }
    }
    guard number != nil || fileUID != nil else { return nil }
    var same: Component?
    if let number {
      let (base, theirs) = lists[list].versions[number]
      if let base, component.isRead(like: base) {
        same = base
      } else if let theirs, component.isRead(like: theirs) {
        same = theirs
      }
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
