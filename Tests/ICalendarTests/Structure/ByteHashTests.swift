import Testing

@testable import ICalendar

@Suite struct ByteHashTests {
  private func hash(_ bytes: [UInt8]) -> ByteHash { ByteHash(bytes[...]) }

  @Test func equalBytesWhereverTheyStand() {
    for count in [0, 1, 7, 8, 15, 16, 17, 1023, 1024, 1025, 5000, 70_000, 140_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }
      let moved = [1, 2, 3] + bytes + [4]
      #expect(hash(bytes) == ByteHash(moved[3..<3 + count]), "\(count)")
      #expect(hash(bytes) == ByteHash(moved.span, 3..<3 + count), "\(count)")
    }
  }

  @Test func zerosBehindTheBytesCount() {
    var seen: Set<ByteHash> = []
    for count in 0..<3000 { #expect(seen.insert(hash([UInt8](repeating: 0, count: count))).inserted) }
  }

  @Test(arguments: [1, 16, 40, 1024, 1030, 2048, 70_000])
  func everyByteCounts(count: Int) {
    var bytes = [UInt8](repeating: 0x41, count: count)
    let whole = hash(bytes)
    for index in stride(from: 0, to: count, by: max(1, count / 500)) {
      bytes[index] ^= 1
      #expect(hash(bytes) != whole)
      bytes[index] ^= 1
    }
    #expect(hash(bytes) == whole)
  }

  @Test func partsThatChangePlacesCount() {
    let (left, right) = ([UInt8](repeating: 1, count: 1024), [UInt8](repeating: 2, count: 1024))
    #expect(hash(left + right) != hash(right + left))
    #expect(hash(Array(left[..<16]) + right[..<16]) != hash(Array(right[..<16]) + left[..<16]))
  }

  /// Names that differ in one letter, as numbered ones do: half of the bits of a word tell them apart
  /// already, wherever the letter is.
  ///
  /// With another key two of all that are compared here share half of a word in one of some hundred runs, but
  /// not a dozen of one place.
  @Test(arguments: 0..<24) func aWordTellsNearNamesApart(place: Int) {
    for count in place + 1...24 {
      var name = Array("20261101-0012345678-90AB".utf8.prefix(count))
      var halves: Set<UInt32> = []
      for letter in UInt8.min...UInt8.max {
        name[place] = letter
        halves.insert(UInt32(truncatingIfNeeded: ByteHash(name[...]).word))
      }
      #expect(halves.count > 244, "\(count) bytes, the one at \(place): \(halves.count) of 256")
    }
  }
}
