/// A few properties that are looked for together, so that one walk over the lines of many components finds them all.
public final class PropertySelection: Sendable {
  /// The slot of each id; 255 for those that are not looked for.
  private let slots: [UInt8]
  /// A bit for each pair of letters that one of the names begins with.
  private let pairs: [UInt32]
  let count: Int

  /// - Parameter ids: at most 32; more are left out, and found by ``Component/first(_:)``.
  public init(_ ids: [PropertyID]) {
    var slots = [UInt8](repeating: 255, count: 256)
    var pairs = [UInt32](repeating: 0, count: 32)
    let ids = ids.prefix(32)
    for (slot, id) in ids.enumerated() {
      slots[Int(id.rawValue)] = UInt8(truncatingIfNeeded: slot)
      let name = Array(id.name.utf8)
      if name.count > 1 { pairs[Int(name[0] & 31)] |= 1 << UInt32(name[1] & 31) }
    }
    (self.slots, self.pairs, count) = (slots, pairs, ids.count)
  }

  /// Where a property's line is kept; nil for one that is not looked for.
  @inline(__always)
  func slot(of id: PropertyID) -> Int? {
    let slot = slots[Int(id.rawValue)]
    return slot == 255 ? nil : Int(slot)
  }

  /// Whether a line may be one of them: never false for one that is. A byte order mark, or a fold behind the first letter, hides
  /// what it is.
  @inline(__always)
  func mayHold(_ line: LineEnds.Extent, in bytes: Span<UInt8>) -> Bool {
    guard line.contentEnd - line.start > 2 else { return false }
    let first = bytes[line.start]
    let second = bytes[line.start + 1]
    return pairs[Int(first & 31)] & (1 << UInt32(second & 31)) != 0 || first >= 0x80 || second < 0x20
  }
}
