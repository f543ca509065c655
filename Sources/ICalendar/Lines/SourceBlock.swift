/// A block of an input, and what its bytes tell by themselves, whatever stands before them.
package struct SourceBlock: Sendable {
  /// Room for what came before, then the bytes.
  private(set) var bytes: [UInt8]
  /// Where they begin.
  let start: Int
  /// No other is likely to come.
  let seemsLast: Bool
  /// Nil where nobody has looked.
  private(set) var lines: FoundLines?
  private(set) var holdsNUL: Bool?

  init(_ bytes: [UInt8], from start: Int, seemsLast: Bool) {
    (self.bytes, self.start, self.seemsLast) = (bytes, start, seemsLast)
  }

  /// Finds lines, so that this need not be done where one block depends on another.
  ///
  /// - Complexity: linear in the bytes.
  package mutating func findLines() {
    lines = FoundLines(in: bytes.span, from: start)
    holdsNUL = ByteSearch.first(0, in: bytes.span, from: start) != nil
  }

  /// Puts what came before into the room; there must be enough.
  mutating func putBefore(_ rest: ArraySlice<UInt8>) {
    bytes.replaceSubrange(start - rest.count..<start, with: rest)
  }
}
