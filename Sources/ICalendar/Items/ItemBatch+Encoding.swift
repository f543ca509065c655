extension ItemBatch {
  /// The number of the first content line with bytes that are not UTF-8; nil if there is none.
  ///
  /// - Complexity: linear in the batch's bytes; much faster for ASCII.
  public var firstInvalidLine: Int? {
    let bytes = block.bytes
    guard UTF8Check.firstInvalid(in: bytes.span, content) != nil else { return nil }
    let lines = block.lines
    var number = firstLine
    for index in lines.indices.dropLast() {
      let line = LineEnds.Extent(index, of: lines.span, in: bytes.span)
      defer { number += line.folds + 1 }
      // A character may be cut by a fold (RFC 5545 §3.1 allows it), so the line is judged unfolded.
      guard UTF8Check.firstInvalid(in: bytes.span, line.start..<line.contentEnd) != nil else { continue }
      let text = Folding.unfold(bytes[line.start..<line.contentEnd], block.lineEnd)
      if UTF8Check.firstInvalid(in: text.span, text.indices) != nil { return number }
    }
    return nil
  }

  /// A Diagnostic for each line inside of its components from which no property can be read.
  ///
  /// - Complexity: linear in the batch's bytes.
  public var malformedLines: [Diagnostic] { Self.malformed(walk(Self.nothing)) }

  /// Returns the malformed lines among lines that were walked already.
  public static func malformed(_ lines: WalkedLines) -> [Diagnostic] {
    lines.malformed.map {
      Diagnostic(.warning, .malformedLine, line: $0, "this is not a content line; it is kept unchanged")
    }
  }

  private static let nothing = PropertySelection([])
}
