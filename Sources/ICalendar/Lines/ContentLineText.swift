/// Writes content lines: folded at 75 octets between characters (RFC 5545 §3.1).
public enum ContentLineText {
  /// Returns `NAME;PARAM=value:value` with its line end, folded.
  ///
  /// - Parameters:
  ///   - parameters: written in their order, values quoted if RFC 5545 §3.2 requires it, and encoded by RFC
  ///     6868.
  ///   - value: raw octets, as written after the colon; TEXT must be encoded by the caller. Line ends in it
  ///     are dropped.
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

  /// The END line of a component that is missing behind a text; if the last line of the text is the beginning
  /// of it, the rest of it.
  package static func missingEnd(
    of name: [UInt8], after text: ArraySlice<UInt8>, lineEnd: [UInt8]
  ) -> [UInt8] {
    let line = Array("END:".utf8) + name
    // Where lines end with a line feed, a carriage return may stand within one.
    let ending: UInt8 = lineEnd == [0x0D] ? 0x0D : 0x0A
    let start = text.lastIndex(of: ending).map { $0 + 1 } ?? text.startIndex
    let last = text[start...]
    if !last.isEmpty, line.starts(with: last, by: { $0 | 0x20 == $1 | 0x20 }) {
      return line.dropFirst(last.count) + lineEnd
    }
    return missingLineEnd(after: text.last, lineEnd: lineEnd) + line + lineEnd
  }

  /// Returns what is missing at the end of a file before another line can follow: nothing, a line feed behind
  /// the carriage return that a cut-off file ends with, or a whole line end.
  ///
  /// - Parameters:
  ///   - last: the last byte; nil for an empty file.
  ///   - lineEnd: the line end that the file uses.
  package static func missingLineEnd(after last: UInt8?, lineEnd: [UInt8]) -> [UInt8] {
    switch last {
    case nil, 0x0A: []
    case 0x0D: lineEnd == [0x0D] ? [] : [0x0A]
    default: lineEnd
    }
  }

  /// Carriage return and line feed.
  public static let crlf: [UInt8] = [0x0D, 0x0A]
}
