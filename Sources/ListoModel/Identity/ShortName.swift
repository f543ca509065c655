/// Short names for reminders: the shortest unique prefix, among those that were read, of a hash of list, UID and RECURRENCE-ID.
/// The source is left out, so that they are the same wherever the folder stands.
public struct ShortNames: Sendable {
  /// The least length: four hexadecimal digits tell 65,536 reminders apart on average.
  public static let leastLength = 4
  private let catalog: Catalog
  /// By hash; those of one hash in the catalog's order. Those that the catalog does not hold are not among them.
  private let sorted: [Entry]
  private var length: Int

  private struct Entry: Sendable {
    let hash: NameHash
    /// Which of the catalog's reminders it is.
    let place: Int
  }

  /// - Parameters:
  ///   - least: the least length; more where the catalog is part of what the names are looked for in.
  ///   - pipeline: what spreads the work over threads.
  /// - Complexity: O(n log n) in the catalog's reminders.
  public init(
    _ catalog: Catalog, atLeast least: Int = leastLength, on pipeline: any Pipeline = SerialPipeline()
  ) {
    self.catalog = catalog
    var entries: [Entry] = []
    let paths = catalog.reminderPaths
    entries.reserveCapacity(paths.count)
    var rest = paths[...]
    pipeline.run { () throws(Never) -> ArraySlice<Catalog.IndexPath>? in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(Self.share) }
      return rest.prefix(Self.share)
    } transform: { share in
      share.map { path in catalog.modelIdentifier(at: path).map(NameHash.init) }
    } consume: { (hashes: [NameHash?]) throws(Never) in
      for case let hash? in hashes { entries.append(Entry(hash: hash, place: entries.count)) }
    }
    BucketSort.sort(&entries, key: \.hash.key) { left, right in
      left.hash != right.hash ? left.hash < right.hash : left.place < right.place
    }
    sorted = entries
    var length = least
    for (left, right) in zip(sorted, sorted.dropFirst()) where left.hash != right.hash {
      // Two reminders may share all of it (the same list under two sources); then no length tells them apart.
      length = max(length, left.hash.commonDigits(with: right.hash) + 1)
    }
    let omitted = catalog.sources.flatMap(\.lists).compactMap(\.omitted)
    self.length = omitted.isEmpty ? length : max(length, Self.length(sorted, omitted.flatMap(\.names)))
  }

  /// How long names must be that tell these reminders apart, and those of which the first 64 bits of the hash are known: where these
  /// are the same, the rest is taken to be. (Two out of a million share them with a probability of 3 in 100 million.)
  private static func length(_ entries: [Entry], _ omitted: [UInt64]) -> Int {
    var keys = omitted
    keys.reserveCapacity(keys.count + entries.count)
    for entry in entries { keys.append(UInt64(bitPattern: entry.hash.key) ^ 1 << 63) }
    BucketSort.sort(&keys, key: { Int64(bitPattern: $0 ^ 1 << 63) }, by: <)
    var differing = 0
    for index in keys.indices.dropFirst() where keys[index] != keys[index - 1] {
      differing = max(differing, (keys[index] ^ keys[index - 1]).leadingZeroBitCount)
    }
    return differing / 4 + 1
  }

  /// The first 64 bits of the hash that the short name of a reminder is the beginning of.
  static func key(of name: ReminderName, in list: ModelIdentifier.Name) -> UInt64 {
    key(uid: Array(name.uid.utf8)[...], name.recurrenceID, in: list)
  }

  /// The same of the first holder of a UID.
  ///
  /// - Parameter uid: the octets of its text.
  static func key(uid: ArraySlice<UInt8>, _ recurrenceID: String? = nil, in list: ModelIdentifier.Name)
    -> UInt64
  {
    var text = NameHash.Text()
    text.append(list)
    text.append(uid, holder: 1)
    return UInt64(bitPattern: NameHash(text, recurrenceID).key) ^ 1 << 63
  }

  /// Reminders at a time on a thread.
  private static let share = 512

  /// Names that tell these apart too, which are not in the catalog: of reminders that came since. What went since keeps its name.
  ///
  /// - Complexity: linear in these times the logarithm of the catalog's reminders.
  public func including(_ identifiers: some Sequence<ModelIdentifier>) -> ShortNames {
    var names = self
    var added: [NameHash] = []
    for identifier in identifiers where catalog.indexPath(for: identifier) == nil {
      let hash = NameHash(identifier)
      let place = firstPlace(notBefore: hash)
      for other in [place - 1, place] where sorted.indices.contains(other) && sorted[other].hash != hash {
        names.length = max(names.length, sorted[other].hash.commonDigits(with: hash) + 1)
      }
      added.append(hash)
    }
    added.sort()
    for (left, right) in zip(added, added.dropFirst()) where left != right {
      names.length = max(names.length, left.commonDigits(with: right) + 1)
    }
    return names
  }

  private func firstPlace(notBefore hash: NameHash) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The short name of a reminder; as long as the longest needs, so that they align. An occurrence that a rule makes has that of what
  /// repeats: it is in no file, where a name of its own could be looked for.
  public func name(of identifier: ModelIdentifier) -> String {
    let master = catalog.masterPath(ofOccurrence: identifier).flatMap(catalog.modelIdentifier)
    return NameHash(master ?? identifier).digits(length)
  }

  /// The reminders whose hash begins with `prefix`, in any case, those of one hash in the catalog's order; none for a text that is no prefix of a hash.
  public func identifiers(startingWith prefix: String) -> [ModelIdentifier] {
    guard !prefix.isEmpty, prefix.allSatisfy(\.isHexDigit), prefix.utf8.count <= NameHash.digitCount else {
      return []
    }
    let (lower, paths) = (prefix.lowercased(), catalog.reminderPaths)
    return sorted.filter { $0.hash.digits(lower.utf8.count) == lower }.compactMap {
      catalog.modelIdentifier(at: paths[$0.place])
    }
  }
}

