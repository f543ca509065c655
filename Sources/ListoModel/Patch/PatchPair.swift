internal import ICalendar

/// What the patch says of one component: what was and what is.
struct PatchPair: Sendable {
  let key: ItemKey
  /// Of several with one key, the first is 0.
  let holder: Int
  var base: Component?
  var theirs: Component?

  /// The octets of the UID, or what stands for one.
  var uid: [UInt8] { (theirs ?? base).map(ItemKey.uid) ?? [] }

  /// The pairs of a list, by key: those of the new side first, in its order.
  ///
  /// - Parameter pipeline: what spreads the making of keys over threads.
  static func all(in section: Patch.Section, on pipeline: some Pipeline) -> [PatchPair] {
    var result: [PatchPair] = []
    // Nearly all keys have one holder: of those that have more the others stand apart.
    var places: [ItemKey: Int] = [:]
    var more: [ItemKey: [Int]] = [:]
    let (now, was) = (section.theirs?.items ?? [], section.base?.items ?? [])
    result.reserveCapacity(max(now.count, was.count))
    places.reserveCapacity(now.count)
    for (item, key) in zip(now, section.theirs?.keys(on: pipeline) ?? []) {
      if let first = places.updateValue(result.count, forKey: key) {
        places[key] = first
        more[key, default: []].append(result.count)
      }
      result.append(PatchPair(key: key, holder: more[key]?.count ?? 0, theirs: item))
    }
    var seen: [ItemKey: Int] = [:]
    seen.reserveCapacity(was.count)
    for (item, key) in zip(was, section.base?.keys(on: pipeline) ?? []) {
      let holder = seen[key, default: 0]
      seen[key] = holder + 1
      let known = holder == 0 ? places[key] : more[key].flatMap { $0.count >= holder ? $0[holder - 1] : nil }
      if let known {
        result[known].base = item
      } else {
        result.append(PatchPair(key: key, holder: holder, base: item))
      }
    }
    return result
  }
}

extension Patch.Side {
  /// The keys of its components, in their order.
  fileprivate func keys(on pipeline: some Pipeline) -> [ItemKey] {
    var keys: [ItemKey] = []
    keys.reserveCapacity(items.count)
    pipeline.shared(items.indices, share: 2048) { [items, zones] in
      ItemKey(items[$0], zones: zones)
    } consume: {
      keys.append($0)
    }
    return keys
  }
}
