internal import ICalendar

/// Which elements of a row need not be moved to bring it into another order.
package enum Rearrangement {
  /// - Parameter positions: where the elements stood, in the order in which they stand now; each once.
  /// - Returns: of each element whether it stays. As many as can stay: a longest increasing subsequence
  ///   (Schensted 1961).
  /// - Complexity: linear where the order is kept; O(n log n) at worst.
  package static func staying(_ positions: [Int]) -> [Bool] {
    // Of the increasing runs of each length, the place of the least last element; and of each element the
    // place before it.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: positions.count)
    for (place, position) in positions.enumerated() {
      var length = ends.count
      if let last = ends.last, positions[last] > position {
        length = ends.partitionPoint { positions[$0] < position }
      }
      if length > 0 { before[place] = ends[length - 1] }
      if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    var stays = [Bool](repeating: false, count: positions.count)
    var place = ends.last ?? -1
    while place >= 0 {
      stays[place] = true
      place = before[place]
    }
    return stays
  }
}
