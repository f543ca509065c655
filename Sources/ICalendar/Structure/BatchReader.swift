/// Reads an input block by block into batches of whole items. What it holds is bounded by ``ReadingLimits``, whatever the
/// size of the input.
///
/// - Complexity: linear in the bytes read; each byte is scanned at most twice, and memory is one block and the longest item.
public struct BatchReader<Source: ByteSource> {
  private var source: Source
  private let limits: ReadingLimits
  private var framer: Framer
  private var buffer: [UInt8] = []
  /// Where `buffer` stands in the input.
  private var offset = 0
  private var ended = false
  private var sawNUL = false
  /// The number of the first line of `buffer`.
  private var firstNumber = 1
  private var passing: OversizePassage?

  public init(_ source: Source, limits: ReadingLimits = ReadingLimits()) {
    self.source = source
    self.limits = limits
    framer = Framer(limits: limits)
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
      Self.scan(buffer, &framer, final: ended)
      if framer.boundary.offset > 0 || (ended && framer.boundary.item > 0) { return handOut() }
      if ended {
        buffer = []
        return nil
      }
      if buffer.count > limits.itemBytes { beginPassage() }
    }
  }

  private static func scan(_ buffer: [UInt8], _ framer: inout Framer, final: Bool) {
    framer.scan(buffer.span, final: final)
  }

  private mutating func fill() throws(ICalendarError) {
    let before = buffer.count
    try source.read(limits.blockBytes, into: &buffer)
    if buffer.count == before { ended = true }
  }

  /// Hands out what stands before the framer's boundary and keeps the rest.
  private mutating func handOut() -> ItemBatch {
    let boundary = framer.boundary
    let whole = boundary.offset == buffer.count
    let rest = whole ? [] : Array(buffer[boundary.offset...])
    if !whole { buffer.removeSubrange(boundary.offset...) }
    var spans = Array(framer.items[..<boundary.item])
    var problems = Array(framer.problems[..<boundary.problem])
    if !sawNUL, let at = ByteSearch.first(0, in: buffer.span, from: 0) {
      sawNUL = true
      spans.insert(ItemSpan(kind: .problem, bytes: 0..<0, node: problems.count), at: 0)
      let line = firstNumber + LineCount.lines(in: buffer[..<at], framer.lineEnd)
      problems.append(Diagnostic(.warning, .nulByte, line: line, "a NUL byte in the input; it is kept"))
    }
    let read = Block.limited(
      bytes: buffer, nodes: Array(framer.nodes[..<boundary.node]), lines: framer.linesToBoundary,
      lineEnd: framer.lineEnd, limits: limits)
    for problem in read.problems {
      spans.append(ItemSpan(kind: .problem, bytes: 0..<0, node: problems.count))
      problems.append(problem)
    }
    let batch = ItemBatch(
      block: read.block, spans: spans, problems: problems, offset: offset, firstLine: firstNumber)
    firstNumber = Int(boundary.number)
    offset += boundary.offset
    buffer = rest
    framer.cut()
    return batch
  }

  // MARK: What is too large

  private mutating func beginPassage() {
    passing = OversizePassage(framer)
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
        bytes: Array(buffer[..<taken.bytes]), nodes: [], lines: [], lineEnd: framer.lineEnd, limits: limits),
      spans: (passage.isAnnounced ? [] : [ItemSpan(kind: .problem, bytes: 0..<0, node: 0)])
        + [ItemSpan(kind: .other, bytes: 0..<taken.bytes, node: -1)],
      problems: [passage.diagnostic(limit: limits.itemBytes)], offset: offset, firstLine: firstNumber)
    firstNumber = Int(passage.number)
    offset += taken.bytes
    buffer.removeSubrange(..<taken.bytes)
    passage.isAnnounced = true
    passing = taken.done ? nil : passage
    if taken.done { framer.resume(number: passage.number, inCalendar: passage.inCalendar) }
    return batch
  }
}
