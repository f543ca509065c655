import ListoTestSupport
import Testing

@testable import ListoFormats

/// Keys are found by their bytes, and nothing else is.
struct KeyTableTests {
  @Test func eachIsFoundAndNoOther() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      func name() -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in ["a", "b", "ab", "é"].pick(using: &random) }
          .joined()
      }
      let names = Array(Set((0..<Int.random(in: 0...60, using: &random)).map { _ in name() }))
      let table = KeyTable(names.enumerated().map { ($1, $0) })
      for (place, name) in names.enumerated() { #expect(table[name.utf8] == place, "seed \(seed): \(name)") }
      for _ in 0..<50 {
        let other = name() + ["", "c", "a"].pick(using: &random)
        let place = names.firstIndex { $0.utf8.elementsEqual(other.utf8) }
        #expect(table[Array(other.utf8)[...]] == place, "seed \(seed): \(other)")
      }
    }
  }

  @Test func theTypesOfJCalAreKnownInAnyCase() {
    for type in JCalType.allCases {
      for word in [
        type.word, type.word.uppercased(), type.word.prefix(1).uppercased() + type.word.dropFirst(),
      ] {
        #expect(JCalType(word: Array(word.utf8)[...]) == type)
        #expect(JCalType(word: Array((word + "s").utf8)[...]) == nil)
      }
    }
    #expect(JCalType(word: []) == nil)
  }
}
