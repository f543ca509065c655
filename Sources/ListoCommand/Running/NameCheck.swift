internal import Listo

/// Says so when a list or a source that was asked for does not exist, and which one may have been meant.
struct NameCheck {
  private let places: [Query.Place]

  init(_ places: [Query.Place]) { self.places = places }

  /// - Throws: ``Failure`` with status 64.
  func check(_ conditions: ConditionOptions) throws(Failure) {
    let lists = places.map(\.listTitle)
    for name in conditions.list where !matches(.inList(name)) { throw unknown("list", name, lists) }
    let sources = places.map(\.source.title)
    for name in conditions.source where !matches(.inSource(name)) { throw unknown("source", name, sources) }
  }

  private func matches(_ query: Query) -> Bool {
    places.contains { query.matches($0) }
  }

  private func unknown(_ kind: String, _ name: String, _ known: [String]) -> Failure {
    var text = "no \(kind) is called '\(name)'"
    if let near = Spelling.nearest(to: name, in: known) {
      text += "; did you mean '\(near)'?"
    } else {
      var seen: Set<String> = []
      let names = known.filter { seen.insert($0).inserted }
      text +=
        names.count > 12 ? "; listo calendars shows them." : "; there are \(names.joined(separator: ", "))."
    }
    return Failure(.usage, text)
  }
}

/// Guesses what was meant by a misspelt word.
enum Spelling {
  /// The known word with the fewest edits from `word`, at most a third of its length; nil where none is that near.
  static func nearest(to word: String, in known: [String]) -> String? {
    let target = Array(word.lowercased())
    let limit = max(1, target.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in known {
      let lower = candidate.lowercased()
      // What was typed may be the beginning of the name.
      let distance =
        lower.hasPrefix(word.lowercased()) && target.count > 1 ? 1 : distance(target, Array(lower))
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.word
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
