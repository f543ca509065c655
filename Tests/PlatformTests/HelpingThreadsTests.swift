import ListoTestSupport
import Platform
import Synchronization
import Testing

@Suite struct HelpingThreadsTests {
  @Test func eachPieceIsDoneOnceAndWaitedFor() {
    let threads = HelpingThreads()
    let done = Atomic(0)
    let waits = (0..<500).map { number in
      threads.begin { () -> Int in
        done.wrappingAdd(1, ordering: .relaxed)
        return number * number
      }
    }
    #expect(waits.map { $0() } == (0..<500).map { $0 * $0 })
    #expect(done.load(ordering: .relaxed) == 500)
  }

  /// More pieces wait for one another than there are threads: those who wait do them.
  @Test func whoWaitsWorks() {
    let threads = HelpingThreads()
    @Sendable func sum(_ range: Range<Int>) -> Int {
      guard range.count > 1 else { return range.lowerBound }
      let middle = (range.lowerBound + range.upperBound) / 2
      let left = threads.begin { sum(range.lowerBound..<middle) }
      return sum(middle..<range.upperBound) + left()
    }
    #expect(sum(0..<2000) == 1_999_000)
  }
}
