import ICalendar
import Testing

@testable import ListoModel

/// An entry of a merge index unpacks to the values that were packed into few bytes.
@Suite struct MergeEntryTests {
  private func entry(stamp: Int64, sortOrder: Int32?, created: Int64?, offset: Int = 0) -> MergeIndex.Entry {
    MergeIndex.Entry(
      offset: offset, length: 1, key: 3..<9, recurrence: -1, digest: ByteHash([1, 2, 3]),
      rank: VersionRank(isScheduled: false, stamp: stamp, isModification: true, sequence: -7),
      sortOrder: sortOrder, created: created, flags: [.reminder, .modification])
  }

  /// Keys and components are counted in 32 bits: more of them is an error, not a trap.
  @Test func thereIsAnEnd() {
    #expect(MergeIndex.hasRoom(keys: 0, entries: 0))
    #expect(MergeIndex.hasRoom(keys: 3_221_225_471, entries: 1_610_612_735))
    #expect(!MergeIndex.hasRoom(keys: 3_221_225_472, entries: 0))
    #expect(!MergeIndex.hasRoom(keys: Int(UInt32.max) + 1, entries: 0))
    #expect(!MergeIndex.hasRoom(keys: 0, entries: 1_610_612_736))
  }

  @Test func offsetsReachFar() {
    for offset in [0, 1, Int(UInt32.max), Int(UInt32.max) + 1, 1 << 48 - 1] {
      #expect(entry(stamp: 0, sortOrder: nil, created: nil, offset: offset).offset == offset)
    }
  }

  /// The first and the last second that a date of four digits can name, and what is near the bounds of 32
  /// bits.
  @Test(arguments: [
    -62_167_219_200, -4_294_967_297, -4_294_967_296, -1, 0, 1, 2_147_483_648, 4_294_967_295, 4_294_967_296,
    253_402_300_799,
  ])
  func timesOfAllYears(seconds: Int64) {
    let entry = entry(stamp: seconds, sortOrder: nil, created: seconds)
    #expect(entry.stamp == seconds)
    #expect(entry.created == seconds)
    #expect(entry.order == seconds - 978_307_200)
    #expect(entry.rank.sequence == -7)
    #expect(entry.flags.contains(.reminder))
  }

  @Test func orderPrefersTheOneThatIsWritten() {
    #expect(entry(stamp: 0, sortOrder: .min, created: 5).order == Int64(Int32.min))
    #expect(entry(stamp: 0, sortOrder: 0, created: nil).order == 0)
    var none = entry(stamp: 0, sortOrder: nil, created: nil)
    #expect(none.order == .max)
    #expect(none.created == .max)
    none.setPlace(sortOrder: 4, created: 8)
    #expect(none.order == 4)
    #expect(none.created == 8)
    none.setPlace(sortOrder: nil, created: nil)
    #expect(none.order == .max)
  }
}