/// The first twenty bytes of the SHA-256 of a reminder's list, UID and RECURRENCE-ID.
private struct NameHash: Sendable, Hashable, Comparable {
  static let digitCount = 40
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt64

  /// What is hashed: names, each with its holder.
  struct Text {
    fileprivate var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(128) }

    mutating func append(_ name: ModelIdentifier.Name?) {
      guard let name else { return }
      append(name.text.utf8, holder: name.holder)
    }

    mutating func append(_ text: some Collection<UInt8>, holder: Int) {
      bytes += text
      bytes.append(0)
      // That of nearly all.
      if holder == 1 { bytes.append(0x31) } else { bytes += String(holder).utf8 }
      bytes.append(0)
    }
  }

  init(_ identifier: ModelIdentifier) {
    var text = Text()
    text.append(identifier.list)
    text.append(identifier.uid)
    self.init(text, identifier.recurrenceID)
  }

  init(_ text: consuming Text, _ recurrenceID: String?) {
    if let recurrenceID { text.bytes += recurrenceID.utf8 }
    // The digits stand at the upper end of each word.
    let words = SHA256(hashing: text.bytes.span).words
    (high, middle) = (UInt64(words[0]) << 32 | UInt64(words[1]), UInt64(words[2]) << 32 | UInt64(words[3]))
    low = UInt64(words[4]) << 32
  }

  /// A number in the order of the hashes.
  var key: Int64 { Int64(bitPattern: high ^ 1 << 63) }

  private var words: (UInt64, UInt64, UInt64) { (high, middle, low) }

  static func < (left: Self, right: Self) -> Bool { left.words < right.words }

  /// How many digits are the same before the first that is not.
  func commonDigits(with other: Self) -> Int {
    for (index, (left, right)) in [(high, other.high), (middle, other.middle), (low, other.low)].enumerated()
    where left != right {
      return index * 16 + (left ^ right).leadingZeroBitCount / 4
    }
    return Self.digitCount
  }

  /// The first hexadecimal digits, in lower case.
  func digits(_ count: Int) -> String {
    let words = [high, middle, low]
    return String(
      decoding: (0..<min(count, Self.digitCount)).map { index in
        let digit = UInt8(truncatingIfNeeded: words[index >> 4] >> UInt64(60 - (index & 15) * 4)) & 15
        return UInt8(hexadecimalDigitOf: digit)
      }, as: UTF8.self)
  }
}
