import ListoTestSupport
import Platform
import Synchronization
import Testing

@Suite struct OrderedLanesTests {
  private struct Stop: Error {}

  /// Blocks are numbers, each of which makes as many inputs as it says; the inputs are numbered through.
  private static let lanes = OrderedLanes<ArraySlice<Int>, Int, [Int], Int, Int>(
    read: { $0.popFirst() }, prepare: { $0 += 100 },
    join: { state, block in
      let before = state.reduce(0) { $0 + $1 - 100 }
      guard let taken = block.take() else { return [] }
      state.append(taken)
      return (0..<taken - 100).map { before + $0 }
    },
    transform: { input in
      // Some take longer than others.
      var waste = input
      for _ in 0..<(input % 7) * 500 { waste = waste &* 31 | 1 }
      return waste == 0 ? 0 : input * 10
    })

  @Test(arguments: [1, 2, 3, 8])
  func whatComesOfBlocksKeepsTheirOrder(threads: Int) throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for count in [0, 1, 2, 3, 40, 200] {
      let blocks = (0..<count).map { _ in Int.random(in: 0...3, using: &random) }
      var outputs: [Int] = []
      let state = Self.lanes.run(threads: threads, blocks[...], []) { (output: Int) throws(Never) in
        outputs.append(output)
        return true
      }
      #expect(outputs == (0..<blocks.reduce(0, +)).map { $0 * 10 }, "seed \(seed)")
      #expect(state == blocks.map { $0 + 100 }, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 8])
  func whoNeedsNothingMoreIsGivenNothingMore(threads: Int) throws {
    let blocks = Array(repeating: 1, count: 1000)
    var outputs: [Int] = []
    let state = Self.lanes.run(threads: threads, blocks[...], []) { (output: Int) throws(Never) in
      outputs.append(output)
      return outputs.count < 10
    }
    #expect(outputs == (0..<10).map { $0 * 10 })
    #expect(state.count <= 10 + threads * 2, "no more than may be under way was read")
  }

  @Test(arguments: [1, 2, 8])
  func anErrorEndsTheWork(threads: Int) throws {
    let blocks = Array(repeating: 1, count: 1000)
    var outputs = 0
    #expect(throws: Stop.self) {
      _ = try Self.lanes.run(threads: threads, blocks[...], []) { (_: Int) throws(Stop) in
        outputs += 1
        if outputs == 5 { throw Stop() }
        return true
      }
    }
    #expect(outputs == 5)
  }

  /// Joining may find that it is no use to go on; the input here has no end.
  @Test(arguments: [1, 2, 8])
  func joiningMayEndTheWork(threads: Int) throws {
    let lanes = OrderedLanes<Int, Int, Int, Int, Int>(
      read: { next in
        next += 1
        return next
      }, prepare: { _ in },
      join: { last, block in
        last = block ?? last
        return last == 50 ? nil : [last]
      }, transform: { $0 })
    var outputs: [Int] = []
    let last = lanes.run(threads: threads, 0, 0) { (output: Int) throws(Never) in
      outputs.append(output)
      return true
    }
    #expect(last == 50)
    #expect(outputs == Array(1..<50).prefix(outputs.count).map { $0 })
  }

  /// Work that is done in order is done by one thread at a time, and work on a block alone by several.
  @Test func turnsAreTakenOneByOne() throws {
    let (reading, joining) = (Turn(), Turn())
    let lanes = OrderedLanes<Int, Int, Int, Int, Int>(
      read: { next in
        reading.take {
          next += 1
          return next <= 500 ? next : nil
        }
      }, prepare: { _ in },
      join: { sum, block in
        joining.take {
          sum += block ?? 0
          return block.map { [$0] } ?? []
        }
      }, transform: { $0 })
    var outputs = 0
    let sum = lanes.run(threads: 4, 0, 0) { (output: Int) throws(Never) in
      outputs += output
      return true
    }
    #expect(sum == 125_250 && outputs == sum)
    #expect(reading.overlaps.load(ordering: .relaxed) == 0)
    #expect(joining.overlaps.load(ordering: .relaxed) == 0)
  }
}

/// Counts who comes while another is there.
private final class Turn: Sendable {
  private let isTaken = Atomic(false)
  let overlaps = Atomic(0)

  func take<Result>(_ body: () -> Result) -> Result {
    if isTaken.exchange(true, ordering: .sequentiallyConsistent) {
      overlaps.wrappingAdd(1, ordering: .relaxed)
    }
    defer { isTaken.store(false, ordering: .sequentiallyConsistent) }
    return body()
  }
}
