/// Finds the pairs among nodes: those whose titles have enough in common, and of these those whose dates may
/// be one.
struct DuplicatePairing {
  private let items: [DuplicateSearch.Item]
  private let nodes: [DuplicateSearch.Node]
  private let threshold: Double
  private(set) var limit: DuplicateSearch.Limit
  private(set) var edges: [DuplicateSearch.Edge] = []
  private(set) var isComplete = true
  private var notes: [String: [String]] = [:]

  init(
    _ items: [DuplicateSearch.Item], _ nodes: [DuplicateSearch.Node], atLeast threshold: Double,
    _ limit: DuplicateSearch.Limit
  ) {
    (self.items, self.nodes, self.threshold, self.limit) = (items, nodes, threshold, limit)
  }

  mutating func run() {
    // Nodes stand in the order of their titles.
    var titles: [String] = []
    var members: [[Int]] = []
    for number in nodes.indices {
      let title = likeness(number).title
      if title != titles.last {
        titles.append(title)
        members.append([])
      }
      members[members.count - 1].append(number)
    }
    let days = members.map { Days($0.map { ($0, likeness($0), nodes[$0].homes) }) }
    for (title, members) in members.enumerated() where members.count > 1 {
      guard compare(members, with: days[title], titles: 1, isSame: true) else { return }
    }
    TitleIndex(titles, atLeast: Likeness.leastTitle(for: threshold)).pairs { first, second, dice in
      guard let dice else { return spend(1) }
      return compare(members[first], with: days[second], titles: dice, isSame: false)
    }
  }

  private func likeness(_ node: Int) -> Likeness { items[nodes[node].items[0]].likeness }

  /// - Returns: false where the limit is reached.
  private mutating func compare(_ numbers: [Int], with days: Days, titles: Double, isSame: Bool) -> Bool {
    for number in numbers {
      let candidates = days.candidates(of: likeness(number), nodes[number].homes)
      guard spend(candidates.count) else { return false }
      for home in candidates {
        for other in home where !isSame || other > number {
          compare(number, other, titles)
          guard isComplete else { return false }
        }
      }
    }
    return true
  }

  private mutating func compare(_ one: Int, _ other: Int, _ titles: Double) {
    guard spend(1) else { return }
    let (left, right) = (likeness(one), likeness(other))
    guard !left.contradicts(right), !Self.meet(nodes[one].homes, nodes[other].homes) else { return }
    let best = left.score(with: right, titles: titles, texts: 1)
    guard best + 1e-9 >= threshold else { return }
    let score =
      left.notes == right.notes
      ? best : left.score(with: right, titles: titles, texts: texts(left.notes, right.notes))
    guard score + 1e-9 >= threshold else { return }
    limit.pairs -= 1
    guard limit.pairs > 0 else { return isComplete = false }
    edges.append(
      DuplicateSearch.Edge(first: UInt32(min(one, other)), second: UInt32(max(one, other)), score: score))
  }

  /// - Returns: false where so many comparisons are too many.
  private mutating func spend(_ count: Int) -> Bool {
    limit.comparisons -= count
    if limit.comparisons <= 0 { isComplete = false }
    return isComplete
  }

  private mutating func texts(_ left: String, _ right: String) -> Double {
    Likeness.dice(words(left), words(right))
  }

  private mutating func words(_ notes: String) -> [String] {
    if let known = self.notes[notes] { return known }
    let words = Likeness.words(notes)
    self.notes[notes] = words
    return words
  }

  private static func meet(_ left: [Int], _ right: [Int]) -> Bool {
    var (one, other) = (0, 0)
    while one < left.count, other < right.count {
      if left[one] == right[other] { return true }
      if left[one] < right[other] { one += 1 } else { other += 1 }
    }
    return false
  }

  /// The nodes of one title by what they cannot be one without: their day, else their rule.
  private struct Days {
    /// By what they are in: those in the same files are no pairs.
    private typealias Homes = [(homes: [Int], nodes: [Int])]

    private var all: Homes = []
    private var undated: Homes = []
    private var byDay: [Int64: Homes] = [:]
    /// The nodes that are due and repeat, by rule: two with one rule may be a pair whatever days they are
    /// due.
    private var byRule: [String: Homes] = [:]
    private var dayOf: [Int: Int64] = [:]

    init(_ members: [(node: Int, likeness: Likeness, homes: [Int])]) {
      let sorted = members.sorted {
        $0.homes == $1.homes ? $0.node < $1.node : $0.homes.lexicographicallyPrecedes($1.homes)
      }
      for (node, likeness, homes) in sorted {
        Self.add(node, homes, to: &all)
        guard let due = likeness.due else {
          Self.add(node, homes, to: &undated)
          continue
        }
        Self.add(node, homes, to: &byDay[due.day, default: []])
        if !likeness.rule.isEmpty {
          Self.add(node, homes, to: &byRule[likeness.rule, default: []])
          dayOf[node] = due.day
        }
      }
    }

    private static func add(_ node: Int, _ homes: [Int], to groups: inout Homes) {
      if groups.last?.homes != homes { groups.append((homes, [])) }
      groups[groups.count - 1].nodes.append(node)
    }

    /// The nodes that may be duplicates of a reminder, each once, grouped by the files that they are in.
    func candidates(of likeness: Likeness, _ homes: [Int]) -> [[Int]] {
      guard let due = likeness.due else { return Self.others(all, homes) }
      var result = Self.others(undated, homes)
      for day in due.day - 1...due.day + 1 { result += Self.others(byDay[day] ?? [], homes) }
      if !likeness.rule.isEmpty, let same = byRule[likeness.rule] {
        result += Self.others(same, homes).map { $0.filter { abs((dayOf[$0] ?? 0) - due.day) > 1 } }
      }
      return result
    }

    private static func others(_ groups: Homes, _ own: [Int]) -> [[Int]] {
      groups.filter { $0.homes != own }.map(\.nodes)
    }
  }
}

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
