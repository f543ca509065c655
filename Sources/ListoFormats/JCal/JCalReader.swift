package import ICalendar

/// Reads jCal (RFC 7265): a calendar, an array of calendars, or one behind the other; and components that
/// stand in none.
///
/// Nothing is added to what is there. Components are read one at a time, in constant memory.
package struct JCalReader: FormatReader {
  private var count = 0
  /// Components on their way.
  private var stage: JSONStage<Void, ParsedComponent>?

  package init() {}

  /// The beginning is that of jCal.
  static func fits(_ beginning: ArraySlice<UInt8>) -> Bool {
    let outline = JSONOutline(beginning)
    switch outline.shape {
    case .array(let word): return isComponent(word)
    case .arrayOfArrays: return outline.innerWord.map(isComponent) ?? false
    default: return false
    }
  }

  private static func isComponent(_ word: String) -> Bool {
    word.lowercased() == "vcalendar" || word.lowercased() == "vtodo"
  }

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage { _, _ in
      true
    } _: { (nodes, _: Void) in
      nodes.map(ParsedComponent.init)
    }
    try JSONReader.forEachText(in: &input, "a component of jCal, which is an array,") {
      (json, token) throws(ICalendarError) in
      switch token {
      case .beginArray: try array(&json, &output)
      default: return false
      }
      return true
    }
    try settle(&output)
  }

  /// An array that is open: a component, or an array of such.
  private mutating func array(
    _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    while true {
      let line = json.line
      let token = try json.next()
      switch token {
      case .endArray: return
      case .beginArray: try array(&json, &output)
      case .string(let name) where name.lowercased() == "vcalendar": return try calendar(&json, &output)
      case .string(let name): return try bare(name, line, &json, &output)
      case .broken, .end: return
      default:
        guard try json.pass(token) else { return }
        json.report(.badSyntax, "a component of jCal begins with its name; this is left out")
      }
      if json.isBroken { return }
    }
  }

  /// A calendar behind its name.
  private mutating func calendar(
    _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    count += 1
    try settle(&output)
    output.calendar(key: "\(count)", isVerbatim: true)
    let depth = json.depth
    guard try json.next() == .beginArray else { return try misshapen(&json, depth: depth) }
    try json.forEachElement { (json, node) throws(ICalendarError) in
      var parsing = JCalParsing()
      output.property(node, &parsing)
      for problem in parsing.takeProblems() { json.report(problem) }
    }
    if json.isBroken { return }
    let token = try json.next()
    if token == .endArray { return }
    guard token == .beginArray else { return try misshapen(&json, depth: depth) }
    try json.forEachPiece { (json, piece) throws(ICalendarError) in
      try write(piece, &json, &output)
    }
    if json.isBroken { return }
    guard try json.next() != .endArray else { return }
    try misshapen(&json, depth: depth)
  }

  /// Passes over what is left of an array that is no component.
  private func misshapen(_ json: inout JSONReader, depth: Int) throws(ICalendarError) {
    guard !json.isBroken else { return }
    json.report(
      .badSyntax, "a component of jCal is an array of a name, properties and components; the rest is left out"
    )
    while json.depth >= depth, !json.isBroken { _ = try json.next() }
  }

  /// A component that stands in no calendar, behind its name.
  private mutating func bare(
    _ name: String, _ line: Int, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var parts = [JSONNode(content: .string(name), line: line)]
    try json.forEachElement { (_, node) throws(ICalendarError) in
      if parts.count < 3 { parts.append(node) }
    }
    try settle(&output)
    output.calendar(key: "")
    _ = try write(.value(JSONNode(content: .array(parts), line: line)), &json, &output)
  }

  /// - Returns: what is to be read token by token.
  private mutating func write(
    _ piece: JSONPiece, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) -> [JSONPassage] {
    let results = stage?.take(piece, size: json.takeSize(), in: ()) ?? []
    return try results.forEachMade { (entry) throws(ICalendarError) in try Self.write(entry, &output) }
  }

  /// Writes what is on its way, before something else is written.
  private mutating func settle(_ output: inout ICalendarOutput) throws(ICalendarError) {
    let results = stage?.finish() ?? []
    _ = try results.forEachMade { (entry) throws(ICalendarError) in try Self.write(entry, &output) }
  }

  private static func write(
    _ entry: ParsedComponent, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if let component = entry.component { try output.write(component) }
    output.tell(ofRecord: entry.problems)
  }
}
