package import ICalendar
internal import ListoModel
internal import XMLEvents

/// Reads an export through a map, in constant memory unless its records refer to others.
package struct MapReader: FormatReader {
  private let map: ExportMap
  private let context: MapContext
  /// Records on their way, each by itself.
  private var stage: JSONStage<MapContext, MapEntry?>?
  private var report: MapReport
  private let outerKeys: Set<String>
  /// Records refer to others, or to what holds them.
  private let needsAll: Bool
  private let joined: Set<MapPath>

  // Where records refer to others, all of it.
  private var held: [(node: JSONNode, outer: [Int])] = []
  /// The objects that hold records, with their other members.
  private var objects: [[JSONNode.Member]] = []
  /// The records of joins.
  private var tables: [MapPath: [JSONNode]] = [:]

  package init(_ map: ExportMap) {
    self.map = map
    context = MapContext(map)
    report = MapReport(map: map)
    (outerKeys, needsAll, joined) = (map.outerKeys, map.needsAll, map.joined)
  }

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    stage = output.stage { _, _ in
      true
    } _: { (nodes: [JSONNode], context: MapContext) in
      nodes.map { MapEntry(MapRecord($0), context.map.form, context) }
    }
    switch map.kind {
    case .json: try readJSON(&input, &output)
    case .csv: try readTable(&input, &output)
    case .xml: try readXML(&input, &output)
    case .note: try readNote(&input, &output)
    }
    _ = try write(stage?.finish() ?? [], &output)
    try writeHeld(&output)
    report.tell(&output)
  }

  /// Makes a record, or holds it where records refer to others.
  private mutating func take(
    _ node: JSONNode, _ outer: [Int], size: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard !needsAll else { return held.append((node, outer)) }
    let context = context
    let results = stage?.take(.value(node), size: size, in: context) ?? []
    _ = try write(results, &output)
  }

  private mutating func writeHeld(_ output: inout ICalendarOutput) throws(ICalendarError) {
    guard !held.isEmpty else { return }
    let records = held.map { record in
      MapRecord(record.node, in: record.outer.map { JSONNode(content: .object(objects[$0]), line: 0) })
    }
    let context = MapContext(map, records: records, tables: tables)
    (held, objects, tables) = ([], [], [:])
    var stage = output.stage { (record: MapRecord) in MapEntry(record, context.map.form, context) }
    for record in records {
      for entry in stage.take(record, size: 1024) { try write(entry, &output) }
    }
    for entry in stage.finish() { try write(entry, &output) }
  }

  /// - Returns: the passages that are to be read token by token.
  private mutating func write(
    _ results: [JSONStage<MapContext, MapEntry?>.Result], _ output: inout ICalendarOutput
  ) throws(ICalendarError) -> [JSONPassage] {
    try results.forEachMade { (entry) throws(ICalendarError) in try write(entry, &output) }
  }

  /// Writes a reminder and its subtasks, which are in its list where they name none.
  private mutating func write(
    _ entry: MapEntry?, list: (name: String?, id: String?) = (nil, nil), _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    report.see(entry)
    guard let entry else { return }
    let own = entry.list == nil && entry.listID == nil ? list : (entry.list, entry.listID)
    output.calendar(key: own.1 ?? own.0 ?? "", name: own.0, identifier: own.1)
    var component = entry.component
    let isRenamed = try output.writeNamed(&component)
    for child in entry.children {
      var child = child
      if isRenamed { child.setParent(component.uid) }
      try write(child, list: own, &output)
    }
  }

  // MARK: JSON

  private mutating func readJSON(
    _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var targets = map.records.map { Target(steps: $0.steps[...], table: nil) }
    for path in joined {
      targets.append(Target(steps: path.steps[...], table: path))
    }
    try JSONReader.forEachText(in: &input, "an export of \(map.title)") {
      (json, token) throws(ICalendarError) in
      try visit(token, targets, [], &json, &output)
      return true
    }
  }

  /// A path on which the document is read: of records, or of the records of a join.
  private struct Target {
    let steps: ArraySlice<MapPath.Step>
    let table: MapPath?

    /// The rest of the path behind a member; nil where the path does not go there.
    func member(_ name: String) -> Target? {
      guard steps.first == .key(name) || steps.first == .any else { return nil }
      return Target(steps: steps.dropFirst(), table: table)
    }

    func element(_ index: Int) -> Target? {
      guard steps.first == .index(index) || steps.first == .each || steps.first == .any else { return nil }
      return Target(steps: steps.dropFirst(), table: table)
    }
  }

  /// Reads a value by its first token, as far as paths go through it.
  ///
  /// - Parameter outer: the places of the objects that hold the value.
  private mutating func visit(
    _ token: JSONToken, _ targets: [Target], _ outer: [Int], _ json: inout JSONReader,
    _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if targets.contains(where: \.steps.isEmpty) {
      guard let node = try json.node(token) else { return }
      let size = json.takeSize()
      for target in targets {
        for value in MapPath.values(of: target.steps, in: node) {
          if let table = target.table {
            tables[table, default: []].append(value)
          } else {
            try take(value, outer, size: size, &output)
          }
        }
      }
      return
    }
    switch token {
    case .beginObject where !targets.isEmpty: try members(targets, outer, &json, &output)
    case .beginArray where !targets.isEmpty: try elements(targets, outer, &json, &output)
    default: _ = try json.pass(token)
    }
  }

  private mutating func members(
    _ targets: [Target], _ outer: [Int], _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let own = objects.count
    if needsAll { objects.append([]) }
    try json.forEachMember(lists: []) { (json, name, token) throws(ICalendarError) in
      let inner = targets.compactMap { $0.member(name) }
      if needsAll, inner.isEmpty, outerKeys.contains(name) {
        if let value = try json.node(token) {
          objects[own].append(JSONNode.Member(key: name, value: value))
        }
      } else {
        try visit(token, inner, needsAll ? outer + [own] : [], &json, &output)
      }
    }
  }

  private mutating func elements(
    _ targets: [Target], _ outer: [Int], _ json: inout JSONReader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if !needsAll, targets.count == 1, targets[0].steps.elementsEqual([.each]) {
      // The usual export: records that stand one behind the other.
      return try json.forEachPiece { (json, piece) throws(ICalendarError) in
        let context = context
        let results = stage?.take(piece, size: json.takeSize(), in: context) ?? []
        return try write(results, &output)
      }
    }
    let depth = json.depth
    var index = 0
    while true {
      let token = try json.next()
      if token == .endArray || token == .end { return }
      try visit(token, targets.compactMap { $0.element(index) }, outer, &json, &output)
      index += 1
      if json.isBroken {
        guard try json.recover(depth: depth) else { return }
      }
    }
  }

  // MARK: XML

  private mutating func readXML(
    _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    let tables = Set(joined.map(\.names))
    var elements = MapElements(
      wanted: tables.union(map.records.map(\.names)), itemSize: output.limits[.itemSize])
    let reader = XMLEventReader(isUTF8: true, tellsAttributes: true)
    while let block = try input.nextBlock() {
      let found = reader.read(block, isLast: false)
      for index in 0..<found.events.count {
        guard let (path, node) = elements.take(found.events[index]) else { continue }
        for table in joined where table.names == path { self.tables[table, default: []].append(node) }
        if map.records.contains(where: { $0.names == path }) { try take(node, [], size: 1024, &output) }
      }
      if let problem = found.problem {
        return output.diagnose(
          .badSyntax, line: problem.line, "\(problem.reason); the rest is not read")
      }
    }
  }

  // MARK: Notes

  /// Reads a note as one record: its properties, its text, and the names of its file and folder.
  private mutating func readNote(
    _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var (properties, text) = ([] as [(number: Int, text: String)], [] as [String])
    var (isOpen, size) = (false, 0)
    while let line = try input.nextLine() {
      size += line.bytes.count
      guard size <= output.limits[.itemSize] else {
        output.diagnose(beyond: .itemSize, line: line.number, "the rest of the note is not read")
        break
      }
      if isOpen {
        isOpen = line.text != "---" && line.text != "..."
        if isOpen { properties.append((line.number, line.text)) }
      } else if line.number == 1, line.text == "---" {
        isOpen = true
      } else {
        text.append(line.text)
      }
    }
    guard !properties.isEmpty else { return }
    let (node, unread) = FrontMatter.read(properties)
    for line in unread {
      output.diagnose(
        .badSyntax, line: line.number, "'\(line.text)' is not read: it is no property of the note")
    }
    var members = node.members ?? []
    let end = text.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let notes = text[..<end].drop(while: \.isEmpty).joined(separator: "\n")
    let path = output.file.split(separator: "/").map(String.init)
    let name = path.last.map { $0.lowercased().hasSuffix(".md") ? String($0.dropLast(3)) : "" } ?? ""
    let folder = path.dropLast().last ?? ""
    let facts = [
      (FrontMatter.text, notes), (FrontMatter.fileName, name),
      (FrontMatter.folderName, [".", ".."].contains(folder) ? "" : folder),
    ]
    for (fact, value) in facts where !value.isEmpty {
      let isTaken = members.contains { $0.key == fact }
      // A property of this name counts, and the text is kept.
      let key = isTaken && fact == FrontMatter.text ? "text below the properties" : fact
      guard !isTaken || key != fact else { continue }
      // The text is kept if no field holds it.
      guard fact == FrontMatter.text || map.form.known.contains(key) else { continue }
      members.append(JSONNode.Member(key: key, value: JSONNode(content: .string(value), line: 1)))
    }
    try take(JSONNode(content: .object(members), line: 1), [], size: size, &output)
  }

  // MARK: CSV

  /// Reads a table whose header has all the columns that mark the export: lines before it are not part of it.
  private mutating func readTable(
    _ input: inout TextFeed, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    input.encoding = map.encoding
    var header: MapHeader?
    var records: CSVRecords?
    var found: [CSVRecords.Record] = []
    while let line = try input.nextLine() {
      guard let names = header else {
        if let found = MapHeader(line.bytes, map) {
          header = found
          records = CSVRecords(delimiter: found.delimiter)
        }
        continue
      }
      records?.take(line.bytes, line: line.number) { found.append($0) }
      try take(&found, names, &output)
    }
    records?.finish { found.append($0) }
    if let header { try take(&found, header, &output) }
    if let note = input.encodingNote(map.name) { output.tell(ofRecord: [note]) }
  }

  private mutating func take(
    _ records: inout [CSVRecords.Record], _ header: MapHeader, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    for record in records where !record.isEmpty {
      if let problem = record.problem { output.diagnose(.badSyntax, line: record.line, problem) }
      let node = header.node(record)
      for table in joined { tables[table, default: []].append(node) }
      try take(node, [], size: record.size, &output)
    }
    records.removeAll(keepingCapacity: true)
  }
}
