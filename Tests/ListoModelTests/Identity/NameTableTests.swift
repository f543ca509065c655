import ListoTestSupport
import Testing

@testable import ListoModel

/// Numbers of names are those that a dictionary says.
@Suite struct NameTableTests {
  @Test func numbersInTheOrderOfTheNames() {
    let seed = Seed.fresh()
    var random = SplitMix64(seed: seed)
    var (table, numbers) = (NameTable(), [UInt64: Int]())
    #expect(table.number(of: 1) == nil)
    for _ in 0..<5000 {
      let name = UInt64.random(in: 0..<4000, using: &random) << [1, 50].pick(using: &random) | 1
      #expect(table.number(of: name) == numbers[name], "seed \(seed)")
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      #expect(table.insert(name) == number, "seed \(seed)")
    }
    #expect(table.count == numbers.count)
  }
}
