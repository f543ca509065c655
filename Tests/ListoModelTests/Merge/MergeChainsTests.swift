import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The versions of each key are found whatever order the inputs are in.
@Suite struct MergeChainsTests {
  /// An index of these UIDs.
  private static func index(_ uids: [String]) throws -> MergeIndex {
    let text = uids.map { "BEGIN:VTODO\r\nUID:\($0)\r\nEND:VTODO\r\n" }.joined()
    var index = MergeIndex()
    index.calendars.append(MergeIndex.Calendar(list: 0, input: 0))
    var reader = BatchReader(MemorySource(Array(text.utf8)))
    while let batch = try reader.next() {
      let found = MergeIndex(batch)
      index.append(found, calendars: [(0, found.entries.count)])
    }
    return index
  }

  @Test func everyVersionIsInTheChainOfItsKey() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<200 {
      let all = (0..<Int.random(in: 1...300, using: &random)).map { "\($0)" }
      // Copies: in the order of the first, without some, with others between, or in any order.
      var uids: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        var copy = all
        switch Int.random(in: 0..<4, using: &random) {
        case 0: break
        case 1: copy.removeAll { _ in Int.random(in: 0..<8, using: &random) == 0 }
        case 2:
          for number in 0..<5 {
            copy.insert("new\(number)", at: Int.random(in: 0...copy.count, using: &random))
          }
        default: copy.shuffle(using: &random)
        }
        uids += copy
        if Bool.random(using: &random), let last = uids.last { uids.append(last) }
      }
      let wanted = Dictionary(grouping: uids.indices) { uids[$0] }.values.sorted { $0[0] < $1[0] }
      let index = try Self.index(uids)
      let chains = MergeChains(index)
      var chain: [Int] = []
      let found = chains.heads.map { head in
        chains.collect(from: head, into: &chain)
        return chain
      }
      #expect(found == wanted, "seed \(seed), round \(round)")
    }
  }
}
