/// Which list of a collection each list of a patch is.
///
/// Those that the patch found come first, those that it does not change among them: one are those that say
/// the same of themselves, then those of one identifier, and, unless both say in their calendars what they
/// are and say different things, those of one title, then those of one file name. A list that comes new is
/// one of those that are left only where its identifier and its title are the same: so it is found where the
/// patch has been applied already, and never poured into another. Where the collection has a single list, and
/// the patch found a single one, these two are one.
struct PatchTargets: Sendable {
  /// The lists of the collection.
  let lists: [Patch.ListName]
  /// By the names that they had, and that they have.
  private var old: [Patch.ListName: Int] = [:]
  private var new: [Patch.ListName: Int] = [:]

  init(_ patch: Patch, in lists: [Patch.ListName]) {
    self.lists = lists
    let groups = Self.groups(patch)
    let found = groups.indices.filter { groups[$0].old != nil }
    // Lists that stay come first, so that a removed list takes no list from them.
    let order = found.filter { groups[$0].new != nil } + found.filter { groups[$0].new == nil }
    var matches = Matches(lists, count: groups.count)
    let added = groups.indices.filter { groups[$0].old == nil }
    for key in Key.allCases {
      matches.find(order, groups, by: key)
      // Before weaker keys: a list that the patch removed must not be taken for one that it added.
      if key.isWhole { matches.find(added, groups, by: key) }
    }
    if lists.count == 1, found.count == 1, matches.taken.isEmpty { matches.places[found[0]] = 0 }
    for (group, place) in zip(groups, matches.places) {
      if let name = group.old { old[name] = place }
      if let name = group.new { new[name] = place }
    }
  }

  /// The index of a list that the patch found; nil where the collection has none such.
  func index(ofOld list: Patch.ListName) -> Int? { old[list] }

  /// The index of a list as the patch leaves it.
  func index(ofNew list: Patch.ListName) -> Int? { new[list] }

  /// A list of the patch as it was called and as it is: nil where it was not, or is not any longer.
  private struct Group: Hashable {
    let old: Patch.ListName?
    let new: Patch.ListName?
  }

  private static func groups(_ patch: Patch) -> [Group] {
    var groups = patch.sections.filter { !$0.isMove }.map { Group(old: $0.base?.list, new: $0.theirs?.list) }
    groups += patch.sameLists.map { Group(old: $0, new: $0) }
    // The lists between which something moves are among these already, unless the patch says nothing else of
    // them.
    let (old, new) = (Set(groups.compactMap(\.old)), Set(groups.compactMap(\.new)))
    for section in patch.sections where section.isMove {
      if let name = section.base?.list, !old.contains(name) { groups.append(Group(old: name, new: name)) }
      if let name = section.theirs?.list, !new.contains(name) { groups.append(Group(old: name, new: name)) }
    }
    var known: Set<Group> = []
    return groups.filter { known.insert($0).inserted }
  }

  /// The parts that two names of one list have in common, the surest first.
  private enum Key: CaseIterable {
    case everything, identifierAndTitle, identifier, title, fileName

    var isWhole: Bool { self == .everything || self == .identifierAndTitle }

    func text(_ name: Patch.ListName) -> [String] {
      switch self {
      case .everything: [name.identifier, name.title, name.path, String(name.holder)]
      case .identifierAndTitle: [name.identifier, name.title]
      case .identifier: [name.identifier]
      case .title: [name.title]
      case .fileName: [name.fileName]
      }
    }
  }

  private struct Matches {
    let lists: [Patch.ListName]
    var places: [Int?]
    var taken: Set<Int> = []

    init(_ lists: [Patch.ListName], count: Int) {
      self.lists = lists
      places = [Int?](repeating: nil, count: count)
    }

    mutating func find(_ numbers: [Int], _ groups: [Group], by key: Key) {
      var waiting = Dictionary(grouping: lists.indices.reversed()) { key.text(lists[$0]) }
      // Files of one name in several folders are told apart by more than that.
      if key == .fileName { waiting = waiting.filter { $0.value.count == 1 } }
      for number in numbers where places[number] == nil {
        for name in [groups[number].old, groups[number].new].compactMap(\.self) {
          let text = key.text(name)
          while let last = waiting[text]?.last, taken.contains(last) { waiting[text]?.removeLast() }
          guard let place = waiting[text]?.last, lists[place].mayBe(name) else { continue }
          places[number] = place
          taken.insert(place)
          break
        }
      }
    }
  }
}
