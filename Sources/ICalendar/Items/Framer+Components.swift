/// Where components begin and end, by the names behind `BEGIN` and `END`, what stands between them, and what
/// is to be said of that.
extension Framer {
  mutating func begin(_ line: LineEnds.Extent, _ name: ComponentName) {
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
      // A component directly in a calendar cannot belong to the components beyond the limit, so these lack
      // their END lines.
      closeAll(before: line.start)
    }
    guard stack.count < limits.nesting else {
      tooDeep += 1
      if tooDeep == 1 {
        report(
          .nestedTooDeep, number,
          "components nest deeper than \(limits.nesting) here; the inner ones are kept but not parsed")
        unread = nodes.count
        addNode(.other, line.start, isUnread: true)
      }
      return
    }
    if stack.isEmpty {
      flushHeader(before: line.start)
      moveBoundary(to: line)
      if !inCalendar, !allowsBareComponents {
        report(.bareComponent, number, "\(name.text) is outside of a VCALENDAR; it is read anyway")
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

  mutating func end(_ line: LineEnds.Extent, _ name: ComponentName) {
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
    // Components that nest too deep are counted, not named. But an END of a kind in the group `top` that is
    // open can only end that one.
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
      "\(name) has no END:\(name); Listo ends it before line \(number)")
    close(open.node, offset, lineIndex, behind: number)
  }

  private mutating func closeAll(before offset: Int) {
    while !stack.isEmpty { closeLast(before: offset) }
  }

  // MARK: Calendar level

  /// A line outside of any component: of the header, of the calendar behind its first component, or of no
  /// calendar.
  mutating func betweenComponents(_ line: LineEnds.Extent, _ property: PropertyID) {
    if property == .malformed && inCalendar {
      report(.malformedLine, number, "this is not a content line; it is kept unchanged")
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

  mutating func finish() {
    lineIndex = lines.count
    closeAll(before: position)
    flushHeader(before: position)
    if inCalendar {
      report(.missingEnd, number, "the calendar has no END:VCALENDAR; the file may be cut off")
      inCalendar = false
    }
    moveBoundary(lines: lines.count)
  }

  /// The problems of one item that are told one by one; of those behind them the first of a kind counts the
  /// others, since an item may have millions.
  private static let mostProblems = 1000

  /// The problems of a batch that are told one by one: a line in 64 bytes. A component can be made of twelve
  /// bytes, and have two.
  static let mostProblemsOfBatch = 4000

  /// Folds the problems of the item that just ended, beyond those that are told one by one: the first of a
  /// kind counts the others, and those that follow in the batch.
  mutating func foldProblems() {
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
