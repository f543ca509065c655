/// Cuts a buffer that grows into items: finds where components begin and end (RFC 5545 §3.4, §3.6).
///
/// It keeps no bytes, and of the lines inside of components it reads only those that may be `BEGIN` or `END`: this is the part of
/// the work that cannot be shared among cores. `boundary` is the last place behind a whole item, where the buffer may be cut.
struct Framer {
  /// Where the buffer may be cut: everything before it is whole items.
  struct Boundary {
    var node = 0
    var item = 0
    var problem = 0
    var line = 0
    var offset = 0
    var number: UInt32 = 1
    var inCalendar = false
  }

  private struct Open {
    var node: Int
    var kind: ComponentKind
    /// The name in upper case where `kind` does not say it.
    var name: [UInt8]
  }

  private(set) var nodes: [ComponentNode] = []
  private(set) var items: [ItemSpan] = []
  private(set) var problems: [Diagnostic] = []
  /// Where among them those stand that count the others of their kind.
  private var counters: [Diagnostic.Code: Int] = [:]
  /// Every line that was seen.
  private(set) var lines: [LineStart] = []
  private(set) var boundary = Boundary()

  private let limits: ReadingLimits
  /// Offset of the first line not yet seen, and from where to look for its end.
  private var position = 0
  private var searched = 0
  private var number: UInt32 = 1
  private var ends: LineEnds
  private var stack: [Open] = []
  /// Components opened beyond the nesting limit.
  private var tooDeep = 0
  /// The outermost of them.
  private var unread: Int?
  private var inCalendar = false
  /// The first line of a header that is still being collected.
  private var header: (start: Int, number: UInt32, line: Int)?
  /// Index of the line at hand in `lines`; at the end of the input, of the one that would come next.
  private var lineIndex = 0

  /// - Parameters:
  ///   - lineEnd: what ends a line, where it is known.
  ///   - inCalendar: a calendar has begun before the first byte.
  init(
    limits: ReadingLimits, firstLine: Int = 1, lineEnd: LineEnds.Style = .unknown, inCalendar: Bool = false
  ) {
    self.limits = limits
    ends = LineEnds(lineEnd)
    self.inCalendar = inCalendar
    number = UInt32(truncatingIfNeeded: firstLine)
    boundary.number = number
  }

  var lineEnd: LineEnds.Style { ends.style }

  /// The lines before ``boundary``, and behind them where they end; they are forgotten.
  mutating func takeLines() -> [LineStart] {
    lines.removeSubrange(boundary.line...)
    lines.append(LineStart(boundary.offset, folds: 0))
    var taken: [LineStart] = []
    if lines.count > lines.capacity / 2 {
      swap(&taken, &lines)
    } else {
      // What was made for many is not kept for few: of a folder of small files all may be held.
      taken.reserveCapacity(lines.count)
      taken += lines
    }
    return taken
  }

  /// Sees every line of `bytes` that is whole; at the end of the input (`final`) the last line too.
  mutating func scan(_ bytes: Span<UInt8>, final: Bool) {
    scanLines(bytes, to: .max, final: final)
    if final { finish() }
  }

  /// Sees the lines of `bytes` up to the last one that was found before, where line feeds end lines.
  mutating func follow(_ found: FoundLines, in bytes: Span<UInt8>) {
    guard let start = found.starts.first?.start else { return }
    scanLines(bytes, to: start, final: false)
    guard ends.style == .lineFeed, position == start, searched == start else { return }
    let (before, first) = (lines.count, number)
    lines.reserveCapacity(before + found.starts.count + 64)
    lines += found.starts[..<found.count]
    let (starts, frames) = (found.starts.span, found.frames.span)
    var (index, frame) = (0, 0)
    while index < found.count {
      if !stack.isEmpty {
        // Of what stands in a component only these are looked at.
        while frame < frames.count, frames[frame].line < index { frame += 1 }
        guard frame < frames.count else { break }
        index = Int(frames[frame].line)
        number = first &+ frames[frame].physical
      }
      see(LineEnds.Extent(index, of: starts, in: bytes), starts[index].name, at: before + index, bytes)
      index += 1
    }
    position = starts[found.count].start
    searched = position
    number = first &+ found.physical
  }

