internal import ICalendar
internal import XMLEvents

/// The events of an XML text, one by one; behind a break, on from where the next component begins.
struct XMLEventFeed {
  private var reader = XMLEventReader()
  private var events = XMLEvents()
  private var index = 0
  private var isOver = false
  /// Why it could not be read on.
  private(set) var problem: XMLProblem?
  /// The part of the input that was handed to the reader last, and how many bytes were before it.
  private var block: ArraySlice<UInt8> = []
  private var before = 0
  /// What the lines that the reader tells are short of.
  private var missingLines = 0
  private var restarts = 0
  /// Elements of other vocabularies that stood in what was read whole, and were passed over.
  private(set) var foreign: [(name: String, line: Int)] = []
  private var draft = XMLDocument.Draft()
  /// Of each name of the events its number in the draft, once it was asked for: -1 for one of another vocabulary.
  private var numbers: [Int32?] = []

  /// How often reading goes on behind a break; no one repairs a file with more of them.
  private static let mostRestarts = 1000

  mutating func next(_ input: inout TextFeed) throws(ICalendarError) -> XMLEvent? {
    guard try hasNext(&input) else { return nil }
    defer { index += 1 }
    guard missingLines > 0, case .begin(let name, let namespace, let line) = events[index] else {
      return events[index]
    }
    return .begin(name: name, namespace: namespace, line: line + missingLines)
  }

  /// Sees to it that there is a next event.
  private mutating func hasNext(_ input: inout TextFeed) throws(ICalendarError) -> Bool {
    while index == events.count {
      guard !isOver else { return false }
      before += block.count
      // Held, they would be copied.
      block = []
      events = XMLEvents()
      let block = try input.nextBlock()
      take(block ?? [], isLast: block == nil)
    }
    return true
  }

  /// A text in UTF-16 comes decoded, and still says that it is UTF-16.
  private static func saysUTF16(_ beginning: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: beginning.prefix(200), as: UTF8.self)
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return false }
    return text[..<end.lowerBound].uppercased().contains("UTF-16")
  }

  /// - Parameter goesOn: the events that the reader found before come first.
  private mutating func take(_ block: ArraySlice<UInt8>, isLast: Bool, goesOn: Bool = false) {
    if before == 0, Self.saysUTF16(block) { reader = XMLEventReader(isUTF8: true) }
    self.block = block
    let answer = reader.read(block, isLast: isLast, goesOn: goesOn)
    (events, index) = (answer.events, 0)
    numbers = [Int32?](repeating: nil, count: events.names.count)
    isOver = isLast || answer.problem != nil
    problem = answer.problem
    if let line = problem?.line, line > 0 { problem?.line += missingLines }
  }

  /// Goes on behind the break, where the next calendar or component begins: what comes from then on stands in elements as it would if
  /// nothing were broken.
  ///
  /// - Returns: the line, and whether a calendar begins there, and not a component of one; nil where nothing comes.
  /// - Complexity: linear in what is passed over.
  mutating func resume(_ input: inout TextFeed) throws(ICalendarError) -> (line: Int, isCalendar: Bool)? {
    guard let problem, let offset = problem.offset, problem.line > 0, restarts < Self.mostRestarts else {
      return nil
    }
    restarts += 1
    // The break itself is passed over, so that each restart is further on.
    let start = block.startIndex + min(max(offset - before, 0) + 1, block.count)
    var rest = block[start...]
    var line = problem.line
    while true {
      if let found = XMLBeginning(in: rest) {
        line += rest[..<found.index].lineFeedCount
        reader = XMLEventReader()
        let ahead = found.ahead
        guard reader.read(ahead[...], isLast: false).problem == nil else { return nil }
        // Its line is counted from 1.
        (before, missingLines) = (ahead.count, line - 1)
        take(rest[found.index...], isLast: false, goesOn: true)
        return (line, found.isCalendar)
      }
      // A name may be cut in two by the end of the block.
      let kept = rest.suffix(XMLBeginning.longest)
      line += rest[..<kept.startIndex].lineFeedCount
      guard let next = try input.nextBlock() else { return nil }
      rest = (Array(kept) + next)[...]
    }
  }

  /// Reads an element that has begun to its end; nil where the text ends before, or where it is too large or too
  /// deep, which is reported. An element in it that is not of this namespace is passed over; see ``takeForeign()``.
  mutating func document(
    _ name: String, _ line: Int, of isOurs: (String) -> Bool, _ input: inout TextFeed
  ) throws(ICalendarError) -> XMLDocument? {
    if !draft.begin() { numbers = [Int32?](repeating: nil, count: events.names.count) }
    draft.begin(draft.number(of: name), line: line)
    let (depthLimit, sizeLimit) = (input.limits[.valueNesting], input.limits[.itemSize])
    let firstLine = line
    var (size, depth) = (0, 1)
    while try hasNext(&input) {
      let entry = events.entry(index)
      index += 1
      switch entry.kind {
      case .begin:
        size += 64
        let line = Int(entry.line) + missingLines
        let number = number(of: Int(entry.name), isOurs)
        guard number >= 0 else {
          if size <= sizeLimit { foreign.append((events.names[Int(entry.name)].local, line)) }
          try pass(&input)
          continue
        }
        guard depth < depthLimit else {
          input.report(.valueNesting, line: line, "this element is left out")
          try pass(&input)
          continue
        }
        depth += 1
        if size <= sizeLimit { draft.begin(number, line: line) }
      case .text:
        let bytes = events.text(of: entry)
        if size <= sizeLimit, size + bytes.count > sizeLimit {
          input.report(.itemSize, line: firstLine, "this element is left out")
        }
        size += bytes.count
        if size <= sizeLimit { draft.text(bytes) }
      // Not asked for.
      case .attribute: continue
      case .end:
        depth -= 1
        if size <= sizeLimit { draft.end() }
        if depth == 0 { return size > sizeLimit ? nil : draft.finish() }
      }
    }
    return nil
  }

  /// The number in the draft of a name of the events; -1 for one of another vocabulary.
  private mutating func number(of name: Int, _ isOurs: (String) -> Bool) -> Int32 {
    if let known = numbers[name] { return known }
    let known = events.names[name]
    let number = isOurs(known.namespace) ? draft.number(of: known.local) : -1
    numbers[name] = number
    return number
  }

  /// What was passed over since the last call.
  mutating func takeForeign() -> [(name: String, line: Int)] {
    defer { foreign = [] }
    return foreign
  }

  /// Passes over the rest of an element that has begun.
  mutating func pass(_ input: inout TextFeed) throws(ICalendarError) {
    var depth = 1
    while depth > 0, let event = try next(&input) {
      switch event {
      case .begin: depth += 1
      case .end: depth -= 1
      case .text, .attribute: continue
      }
    }
  }
}
