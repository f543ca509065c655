/// Folding (RFC 5545 §3.1): a line end followed by one white space inside a content line.
enum Folding {
  /// The offset behind the fold whose line end begins at `index`.
  @inline(__always)
  static func afterFold(_ bytes: Span<UInt8>, _ index: Int) -> Int {
    var next = index + 1
    if bytes[index] == 0x0D && next < bytes.count && bytes[next] == 0x0A { next += 1 }
    if next < bytes.count && (bytes[next] == 0x20 || bytes[next] == 0x09) { return next + 1 }
    return next
  }

  /// The bytes without their folds. A carriage return that no line end follows is kept.
  static func unfold(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    let end = bytes.endIndex
    while index < end {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D {
        var next = index + 1
        if byte == 0x0D && next < end && bytes[next] == 0x0A { next += 1 }
        if next < end && (bytes[next] == 0x20 || bytes[next] == 0x09) {
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
