/// Versions out of many, put together from some that are named and from all but some: these are counted and
/// not listed, so that what it costs is what is named.
struct VersionTally {
  private let count: Int
  private var named: Set<Int> = []
  /// How often all but some were put in, and how often a version was among those left out.
  private var rounds = 0
  private var omissions: [Int: Int] = [:]

  /// - Parameter count: of all versions.
  init(of count: Int) { self.count = count }

  mutating func insert(_ versions: [Int]) { named.formUnion(versions) }

  /// - Parameter versions: each once.
  mutating func insertAll(but versions: [Int]) {
    rounds += 1
    for version in versions { omissions[version, default: 0] += 1 }
  }

  /// In their order.
  var versions: [Int] {
    guard rounds > 0 else { return named.sorted() }
    return (0..<count).filter { named.contains($0) || omissions[$0, default: 0] < rounds }
  }
}
