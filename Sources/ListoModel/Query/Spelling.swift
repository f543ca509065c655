/// Guesses what was meant by a misspelt word.
package enum Spelling {
  /// The known word with the fewest edits from `word`, at most a third of its length, of short words that begin alike two; else the
  /// only one that has `word` as a part between hyphens. Nil where none is that near.
  package static func nearest(to word: String, in known: [String]) -> String? {
    let target = Array(word.lowercased())
    let limit = max(1, target.count / 3)
    var best: (word: String, distance: Int)?
    func begins(_ candidate: String) -> Bool {
      target.count > 1 && candidate.lowercased().hasPrefix(word.lowercased())
    }
    // What was typed may be the beginning of the name: sooner than a name that is spelled alike.
    for candidate in known.filter(begins) + known.filter({ !begins($0) }) {
      let lower = candidate.lowercased()
      let distance = begins(candidate) ? 1 : distance(target, Array(lower))
      let isAlike = target.count > 2 && lower.first == target.first
      if distance <= (isAlike ? max(2, limit) : limit), distance < best?.distance ?? Int.max {
        best = (candidate, distance)
      }
    }
    guard best == nil, target.count > 2 else { return best?.word }
    let parts = known.filter { $0.lowercased().split(separator: "-").contains { $0.elementsEqual(target) } }
    return parts.count == 1 ? parts[0] : nil
  }

  /// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
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
      (before, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
