/// Finds reminders that may be one under different UIDs, which programs give anew when they import.
///
/// Pairs are looked for among those that share a title, its words, a due date and a word, or notes; of many that do, each is compared
/// with the ones that are most like it. So ten thousand of one title take no longer than ten thousand of different ones, and those
/// that are the same in all that counts are found all the same.
struct DuplicateSearch {
  struct Pair: Sendable {
    /// The indices of the reminders.
    let first: Int
    let second: Int
    let score: Double
    let reasons: [String]
  }

  /// Each is compared with so many that stand behind it.
  private static let window = 12

  /// The pairs that are at least so much alike, the likest first.
  ///
  /// - Complexity: O(n log n) in the reminders.
  static func pairs(_ items: [Likeness], atLeast threshold: Double) -> [Pair] {
    var groups: [String: [Int]] = [:]
    for (number, item) in items.enumerated() where !item.title.isEmpty {
      for key in item.keys { groups[key, default: []].append(number) }
    }
    var seen: Set<[Int]> = []
    var result: [Pair] = []
    for group in groups.values where group.count > 1 {
      let sorted = group.sorted { Likeness.precedes(items[$0], items[$1]) }
      for (place, number) in sorted.enumerated() {
        for other in sorted[(place + 1)...].prefix(window) where items[number].uid != items[other].uid {
          let (first, second) = (min(number, other), max(number, other))
          guard seen.insert([first, second]).inserted else { continue }
          let (score, reasons) = items[first].score(with: items[second])
          if score >= threshold {
            result.append(Pair(first: first, second: second, score: score, reasons: reasons))
          }
        }
      }
    }
    return result.sorted { ($1.score, $0.first, $0.second) < ($0.score, $1.first, $1.second) }
  }
}
