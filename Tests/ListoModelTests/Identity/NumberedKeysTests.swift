import ListoTestSupport
import Testing

@testable import ListoModel

/// Numbers of keys are those that a dictionary says.
@Suite struct NumberedKeysTests {
  @Test func numbersInTheOrderOfTheKeys() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var (table, numbers) = (NumberedKeys<UInt64>(), [UInt64: Int]())
    #expect(table.number(of: 1) == nil)
    for _ in 0..<5000 {
      let name = UInt64.random(in: 0..<4000, using: &random) << [1, 50].pick(using: &random) | 1
      #expect(table.number(of: name) == numbers[name], "seed \(seed)")
      let number = numbers[name] ?? numbers.count
      let inserted = table.insert(name)
      #expect(inserted == (number, numbers[name] == nil), "seed \(seed)")
      numbers[name] = number
    }
    #expect(table.count == numbers.count)
  }
}
