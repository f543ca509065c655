/// Sorting by a number first: the elements are put into as many buckets as there are elements, where they
/// stand, and each bucket is sorted on its own. Where the numbers are spread, that is a pass or two; where
/// they are not, it is the sort it would have been.
enum BucketSort {
  /// - Parameters:
  ///   - key: a number that never falls from one element to the next in the order that `precedes` says.
  ///   - precedes: a strict order of elements; of two that are equal either may come first.
  static func sort<Element>(
    _ elements: inout [Element], key: (Element) -> Int64, by precedes: (Element, Element) -> Bool
  ) {
    guard elements.count > 32 else { return elements.sort(by: precedes) }
    let buckets = Buckets(elements, key)
    func bucket(_ element: Element) -> Int { buckets.bucket(of: key(element)) }
    let starts = buckets.starts
    // The next place of each bucket to fill.
    var next = starts
    for own in 0..<(starts.count - 1) {
      while next[own] < starts[own + 1] {
        let place = Int(next[own])
        let target = bucket(elements[place])
        if target != own { elements.swapAt(place, Int(next[target])) }
        next[target] += 1
      }
      // Nothing comes here any more, and nothing went from here that has not found its place.
      sort(&elements, Int(starts[own])..<Int(starts[own + 1]), by: precedes)
    }
  }

  /// The same, with those that are equal as they stood: by way of a copy, in which those of a bucket keep
  /// their order.
  static func sortStably<Element>(
    _ elements: inout [Element], key: (Element) -> Int64, by precedes: (Element, Element) -> Bool
  ) {
    guard elements.count > 32 else { return elements.sort(by: precedes) }
    let buckets = Buckets(elements, key)
    var sorted = elements
    var next = buckets.starts
    for element in elements {
      let bucket = buckets.bucket(of: key(element))
      sorted[Int(next[bucket])] = element
      next[bucket] += 1
    }
    for own in 0..<(next.count - 1) {
      let range = Int(buckets.starts[own])..<Int(buckets.starts[own + 1])
      // Of many that share a bucket the numbers are mostly the same.
      let isSorted = range.dropFirst().allSatisfy { !precedes(sorted[$0], sorted[$0 - 1]) }
      if !isSorted { sort(&sorted, range, by: precedes) }
    }
    elements = sorted
  }

  /// The bucket of each number: as many as there are elements, over the range of their numbers.
  private struct Buckets {
    private let least: Int64
    private let shift: UInt64
    /// Where each bucket begins, and where the last one ends.
    private(set) var starts: [UInt32]

    /// - Parameter elements: one at least.
    init<Element>(_ elements: [Element], _ key: (Element) -> Int64) {
      var (least, greatest) = (Int64.max, Int64.min)
      for element in elements {
        least = min(least, key(element))
        greatest = max(greatest, key(element))
      }
      let range = UInt64(bitPattern: greatest &- least)
      let bits = Int.bitWidth - elements.count.leadingZeroBitCount
      self.least = least
      shift = UInt64(max(0, 64 - range.leadingZeroBitCount - bits))
      starts = [UInt32](repeating: 0, count: (1 << bits) + 1)
      for element in elements { starts[bucket(of: key(element)) + 1] += 1 }
      for index in 1..<starts.count { starts[index] += starts[index - 1] }
    }

    func bucket(of key: Int64) -> Int { Int(UInt64(bitPattern: key &- least) >> shift) }
  }

  /// A bucket: equal ones stay as they stand.
  private static func sort<Element>(
    _ elements: inout [Element], _ range: Range<Int>, by precedes: (Element, Element) -> Bool
  ) {
    guard range.count <= 16 else {
      let sorted = elements[range].sorted(by: precedes)
      for (index, element) in sorted.enumerated() { elements[range.lowerBound + index] = element }
      return
    }
    for index in range.dropFirst() {
      var place = index
      while place > range.lowerBound, precedes(elements[place], elements[place - 1]) {
        elements.swapAt(place, place - 1)
        place -= 1
      }
    }
  }
}
