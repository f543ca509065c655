/// The name at the start of a content line.
struct NameReading {
  private(set) var property: PropertyID
  private(set) var length: UInt8 = 0
  private(set) var flags = ContentLine.Flags()

  /// - Parameters:
  ///   - known: the name of the line at the extent, where that was seen when it was noted; else
  ///     ``PropertyID/other``.
  ///   - lengths: ``QuickName/lengths``.
  @inline(__always)
  init(
    _ extent: LineEnds.Extent, _ known: PropertyID, in bytes: Span<UInt8>, _ style: LineEnds.Style,
    _ lengths: Span<UInt8>
  ) {
    guard known != .other else {
      self.init(letterByLetter: extent, in: bytes, style)
      return
    }
    let length = lengths[Int(known.rawValue)]
    self.init(
      property: known, length: length,
      flags: bytes[extent.start + Int(length)] == 0x3B ? .parameters : ContentLine.Flags())
  }

  private init(property: PropertyID, length: UInt8, flags: ContentLine.Flags) {
    (self.property, self.length, self.flags) = (property, length, flags)
  }

  init(letterByLetter extent: LineEnds.Extent, in bytes: Span<UInt8>, _ style: LineEnds.Style) {
    guard extent.contentEnd > extent.start else {
      property = .blank
      return
    }
    var hash = PropertyNames.seed
    let start = Self.nameStart(extent, bytes)
    var index = start
    property = .malformed
    while index < extent.contentEnd {
      let byte = bytes[index]
      if byte == 0x3A || byte == 0x3B {
        let count = index - extent.start
        guard index > start, count <= 255 else { return }
        if byte == 0x3B { flags = .parameters }
        length = UInt8(truncatingIfNeeded: count)
        property = PropertyNames.shared.find(bytes, start, index, hash: hash)
        return
      }
      guard Self.isNameByte(byte) else {
        if extent.folds > 0, byte == 0x0D || byte == 0x0A { readFolded(extent, start, bytes, style) }
        return
      }
      PropertyNames.mix(byte, into: &hash)
      index += 1
    }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A byte order mark, at the start of the input or where files were joined, hides no line.
  @inline(__always)
  static func nameStart(_ extent: LineEnds.Extent, _ bytes: Span<UInt8>) -> Int {
    let start = extent.start
    guard bytes[start] == 0xEF, extent.contentEnd - start > 3, bytes[start + 1] == 0xBB,
      bytes[start + 2] == 0xBF
    else { return start }
    return start + 3
  }

  /// A name that is folded in its middle: rare, legal (RFC 5545 §3.1).
  private mutating func readFolded(
    _ extent: LineEnds.Extent, _ start: Int, _ bytes: Span<UInt8>, _ style: LineEnds.Style
  ) {
    var name: [UInt8] = []
    var index = start
    while index < extent.contentEnd {
      let byte = bytes[index]
      if byte == 0x3A || byte == 0x3B {
        let count = index - extent.start
        guard !name.isEmpty, count <= 255 else { return }
        if byte == 0x3B { flags = .parameters }
        length = UInt8(truncatingIfNeeded: count)
        property = PropertyID(nameBytes: name[...])
        return
      }
      if let behind = Folding.afterFold(bytes, index, style) {
        index = behind
        continue
      }
      guard Self.isNameByte(byte) else { return }
      name.append(byte)
      index += 1
    }
  }

  /// Letters, digits and hyphen (RFC 5545 §3.1); underscore and full stop are seen in the wild.
  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F, 0x2E: true
    default: false
    }
  }
}
