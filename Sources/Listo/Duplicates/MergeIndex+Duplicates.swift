internal import ICalendar

extension MergeIndex {
  /// Gives reminders under different UIDs that are at least so much alike one key, so that they are versions of one.
  ///
  /// A reminder that others name, as their parent or by a RECURRENCE-ID, is left alone: without it they would have no one. The result
  /// does not depend on the order of the inputs.
  ///
  /// - Returns: how many UIDs went.
  mutating func joinDuplicates(atLeast threshold: Double, _ bytes: MergeBytes) throws(MergeError) -> Int {
    var numbers: [Int] = []
    var items: [Likeness] = []
    var named: Set<[UInt8]> = []
    for (number, entry) in entries.enumerated() where entry.flags.contains(.reminder) {
      let component = try bytes.component(entry)
      for relation in component.all(.relatedTo) { named.insert(Array(relation.value)) }
      if entry.recurrence >= 0 {
        named.insert(Array(key(entry)))
      } else {
        numbers.append(number)
        items.append(Likeness(component))
      }
    }
    var groups = UnionFind(numbers.count)
    // Versions of one UID stay together, and of equal ones one is compared: what is found does not depend on their order.
    var places: [[UInt8]: Int] = [:]
    var known: Set<Likeness> = []
    var distinct: [Int] = []
    for (place, number) in numbers.enumerated() {
      let name = Array("\(list(entries[number])) ".utf8) + key(entries[number])
      if let first = places[name] { groups.join(first, place) } else { places[name] = place }
      if known.insert(items[place]).inserted { distinct.append(place) }
    }
    for pair in DuplicateSearch.pairs(distinct.map { items[$0] }, atLeast: threshold) {
      let (first, second) = (distinct[pair.first], distinct[pair.second])
      let (one, other) = (entries[numbers[first]], entries[numbers[second]])
      guard list(one) == list(other), !named.contains(Array(key(one))), !named.contains(Array(key(other)))
      else { continue }
      groups.join(first, second)
    }
    return rename(groups, numbers)
  }

  /// Each group gets the least of its keys; so do all other versions of its UIDs.
  private mutating func rename(_ groups: UnionFind, _ numbers: [Int]) -> Int {
    var groups = groups
    var least: [Int: Int] = [:]
    for place in numbers.indices {
      let (root, number) = (groups.root(place), numbers[place])
      guard let known = least[root] else {
        least[root] = number
        continue
      }
      if key(entries[number]).lexicographicallyPrecedes(key(entries[known])) { least[root] = number }
    }
    var targets: [[UInt8]: [UInt32: Int]] = [:]
    for place in numbers.indices {
      guard let target = least[groups.root(place)], key(entries[target]) != key(entries[numbers[place]])
      else {
        continue
      }
      let entry = entries[numbers[place]]
      targets[Array(key(entry)), default: [:]][list(entry)] = target
    }
    guard !targets.isEmpty else { return 0 }
    for number in numbers {
      guard let target = targets[Array(key(entries[number]))]?[list(entries[number])] else { continue }
      entries[number].keyStart = entries[target].keyStart
      entries[number].keyLength = entries[target].keyLength
    }
    return targets.values.reduce(0) { $0 + $1.count }
  }
}

extension Diagnostic {
  static func duplicates(joined count: Int) -> Diagnostic {
    Diagnostic(
      .note, .duplicate,
      "\(count) reminder\(count == 1 ? "" : "s") under another UID \(count == 1 ? "was" : "were") taken for one that is alike"
    )
  }
}

/// Groups that grow together.
private struct UnionFind {
  private var parents: [Int]

  init(_ count: Int) { parents = Array(0..<count) }

  mutating func root(_ place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  mutating func join(_ left: Int, _ right: Int) {
    let (one, other) = (root(left), root(right))
    if one != other { parents[max(one, other)] = min(one, other) }
  }
}
