/// Writes content lines: folded at 75 octets between characters (RFC 5545 §3.1).
public enum ContentLineText {
  /// `NAME;PARAM=value:value` with its line end, folded.
  ///
  /// - Parameters:
  ///   - parameters: written in their order, values quoted where RFC 5545 §3.2 asks for it and encoded by RFC 6868.
  ///   - value: raw octets, as they stand behind the colon; TEXT must be encoded by the caller. Line ends in it are dropped.
  ///   - lineEnd: CRLF unless the file uses another.
  public static func line(
    _ name: String, parameters: [Parameter] = [], value: some Sequence<UInt8>, lineEnd: [UInt8] = crlf
  ) -> [UInt8] {
    var line = Array(name.utf8)
    for parameter in parameters {
      line.append(0x3B)
      line += parameter.name.utf8
      line.append(0x3D)
      for (index, value) in parameter.values.enumerated() {
        if index > 0 { line.append(0x2C) }
        line += ParameterValue.encode(value)
      }
    }
    line.append(0x3A)
    for byte in value where byte != 0x0A && byte != 0x0D { line.append(byte) }
    return fold(line[...], lineEnd: lineEnd)
  }

  /// Carriage return and line feed.
  public static let crlf: [UInt8] = [0x0D, 0x0A]

  /// An unfolded line as it is written: in parts, cut between characters, with the line end.
  ///
  /// - Parameters:
  ///   - width: the octets that a part has at most, its blank among them; at least 8. RFC 5545 asks for no more than 75.
  ///   - blank: what a part after the first begins with: a space or a tab.
  public static func fold(
    _ line: ArraySlice<UInt8>, lineEnd: [UInt8] = crlf, width: Int = 75, blank: UInt8 = 0x20
  ) -> [UInt8] {
    let width = max(8, width)
    guard line.count > width else { return Array(line) + lineEnd }
    var result: [UInt8] = []
    result.reserveCapacity(line.count + line.count / 24 + 4)
    var start = line.startIndex
    var room = width
    while line.endIndex - start > room {
      var end = start + room
      // Not inside a character: continuation bytes are 10xxxxxx. Bytes that are no UTF-8 are cut anywhere.
      while end > start + room - 4, line[end] & 0xC0 == 0x80 { end -= 1 }
      if line[end] & 0xC0 == 0x80 { end = start + room }
      result += line[start..<end]
      result += lineEnd
      result.append(blank)
      start = end
      room = width - 1
    }
    result += line[start...]
    return result + lineEnd
  }
}
