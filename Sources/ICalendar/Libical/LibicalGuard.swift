/// What libical's parser may be given. Beyond these bounds it stops early, hangs or overflows the stack
/// (libical 3.0.16: a line of 10 MB takes 28 s, 40,000 malformed properties of one component 9 s; freeing a
/// tree 6,000 deep overflows the stack of a thread).
enum LibicalGuard {
  static let lineLimit = 1 << 20
  static let depthLimit = 500
  static let propertyLimit = 20_000

  /// - Throws: ``ValueError`` with code `.nul` or `.limit`.
  static func check(_ bytes: [UInt8], propertyLimit: Int = propertyLimit) throws(ValueError) {
    var open: [(name: [UInt8], properties: Int)] = [([], 0)]
    var level = 0
    var line: [UInt8] = []
    var length = 0
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for index in (bytes.starts(with: mark) ? 3 : 0)..<bytes.count {
      let byte = bytes[index]
      guard byte != 0 else { throw ValueError(.nul, "a NUL byte in the calendar") }
      guard byte == UInt8(ascii: "\n") else {
        length += 1
        guard length <= lineLimit else { throw ValueError(.limit, "a line of more than \(lineLimit) bytes") }
        // libical drops a CR anywhere, so that it sees a BEGIN in `BE\rGIN`; blanks before a name it may
        // skip.
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        if line.count < 64, byte != UInt8(ascii: "\r"), !isBlank { line.append(byte & 0xDF) }
        continue
      }
      if index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: " ") || bytes[index + 1] == UInt8(ascii: "\t")
      {
        continue
      }
      try end(line, &open, &level, propertyLimit)
      line.removeAll(keepingCapacity: true)
      length = 0
    }
    try end(line, &open, &level, propertyLimit)
  }

  /// Takes account of one unfolded line, given by its first bytes in capitals: `& 0xDF` also turns `:` and
  /// `;` into control characters, alike on both sides of every comparison.
  private static func end(
    _ line: [UInt8], _ open: inout [(name: [UInt8], properties: Int)], _ level: inout Int,
    _ propertyLimit: Int
  ) throws(ValueError) {
    let capitals = line[...]
    // To libical any END ends the innermost component; of one too many it tells standard error.
    if frames(capitals, begin) { level += 1 }
    if frames(capitals, end) { level -= 1 }
    guard level >= 0 else { throw ValueError(.limit, "an END without its BEGIN") }
    if capitals.starts(with: begin) {
      open.append((Array(capitals.dropFirst(6)), 0))
      // The outermost entry stands for the input itself.
      guard open.count - 1 <= depthLimit else {
        throw ValueError(.limit, "components nested more than \(depthLimit) deep")
      }
    } else if capitals.starts(with: end), open.count > 1,
      open[open.count - 1].name.elementsEqual(capitals.dropFirst(4))
    {
      // An END of another name may close nothing: it is not counted, so that the depth is never underrated.
      open.removeLast()
    } else if !capitals.isEmpty {
      open[open.count - 1].properties += 1
      guard open[open.count - 1].properties <= propertyLimit else {
        throw ValueError(.limit, "more than \(propertyLimit) properties in one component")
      }
    }
  }

  private static let begin = Array("BEGIN".utf8)
  private static let end = Array("END".utf8)

  /// Whether a line is a BEGIN or END: its name ends with a colon or a semicolon.
  private static func frames(_ capitals: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    guard capitals.starts(with: name), capitals.count > name.count else { return false }
    let next = capitals[capitals.startIndex + name.count]
    return next == UInt8(ascii: ":") & 0xDF || next == UInt8(ascii: ";") & 0xDF
  }
}
