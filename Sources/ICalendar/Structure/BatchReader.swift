/// Reads an input block by block into batches of whole items. What it holds is bounded by ``ReadingLimits``, whatever the
/// size of the input.
///
/// - Complexity: linear in the bytes read; each byte is scanned at most twice, and memory is one block and the longest item.
public struct BatchReader<Source: ByteSource> {
  private var source: Source
  private let limits: ReadingLimits
  private var framer: Framer
  /// The bytes at hand, from `start` on; before them room that was not needed.
  private var buffer: [UInt8] = []
  private var start = 0
  /// Where the bytes at hand stand in the input.
  private var offset = 0
  /// None of them was seen by the framer.
  private var isUnseen = true
  private var ended = false
  private var sawNUL = false
  /// The number of the first line at hand.
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
      if ended && buffer.count == start { return nil }
      if !ended { try fill() }
      if let batch = passOn() { return batch }
      if passing != nil { continue }
      Self.scan(buffer, &framer, final: ended)
      isUnseen = false
      if framer.boundary.offset > start || (ended && framer.boundary.item > 0) { return handOut() }
      if ended {
        (buffer, start) = ([], 0)
        return nil
      }
      if buffer.count - start > limits.itemBytes { beginPassage() }
    }
  }

  private static func scan(_ buffer: [UInt8], _ framer: inout Framer, final: Bool) {
    framer.scan(buffer.span, final: final)
  }

  /// Room before each block for what is left of the one before, which is part of an item: nearly all are shorter.
  private static var room: Int { 4096 }

  private mutating func fill() throws(ICalendarError) {
    let rest = buffer.count - start
    // The first block needs no room, and of most files is all.
    guard offset > 0, isUnseen, passing == nil, rest <= Self.room else {
      let before = buffer.count
      try source.read(limits.blockBytes, into: &buffer)
      if buffer.count == before { ended = true }
      return
    }
    // Nobody has seen the few bytes that are left: they go before the next ones.
    var block = try source.block(limits.blockBytes, behind: Self.room)
    guard block.count > Self.room else {
      ended = true
      return
    }
    let first = Self.room - rest
    for index in 0..<rest { block[first + index] = buffer[start + index] }
    (buffer, start) = (block, first)
    framer.begin(at: first)
  }

  /// Hands out what stands before the framer's boundary and keeps the rest.
  private mutating func handOut() -> ItemBatch {
    let boundary = framer.boundary
    let whole = boundary.offset == buffer.count
    let rest = whole ? [] : Array(buffer[boundary.offset...])
    if !whole { buffer.removeSubrange(boundary.offset...) }
    var spans = Array(framer.items[..<boundary.item])
    var problems = Array(framer.problems[..<boundary.problem])
    if !sawNUL, let at = ByteSearch.first(0, in: buffer.span, from: start) {
      sawNUL = true
      spans.insert(ItemSpan(kind: .problem, bytes: 0..<0, node: problems.count), at: 0)
      let line = firstNumber + LineCount.lines(in: buffer[start..<at], framer.lineEnd)
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
      block: read.block, spans: spans, problems: problems, content: start..<buffer.count, offset: offset,
      firstLine: firstNumber)
    firstNumber = Int(boundary.number)
    offset += boundary.offset - start
    (buffer, start) = (rest, 0)
    framer.cut()
    isUnseen = true
    return batch
  }

  // MARK: What is too large

  private mutating func beginPassage() {
    buffer.removeSubrange(..<start)
    start = 0
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
      problems: [passage.diagnostic(limit: limits.itemBytes)], content: 0..<taken.bytes, offset: offset,
      firstLine: firstNumber)
    firstNumber = Int(passage.number)
    offset += taken.bytes
    buffer.removeSubrange(..<taken.bytes)
    passage.isAnnounced = true
    passing = taken.done ? nil : passage
    if taken.done {
      framer.resume(number: passage.number, inCalendar: passage.inCalendar)
      isUnseen = true
    }
    return batch
  }
}
