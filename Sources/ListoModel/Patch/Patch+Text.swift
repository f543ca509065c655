public import ICalendar

extension Patch {
  /// Reads ``text`` back.
  ///
  /// - Parameter pipeline: distributes the reading over threads.
  /// - Throws: ``PatchError`` if the bytes are not a patch, or if its counts show that it was truncated or
  ///   changed.
  /// - Complexity: linear in the bytes, which are all in memory.
  public init<S: ByteSource & Sendable>(
    reading source: S, limits: ReadingLimits = ReadingLimits(), on pipeline: some Pipeline = SerialPipeline()
  ) throws(PatchError) {
    var parts: [Part] = []
    var isPatch = true
    let end = pipeline.read(source, NoOrder(), limits: limits) {
      $0
    } consume: { (batch) throws(Never) in
      for item in batch where isPatch {
        Self.take(item, &parts)
        isPatch = parts.last?.isMarked ?? true
      }
      return isPatch
    }
    if isPatch, let error = end.error { throw .unreadable(reason: error.reason) }
    try self.init(parts)
  }

  /// One VCALENDAR of a patch.
  private struct Part {
    var isMarked = false
    var format = 0
    var line: Int
    var kind = ""
    var part = -1
    var parts = -1
    var items = -1
    var isAbsent = false
    var isMove = false
    var side: Side
    var zones: [Component] = []
    var sameLists: [ListName] = []
    var isClosed = false
    var problem: Diagnostic?
  }

  /// Takes an item in.
  private static func take(_ item: Item, _ parts: inout [Part]) {
    switch item {
    case .open(let header): parts.append(part(header.detached()))
    case .component(let component):
      guard !parts.isEmpty, !parts[parts.count - 1].isClosed else {
        parts.append(
          Part(
            line: component.lineNumber, side: Side(list: ListName(identifier: "", title: "", path: ""))))
        return
      }
      if !component.isComplete, parts[parts.count - 1].problem == nil {
        let reason = "\(component.name) has no END:\(component.name)"
        parts[parts.count - 1].problem = Diagnostic(
          .warning, .missingEnd, line: component.lineNumber, reason)
      }
      // A zone may be held longer than the patch; of all else nearly every byte of a block is held, so that
      // none is copied.
      if component.kind == .vtimezone {
        parts[parts.count - 1].zones.append(component.detached())
      } else {
        parts[parts.count - 1].side.items.append(component)
      }
    case .close: if !parts.isEmpty { parts[parts.count - 1].isClosed = true }
    case .problem(let problem):
      // A flaw within a component may have been in the collection already; a component without END never was,
      // nor a calendar.
      if !parts.isEmpty, parts[parts.count - 1].problem == nil, problem.severity != .note,
        !isOfContent(problem)
      {
        parts[parts.count - 1].problem = problem
      }
    case .other, .properties: break
    }
  }

  private static func isOfContent(_ problem: Diagnostic) -> Bool {
    [.missingEnd, .strayEnd, .nulByte, .invalidUTF8, .malformedLine].contains(problem.code)
  }

  private static func part(_ header: Component) -> Part {
    let list = header.all(named: listName).first.map { ListName($0) }
    var part = Part(
      line: header.lineNumber,
      side: Side(list: list ?? ListName(identifier: "", title: "", path: "")))
    guard let mark = header.all(named: markName).first else { return part }
    let number = { (name: String) in mark.parameter(name).flatMap { Int($0.value) } ?? -1 }
    part.isMarked = true
    (part.format, part.kind) = (number("FORMAT"), mark.rawText)
    (part.part, part.parts, part.items) = (number("PART"), number("PARTS"), number("ITEMS"))
    part.isMove = mark.parameter("MOVED")?.value == "TRUE"
    part.isAbsent = mark.parameter("LIST")?.value == "NONE"
    part.sameLists = header.all(named: sameListName).map { ListName($0) }
    if !header.all(named: "X-LISTO-LINES").isEmpty {
      part.side.lines = header.properties.filter { isOwn($0) && $0.name != "X-LISTO-LINES" }.map {
        Array($0.unfolded)
      }
    }
    return part
  }

