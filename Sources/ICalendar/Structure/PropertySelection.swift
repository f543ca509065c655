/// A few properties that are looked for together, so that one walk over the lines of many components finds them all.
public final class PropertySelection: Sendable {
  /// The slot of each id; 255 for those that are not looked for.
  private let slots: [UInt8]
  /// A bit for each raw value that is looked for.
  private let mask: InlineArray<4, UInt64>
  let count: Int

  /// None is looked for.
  static let none = PropertySelection([])

  /// - Parameter ids: at most 32; more are left out, and found by ``Component/first(_:)``.
  public init(_ ids: [PropertyID]) {
    var slots = [UInt8](repeating: 255, count: 256)
    let ids = ids.prefix(32)
    var mask = InlineArray<4, UInt64>(repeating: 0)
    for (slot, id) in ids.enumerated() {
      mask[Int(id.rawValue >> 6)] |= 1 << UInt64(id.rawValue & 63)
      slots[Int(id.rawValue)] = UInt8(truncatingIfNeeded: slot)
    }
    (self.slots, self.mask, count) = (slots, mask, ids.count)
  }

  /// Whether the property with this raw value is looked for.
  @inline(__always)
  func holds(_ id: UInt8) -> Bool { mask[Int(id >> 6)] >> UInt64(id & 63) & 1 != 0 }

  /// Where a property's line is kept; nil for one that is not looked for.
  @inline(__always)
  func slot(of id: PropertyID) -> Int? {
    let slot = slots[Int(id.rawValue)]
    return slot == 255 ? nil : Int(slot)
  }
}
