/// The generator of every choice made here (Steele, Lea and Flood, 2014): one seed gives the same bytes on
/// every machine and with every release of Swift, which the standard library's own generator and `shuffled`
/// do not promise.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0 ..< 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// True with the given probability.
  mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

  /// A number of the range, by the high half of a product: the bias of 2⁻⁶⁴ × width is far below what is
  /// counted.
  mutating func pick(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next().multipliedFullWidth(by: UInt64(range.count)).high)
  }

  /// An element of a collection that has some.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[pick(0...choices.count - 1)] }
}
