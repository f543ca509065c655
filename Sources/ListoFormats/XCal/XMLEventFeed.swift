internal import ICalendar
internal import XMLEvents

/// The events of an XML text, one by one; behind a break, on from where the next component begins.
struct XMLEventFeed {
  private var reader = XMLEventReader()
  private var events = XMLEvents()
  private var index = 0
  private var hasBegun = false
  private var isOver = false
  /// Why it could not be read on.
  private(set) var problem: XMLProblem?
  /// The part of the input that was handed to the reader last, and how many bytes were before it.
  private var block: ArraySlice<UInt8> = []
  private var before = 0
  /// The number of lines by which the reader's line numbers are too small.
  private var missingLines = 0
  private var restarts = 0
  /// Elements of other vocabularies that stood in what was read whole, and were passed over.
  private(set) var foreign: [(name: String, line: Int)] = []
  private var draft = XMLDocument.Draft()
  /// The blocks that come before the next block of the input, the nearest last.
  private var ahead: [ArraySlice<UInt8>] = []
  /// A block of which the reader is given the front by itself.
  private var cutBlock: ArraySlice<UInt8>?
  /// How often a passage was looked for and not found, or held something else: what is not made of passages
  /// is left to Expat.
  private var failures = 0
  /// Of each name of the events its number in the draft, once it was asked for: -1 for one of another
  /// vocabulary.
  private var numbers: [Int32?] = []

  /// How often reading goes on behind a break; no one repairs a file with more of them.
  private static let mostRestarts = 1000
  private static let mostFailures = 8
  /// So many bytes are gathered until a component ends in them.
  private static let longestPassage = 1 << 20

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
      if !hasBegun {
        hasBegun = true
        if let first = try nextBlock(&input) { giveBack(first, cut: true) }
      }
      if let whole = cutBlock, !block.isEmpty {
        // The elements around Expat's place may have begun in the front.
        (cutBlock, block, events) = (nil, [], XMLEvents())
        take(try nextBlock(&input) ?? [], isLast: false, of: whole)
        continue
      }
      before += block.count
      // Held, they would be copied.
      block = []
      events = XMLEvents()
      let block = try nextBlock(&input)
      take(block ?? [], isLast: block == nil)
    }
    return true
  }

  private mutating func nextBlock(_ input: inout TextFeed) throws(ICalendarError) -> ArraySlice<UInt8>? {
    if let block = ahead.popLast() { return block }
    return try input.nextBlock()
  }

  /// A text in UTF-16 comes decoded, and still says that it is UTF-16.
  private static func saysUTF16(_ beginning: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: beginning.prefix(200), as: UTF8.self)
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return false }
    return text[..<end.lowerBound].uppercased().contains("UTF-16")
  }

  /// - Parameters:
  ///   - whole: the block of which it is the end, where that is not itself.
  ///   - goesOn: the events that the reader found before come first.
  private mutating func take(
    _ block: ArraySlice<UInt8>, isLast: Bool, of whole: ArraySlice<UInt8>? = nil, goesOn: Bool = false
  ) {
    if before == 0, whole == nil, Self.saysUTF16(block) {
      let notesEnds = reader.notesEnds
      reader = XMLEventReader(isUTF8: true)
      reader.notesEnds = notesEnds
    }
    self.block = whole ?? block
    let answer = reader.read(block, isLast: isLast, goesOn: goesOn)
    (events, index) = (answer.events, 0)
    numbers = [Int32?](repeating: nil, count: events.names.count)
    isOver = isLast || answer.problem != nil
    problem = answer.problem
    if let line = problem?.line, line > 0 { problem?.line += missingLines }
  }

  /// Goes on behind the break, where the next calendar or component begins: what comes from then on stands in
  /// elements as it would if nothing were broken.
  ///
  /// - Returns: the line, and whether a calendar begins there, and not a component of one; nil where nothing
  ///   comes.
  /// - Complexity: linear in what is passed over.
  mutating func resume(_ input: inout TextFeed) throws(ICalendarError) -> (line: Int, isCalendar: Bool)? {
    guard let problem, let offset = problem.offset, problem.line > 0, restarts < Self.mostRestarts else {
      return nil
    }
    restarts += 1
    cutBlock = nil
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
      guard let next = try nextBlock(&input) else { return nil }
      rest = (Array(kept) + next)[...]
    }
  }

  // MARK: Passages

  /// Where a passage may begin: in which line. To be asked where a component has ended, and another may
  /// begin.
  ///
  /// Expat is given a block up to the end of a component, and then asked where it stands: directly behind
  /// that end, what comes may be read without it, as long as it is whole components.
  ///
  /// - Returns: nil where Expat has to go on.
  mutating func placeOfPassage(
    of isOurs: (String) -> Bool, _ input: inout TextFeed
  ) throws(ICalendarError) -> Int? {
    guard failures < Self.mostFailures, index == events.count, !isOver else { return nil }
    if reader.notesEnds {
      reader.notesEnds = false
      if let place = reader.place, isOurs(place.namespace) {
        cutBlock = nil
        return place.line + missingLines
      }
      failures += 1
    } else {
      before += block.count
      block = []
      if let block = try nextBlock(&input) { giveBack(block, cut: true) }
    }
    return nil
  }

  /// Gives back a block.
  ///
  /// - Parameter cut: behind the first component that ends in it, where Expat is to be asked where it stands.
  private mutating func giveBack(_ block: ArraySlice<UInt8>, cut: Bool) {
    guard cut, let end = XMLEnding(firstIn: block) else {
      if cut { failures += 1 }
      return ahead.append(block)
    }
    reader.notesEnds = true
    if end.index < block.endIndex {
      ahead.append(block[end.index...])
      cutBlock = block
    }
    ahead.append(block[..<end.index])
  }

  /// Takes the input up to the end of a component, of the same calendar as far as can be seen: to be read
  /// without Expat. Nil where no component ends before the calendar does.
  ///
  /// - Parameter line: where it begins; then that behind it.
  mutating func passage(
    _ line: inout Int, _ input: inout TextFeed
  ) throws(ICalendarError) -> XMLPassage? {
    guard var block = try nextBlock(&input) else { return nil }
    while true {
      let calendar = XMLEnding.ofCalendar(in: block)
      if let end = XMLEnding(lastIn: block[..<(calendar ?? block.endIndex)]) {
        if end.index < block.endIndex { ahead.append(block[end.index...]) }
        let lines = block[..<end.index].lineFeedCount
        defer {
          line += lines
          missingLines += lines
        }
        return XMLPassage(block[..<end.index], line: line, limits: input.limits)
      }
      let count = block.count
      // Held, the block would be copied where the next one is read.
      if calendar == nil { block = Array(block)[...] }
      guard calendar == nil, count < Self.longestPassage, let next = try nextBlock(&input) else {
        ahead.append(block)
        return nil
      }
      block += next
    }
  }

  /// Takes back what of passages was not read: one held something else than whole components.
  mutating func giveBack(_ rests: [ArraySlice<UInt8>]) {
    failures += 1
    for rest in rests.reversed() {
      missingLines -= rest.lineFeedCount
      ahead.append(rest)
    }
  }

  /// Reads an element that has begun to its end; nil where the text ends before, or where it is too large or
  /// too deep, which is reported. An element in it that is not of this namespace is passed over; see
  /// ``takeForeign()``.
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

  /// The elements that were passed over since the last call.
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
