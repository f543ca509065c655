import Synchronization
import Testing

@testable import Platform

/// Work that is begun before it is asked for is done once, whoever does it.
@Suite struct EarlyWorkTests {
  private final class Counter: Sendable {
    let count = Atomic<Int>(0)
    func next() -> Int { count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
  }

  @Test func itIsDoneOnce() {
    for _ in 0..<2000 {
      let counter = Counter()
      let work = EarlyWork { counter.next() }
      #expect(work.take() == 1)
      #expect(work.take() == nil)
      #expect(counter.count.load(ordering: .sequentiallyConsistent) == 1)
    }
  }

  @Test func whatIsNotNeededIsNotHandedOut() {
    for _ in 0..<200 {
      let work = EarlyWork { 1 }
      work.cancel()
      let taken = work.take()
      // It may have begun before it was told.
      #expect(taken == nil || taken == 1)
      #expect(work.take() == nil)
    }
  }

  /// A chain as a reader makes it: each begins when the one before is taken.
  @Test func oneBehindTheOther() {
    var work = EarlyWork { 0 }
    for number in 1..<2000 {
      let last = work.take()
      #expect(last == number - 1)
      work = EarlyWork { number }
    }
  }
}
