import ListoTestSupport
import Testing

@testable import ListoModel

/// Sorting by buckets is sorting.
@Suite struct BucketSortTests {
  @Test(arguments: [1, 2, 7, 1 << 20, Int64.max])
  func sortsAsTheLibraryDoes(range: Int64) {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for count in [0, 1, 2, 31, 33, 100, 1000, 5000] {
      var numbers = (0..<count).map { (key: Int64.random(in: -range...range, using: &random), place: $0) }
      let precedes = { (left: (key: Int64, place: Int), right: (key: Int64, place: Int)) in
        (left.key, left.place) < (right.key, right.place)
      }
      let expected = numbers.sorted(by: precedes)
      BucketSort.sort(&numbers, key: \.key, by: precedes)
      #expect(numbers.map(\.place) == expected.map(\.place), "seed \(seed), \(count) numbers")
      // Without the places: equal ones stay as they stand.
      numbers.shuffle(using: &random)
      let stable = numbers.enumerated().sorted {
        ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
      }
      BucketSort.sortStably(&numbers, key: \.key) { $0.key < $1.key }
      #expect(numbers.map(\.place) == stable.map(\.element.place), "seed \(seed), \(count) numbers")
    }
  }
}
