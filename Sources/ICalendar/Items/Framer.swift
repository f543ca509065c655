/// Cuts a buffer that grows into items: finds where components begin and end (RFC 5545 §3.4, §3.6).
///
/// It keeps no bytes, and of the lines inside of components it reads only those that may be `BEGIN` or `END`:
/// this is the part of the work that cannot be shared among cores. `boundary` is the last place behind a
/// whole item, where the buffer may be cut.
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

  struct Open {
    var node: Int
    var kind: ComponentKind
    /// The name in upper case where `kind` does not say it.
    var name: [UInt8]
  }

  var nodes: [ComponentNode] = []
  var items: [ItemSpan] = []
  var problems: [Diagnostic] = []
  /// Where among them those stand that count the others of their kind.
  var counters: [Diagnostic.Code: Int] = [:]
  /// Every line that was seen.
  private(set) var lines: [LineStart] = []
  private(set) var boundary = Boundary()

  let limits: ReadingLimits
  /// A component that stands outside of a calendar is none to tell of.
  let allowsBareComponents: Bool
  /// Offset of the first line not yet seen, and from where to look for its end.
  private(set) var position = 0
  private var searched = 0
  private(set) var number: UInt32 = 1
  private var ends: LineEnds
  var stack: [Open] = []
  /// Components opened beyond the nesting limit.
  var tooDeep = 0
  /// The outermost of them.
  var unread: Int?
  var inCalendar = false
  /// The first line of a header that is still being collected.
  var header: (start: Int, number: UInt32, line: Int)?
  /// Index of the line at hand in `lines`; at the end of the input, of the one that would come next.
  var lineIndex = 0

  /// - Parameters:
  ///   - lineEnd: what ends a line, where it is known.
  ///   - inCalendar: a calendar has begun before the first byte.
  ///   - allowsBareComponents: one that stands outside of a calendar is none to tell of.
  init(
    limits: ReadingLimits, firstLine: Int = 1, lineEnd: LineEnds.Style = .unknown, inCalendar: Bool = false,
    allowsBareComponents: Bool = false
  ) {
    (self.limits, self.allowsBareComponents) = (limits, allowsBareComponents)
    ends = LineEnds(lineEnd)
    self.inCalendar = inCalendar
    number = UInt32(truncatingIfNeeded: firstLine)
    boundary.number = number
    // As much as a file of one item needs: of a folder of these each would be made anew three times.
    nodes.reserveCapacity(4)
    items.reserveCapacity(4)
    stack.reserveCapacity(2)
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
      // An array with room for many lines is not handed out for few: all batches of a folder of small files
      // may be held at once.
      taken.reserveCapacity(lines.count)
      taken += lines
    }
    return taken
  }

  /// The component nodes before ``boundary``, copied without spare capacity, so that the framer keeps
  /// using its own array.
  func nodesBeforeBoundary() -> [ComponentNode] { Self.copy(nodes[..<boundary.node]) }

  /// The same of the items.
  func itemsBeforeBoundary() -> [ItemSpan] { Self.copy(items[..<boundary.item]) }

  /// An array of a whole slice would share its room.
  private static func copy<Element>(_ elements: ArraySlice<Element>) -> [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(elements.count)
    copy += elements
    return copy
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
    // Moved out while it grows, and with room for many at a time: who appends one by one is asked for each
    // whether the array is its own.
    var starts: [LineStart] = []
    swap(&starts, &lines)
    // Lines are seldom shorter in the mean.
    let room = min(4096, max(0, bytes.count - position) / 16 + 16)
    var isDone = false
    while !isDone {
      let before = starts.count
      starts.append(addingCapacity: room) { output in
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
      let name = unsafe QuickName.name(QuickName.table.span, in: bytes, at: line.start)
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

  /// Forgets what stands before `boundary`, and what was seen of the unfinished item behind it, which is seen
  /// again.
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

  /// Moves it before the line at hand, where what stands there is whole now: so that a first component that
  /// is too large does not take the header with it, and components without END are not one item of any size.
  mutating func moveBoundary(to line: LineEnds.Extent) {
    position = line.start
    if position > boundary.offset { moveBoundary(lines: lineIndex) }
  }

  mutating func moveBoundary(lines: Int) {
    if problems.count > Self.mostProblemsOfBatch { foldProblems() }
    boundary = Boundary(
      node: nodes.count, item: items.count, problem: problems.count, line: lines, offset: position,
      number: number, inCalendar: inCalendar)
  }

  // MARK: One line

  private mutating func take(_ line: LineEnds.Extent, _ known: PropertyID, _ bytes: Span<UInt8>) {
    let name = NameReading(line, known, in: bytes, ends.style, unsafe QuickName.lengths.span)
    switch name.property {
    case .begin: begin(line, ComponentName(line, Int(name.length), bytes))
    case .end: end(line, ComponentName(line, Int(name.length), bytes))
    default: if stack.isEmpty { betweenComponents(line, name.property) }
    }
  }
}
