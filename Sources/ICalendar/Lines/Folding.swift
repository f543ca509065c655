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
    let end = bytes.endIndex
    // The start of the run that is copied next, and the place from which a line end is looked for.
    var (run, index) = (bytes.startIndex, bytes.startIndex)
    while true {
      index = bytes.startIndex + bytes.span.endOfUnbrokenRun(from: index - bytes.startIndex)
      guard index < end else { break }
      let isCRLF = bytes[index] == 0x0D && index + 1 < end && bytes[index + 1] == 0x0A
      let next = index + (isCRLF ? 2 : 1)
      let isLineEnd = bytes[index] == 0x0A || isCRLF || style == .carriageReturn
      guard isLineEnd && next < end && (bytes[next] == 0x20 || bytes[next] == 0x09) else {
        index += 1
        continue
      }
      result += bytes[run..<index]
      index = next + 1
      run = index
    }
    result += bytes[run...]
    return result
  }
}

extension ContentLineText {
  /// Folds an unfolded line: in parts, cut between characters, with the line end.
  ///
  /// - Parameters:
  ///   - width: the greatest number of octets of a part, including its leading blank; at least 8. RFC 5545
  ///     recommends at most 75.
  ///   - blank: the first character of each part after the first: a space or a tab.
  public static func fold(
    _ line: ArraySlice<UInt8>, lineEnd: [UInt8] = crlf, width: Int = 75, blank: UInt8 = 0x20
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(line.count + line.count / 24 + 4)
    append(line, to: &result, lineEnd: lineEnd, width: width, blank: blank)
    return result
  }

  /// Ends the line that begins at an offset of `bytes` and has no end yet: folds it, with CRLF.
  ///
  /// - Complexity: linear in the line.
  public static func endLine(from start: Int, of bytes: inout [UInt8]) {
    guard bytes.count - start > 75 else { return bytes += crlf }
    let line = Array(bytes[start...])
    bytes.removeSubrange(start...)
    append(line[...], to: &bytes)
  }

  /// Appends an unfolded line as ``fold(_:lineEnd:width:blank:)`` makes it.
  public static func append(
    _ line: ArraySlice<UInt8>, to result: inout [UInt8], lineEnd: [UInt8] = crlf, width: Int = 75,
    blank: UInt8 = 0x20
  ) {
    let width = max(8, width)
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
    result += lineEnd
  }
}
