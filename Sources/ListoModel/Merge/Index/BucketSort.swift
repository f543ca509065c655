/// Sorting by a number first: the elements are put into as many buckets as there are elements, where they stand, and each bucket is
/// sorted on its own. Where the numbers are spread, that is a pass or two; where they are not, it is the sort it would have been.
enum BucketSort {
  /// - Parameters:
  ///   - key: a number that never falls from one element to the next in the order that `precedes` says.
  ///   - precedes: a strict order of elements; of two that are equal either may come first.
  static func sort<Element>(
    _ elements: inout [Element], key: (Element) -> Int64, by precedes: (Element, Element) -> Bool
  ) {
    guard elements.count > 32, let first = elements.first else { return elements.sort(by: precedes) }
    var (least, greatest) = (key(first), key(first))
    for element in elements {
      least = min(least, key(element))
      greatest = max(greatest, key(element))
    }
    let range = UInt64(bitPattern: greatest &- least)
    let bits = Int.bitWidth - elements.count.leadingZeroBitCount
    let shift = UInt64(max(0, 64 - range.leadingZeroBitCount - bits))
    func bucket(_ element: Element) -> Int { Int(UInt64(bitPattern: key(element) &- least) >> shift) }
    // Behind which place each bucket begins, and the next place of it to fill.
    var starts = [UInt32](repeating: 0, count: (1 << bits) + 1)
    for element in elements { starts[bucket(element) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
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
