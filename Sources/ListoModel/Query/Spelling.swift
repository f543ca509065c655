/// Guesses what was meant by a misspelt word.
package enum Spelling {
  /// The known word with the fewest edits from `word`, at most a third of its length, of short words that
  /// begin alike two; else the only one that has `word` as a part between hyphens. Nil where none is that
  /// near.
  ///
  /// - Complexity: linear in the known words, with what is left of two words once they differ too much left
  ///   out.
  package static func nearest(to word: String, in known: [String]) -> String? {
    let start = word.lowercased()
    let target = Array(start)
    let limit = max(1, target.count / 3)
    let lower = known.map { $0.lowercased() }
    var best: (index: Int, distance: Int)?
    let begins = lower.map { target.count > 1 && $0.hasPrefix(start) }
    // A typed word is more likely the beginning of a name than another spelling of one.
    for index in known.indices.filter({ begins[$0] }) + known.indices.filter({ !begins[$0] }) {
      let isAlike = target.count > 2 && lower[index].first == target.first
      let most = min(isAlike ? max(2, limit) : limit, (best?.distance ?? .max) - 1)
      guard let distance = begins[index] ? 1 : distance(target, Array(lower[index]), atMost: most),
        distance <= most
      else { continue }
      best = (index, distance)
    }
    if let best { return known[best.index] }
    guard target.count > 2 else { return nil }
    let parts = known.indices.filter { lower[$0].split(separator: "-").contains { $0.elementsEqual(target) } }
    return parts.count == 1 ? known[parts[0]] : nil
  }

  /// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment); nil where there
  /// are more than so many.
  private static func distance(_ left: [Character], _ right: [Character], atMost most: Int) -> Int? {
    guard abs(left.count - right.count) <= most else { return nil }
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
        var least = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          least = min(least, before[column - 2] + 1)
        }
        current.append(least)
      }
      // A swap reaches over one row, nothing over two.
      guard min(current.min() ?? 0, previous.min() ?? 0) <= most else { return nil }
      (before, previous) = (previous, current)
    }
    return previous[right.count] <= most ? previous[right.count] : nil
  }
}
