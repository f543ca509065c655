internal import Crypto

/// Short names for reminders: the shortest unique prefix, among those that were read, of a hash of list, UID and RECURRENCE-ID.
/// The source is left out, so that they are the same wherever the folder stands.
public struct ShortNames: Sendable {
  /// The least length: four hexadecimal digits tell 65,536 reminders apart on average.
  private static let least = 4
  private let hashes: [ModelIdentifier: String]
  private let sorted: [(hash: String, identifier: ModelIdentifier)]
  private let length: Int

  /// - Complexity: O(n log n) in the catalog's reminders.
  public init(_ catalog: Catalog) {
    var hashes: [ModelIdentifier: String] = [:]
    var entries: [(hash: String, place: Int, identifier: ModelIdentifier)] = []
    for path in catalog.reminderPaths {
      guard let identifier = catalog.modelIdentifier(at: path) else { continue }
      let hash = Self.hash(identifier)
      hashes[identifier] = hash
      entries.append((hash, entries.count, identifier))
    }
    entries.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
    let sorted = entries.map { (hash: $0.hash, identifier: $0.identifier) }
    var length = Self.least
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      let common = zip(left.hash.utf8, right.hash.utf8).prefix { $0 == $1 }.count
      // Two reminders may share all of it (the same list under two sources); then no length tells them apart.
      if common < left.hash.utf8.count { length = max(length, common + 1) }
    }
    (self.hashes, self.sorted, self.length) = (hashes, sorted, length)
  }

  /// The short name of a reminder; as long as the longest needs, so that they align.
  public func name(of identifier: ModelIdentifier) -> String {
    String((hashes[identifier] ?? Self.hash(identifier)).prefix(length))
  }

  /// The reminders whose hash begins with `prefix`, in any case, those of one hash in the catalog's order; none for a text that is no prefix of a hash.
  public func identifiers(startingWith prefix: String) -> [ModelIdentifier] {
    guard !prefix.isEmpty, prefix.allSatisfy(\.isHexDigit) else { return [] }
    let lower = prefix.lowercased()
    return sorted.filter { $0.hash.hasPrefix(lower) }.map(\.identifier)
  }

  private static func hash(_ identifier: ModelIdentifier) -> String {
    var text = ""
    for name in [identifier.list, identifier.uid].compactMap({ $0 }) {
      text += "\(name.text)\0\(name.holder)\0"
    }
    text += identifier.recurrenceID ?? ""
    let digest = SHA256.hash(data: Array(text.utf8))
    let hex = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.prefix(20).flatMap { [hex[Int($0 >> 4)], hex[Int($0 & 15)]] }, as: UTF8.self)
  }
}
