extension ArraySlice<UInt8> {
  /// Text in UTF-8 without the blanks, tabs and line ends of any script at its ends.
  func trimmedText() -> ArraySlice<UInt8> {
    var rest = self
    while true {
      let count = rest.leadingWhite
      if count == 0 { break }
      rest = rest.dropFirst(count)
    }
    return rest.trimmedEnd()
  }

  /// The same at its end alone.
  func trimmedEnd() -> ArraySlice<UInt8> {
    var rest = self
    while true {
      let count = rest.trailingWhite
      if count == 0 { return rest }
      rest = rest.dropLast(count)
    }
  }

  private var leadingWhite: Int {
    guard let byte = first else { return 0 }
    if byte < 0x80 { return Self.isWhite(byte) ? 1 : 0 }
    return Self.lineEnds.first { starts(with: $0) }?.count ?? 0
  }

  private var trailingWhite: Int {
    guard let byte = last else { return 0 }
    if byte < 0x80 { return Self.isWhite(byte) ? 1 : 0 }
    return Self.lineEnds.first { suffix($0.count).elementsEqual($0) }?.count ?? 0
  }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// U+0085, U+2028 and U+2029.
  private static var lineEnds: [[UInt8]] { lineEndsBeyondASCII }
}

private let lineEndsBeyondASCII: [[UInt8]] = [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
