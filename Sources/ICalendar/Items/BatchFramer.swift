/// Cuts the blocks of an input into batches of whole items. What it holds is bounded by ``ReadingLimits``,
/// whatever the size of the input: one block and the longest item.
///
/// - Complexity: linear in the bytes.
package struct BatchFramer: Sendable {
  private let limits: ReadingLimits
  private var framer: Framer
  /// The bytes at hand, from `start` on; before them room that was not needed.
  private var buffer: [UInt8] = []
  private var start = 0
  /// Where the bytes at hand stand in the input.
  private var offset = 0
  /// None of them was seen by the framer.
  private var isUnseen = true
  /// The framer has seen all of them, and found no item that is whole.
  private var needsMore = true
  /// The lines that were found in these bytes before the framer saw them.
  private var found: FoundLines?
  private var mayHoldNUL = false
  /// No other block is likely to come.
  private var seemsLast = false
  private var ended = false
  private var sawNUL = false
  /// The number of the first line at hand.
  private var firstNumber = 1
  private var passing: OversizePassage?

  package init(limits: ReadingLimits = ReadingLimits()) {
    self.limits = limits
    framer = Framer(limits: limits)
  }

  /// Takes the next block of the input; ``next()`` is asked before for all batches of the one before it.
  package mutating func take(_ block: consuming SourceBlock) {
    (needsMore, seemsLast) = (false, block.seemsLast)
    let rest = buffer.count - start
    guard isUnseen, passing == nil, rest <= block.start else {
      mayHoldNUL = true
      buffer.append(contentsOf: block.bytes[block.start...])
      return
    }
    mayHoldNUL = block.holdsNUL ?? true || ByteSearch.first(0, in: buffer.span, from: start) != nil
    // Nobody has seen the few bytes that are left: they go before the next ones.
    let first = block.start - rest
    block.putBefore(buffer[start...])
    (start, found) = (first, block.lines)
    buffer = block.bytes
    framer.begin(at: first)
  }

  /// The input is over.
  package mutating func end() { (ended, needsMore) = (true, false) }

  /// Its bytes are all handed out.
  package var isOver: Bool { ended && needsMore }

  /// The next batch; nil where it takes another block, or the end, to tell.
  package mutating func next() -> ItemBatch? {
    while !needsMore {
      if buffer.count == start {
        needsMore = true
        continue
      }
      if passing != nil {
        let batch = passOn()
        // A line that has begun may be whole with the next block.
        needsMore = !ended
        if let batch { return batch }
        continue
      }
      Self.scan(buffer, &framer, found, final: ended)
      (isUnseen, found) = (false, nil)
      needsMore = true
      if framer.boundary.offset > start || (ended && framer.boundary.item > 0) {
        return awaitsEnd ? nil : handOut()
      }
      if ended {
        (buffer, start) = ([], 0)
      } else if buffer.count - start > limits.itemBytes {
        beginPassage()
      }
    }
    return nil
  }

  /// True if only the END of a calendar is left to hand out. That line can wait for the end of the input, so
  /// that a small file needs no second batch for it.
  private var awaitsEnd: Bool {
    guard seemsLast, !ended, framer.boundary.inCalendar else { return false }
    let rest = buffer[framer.boundary.offset...]
    return Self.ends.contains { rest.elementsEqual($0) }
  }

  private static let ends = ["END:VCALENDAR\r\n", "END:VCALENDAR\n"].map { Array($0.utf8) }

  private static func scan(_ buffer: [UInt8], _ framer: inout Framer, _ found: FoundLines?, final: Bool) {
    if let found { framer.follow(found, in: buffer.span) }
    framer.scan(buffer.span, final: final)
  }

  /// Hands out what stands before the framer's boundary and keeps the rest.
  private mutating func handOut() -> ItemBatch {
    let boundary = framer.boundary
    let whole = boundary.offset == buffer.count
    let rest = whole ? [] : Array(buffer[boundary.offset...])
    if !whole { buffer.removeSubrange(boundary.offset...) }
    var spans = framer.itemsBeforeBoundary()
    var problems = Array(framer.problems[..<boundary.problem])
    if !sawNUL, mayHoldNUL, let at = ByteSearch.first(0, in: buffer.span, from: start) {
      sawNUL = true
      spans.insert(ItemSpan(kind: .problem, bytes: 0..<0, node: problems.count), at: 0)
      let line = firstNumber + LineCount.lines(in: buffer[start..<at], framer.lineEnd)
      problems.append(Diagnostic(.warning, .nulByte, line: line, "a NUL byte in the input; it is kept"))
    }
    let read = Block.limited(
      bytes: buffer, nodes: framer.nodesBeforeBoundary(), lines: framer.takeLines(),
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
