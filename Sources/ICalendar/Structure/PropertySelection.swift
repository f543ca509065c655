/// A few properties that are looked for together, so that one walk over a component's lines finds them all.
public struct PropertySelection: Sendable {
  /// At most 16: what a ``PropertyIndex`` has room for.
  static let limit = 16
  /// The slot of each id; 255 for those that are not looked for.
  private let slots: [UInt8]
  /// A bit for each pair of letters that one of the names begins with.
  private let pairs: [UInt32]
  let count: Int

  /// - Parameter ids: at most 16; more are left out, and found by ``Component/first(_:)``.
  public init(_ ids: [PropertyID]) {
    var slots = [UInt8](repeating: 255, count: 256)
    var pairs = [UInt32](repeating: 0, count: 32)
    let ids = ids.prefix(Self.limit)
    for (slot, id) in ids.enumerated() {
      slots[Int(id.rawValue)] = UInt8(truncatingIfNeeded: slot)
      let name = Array(id.name.utf8)
      if name.count > 1 { pairs[Int(name[0] & 31)] |= 1 << UInt32(name[1] & 31) }
    }
    (self.slots, self.pairs, count) = (slots, pairs, ids.count)
  }

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

/// Where the first lines of selected properties stand in a component.
public struct PropertyIndex: Sendable {
  private let block: Block
  private let selection: PropertySelection
  private var lines: InlineArray<16, ContentLine>
  private var found: UInt32 = 0

  /// - Complexity: one walk over the component's own lines; no allocation.
  init(_ component: Component, _ selection: PropertySelection) {
    block = component.block
    self.selection = selection
    lines = InlineArray(repeating: ContentLine.none)
    var walk = component.properties
    walk.index(selection, &lines, &found)
  }

  /// The first property with this id; nil where the component has none, and where it was not looked for (``knows(_:)``).
  public func first(_ id: PropertyID) -> Property? {
    guard let slot = selection.slot(of: id), found & (1 << UInt32(slot)) != 0 else { return nil }
    return Property(block: block, line: lines[slot])
  }

  /// Whether it was looked for.
  public func knows(_ id: PropertyID) -> Bool { selection.slot(of: id) != nil }
}

extension Component {
  /// Finds several properties in one walk.
  public func index(of selection: PropertySelection) -> PropertyIndex { PropertyIndex(self, selection) }
}
