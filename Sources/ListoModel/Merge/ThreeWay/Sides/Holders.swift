/// Which versions have something under a key, by their place in the order of the versions; all others have
/// nothing there, and are not asked. So what a merge costs grows with what its versions hold, not with
/// versions times keys: ten thousand versions with a tag of their own each have ten thousand tags.
struct Holders<Key: Hashable> {
  /// In the order in which they are met, those of the first version first.
  private(set) var keys: [Key] = []
  /// How many versions there are.
  private let count: Int
  private var versions: [Key: [Int]] = [:]

  /// - Parameter held: the keys of each version; one that stands there twice counts once.
  init(_ held: some Collection<[Key]>) {
    count = held.count
    for (version, held) in held.enumerated() {
      for key in held {
        let last = versions[key]?.last
        if last == nil { keys.append(key) }
        if last != version { versions[key, default: []].append(version) }
      }
    }
  }

  /// In their order.
  subscript(key: Key) -> [Int] { versions[key] ?? [] }

  /// The first version that has nothing there.
  ///
  /// - Complexity: linear in the holders.
  func firstLacking(_ key: Key) -> Int? {
    let holders = self[key]
    guard holders.count < count else { return nil }
    return holders.indices.first { holders[$0] != $0 } ?? holders.count
  }
}