  private mutating func scanLines(_ bytes: Span<UInt8>, to bound: Int, final: Bool) {
    // Moved out while it grows, and with room for many at a time: who appends one by one is asked for each whether the array is its
    // own.
    var starts: [LineStart] = []
    swap(&starts, &lines)
    var isDone = false
    while !isDone {
      let before = starts.count
      starts.append(addingCapacity: 4096) { output in
        isDone = scan(bytes, to: bound, final: final, behind: before, into: &output)
      }
    }
    swap(&starts, &lines)
  }

  /// - Parameters:
  ///   - bound: no line is seen that begins there or behind it.
  ///   - before: how many lines were seen before.
  /// - Returns: false where there is no room for more.
  private mutating func scan(
    _ bytes: Span<UInt8>, to bound: Int, final: Bool, behind before: Int,
    into starts: inout OutputSpan<LineStart>
  ) -> Bool {
    while !starts.isFull {
      guard position < bound else { return true }
      // Not in the middle of a line that was searched before, which may be longer than any block.
      if !stack.isEmpty, ends.style == .lineFeed, searched == position {
        position = bytes.passLines(from: position, to: bound, number: &number, into: &starts)
        searched = position
        guard !starts.isFull else { return false }
        guard position < bound else { return true }
      }
      guard let line = ends.next(in: bytes, from: position, searched: &searched, final: final) else {
        return true
      }
      let name = unsafe NameRow.name(NameRow.table.span, in: bytes, at: line.start)
      starts.append(LineStart(line.start, folds: line.folds, name: name))
      see(line, name, at: before + starts.count - 1, bytes)
    }
    return false
  }

  /// - Parameters:
  ///   - name: as it was noted.
  ///   - index: of the line in `lines`.
  @inline(__always)
  private mutating func see(_ line: LineEnds.Extent, _ name: PropertyID, at index: Int, _ bytes: Span<UInt8>)
  {
    if stack.isEmpty || bytes[line.start].mayFrame {
      lineIndex = index
      take(line, name, bytes)
    }
    number &+= UInt32(truncatingIfNeeded: line.folds + 1)
    position = line.end
    if stack.isEmpty && header == nil { moveBoundary(lines: index + 1) }
  }

  /// Forgets what stands before `boundary`, and what was seen of the unfinished item behind it, which is seen again.
  mutating func cut() {
    nodes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    counters.removeAll()
    lines.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    (tooDeep, unread) = (0, nil)
    header = nil
    position = 0
    searched = 0
    ends.restart()
    number = boundary.number
    inCalendar = boundary.inCalendar
    boundary = Boundary(number: number, inCalendar: inCalendar)
  }

  /// Nothing was seen since the last cut, and the first line stands there.
  mutating func begin(at offset: Int) {
    (position, searched) = (offset, offset)
    boundary.offset = offset
  }

  /// Goes on behind an item that passed unread.
  mutating func resume(number: UInt32, inCalendar: Bool) {
    boundary = Boundary(number: number, inCalendar: inCalendar)
    cut()
  }

  /// Moves it before the line at hand, where what stands there is whole now: so that a first component that is too large does not take
  /// the header with it, and components without END are not one item of any size.
  private mutating func moveBoundary(to line: LineEnds.Extent) {
    position = line.start
    if position > boundary.offset { moveBoundary(lines: lineIndex) }
  }

  private mutating func moveBoundary(lines: Int) {
    if problems.count > Self.mostProblemsOfBatch { foldProblems() }
    boundary = Boundary(
      node: nodes.count, item: items.count, problem: problems.count, line: lines, offset: position,
      number: number, inCalendar: inCalendar)
  }

  // MARK: One line

  private mutating func take(_ line: LineEnds.Extent, _ known: PropertyID, _ bytes: Span<UInt8>) {
    let name = NameReading(line, known, in: bytes, ends.style, unsafe NameRow.lengths.span)
    switch name.property {
    case .begin: begin(line, ComponentName(line, Int(name.length), bytes))
    case .end: end(line, ComponentName(line, Int(name.length), bytes))
    default: if stack.isEmpty { betweenComponents(line, name.property) }
    }
  }

  // MARK: Components

