internal import ICalendar

/// The old and the new version of one component in the patch.
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
    var numbers = NumberedKeys<ItemKey>()
    // By number the place of the first of what is; -1 where there is none.
    var places: [Int32] = []
    var more: [Int: [Int]] = [:]
    let (now, was) = (section.theirs?.items ?? [], section.base?.items ?? [])
    result.reserveCapacity(max(now.count, was.count))
    places.reserveCapacity(now.count)
    for (item, key) in zip(now, section.theirs?.keys(on: pipeline) ?? []) {
      let (number, isNew) = numbers.insert(key)
      if isNew { places.append(Int32(result.count)) } else { more[number, default: []].append(result.count) }
      result.append(PatchPair(key: key, holder: isNew ? 0 : more[number]?.count ?? 0, theirs: item))
    }
    // By number how many of what was came.
    var seen = [Int32](repeating: 0, count: places.count)
    for (item, key) in zip(was, section.base?.keys(on: pipeline) ?? []) {
      let (number, isNew) = numbers.insert(key)
      if isNew {
        places.append(-1)
        seen.append(0)
      }
      let holder = Int(seen[number])
      seen[number] += 1
      let first = places[number] < 0 ? nil : Int(places[number])
      let known = holder == 0 ? first : more[number].flatMap { $0.count >= holder ? $0[holder - 1] : nil }
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
