import Foundation
import ListoTestSupport

/// SplitMix64: the same values for the same seed on every machine. `LISTO_TEST_SEED` replaces the seed.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    let chosen = ProcessInfo.processInfo.environment["LISTO_TEST_SEED"].flatMap { UInt64($0) } ?? seed
    self.seed = chosen
    state = chosen
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
