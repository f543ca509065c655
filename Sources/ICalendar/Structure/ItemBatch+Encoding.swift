extension ItemBatch {
  /// The number of the first content line with bytes that are not UTF-8; nil where there is none.
  ///
  /// - Complexity: linear in the batch's bytes; much faster for ASCII.
  public var firstInvalidLine: Int? {
    guard !Self.isUTF8(block.bytes) else { return nil }
    var walk = LineWalk(block.bytes.indices, block.lineEnd, number: UInt32(truncatingIfNeeded: firstLine))
    let bytes = block.bytes
    while let line = walk.next(bytes.span) {
      // A character may be cut by a fold (RFC 5545 §3.1 allows it), so the line is judged unfolded.
      let content = bytes[line.start..<line.contentEnd]
      guard !Self.isUTF8(line.folds > 0 ? Folding.unfold(content, block.lineEnd) : Array(content)) else { continue }
      return Int(walk.last)
    }
    return nil
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }
}

extension ItemBatch {
  /// A Diagnostic for each line inside of its components from which no property can be read.
  ///
  /// - Complexity: linear in the batch's lines.
  public var malformedLines: [Diagnostic] {
    var result: [Diagnostic] = []
    for node in block.nodes.indices where block.nodes[node].kind != .vcalendar && !block.nodes[node].isUnread {
      for property in Component(block: block, node: node).properties where property.id == .malformed {
        result.append(
          Diagnostic(
            .warning, .malformedLine, line: property.lineNumber, "this is no content line; it is kept as it is"))
      }
    }
    return result
  }
}
