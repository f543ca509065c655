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
  /// `LISTO_SEED` where it is set, so that a failure can be repeated; else a new one. Every failure prints it.
  public static func fresh() -> UInt64 {
    ProcessInfo.processInfo.environment["LISTO_SEED"].flatMap(UInt64.init)
      ?? UInt64.random(in: 0...UInt64.max)
  }
}

extension Array {
  /// One of the elements; there must be one.
  public func pick(using random: inout SplitMix64) -> Element {
    self[Int.random(in: indices, using: &random)]
  }
}
