internal import ICalendar

/// What the patch says of one component: what was and what is.
struct PatchPair {
  let key: ItemKey
  /// Of several with one key, the first is 0.
  let holder: Int
  var base: Component?
  var theirs: Component?

  /// The pairs of a list, by key: first what is, in its order.
  static func all(in section: Patch.Section) -> [PatchPair] {
    var result: [PatchPair] = []
    var places: [ItemKey: [Int]] = [:]
    for item in section.theirs?.items ?? [] {
      let key = ItemKey(item, zones: section.theirs?.zones ?? .empty)
      result.append(PatchPair(key: key, holder: places[key]?.count ?? 0, theirs: item))
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
        result.append(PatchPair(key: key, holder: holder, base: item))
      }
    }
    return result
  }
}
