internal import ICalendar

/// Short names for reminders: the shortest prefix, unique among the reminders that were read, of a hash of
/// list, UID and RECURRENCE-ID. The source is left out, so that a name does not depend on the place of the
/// folder.
package struct ShortNames: Sendable {
  /// The least length: four hexadecimal digits tell 65,536 reminders apart on average.
  public static let leastLength = 4
  private let catalog: Catalog
  /// The key of the hash of each of the catalog's reminders, in its order. Those that the catalog does not
  /// hold are not among them. The rest of a hash is hardly ever asked for, and made again then.
  private let keys: [Int64]
  /// Where the keys of each list begin: by source, by list.
  private let starts: [[Int]]
  /// The places of the reminders in the catalog, by hash; those of one hash in the catalog's order.
  private let sorted: [UInt32]
  private var length: Int

  private struct Entry: Sendable {
    /// ``NameHash/key``
    let key: Int64
    /// The place of the reminder in the catalog.
    let place: Int
  }

  /// - Parameters:
  ///   - least: the least length; greater if the catalog is a part of the reminders among which the names
  ///     must be unique.
  ///   - pipeline: distributes the work over threads.
  /// - Complexity: O(n log n) in the catalog's reminders.
  public init(
    _ catalog: Catalog, atLeast least: Int = leastLength, on pipeline: any Pipeline = SerialPipeline()
  ) {
    self.catalog = catalog
    var count = 0
    starts = catalog.sources.map { source in
      source.lists.map { list in
        defer { count += list.identifiers.count }
        return count
      }
    }
    // Of one list its own array; by paths, each would take the source and the list into its hands, of which
    // all cores keep count.
    let lists = catalog.lists
    let identifiers = lists.count == 1 ? lists[0].identifiers : lists.flatMap(\.identifiers)
    var keys: [Int64] = []
    keys.reserveCapacity(identifiers.count)
    pipeline.inShares(of: identifiers.indices) { share in
      // One for all of them, so that its memory is used again.
      var text = NameHash.Text()
      return share.map { NameHash(identifiers[$0], in: &text).key }
    } consume: { some in
      keys += some
    }
    var entries = keys.indices.map { Entry(key: keys[$0], place: $0) }
    BucketSort.sort(&entries, key: \.key) { left, right in
      guard left.key == right.key else { return left.key < right.key }
      let (first, second) = (NameHash(identifiers[left.place]), NameHash(identifiers[right.place]))
      return first != second ? first < second : left.place < right.place
    }
    (self.keys, sorted) = (keys, entries.map { UInt32($0.place) })
    var length = least
    for (left, right) in zip(entries, entries.dropFirst()) {
      if left.key != right.key {
        length = max(length, (left.key ^ right.key).leadingZeroBitCount / 4 + 1)
      } else {
        let (first, second) = (NameHash(identifiers[left.place]), NameHash(identifiers[right.place]))
        // Two reminders may share all of it (the same list under two sources); then no length tells them
        // apart.
        if first != second { length = max(length, first.commonDigits(with: second) + 1) }
      }
    }
    let omitted = catalog.sources.flatMap(\.lists).compactMap(\.omitted)
    self.length =
      omitted.isEmpty
      ? length
      : max(
        length, Self.length(entries, omitted.map(\.names), on: pipeline))
  }

  /// How long names must be that tell these reminders apart, and those of which the first 64 bits of the hash
  /// are known: where these are the same, the rest is taken to be. (Two out of a million share them with a
  /// probability of 3 in 100 million.)
  private static func length(_ entries: [Entry], _ omitted: [[UInt64]], on pipeline: any Pipeline) -> Int {
    let own = entries.map { UInt64(bitPattern: $0.key) ^ 1 << 63 }
    return HashShares.commonBits(omitted + [own], on: pipeline) / 4 + 1
  }

  /// The first 64 bits of the hash that the short name of a reminder is the beginning of.
  static func key(of name: IdentityInList, in list: ModelIdentifier.Name) -> UInt64 {
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
    return UInt64(bitPattern: NameHash(&text, recurrenceID).key) ^ 1 << 63
  }

  /// Returns names that include new reminders, which are not in the catalog; removed reminders keep their
  /// names.
  ///
  /// - Complexity: linear in these times the logarithm of the catalog's reminders.
  public func including(_ identifiers: some Sequence<ModelIdentifier>) -> ShortNames {
    var names = self
    var added: [NameHash] = []
    for identifier in identifiers where catalog.indexPath(for: identifier) == nil {
      let hash = NameHash(identifier)
      let place = firstPlace(notBefore: hash)
      for other in [place - 1, place] where sorted.indices.contains(other) && self.hash(other) != hash {
        names.length = max(names.length, self.hash(other).commonDigits(with: hash) + 1)
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
    sorted.indices.partitionPoint { self.hash($0) < hash }
  }

  /// The hash that stands there among the sorted ones.
  private func hash(_ index: Int) -> NameHash { hash(ofPlace: Int(sorted[index])) }

  /// The hash of the reminder that stands at a place in the catalog.
  private func hash(ofPlace place: Int) -> NameHash { NameHash(identifier(at: place)) }

  private func identifier(at place: Int) -> ModelIdentifier {
    let source = starts.lastIndex { $0.first.map { $0 <= place } ?? false } ?? 0
    let list = starts[source].partitionPoint { $0 <= place } - 1
    return catalog.sources[source].lists[list].identifiers[place - starts[source][list]]
  }

  /// Returns the short name of a reminder; all names have the same length. An occurrence of a rule has the
  /// name of its repeating reminder.
  public func name(of identifier: ModelIdentifier) -> String {
    let master = catalog.masterPath(ofOccurrence: identifier).flatMap(catalog.modelIdentifier)
    return NameHash(master ?? identifier).digits(length)
  }

  /// Returns the short name of the reminder at a path. If the catalog has the path, the name is not computed
  /// again.
  public func name(of identifier: ModelIdentifier, at path: Catalog.IndexPath) -> String {
    guard path.reminder != nil, catalog.modelIdentifier(at: path) == identifier else {
      return name(of: identifier)
    }
    return name(at: path)
  }

  /// The short name of the reminder that stands at a path of the catalog that the names were made of.
  ///
  /// - Precondition: one stands there.
  package func name(at path: Catalog.IndexPath) -> String {
    let place = starts[path.source][path.list ?? 0] + (path.reminder ?? 0)
    return length <= NameHash.digitsOfKey
      ? NameHash.digits(ofKey: keys[place], length) : hash(ofPlace: place).digits(length)
  }

  /// The number of digits of each name.
  public var width: Int { min(length, NameHash.digitCount) }

  /// Whether a word is a short name that a reminder with this identifier has, or had.
  public static func isName(_ word: String, of identifier: ModelIdentifier) -> Bool {
    (leastLength...NameHash.digitCount).contains(word.utf8.count)
      && NameHash(identifier).digits(word.utf8.count) == word.lowercased()
  }

  /// The reminders whose hash begins with `prefix`, in any case, those of one hash in the catalog's order;
  /// none for a text that is no prefix of a hash.
  public func identifiers(startingWith prefix: String) -> [ModelIdentifier] {
    guard !prefix.isEmpty, prefix.utf8.allSatisfy({ $0.hexadecimalDigit != nil }),
      prefix.utf8.count <= NameHash.digitCount
    else {
      return []
    }
    let lower = prefix.lowercased()
    let first = String(lower.prefix(NameHash.digitsOfKey))
    let found = sorted.filter { NameHash.digits(ofKey: keys[Int($0)], first.utf8.count) == first }
    return found.map { identifier(at: Int($0)) }.filter { NameHash($0).digits(lower.utf8.count) == lower }
  }
}

/// The first twenty bytes of the SHA-256 of a reminder's list, UID and RECURRENCE-ID.
private struct NameHash: Sendable, Hashable, Comparable {
  static let digitCount = 40
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt64

  /// The bytes to hash: names, each with its holder.
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
    self.init(identifier, in: &text)
  }

  /// - Parameter text: becomes what is hashed, whatever it was.
  init(_ identifier: ModelIdentifier, in text: inout Text) {
    text.bytes.removeAll(keepingCapacity: true)
    text.append(identifier.list)
    text.append(identifier.uid)
    self.init(&text, identifier.recurrenceID)
  }

  /// - Parameter text: list and UID.
  init(_ text: inout Text, _ recurrenceID: String?) {
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

  /// How many digits ``key`` has.
  static let digitsOfKey = 16

  /// The first digits of the hash that has this key, ``digitsOfKey`` at most.
  static func digits(ofKey key: Int64, _ count: Int) -> String {
    digits(min(count, digitsOfKey)) { UInt64(bitPattern: key ^ 1 << 63) >> UInt64(60 - $0 * 4) }
  }

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
    Self.digits(min(count, Self.digitCount)) { index in
      let word = index < 16 ? high : index < 32 ? middle : low
      return word >> UInt64(60 - (index & 15) * 4)
    }
  }

  /// - Parameter digit: the number of which the lowest four bits are the digit.
  private static func digits(_ count: Int, _ digit: (_ index: Int) -> UInt64) -> String {
    // On the stack, as for each row.
    var digits = InlineArray<40, UInt8>(repeating: 0)
    for index in 0..<count {
      digits[index] = UInt8(hexadecimalDigitOf: UInt8(truncatingIfNeeded: digit(index)) & 15)
    }
    // Digits are always UTF-8.
    guard let text = try? UTF8Span(validating: digits.span.extracting(0..<count)) else { return "" }
    return String(copying: text)
  }
}
