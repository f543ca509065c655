package import ICalendar
internal import ListoModel

/// Reads JSCalendar: RFC 8984 and the draft of its second version; groups, tasks and events, an array of
/// them, or one behind the other.
///
/// Members without a property become JSPROP, so that they come back. Entries are read one at a time, in
/// constant memory.
package struct JSCalendarReader: FormatReader {
  private var groups = 0
  /// Entries on their way, and the key of the calendar that they stand in.
  private var stage: JSONStage<Void, Entry>?
  private var key = ""

  /// A component that is made of an entry, or of one of its occurrences that was changed.
  private struct Entry {
    let component: FinishedComponent
    let problems: [Diagnostic]
    /// The METHOD that the entry gives for its calendar, in capitals; nil for none.
    let method: [UInt8]?

    init(_ made: inout JSCalendarComponent, method: [UInt8]? = nil) {
      problems = made.problems
      component = FinishedComponent(taking: &made.component, isVerbatim: true)
      self.method = method
    }

    /// The entries of nodes, each made by itself.
    static func all(of nodes: [JSONNode]) -> [Entry] {
      var entries: [Entry] = []
      entries.reserveCapacity(nodes.count)
      for node in nodes {
        let (json, place) = node.place
        var made = JSCalendarComponent(json, place)
        entries.append(Entry(&made, method: made.method))
        made.forEachOccurrence { entries.append(Entry(&$0)) }
      }
      return entries
    }
  }

  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage(accepts: Self.isPlain) { (nodes, _: Void) in Entry.all(of: nodes) }
    try JSONReader.forEachText(in: &input, "a task, an event or a group, which is an object,") {
      (json, token) throws(ICalendarError) in
      switch token {
      case .beginObject: try object(&json, &output)
      case .beginArray: try array(&json, &output)
      default: return false
      }
      return true
    }
    try settle(&output)
  }

  private mutating func array(
    _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let depth = json.depth
    while true {
      let token = try json.next()
      if token == .endArray { return }
      if token == .beginObject {
        try object(&json, &output)
      } else if try json.pass(token) {
        json.report(.badValue, "a task, an event or a group must be an object; this is left out")
      }
      if json.isBroken {
        guard try json.recover(depth: depth) else { return }
      }
    }
  }

  /// An object that is open: where it has `entries` a group, which are read as they come.
  private mutating func object(
    _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let line = json.line
    var members = JSONMembers()
    var key: String?
    try json.forEachMember(lists: ["entries"]) { (json, name, token) throws(ICalendarError) in
      if name == "entries", token == .beginArray {
        if key == nil {
          groups += 1
          key = "\(groups)"
        }
        try json.forEachPiece { (json, piece) throws(ICalendarError) in
          try entry(piece, key ?? "", &json, &output)
        }
      } else if let node = try json.node(token) {
        members.add(JSONNode.Member(key: name, value: node))
      }
    }
    let node = JSONNode(content: .object(members.list), line: line)
    guard key != nil || node["@type"]?.string == "Group" else {
      if json.isBroken { return }
      _ = try entry(.value(node), "", &json, &output)
      return
    }
    if key == nil { groups += 1 }
    try settle(&output)
    output.calendar(key: key ?? "\(groups)", isVerbatim: true)
    try group(node, &json, &output)
  }

  // MARK: A group

  private func group(
    _ node: JSONNode, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var rest = JSObject(node)
    for key in ["@type", "version", "iCalendar", "entries"] { rest[key] = nil }
    output.property(named: "VERSION", "2.0".utf8)
    let converted = node["iCalendar"]?["convertedProperties"]
    func parameters(_ key: String) -> [Parameter] {
      (converted?[key]?["parameters"]?.members ?? []).compactMap { member in
        let texts = member.value.string.map { [$0] } ?? member.value.elements?.compactMap(\.string) ?? []
        return texts.isEmpty ? nil : Parameter(name: member.key.uppercased(), values: texts)
      }
    }
    for (key, name) in [
      ("prodId", "PRODID"), ("uid", "UID"), ("title", "NAME"), ("description", "DESCRIPTION"),
      ("color", "COLOR"),
    ] {
      guard let text = rest[key]?.string else { continue }
      rest[key] = nil
      var own = parameters(key)
      if key == "title", let locale = rest["locale"]?.string {
        rest["locale"] = nil
        own.append(Parameter(name: "LANGUAGE", values: [locale]))
      }
      output.property(named: name, TextValue.encode(text), parameters: own)
    }
    for (key, name) in [("created", "CREATED"), ("updated", "LAST-MODIFIED")] {
      guard let moment = rest[key]?.string.flatMap({ Moment(droppingFractionOf: $0) }), case .utc = moment
      else { continue }
      rest[key] = nil
      output.property(named: name, moment.iCalendarText.utf8, parameters: parameters(key))
    }
    if let source = rest["source"]?.string {
      rest["source"] = nil
      output.property(
        named: "SOURCE", JCalParsing.oneLine(source),
        parameters: [Parameter(name: "VALUE", values: ["URI"])] + parameters("source"))
    }
    for (key, id) in [("keywords", PropertyID.categories), ("categories", .concept)] {
      guard let words = rest[key]?.words, !words.isEmpty else { continue }
      rest[key] = nil
      if id == .categories {
        output.property(named: id.name, TextValue.encodeList(words))
      } else {
        for word in words { output.property(named: id.name, JCalParsing.oneLine(word)) }
      }
    }
    for member in rest.members where !member.value.isOmitted {
      var text = JSONText()
      text.node(member.value)
      output.property(
        named: "JSPROP", TextValue.encode(String(decoding: text.bytes, as: UTF8.self)),
        parameters: [Parameter(name: "JSPTR", values: [JSObject.escaped(member.key)])])
    }
    try side(node["iCalendar"], &json, &output)
  }

  /// Writes the properties and components that ride along as jCal.
  private func side(
    _ node: JSONNode?, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var parsing = JCalParsing()
    for property in node?["properties"]?.elements ?? [] { output.property(property, &parsing) }
    for component in node?["components"]?.elements ?? [] {
      if let component = parsing.component(component) { try output.write(component, isVerbatim: true) }
    }
    for problem in parsing.takeProblems() { json.report(problem) }
  }

  // MARK: An entry

  /// There is nothing to tell before something is made of it.
  private static func isPlain(_ node: JSONNode, _ passage: JSONPassage) -> Bool {
    guard node.isObject, let type = node["@type"]?.string else { return false }
    return type == "Task" || type == "Event"
  }

  /// - Parameter key: that of the calendar which it stands in.
  /// - Returns: what is to be read token by token.
  private mutating func entry(
    _ piece: JSONPiece, _ key: String, _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) -> [JSONPassage] {
    if key != self.key { try settle(&output) }
    self.key = key
    output.calendar(key: key)
    if case .value(let node) = piece {
      guard node.isObject else {
        if node.isOmitted { return [] }
        json.report(
          .badValue, line: node.line, "\(node.kind) instead of a task or an event; it is left out")
        return []
      }
      guard let type = node["@type"]?.string, type == "Task" || type == "Event" else {
        json.report(
          .badValue, line: node.line,
          "an entry's \"@type\" is \(node["@type"]?.string ?? "missing") instead of Task or Event; "
            + "it is left out"
        )
        return []
      }
    }
    let results = stage?.take(piece, size: json.takeSize(), in: ()) ?? []
    return try results.forEachMade { (entry) throws(ICalendarError) in try Self.write(entry, &output) }
  }

  /// Writes what is on its way, before something else is written, or to another calendar.
  private mutating func settle(_ output: inout ICalendarOutput) throws(ICalendarError) {
    let results = stage?.finish() ?? []
    _ = try results.forEachMade { (entry) throws(ICalendarError) in try Self.write(entry, &output) }
  }

  private static func write(_ entry: Entry, _ output: inout ICalendarOutput) throws(ICalendarError) {
    if let method = entry.method { output.propertyOnce(named: "METHOD", method) }
    output.tell(ofRecord: entry.problems)
    try output.write(entry.component)
  }
}
