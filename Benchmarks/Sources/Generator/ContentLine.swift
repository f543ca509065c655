/// How a content line is laid out in the file (RFC 5545 §3.1).
enum ContentLine {
  /// Appends `line` with CRLF, folded at 75 octets, never inside a character.
  static func append(_ line: String, to bytes: inout [UInt8]) {
    let octets = line.utf8
    guard octets.count > 75 else {
      bytes.append(contentsOf: octets)
      bytes.append(contentsOf: lineEnd)
      return
    }
    var start = octets.startIndex
    var room = 75
    while octets.distance(from: start, to: octets.endIndex) > room {
      var end = octets.index(start, offsetBy: room)
      while octets[end] & 0xC0 == 0x80 { end = octets.index(before: end) }
      bytes.append(contentsOf: octets[start..<end])
      bytes.append(contentsOf: lineEnd)
      bytes.append(0x20)
      start = end
      room = 74
    }
    bytes.append(contentsOf: octets[start...])
    bytes.append(contentsOf: lineEnd)
  }

  static func append(_ lines: [String], to bytes: inout [UInt8]) {
    for line in lines { append(line, to: &bytes) }
  }

  static let lineEnd: [UInt8] = [0x0D, 0x0A]
}
