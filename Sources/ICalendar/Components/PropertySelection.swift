/// A few properties that are looked for together, so that one walk over the lines of many components finds
/// them all.
public final class PropertySelection: Sendable {
  /// The slot of each id; 255 for those that are not looked for.
  private let slots: InlineArray<256, UInt8>
  let count: Int

  /// None is looked for.
  static let none = PropertySelection([])

  /// - Parameter ids: at most 32; more are left out, and found by ``Component/first(_:)``.
  public init(_ ids: [PropertyID]) {
    var slots = InlineArray<256, UInt8>(repeating: 255)
    let ids = ids.prefix(32)
    for (slot, id) in ids.enumerated() {
      slots[Int(id.rawValue)] = UInt8(truncatingIfNeeded: slot)
    }
    (self.slots, count) = (slots, ids.count)
  }

  /// Whether the property with this raw value is looked for.
  @inline(__always)
  func holds(_ id: UInt8) -> Bool { slots[Int(id)] != 255 }

  /// Where a property's line is kept; nil for one that is not looked for.
  @inline(__always)
  func slot(of id: PropertyID) -> Int? {
    let slot = slots[Int(id.rawValue)]
    return slot == 255 ? nil : Int(slot)
  }
}
