/// Finds the titles that have so much in common.
///
/// Titles are sets of words. Sets of a and b words whose Dice coefficient is at least d have o = ⌈d(a + b)/2⌉
/// words in common; so, with all words in one order, the rarest first, the first a − o + 1 of the one and the
/// first b − o + 1 of the other have one in common (the prefix filter of Chaudhuri, Ganti and Kaushik 2006).
/// Only what shares one of these is compared.
struct TitleIndex {
  /// The words of each title, by number, the rarest first.
  private let words: [[Int]]
  /// The words of each title that contain a number; two titles must share them in any case: see
  /// ``Likeness/numbers``.
  private let kinds: [String]
  private let least: Double
  /// Titles by what they must share, and by how many words they have.
  private var sizes: [String: [Int: [Int]]] = [:]

  /// - Parameters:
  ///   - titles: normalized, each once.
  ///   - least: the Dice coefficient, more than 0.
  init(_ titles: [String], atLeast least: Double) {
    self.least = least
    let texts = titles.map { Likeness.words($0) }
    var counts: [String: Int] = [:]
    for text in texts { for word in text { counts[word, default: 0] += 1 } }
    let order = counts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1.key, $0) })
    words = texts.map { $0.compactMap { ranks[$0] }.sorted() }
    kinds = texts.map { $0.filter { $0.contains(where: \.isNumber) }.joined(separator: " ") }
    for number in titles.indices {
      sizes[kinds[number], default: [:]][words[number].count, default: []].append(number)
    }
  }

  /// Each pair of different titles once, with its coefficient; in an order that is always the same.
  ///
  /// - Parameter found: is told whether titles were compared for nothing (nil), and ends the search with
  ///   false.
  func pairs(_ found: (_ first: Int, _ second: Int, _ dice: Double?) -> Bool) {
    for kind in sizes.keys.sorted() {
      guard let sizes = sizes[kind], pairs(sizes, found) else { return }
    }
  }

  private func pairs(_ sizes: [Int: [Int]], _ found: (Int, Int, Double?) -> Bool) -> Bool {
    var seen: [Int: Int] = [:]
    let counts = sizes.keys.sorted()
    for (place, large) in counts.enumerated() {
      for small in counts[...place] where 2 * Double(small) / Double(small + large) >= least - 1e-9 {
        let shared = max(1, Int((least * Double(small + large) / 2 - 1e-9).rounded(.up)))
        var postings: [Int: [Int]] = [:]
        for title in sizes[large] ?? [] {
          for word in words[title].prefix(large - shared + 1) { postings[word, default: []].append(title) }
        }
        seen.removeAll(keepingCapacity: true)
        for title in sizes[small] ?? [] {
          for word in words[title].prefix(small - shared + 1) {
            for other in postings[word] ?? [] where other != title && seen[other] != title {
              seen[other] = title
              // Of two of one size each finds the other.
              if small == large, other < title { continue }
              let dice = Likeness.dice(words[title], words[other])
              guard found(min(title, other), max(title, other), dice >= least - 1e-9 ? dice : nil) else {
                return false
              }
            }
          }
        }
      }
    }
    return true
  }
}
