/// Sorting by a number first: the elements are put into as many buckets as there are elements, and each bucket is sorted on its
/// own. Where the numbers are spread, that is a pass or two; where they are not, it is the sort it would have been.
enum BucketSort {
  /// - Parameters:
  ///   - key: a number that never falls from one element to the next in the order that `precedes` says.
  ///   - precedes: a strict order of elements.
  static func sorted<Element>(
    _ elements: [Element], key: (Element) -> Int64, by precedes: (Element, Element) -> Bool
  ) -> [Element] {
    guard elements.count > 32, let first = elements.first else { return elements.sorted(by: precedes) }
    var (least, greatest) = (key(first), key(first))
    for element in elements {
      least = min(least, key(element))
      greatest = max(greatest, key(element))
    }
    let range = UInt64(bitPattern: greatest &- least)
    let bits = Int.bitWidth - elements.count.leadingZeroBitCount
    let shift = UInt64(max(0, 64 - range.leadingZeroBitCount - bits))
    func bucket(_ element: Element) -> Int { Int(UInt64(bitPattern: key(element) &- least) >> shift) }
    // Behind which place each bucket begins; when its elements stand, where it ends.
    var ends = [UInt32](repeating: 0, count: (1 << bits) + 1)
    for element in elements { ends[bucket(element) + 1] += 1 }
    for index in 1..<ends.count { ends[index] += ends[index - 1] }
    var result = [Element](repeating: first, count: elements.count)
    for element in elements {
      let place = bucket(element)
      result[Int(ends[place])] = element
      ends[place] += 1
    }
    var start = 0
    for end in ends where Int(end) > start {
      sort(&result, start..<Int(end), by: precedes)
      start = Int(end)
    }
    return result
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
