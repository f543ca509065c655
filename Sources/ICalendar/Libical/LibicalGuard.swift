/// The bounds on the input of libical's parser. Beyond these bounds it stops early, hangs or overflows the
/// stack (libical 3.0.16: a line of 10 MB takes 28 s, 40,000 malformed properties of one component 9 s;
/// freeing a tree 6,000 deep overflows the stack of a thread).
enum LibicalGuard {
  static let lineLimit = 1 << 20
  static let depthLimit = 500
  static let propertyLimit = 20_000

  /// Properties that libical drops with a message on standard error: it has a name for the type of their
  /// values, and no parser.
  static let unspeakableNames: Set<String> = ["TASK-MODE", "X-LIC-CLASS"]

  /// Returns the bytes to give to libical, and the number of lines that are left out: those of
  /// ``unspeakableNames``.
  ///
  /// - Throws: ``ValueError`` with code `.nul` or `.limit`.
  static func admitted(
    _ bytes: [UInt8], propertyLimit: Int = propertyLimit
  ) throws(ValueError) -> (bytes: [UInt8], withheld: Int) {
    var open: [(name: [UInt8], properties: Int)] = [([], 0)]
    var level = 0
    var line: [UInt8] = []
    // There is a blank within the name, which libical does not remove.
    var isBroken = false
    var isBehindBlank = false
    var isFold = false
    var length = 0
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    // Where the line at hand begins.
    var start = 0
    var unspeakable: [Range<Int>] = []
    for index in (bytes.starts(with: mark) ? 3 : 0)..<bytes.count {
      let byte = bytes[index]
      guard byte != 0 else { throw ValueError(.nul, "a NUL byte in the calendar") }
      guard byte == UInt8(ascii: "\n") else {
        length += 1
        guard length <= lineLimit else { throw ValueError(.limit, "a line of more than \(lineLimit) bytes") }
        // libical drops a CR anywhere, so that it sees a BEGIN in `BE\rGIN`; blanks before a name it may
        // skip.
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        if isFold {
          isFold = false
        } else if isBlank {
          isBehindBlank = !line.isEmpty
        } else if byte != UInt8(ascii: "\r") {
          if isBehindBlank, line.count < 6, byte != UInt8(ascii: ":"), byte != UInt8(ascii: ";") {
            isBroken = true
          }
          isBehindBlank = false
          if line.count < 64 { line.append(byte & 0xDF) }
        }
        continue
      }
      if index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: " ") || bytes[index + 1] == UInt8(ascii: "\t")
      {
        isFold = true
        continue
      }
      try end(line, isBroken, &open, &level, propertyLimit)
      if isUnspeakable(line) { unspeakable.append(start..<index + 1) }
      line.removeAll(keepingCapacity: true)
      (length, start, isBroken, isBehindBlank) = (0, index + 1, false, false)
    }
    try end(line, isBroken, &open, &level, propertyLimit)
    if isUnspeakable(line) { unspeakable.append(start..<bytes.count) }
    guard !unspeakable.isEmpty else { return (bytes, 0) }
    var admitted: [UInt8] = []
    var copied = 0
    for range in unspeakable {
      admitted += bytes[copied..<range.lowerBound]
      copied = range.upperBound
    }
    return (admitted + bytes[copied...], unspeakable.count)
  }

  /// Takes account of one unfolded line, given by its first bytes in capitals: `& 0xDF` also turns `:` and
  /// `;` into control characters, alike on both sides of every comparison.
  private static func end(
    _ line: [UInt8], _ isBroken: Bool, _ open: inout [(name: [UInt8], properties: Int)], _ level: inout Int,
    _ propertyLimit: Int
  ) throws(ValueError) {
    let capitals = line[...]
    // To libical any END ends the innermost component; of one too many it tells standard error.
    if frames(capitals, begin), !isBroken { level += 1 }
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
  /// With the bits of each byte that ``admitted(_:propertyLimit:)`` looks at.
  private static let unspeakable = unspeakableNames.map { $0.utf8.map { $0 & 0xDF } }

  private static func isUnspeakable(_ line: [UInt8]) -> Bool {
    unspeakable.contains { frames(line[...], $0) }
  }

  /// Whether a line has this name: it ends with a colon or a semicolon.
  private static func frames(_ capitals: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    guard capitals.starts(with: name), capitals.count > name.count else { return false }
    let next = capitals[capitals.startIndex + name.count]
    return next == UInt8(ascii: ":") & 0xDF || next == UInt8(ascii: ";") & 0xDF
  }
}
