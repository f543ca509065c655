import Foundation

/// A generator of random numbers that a printed seed repeats (Steele, Lea, Flood 2014).
public struct SplitMix64: RandomNumberGenerator {
  public let seed: UInt64
  private var state: UInt64

  public init(seed: UInt64) { (self.seed, state) = (seed, seed) }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

public enum Seed {
  /// The seed of this run: `LISTO_SEED`, else 1, so that a plain run tests the same everywhere. `make laws`
  /// sets new ones. Every failure prints the seed.
  public static let current = number("LISTO_SEED") ?? 1
}

public enum Rounds {
  /// `count` rounds of a law, times `LISTO_ROUNDS` where that is set.
  public static func times(_ count: Int) -> Int { count * (number("LISTO_ROUNDS").map { Int($0) } ?? 1) }
}

private func number(_ variable: String) -> UInt64? {
  ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
}

extension Array {
  /// One of the elements; there must be one.
  public func pick(using random: inout SplitMix64) -> Element {
    self[Int.random(in: indices, using: &random)]
  }
}