  private mutating func begin(_ line: LineEnds.Extent, _ name: ComponentName) {
    let kind = name.kind
    if kind == .vcalendar {
      closeAll(before: line.start)
      flushHeader(before: line.start)
      moveBoundary(to: line)
      if inCalendar { report(.missingEnd, number, "the calendar before this one has no END:VCALENDAR") }
      inCalendar = true
      header = (line.start, number, lineIndex)
      return
    }
    if let group = kind.group, let open = stack.firstIndex(where: { $0.kind.group == group }) {
      while stack.count > open { closeLast(before: line.start) }
    } else if tooDeep > 0, kind.group == .top {
      // What stands directly in a calendar is none of the components beyond the limit, whose END lines are missing.
      closeAll(before: line.start)
    }
    guard stack.count < limits.nesting else {
      tooDeep += 1
      if tooDeep == 1 {
        report(
          .nestedTooDeep, number,
          "components nest deeper than \(limits.nesting) here; the inner ones are kept, unread")
        unread = nodes.count
        addNode(.other, line.start, isUnread: true)
      }
      return
    }
    if stack.isEmpty {
      flushHeader(before: line.start)
      moveBoundary(to: line)
      if !inCalendar {
        report(.bareComponent, number, "\(name.text) stands outside of a VCALENDAR; it is read all the same")
      }
    }
    stack.append(Open(node: nodes.count, kind: kind, name: name.other))
    addNode(kind, line.start)
  }

  private mutating func addNode(_ kind: ComponentKind, _ start: Int, isUnread: Bool = false) {
    nodes.append(
      ComponentNode(
        kind: kind, isComplete: false, isUnread: isUnread, start: UInt32(truncatingIfNeeded: start), end: 0,
        firstLine: UInt32(truncatingIfNeeded: lineIndex), endLine: 0, number: number, endNumber: 0,
        subtreeEnd: 0))
  }

  private mutating func end(_ line: LineEnds.Extent, _ name: ComponentName) {
    let kind = name.kind
    if kind == .vcalendar {
      closeAll(before: line.start)
      flushHeader(before: line.start)
      guard inCalendar else { return stray(line, name) }
      inCalendar = false
      items.append(ItemSpan(kind: .close, bytes: line.start..<line.end, node: -1))
      return
    }
    let behind = number &+ UInt32(truncatingIfNeeded: line.folds + 1)
    // What is too deep is counted, not named; but an END of these can only be that of the one that is open.
    if tooDeep > 0 && !(kind.group == .top && stack.contains { $0.kind == kind }) {
      tooDeep -= 1
      if tooDeep == 0 { closeUnread(line.end, lineIndex + 1, behind: behind) }
      return
    }
    let match = stack.lastIndex { $0.kind == kind && (kind != .other || $0.name == name.other) }
    guard let match else { return stray(line, name) }
    closeUnread(line.start, lineIndex, behind: number)
    while stack.count > match + 1 { closeLast(before: line.start) }
    let node = stack.removeLast().node
    nodes[node].isComplete = true
    close(node, line.end, lineIndex + 1, behind: behind)
  }

  private mutating func closeUnread(_ end: Int, _ endLine: Int, behind endNumber: UInt32) {
    guard let node = unread else { return }
    (tooDeep, unread) = (0, nil)
    close(node, end, endLine, behind: endNumber)
  }

  private mutating func close(_ node: Int, _ end: Int, _ endLine: Int, behind endNumber: UInt32) {
    nodes[node].endNumber = endNumber
    nodes[node].endLine = UInt32(truncatingIfNeeded: endLine)
    nodes[node].end = UInt32(truncatingIfNeeded: end)
    nodes[node].subtreeEnd = Int32(nodes.count)
    if stack.isEmpty { items.append(ItemSpan(kind: .component, bytes: nodes[node].extent, node: node)) }
  }

  private mutating func stray(_ line: LineEnds.Extent, _ name: ComponentName) {
    report(.strayEnd, number, "END:\(name.text) without its BEGIN; it is kept")
    if stack.isEmpty { betweenComponents(line, .end) }
  }

  /// Ends the innermost component, whose END is missing, before the line at `offset`.
  private mutating func closeLast(before offset: Int) {
    closeUnread(offset, lineIndex, behind: number)
    let open = stack.removeLast()
    let name = open.kind == .other ? ComponentName.text(open.name) : open.kind.name
    report(
      .missingEnd, nodes[open.node].number,
      "\(name) has no END:\(name); it is taken to end before line \(number)")
    close(open.node, offset, lineIndex, behind: number)
  }

  private mutating func closeAll(before offset: Int) {
    while !stack.isEmpty { closeLast(before: offset) }
  }

  // MARK: Calendar level

