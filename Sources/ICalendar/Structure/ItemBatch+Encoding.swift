extension ItemBatch {
  /// The number of the first content line with bytes that are not UTF-8; nil where there is none.
  ///
  /// - Complexity: linear in the batch's bytes; much faster for ASCII.
  public var firstInvalidLine: Int? {
    guard !Self.isUTF8(block.bytes) else { return nil }
    return block.lines.first { line in
      // A character may be cut by a fold (RFC 5545 §3.1 allows it), so the line is judged unfolded.
      let property = block.bytes[Int(line.start)..<Int(line.end)]
      let text = line.flags.contains(.folded) ? Folding.unfold(property, block.ends) : Array(property)
      return !Self.isUTF8(text)
    }.map { Int($0.number) }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }
}
