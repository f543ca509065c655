/// The claims of versions on a unit: those of the versions that have it and count, each with its content, and
/// those of the versions that lack it, if they count, of which only the first is named.
struct UnitClaims {
  struct Claim {
    let version: Int
    /// See ``ComponentUnits/state(_:)``.
    let state: [[UInt8]]
  }

  /// In the order of the versions.
  let holding: [Claim]
  /// Nil where no version lacks it, or these do not count.
  let firstLacking: Int?

  var isEmpty: Bool { holding.isEmpty && firstLacking == nil }

  /// The claim of the first version.
  var first: Claim? {
    guard let firstLacking, firstLacking < holding.first?.version ?? .max else { return holding.first }
    return Claim(version: firstLacking, state: [])
  }

  /// The claims of the versions that have the unit.
  var ofHolders: UnitClaims { UnitClaims(holding: holding, firstLacking: nil) }

  /// The claims that want something else.
  func others(than claim: Claim) -> UnitClaims {
    UnitClaims(
      holding: holding.filter { $0.state != claim.state },
      firstLacking: claim.state.isEmpty ? nil : firstLacking)
  }

  /// The claims of the versions that changed a base.
  func changing(_ base: [[UInt8]]) -> UnitClaims {
    UnitClaims(
      holding: holding.filter { $0.state != base }, firstLacking: base.isEmpty ? nil : firstLacking)
  }
}
