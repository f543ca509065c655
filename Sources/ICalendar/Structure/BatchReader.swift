internal import Platform

/// Reads an input block by block into batches of whole items. What it holds is bounded by ``ReadingLimits``, whatever the
/// size of the input.
///
/// - Complexity: linear in the bytes read; each byte is scanned at most twice, and memory is one block and the longest item.
public struct BatchReader<Source: ByteSource> {
  private var source: Source
  private let limits: ReadingLimits
  private var scanner: Scanner
  private var buffer: [UInt8] = []
  /// Where `buffer` stands in the input.
  private var offset = 0
  private var ended = false
  private var sawNUL = false
  private var passing: OversizePassage?

  public init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    self.source = source
    self.limits = limits
    scanner = Scanner(limits: limits)
  }

  /// The next batch, nil at the end of the input.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``, when the source does; what was read before has been handed out.
  public mutating func next() throws(ICalendarError) -> ItemBatch? {
    while true {
      if ended && buffer.isEmpty { return nil }
      if !ended { try fill() }
      if let batch = passOn() { return batch }
      if passing != nil { continue }
      Self.scan(buffer, &scanner, final: ended)
      if scanner.boundary.offset > 0 || (ended && scanner.boundary.item > 0) { return handOut() }
      if ended {
        buffer = []
        return nil
      }
      if buffer.count > limits.itemBytes { beginPassage() }
    }
  }

  /// The number of the content line with the first NUL byte; nil where there is none.
  private static func lineOfNUL(_ bytes: [UInt8], _ lines: [ContentLine]) -> Int? {
    guard let offset = ByteSearch.first(0, in: bytes.span, from: 0) else { return nil }
    return lines.last { $0.start <= offset }.map { Int($0.number) }
  }

  private static func scan(_ buffer: [UInt8], _ scanner: inout Scanner, final: Bool) {
    scanner.scan(buffer.span, final: final)
  }

  private mutating func fill() throws(ICalendarError) {
    let before = buffer.count
    try source.read(limits.blockBytes, into: &buffer)
    if buffer.count == before { ended = true }
  }

  /// Hands out what stands before the scanner's boundary and keeps the rest.
  private mutating func handOut() -> ItemBatch {
    let boundary = scanner.boundary
    let whole = boundary.offset == buffer.count
    let rest = whole ? [] : Array(buffer[boundary.offset...])
    if !whole { buffer.removeSubrange(boundary.offset...) }
    let lines = Array(scanner.lines[..<boundary.line])
    var spans = Array(scanner.items[..<boundary.item])
    var problems = Array(scanner.problems[..<boundary.problem])
    if !sawNUL, let line = Self.lineOfNUL(buffer, lines) {
      sawNUL = true
      spans.insert(ItemSpan(kind: .problem, lines: 0..<0, node: problems.count), at: 0)
      problems.append(Diagnostic(.warning, .nulByte, line: line, "a NUL byte in the input; it is kept"))
    }
    let batch = ItemBatch(
      block: Block(
        bytes: buffer, lines: lines, nodes: Array(scanner.nodes[..<boundary.node]), ends: scanner.ends.style),
      spans: spans, problems: problems, offset: offset)
    offset += boundary.offset
    buffer = rest
    scanner.cut()
    return batch
  }

  // MARK: What is too large

  private mutating func beginPassage() {
    passing = OversizePassage(scanner: scanner)
  }

  /// While an oversize item passes: its bytes as `other`, up to where reading can go on.
  private mutating func passOn() -> ItemBatch? {
    guard var passage = passing else { return nil }
    let taken = passage.take(buffer.span, final: ended)
    guard taken.bytes > 0 || taken.done else {
      passing = passage
      return nil
    }
    let batch = ItemBatch(
      block: Block(
        bytes: Array(buffer[..<taken.bytes]),
        lines: [
          ContentLine(
            start: 0, end: UInt32(taken.bytes), number: passage.firstNumber, nameLength: 0, property: .malformed,
            flags: [], depth: 0)
        ], nodes: [], ends: scanner.ends.style),
      spans: (passage.isAnnounced ? [] : [ItemSpan(kind: .problem, lines: 0..<0, node: 0)])
        + [ItemSpan(kind: .other, lines: 0..<1, node: -1)],
      problems: [passage.diagnostic(limit: limits.itemBytes)], offset: offset)
    offset += taken.bytes
    buffer.removeSubrange(..<taken.bytes)
    passage.isAnnounced = true
    passing = taken.done ? nil : passage
    if taken.done { scanner.resume(number: passage.number, inCalendar: passage.inCalendar) }
    return batch
  }
}
