internal import ListoModel

extension UInt8 {
  /// Decodes each escape sign that two hexadecimal digits follow; every other byte stays.
  static func decoding(_ bytes: ArraySlice<UInt8>, escapedBy sign: UInt8) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == sign, index + 2 < bytes.endIndex, let high = bytes[index + 1].hexadecimalDigit,
        let low = bytes[index + 2].hexadecimalDigit
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
