/// Which list of a collection each list of a patch is.
///
/// Those of one identifier are one; of those that are left, those of one title, then those of one file name, where a
/// file is one list. Where the collection has
/// a single list, and that is none of those that the patch names, it is what is meant.
struct PatchTargets {
  /// Those of the collection.
  let lists: [Patch.ListName]
  private var indices: [Patch.ListName: Int] = [:]
  private let isSingle: Bool

  init(_ patch: Patch, in lists: [Patch.ListName]) {
    self.lists = lists
    var indices: [Patch.ListName: Int] = [:]
    var taken: Set<Int> = []
    let groups = Self.groups(patch)
    let files = Self.counts(lists) { $0.fileName }
    let fileName = { (list: Patch.ListName) in files[list.fileName, default: 0] > 1 ? nil : list.fileName }
    let keys: [(Patch.ListName) -> String?] = [{ $0.identifier }, { $0.title }, fileName]
    for key in keys {
      for names in groups where indices[names[0]] == nil {
        let texts = Set(names.map(key))
        guard
          let index = lists.indices.first(where: { !taken.contains($0) && texts.contains(key(lists[$0])) })
        else { continue }
        taken.insert(index)
        for name in names { indices[name] = index }
      }
    }
    isSingle = lists.count == 1 && taken.isEmpty
    self.indices = indices
  }

  /// The index of the list; nil where the collection has none such.
  func index(of list: Patch.ListName) -> Int? { isSingle ? 0 : indices[list] }

  private static func counts(
    _ lists: [Patch.ListName], by key: (Patch.ListName) -> String
  ) -> [String: Int] {
    lists.reduce(into: [:]) { $0[key($1), default: 0] += 1 }
  }

  /// The names that each list of the patch has: it may have been called otherwise before.
  private static func groups(_ patch: Patch) -> [[Patch.ListName]] {
    var groups: [[Patch.ListName]] = []
    var known: Set<Patch.ListName> = []
    for section in patch.sections.sorted(by: { !$0.isMove && $1.isMove }) {
      let names = [section.base?.list, section.theirs?.list].compactMap(\.self)
      for group in section.isMove ? names.map({ [$0] }) : [names] where !group.isEmpty {
        let fresh = group.filter { known.insert($0).inserted }
        if !fresh.isEmpty { groups.append(fresh) }
      }
    }
    return groups
  }
}
