internal import ICalendar

/// What a patch names, list by list: what it asks for of what was found (``PatchNamed``).
struct PatchWanted: Sendable {
  /// What the patch names of one list.
  struct List: Sendable {
    private var numbers = NumberedKeys<ItemKey>()
    /// What the components are; of those without a kind of their own the names.
    private var kinds: Set<ComponentKind> = []
    private var names: Set<String> = []
    private var lastKind: ComponentKind?
    /// Where each item has a file: the UIDs.
    private(set) var uids: Set<[UInt8]> = []

    /// How many keys there are.
    var count: Int { numbers.count }

    func number(of key: ItemKey) -> Int? { numbers.number(of: key) }

    /// Some of what is named has the component's name.
    func names(_ component: Component) -> Bool {
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
}