  private init(_ parts: [Part]) throws(PatchError) {
    guard let first = parts.first, first.isMarked else { throw .notAPatch }
    guard first.format <= Self.format else { throw .laterFormat(first.format) }
    if first.parts == 0, parts.count == 1, first.side.items.isEmpty, first.isClosed {
      self.init()
      return
    }
    guard first.parts > 0, first.parts % 2 == 0 else {
      throw .damaged(line: first.line, reason: "X-LISTO-PATCH does not give the number of parts")
    }
    for (number, part) in parts.enumerated() {
      let isBase = number % 2 == 0
      guard part.isMarked, part.format == first.format, part.parts == first.parts, part.part == number + 1,
        part.kind == (isBase ? "BASE" : "THEIRS")
      else { throw .damaged(line: part.line, reason: "this is not part \(number + 1) of \(first.parts)") }
      if let problem = part.problem { throw .damaged(line: problem.line, reason: problem.message) }
      guard part.isClosed else { throw .damaged(line: part.line, reason: "part \(number + 1) has no end") }
      guard part.side.items.count == part.items else {
        throw .damaged(
          line: part.line,
          reason: "part \(number + 1) has \(part.side.items.count) components, not \(part.items)"
        )
      }
    }
    guard parts.count == first.parts else {
      throw .damaged(line: nil, reason: "there are \(parts.count) of \(first.parts) parts")
    }
    let sides = parts.map { part -> Side? in
      guard !part.isAbsent else { return nil }
      var side = part.side
      side.zones = ZoneTable(part.zones)
      return side
    }
    self.init(
      sections: stride(from: 0, to: sides.count, by: 2).map { index in
        Section(base: sides[index], theirs: sides[index + 1], isMove: parts[index].isMove)
      }, sameLists: first.sameLists)
  }
}

extension Patch {
  /// The patch as iCalendar, with CRLF; components keep their bytes.
  public var text: [UInt8] {
    var bytes: [UInt8] = []
    var part = 0
    for section in sections {
      for (side, kind) in [(section.base, "BASE"), (section.theirs, "THEIRS")] {
        part += 1
        let other = kind == "BASE" ? section.theirs : section.base
        write(side, kind, part, other: other, isMove: section.isMove, to: &bytes)
      }
    }
    if sections.isEmpty {
      // A patch that changes nothing is one too.
      bytes += CalendarText.head
      bytes += Self.mark("BASE", part: 0, of: 0, items: 0) + CalendarText.end
    }
    return bytes
  }

  private func write(
    _ side: Side?, _ kind: String, _ part: Int, other: Side?, isMove: Bool, to bytes: inout [UInt8]
  ) {
    bytes += CalendarText.head
    bytes += Self.mark(
      kind, part: part, of: 2 * sections.count, items: side?.items.count ?? 0, isAbsent: side == nil,
      isMove: isMove)
    if let list = (side ?? other)?.list { bytes += list.line(Self.listName) }
    if part == 1 { for list in sameLists { bytes += list.line(Self.sameListName) } }
    if side?.lines != nil { bytes += Self.line("X-LISTO-LINES", [], "WHOLE") }
    for line in side?.lines ?? [] { bytes += ContentLineText.fold(line[...]) }
    let zones = side?.zones.definitions ?? [:]
    for (_, zone) in zones.sorted(by: { $0.key < $1.key }) { bytes += zone.standingAlone().bytes }
    for item in side?.items ?? [] { bytes += item.standingAlone().bytes }
    bytes += CalendarText.end
  }

  private static func mark(
    _ kind: String, part: Int, of parts: Int, items: Int, isAbsent: Bool = false,
    isMove: Bool = false
  ) -> [UInt8] {
    var parameters = [("FORMAT", format), ("PART", part), ("PARTS", parts), ("ITEMS", items)].map {
      Parameter(name: $0, values: [String($1)])
    }
    if isAbsent { parameters.append(Parameter(name: "LIST", values: ["NONE"])) }
    if isMove { parameters.append(Parameter(name: "MOVED", values: ["TRUE"])) }
    return line(markName, parameters, kind)
  }

  private static func line(_ name: String, _ parameters: [Parameter], _ value: String) -> [UInt8] {
    ContentLineText.line(name, parameters: parameters, value: value.utf8)
  }
}
