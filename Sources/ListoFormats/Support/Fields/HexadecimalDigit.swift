extension UInt8 {
  /// The value of a hexadecimal digit in any case; nil for another byte.
  var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46, 0x61...0x66: (self & 0xDF) - 0x37
    default: nil
    }
  }

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