  /// A line outside of any component: of the header, of the calendar behind its first component, or of no calendar.
  private mutating func betweenComponents(_ line: LineEnds.Extent, _ property: PropertyID) {
    if property == .malformed && inCalendar {
      report(.malformedLine, number, "this is no content line; it is kept as it is")
    }
    guard header == nil else { return }
    if inCalendar && property != .malformed && property != .blank && property != .end {
      return extend(.properties, line)
    }
    if !inCalendar && property != .blank && property != .end && items.last?.kind != .other {
      report(.strayText, number, "text outside of a calendar; it is kept")
    }
    extend(.other, line)
  }

  private mutating func extend(_ kind: ItemSpan.Kind, _ line: LineEnds.Extent) {
    if let last = items.last, last.kind == kind, last.bytes.upperBound == line.start {
      items[items.count - 1].bytes = last.bytes.lowerBound..<line.end
      if kind == .properties {
        nodes[last.node].end = UInt32(truncatingIfNeeded: line.end)
        nodes[last.node].endLine = UInt32(truncatingIfNeeded: lineIndex + 1)
      }
      return
    }
    let node =
      kind == .properties ? addCalendarNode(line.start..<line.end, lineIndex..<lineIndex + 1, number) : -1
    items.append(ItemSpan(kind: kind, bytes: line.start..<line.end, node: node))
  }

  private mutating func flushHeader(before offset: Int) {
    guard let first = header else { return }
    header = nil
    let range = first.start..<offset
    items.append(
      ItemSpan(kind: .open, bytes: range, node: addCalendarNode(range, first.line..<lineIndex, first.number)))
  }

  private mutating func addCalendarNode(_ range: Range<Int>, _ lines: Range<Int>, _ number: UInt32) -> Int {
    nodes.append(
      ComponentNode(
        kind: .vcalendar, isComplete: false, isUnread: false,
        start: UInt32(truncatingIfNeeded: range.lowerBound),
        end: UInt32(truncatingIfNeeded: range.upperBound),
        firstLine: UInt32(truncatingIfNeeded: lines.lowerBound),
        endLine: UInt32(truncatingIfNeeded: lines.upperBound), number: number, endNumber: 0,
        subtreeEnd: Int32(nodes.count + 1)))
    return nodes.count - 1
  }

  // MARK: The end

  private mutating func finish() {
    lineIndex = lines.count
    closeAll(before: position)
    flushHeader(before: position)
    if inCalendar {
      report(.missingEnd, number, "the calendar has no END:VCALENDAR; the file may be cut off")
      inCalendar = false
    }
    moveBoundary(lines: lines.count)
  }

  /// The problems of one item that are told one by one; of those behind them the first of a kind counts the others, since an item
  /// may have millions.
  private static let mostProblems = 1000

  /// The problems of a batch that are told one by one: a line in 64 bytes. A component can be made of twelve bytes, and have two.
  private static let mostProblemsOfBatch = 4000

  /// Of the problems of the item that just ended the first of a kind counts the others, and those that follow in the batch.
  private mutating func foldProblems() {
    let first = max(boundary.problem, Self.mostProblemsOfBatch)
    guard first < problems.count else { return }
    // A copy of these few, so that none is made of all.
    let folded = Array(problems[first...])
    problems.removeSubrange(first...)
    var spans: [ItemSpan] = []
    for var span in Array(items[boundary.item...]) {
      if span.kind == .problem, span.node >= first {
        let problem = folded[span.node - first]
        if let place = counters[problem.code] {
          problems[place].count(problem.count)
          continue
        }
        (counters[problem.code], span.node) = (problems.count, problems.count)
        problems.append(
          Diagnostic(
            counting: problem.count, severity: problem.severity, problem.code, file: nil, line: problem.line))
      }
      spans.append(span)
    }
    items.replaceSubrange(boundary.item..., with: spans)
  }

  private mutating func report(_ code: Diagnostic.Code, _ line: UInt32, _ message: String) {
    if problems.count - boundary.problem >= Self.mostProblems {
      for index in (boundary.problem + Self.mostProblems)..<problems.count where problems[index].code == code
      {
        return problems[index].count(1)
      }
      items.append(ItemSpan(kind: .problem, bytes: 0..<0, node: problems.count))
      problems.append(Diagnostic(counting: 1, severity: .warning, code, file: nil, line: Int(line)))
      return
    }
    items.append(ItemSpan(kind: .problem, bytes: 0..<0, node: problems.count))
    problems.append(Diagnostic(.warning, code, line: Int(line), message))
  }
}
