internal import ICalendar

/// The reminders of an input by their bytes, and where they stand in it.
struct ReminderDigests: Sendable {
  private var digests: [ByteHash] = []
  private var places: [Int] = []
  /// The hashes of their names.
  private(set) var names: [UInt64] = []
  /// One more than the number of a reminder, in the first free slot from the one that its digest says; 0 in a
  /// free one. Above it stands a part of the digest, so that the digest itself, elsewhere in memory, is
  /// looked at where it is the same.
  private var slots: [UInt64] = []
  private var isSame: [Bool] = []
  /// The number of the first reminder of each calendar.
  private var starts: [Int] = []
  /// How many of them another input has as they are.
  private(set) var sameCount = 0

  /// The number of elements.
  var count: Int { places.count }
  /// Some are not in the other input as they are here.
  var hasOthers: Bool { sameCount < count }

  /// Adds the next one.
  ///
  /// - Parameters:
  ///   - digest: of its bytes; nil for one that is not to be found.
  ///   - place: where it stands; behind those that were added before.
  ///   - calendar: the number of its calendar in the input; that of the one before, or a later one.
  ///   - name: a hash of its name.
  mutating func append(_ digest: ByteHash?, at place: Int, in calendar: Int, _ name: UInt64) {
    while starts.count <= calendar { starts.append(count) }
    if digests.count * 4 >= slots.count * 3 { grow() }
    places.append(place)
    names.append(name)
    digests.append(digest ?? Self.none)
    if digest != nil { insert(digests.count - 1) }
  }

  /// Of bytes that no reminder is.
  private static let none = ByteHash([])

  /// The number of the one with these bytes.
  ///
  /// - Parameter guess: the number that it has where both inputs have most in one order: to look there, and
  ///   at the few behind it, spares most of the way through memory.
  func number(of digest: ByteHash, near guess: Int) -> Int? {
    for number in guess..<max(guess, min(guess + 4, digests.count)) where digests[number] == digest {
      return number
    }
    guard !slots.isEmpty else { return nil }
    let part = Self.part(of: digest)
    var slot = self.slot(of: digest)
    while slots[slot] != 0 {
      let number = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
      if slots[slot] >> 32 == part, digests[number] == digest { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of the one that stands at a place.
  ///
  /// - Complexity: logarithmic.
  func number(at place: Int) -> Int? {
    let number = places.partitionPoint { $0 < place }
    return isAt(place, number: number) ? number : nil
  }

  /// That one stands there.
  func isAt(_ place: Int, number: Int) -> Bool { number < places.count && places[number] == place }

  /// The number of the calendar in which one stands.
  ///
  /// - Complexity: logarithmic.
  func calendar(of number: Int) -> Int { starts.partitionPoint { $0 <= number } - 1 }

  /// The number of a calendar's reminders that the other input has as they are.
  func sameCount(in calendar: Int) -> Int {
    guard calendar < starts.count else { return 0 }
    let end = calendar + 1 < starts.count ? starts[calendar + 1] : count
    return isSame[starts[calendar]..<end].count(where: \.self)
  }

  /// The other input has it as it is.
  func isSame(_ number: Int) -> Bool { isSame[number] }

  /// Takes note of which of them the other input has, by their numbers.
  mutating func take(_ isSame: [Bool]) {
    self.isSame = isSame
    sameCount = isSame.count(where: \.self)
  }

  private func slot(of digest: ByteHash) -> Int {
    Int(truncatingIfNeeded: digest.word >> 32) & (slots.count - 1)
  }

  /// Of the bits that ``slot(of:)`` does not look at.
  private static func part(of digest: ByteHash) -> UInt64 { digest.word & 0xFFFF_FFFF }

  private mutating func insert(_ number: Int) {
    var slot = self.slot(of: digests[number])
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Self.part(of: digests[number]) << 32 | UInt64(UInt32(number + 1))
  }

  private mutating func grow() {
    slots = [UInt64](repeating: 0, count: max(64, slots.count * 2))
    for number in digests.indices where digests[number] != Self.none { insert(number) }
  }
}
