package import ICalendar

/// What a patch names, in whatever list: what is looked for in a collection while its lists are not known yet. Any thread may ask.
package struct PatchNamed: Sendable {
  let patch: Patch
  /// Of each section of the patch what it says of each component.
  let pairs: [[PatchPair]]
  /// Of UIDs.
  private var numbers = NumberedKeys<ByteHash>()
  /// By number what the patch has of the first component with the UID, and of the others by their keys as they are written.
  private var versions: [Versions] = []
  private var others: [Int: [ItemKey: Versions]] = [:]
  private var kinds: Set<ComponentKind> = []

  /// What the patch has of a component.
  private struct Versions: Sendable {
    let base: Component?
    let theirs: Component?

    /// The one that is the same as this, byte for byte.
    func same(as component: Component) -> Component? {
      if let base, component.isRead(like: base) { return base }
      if let theirs, component.isRead(like: theirs) { return theirs }
      return nil
    }
  }

  /// - Parameter pipeline: what spreads the work over threads.
  package init(_ patch: Patch, on pipeline: some Pipeline = SerialPipeline()) {
    self.patch = patch
    pairs = patch.sections.map { PatchPair.all(in: $0, on: pipeline) }
    versions.reserveCapacity(pairs.reduce(0) { $0 + $1.count })
    for pair in pairs.joined() { add(pair) }
  }

  private mutating func add(_ pair: PatchPair) {
    let own = Versions(base: pair.base, theirs: pair.theirs)
    for component in [pair.base, pair.theirs] { if let component { kinds.insert(component.kind) } }
    let (number, isNew) = numbers.insert(pair.key.uid)
    guard !isNew else { return versions.append(own) }
    for component in [pair.base, pair.theirs].compactMap(\.self) {
      others[number, default: [:]][ItemKey(component)] = own
    }
  }

  /// The components of a batch whose UIDs the patch has.
  ///
  /// - Complexity: linear in the bytes of its components, each of which is looked up.
  package func sightings(in batch: ItemBatch) -> PatchSightings {
    var result = PatchSightings()
    // Those that are held with bytes of their own.
    var (positions, places): ([Int], [Int]) = ([], [])
    var row = -1
    for position in batch.indices {
      guard case .component(let kind) = batch.kind(at: position) else { continue }
      row += 1
      guard kind != .vtimezone, kinds.contains(kind), let component = batch.component(at: position) else {
        continue
      }
      let key = ItemKey(component)
      guard let number = numbers.number(of: key.uid) else { continue }
      let same = versions[number].same(as: component) ?? others[number]?[key]?.same(as: component)
      if same == nil {
        positions.append(position)
        places.append(result.found.count)
      }
      result.found.append(PatchSightings.Sighting(row: row, key: key, component: same ?? component))
    }
    for (place, component) in zip(places, batch.excerpt(of: positions)) {
      result.found[place].component = component
    }
    return result
  }
}

/// The components of a batch of an input whose UIDs a patch has, in their order.
package struct PatchSightings: Sendable {
  struct Sighting: Sendable {
    /// Which of all components of the batch it is.
    let row: Int
    /// As it is written: see ``ItemKey/resolved(in:)``.
    let key: ItemKey
    /// The component of the patch that is the same, byte for byte, so that its bytes need not be held twice; else with bytes that hold
    /// nothing else.
    fileprivate(set) var component: Component
  }

  fileprivate(set) var found: [Sighting] = []
}

extension ByteHash: HashedKey {}
