/// Folding (RFC 5545 §3.1): a line end followed by one white space inside a content line.
enum Folding {
  /// The offset behind the fold that begins at `index`; nil where none does.
  @inline(__always)
  static func afterFold(_ bytes: Span<UInt8>, _ index: Int, _ style: LineEnds.Style) -> Int? {
    guard bytes[index] == 0x0A || bytes[index] == 0x0D else { return nil }
    let isCRLF = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
    guard bytes[index] == 0x0A || isCRLF || style == .carriageReturn else { return nil }
    let next = index + (isCRLF ? 2 : 1)
    return next < bytes.count && (bytes[next] == 0x20 || bytes[next] == 0x09) ? next + 1 : nil
  }

  /// The bytes without their folds. A carriage return that is no line end is kept.
  static func unfold(_ bytes: ArraySlice<UInt8>, _ style: LineEnds.Style) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    let end = bytes.endIndex
    while index < end {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D {
        let isCRLF = byte == 0x0D && index + 1 < end && bytes[index + 1] == 0x0A
        let next = index + (isCRLF ? 2 : 1)
        let isLineEnd = byte == 0x0A || isCRLF || style == .carriageReturn
        if isLineEnd && next < end && (bytes[next] == 0x20 || bytes[next] == 0x09) {
          index = next + 1
          continue
        }
      }
      result.append(byte)
      index += 1
    }
    return result
  }
}
