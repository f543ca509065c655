internal import ICalendar
internal import ListoModel
internal import TOML

extension ExportMap {
  /// Reads a map.
  ///
  /// - Parameters:
  ///   - toml: its text.
  ///   - name: the name of its file, without the extension.
  /// - Throws: ``Problem``, the first that there is.
  package init(_ toml: [UInt8], name: String) throws(Problem) {
    let document: TOMLDocument
    do throws(TOMLDocument.Problem) { document = try TOMLDocument(toml) } catch {
      throw Problem(line: error.line, reason: error.reason)
    }
    var table = try MapTable(MapItem(document), "a map")
    (self.name, text) = (name, toml)
    title = try table.text("title") ?? name
    holds = try table.text("holds") ?? "an export of \(title)"
    kind = try table.word("format", Kind.init(rawValue:), Kind.allCases.map(\.rawValue)) ?? .json
    let rows: [MapPath]? =
      switch kind {
      case .csv: MapPath("$[*]").map { [$0] }
      case .note: MapPath("$").map { [$0] }
      case .json, .xml: nil
      }
    records = try table.paths("records") ?? rows ?? []
    guard !records.isEmpty else {
      throw Problem(line: 1, reason: "the paths of the records are missing, such as records = \"$.tasks[*]\"")
    }
    if let path = records.first(where: { $0.origin != .document }) {
      throw Problem(
        line: table.line(of: "records"), reason: "the path '\(path.text)' must begin with $, the top")
    }
    marks = try table.paths("marks") ?? []
    none = Set(try table.words("none"))
    dates = try table.word("dates", DateOrder.init(rawValue:), DateOrder.allCases.map(\.rawValue))
    encoding = try table.word("encoding", ByteEncoding.init(rawValue:), ByteEncoding.allCases.map(\.rawValue))
    form = try table.form()
    try table.finish()
    guard form.fields.contains(where: { $0.id == .title }) else {
      throw Problem(line: table.line(of: "fields"), reason: "the field title is missing in [fields]")
    }
  }
}

/// A table of a map's TOML; each of its parts is asked for once, and others are unknown.
private struct MapTable {
  private var members: [(name: String, item: MapItem)]
  private let line: Int
  /// The table, for people.
  private let holder: String
  private var asked: [String] = []

  init(_ item: MapItem, _ holder: String) throws(ExportMap.Problem) {
    guard let members = item.members else {
      throw ExportMap.Problem(line: item.line, reason: "\(holder) must be a table: { key = … }")
    }
    (self.members, line, self.holder) = (members, item.line, holder)
  }

  private mutating func take(_ name: String) -> MapItem? {
    asked.append(name)
    return members.first { $0.name == name }?.item
  }

  func line(of name: String) -> Int { members.first { $0.name == name }?.item.line ?? line }

  /// - Throws: for a part that was not asked for.
  func finish() throws(ExportMap.Problem) {
    guard let unknown = members.first(where: { !asked.contains($0.name) }) else { return }
    let near = Spelling.nearest(to: unknown.name, in: asked).map { "did you mean '\($0)'?" }
    throw ExportMap.Problem(
      line: unknown.item.line,
      reason: "\(holder) has no '\(unknown.name)'; \(near ?? "it may have \(asked.joined(separator: ", "))")")
  }

  // MARK: Values

  mutating func text(_ name: String) throws(ExportMap.Problem) -> String? {
    guard let item = take(name) else { return nil }
    guard let text = item.string else { throw problem(item, name, "a text in quotation marks") }
    return text
  }

  mutating func word<Word>(
    _ name: String, _ make: (String) -> Word?, _ known: [String]
  ) throws(ExportMap.Problem) -> Word? {
    guard let item = take(name) else { return nil }
    guard let word = item.string.flatMap({ make($0) }) else {
      throw problem(item, name, "one of " + known.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    return word
  }

  /// Words in small letters.
  mutating func words(_ name: String) throws(ExportMap.Problem) -> [String] {
    guard let item = take(name) else { return [] }
    var words: [String] = []
    for element in item.elements {
      guard let word = element.word else { throw problem(item, name, "a text or an array of texts") }
      words.append(word.lowercased())
    }
    return words
  }

  /// Texts as they are.
  private mutating func texts(_ name: String) throws(ExportMap.Problem) -> [String] {
    guard let item = take(name) else { return [] }
    let texts = item.elements.compactMap(\.string)
    guard texts.count == item.elements.count else { throw problem(item, name, "a text or an array of texts") }
    return texts
  }

  mutating func paths(_ name: String) throws(ExportMap.Problem) -> [MapPath]? {
    guard let item = take(name) else { return nil }
    var paths: [MapPath] = []
    for element in item.elements { paths.append(try Self.path(element, name)) }
    return paths
  }

  private mutating func path(_ name: String) throws(ExportMap.Problem) -> MapPath? {
    guard let item = take(name) else { return nil }
    return try Self.path(item, name)
  }

  private static func path(_ item: MapItem, _ name: String) throws(ExportMap.Problem) -> MapPath {
    guard let text = item.string, let path = MapPath(text) else {
      throw ExportMap.Problem(
        line: item.line, reason: "\(name) must be a path, such as \"due.date\" or \"tags[*].name\"")
    }
    return path
  }

  private func problem(_ item: MapItem, _ name: String, _ wanted: String) -> ExportMap.Problem {
    ExportMap.Problem(line: item.line, reason: "\(name) must be \(wanted)")
  }

  // MARK: Forms

  /// The fields, conditions and subtasks of a kind of record.
  mutating func form() throws(ExportMap.Problem) -> MapForm {
    guard let item = take("fields") else {
      let near = Spelling.nearest(to: "fields", in: members.map(\.name))
      throw ExportMap.Problem(
        line: near.map { self.line(of: $0) } ?? line,
        reason: "\(holder) needs a table [fields]\(near.map { "; did you mean that by [\($0)]?" } ?? "")")
    }
    var fields = try MapTable(item, "[fields]")
    let list = try fields.sources("list", of: nil)
    let listID = try fields.sources("list-id", of: nil)
    let localID = try fields.sources("id", of: nil)
    var found: [(id: FieldID, sources: [MapSource])] = []
    for id in FieldID.allCases {
      let sources = try fields.sources(id.rawValue, of: id)
      if !sources.isEmpty { found.append((id, sources)) }
    }
    try fields.finish()
    return MapForm(
      fields: found, list: list, listID: listID, localID: localID, only: try conditions("only"),
      skip: try conditions("skip"), through: try conditions("through"), children: try children(),
      keep: try paths("keep") ?? [],
      ignore: try paths("ignore") ?? [])
  }

  private mutating func conditions(_ name: String) throws(ExportMap.Problem) -> [MapForm.Condition] {
    guard let item = take(name) else { return [] }
    guard let members = item.members else {
      throw problem(item, name, "a table, such as { type = \"task\" }")
    }
    var conditions: [MapForm.Condition] = []
    for member in members {
      guard let path = MapPath(member.name) else { throw problem(member.item, name, "a table of paths") }
      let words = member.item.elements.compactMap { $0.word?.lowercased() }
      guard words.count == member.item.elements.count else {
        throw problem(member.item, "\(name).\(member.name)", "a value or an array of values")
      }
      conditions.append(MapForm.Condition(path: path, values: Set(words)))
    }
    return conditions
  }

  private mutating func children() throws(ExportMap.Problem) -> [MapForm.Children] {
    guard let item = take("children") else { return [] }
    let elements: [MapItem] = item.members?.map(\.item) ?? item.elements
    var children: [MapForm.Children] = []
    for element in elements {
      var table = try MapTable(element, "[[children]]")
      let sources = try table.sources("at", of: nil)
      guard !sources.isEmpty else {
        throw ExportMap.Problem(
          line: element.line, reason: "[[children]] needs at = \"…\", the path of subtasks")
      }
      let items = try table.items()
      let hasForm = table.members.contains { $0.name == "fields" }
      let form = hasForm ? try table.form() : nil
      try table.finish()
      children.append(MapForm.Children(sources: sources, form: form, items: items))
    }
    return children
  }

  private mutating func items() throws(ExportMap.Problem) -> [(mark: String, status: Status)] {
    guard let item = take("items") else { return [] }
    var items: [(mark: String, status: Status)] = []
    for member in item.members ?? [] {
      guard let status = member.item.string.flatMap(FieldCodec.status) else {
        throw problem(member.item, "items", "a table of marks and what they mean: { \"☑\" = \"completed\" }")
      }
      items.append((member.name, status))
    }
    return items
  }

  // MARK: Sources

  /// The sources of a field: a path, a table, or an array of these.
  ///
  /// - Parameter id: nil for what is no field.
  mutating func sources(_ name: String, of id: FieldID?) throws(ExportMap.Problem) -> [MapSource] {
    guard let item = take(name) else { return [] }
    var sources: [MapSource] = []
    for element in item.elements {
      if element.members == nil {
        sources.append(MapSource(try Self.path(element, name)))
      } else {
        var table = try MapTable(element, name)
        sources.append(try table.source(of: id))
        try table.finish()
      }
    }
    return sources
  }

  private mutating func source(of id: FieldID?) throws(ExportMap.Problem) -> MapSource {
    var source = MapSource()
    source.keys = try paths("key") ?? []
    source.rule = try rule()
    if case .parts? = source.rule {
    } else if source.keys.isEmpty {
      throw ExportMap.Problem(line: line, reason: "\(holder) needs key = \"…\", the path of its value")
    }
    source.join = try join()
    source.words = try valueWords(of: id)
    source.none = Set(try words("none"))
    let kinds = ["seconds", "milliseconds", "microseconds"] + DateOrder.allCases.map(\.rawValue)
    source.date = try word("date", MapSource.DateKind.init, kinds)
    source.day = try dayTest()
    source.clock = try path("clock")
    source.zone = try path("zone")
    source.conditions = try sourceConditions()
    source.filter = try conditions("where")
    source.take = try paths("take") ?? []
    source.split = try text("split")
    source.part = try part()
    source.lineBreak = try text("line-break")
    source.factor = try number("times")
    let units = ["seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400]
    source.secondsBefore = try word("ahead", { units[$0] }, ["seconds", "minutes", "hours", "days"])
    source.isFromDue = try word("from", { ["due": true, "start": false][$0] }, ["due", "start"])
    return source
  }

  private mutating func number(_ name: String) throws(ExportMap.Problem) -> Int? {
    guard let item = take(name) else { return nil }
    guard let number = item.integer else { throw problem(item, name, "a whole number") }
    return number
  }

  private mutating func join() throws(ExportMap.Problem) -> MapSource.Join? {
    let line = line(of: "in")
    let (records, on) = (try path("in"), try path("on"))
    guard records != nil || on != nil else { return nil }
    guard let records, let on else {
      throw ExportMap.Problem(
        line: line, reason: "\(holder): a join needs in = \"$.lists[*]\" and on = \"id\"")
    }
    guard records.origin == .document else {
      throw ExportMap.Problem(
        line: line, reason: "\(holder): in = \"\(records.text)\" must begin with $, the top of the document")
    }
    return MapSource.Join(records: records, on: on)
  }

  private mutating func part() throws(ExportMap.Problem) -> MapSource.Part? {
    if let separator = try text("first-of") { return .firstOf(separator) }
    if let separator = try text("last-of") { return .lastOf(separator) }
    if let separator = try text("all-but-last-of") { return .allButLastOf(separator) }
    let before = try texts("before")
    return before.isEmpty ? nil : .before(before)
  }

  /// The path of a flag, or a table of conditions.
  private mutating func sourceConditions() throws(ExportMap.Problem) -> [MapForm.Condition] {
    guard let item = members.first(where: { $0.name == "if" })?.item, item.members == nil else {
      return try conditions("if")
    }
    return try path("if").map { [MapForm.Condition(path: $0, values: MapRecord.yes)] } ?? []
  }

  /// The values of words must be values of the field.
  private mutating func valueWords(of id: FieldID?) throws(ExportMap.Problem) -> [String: String] {
    guard let item = take("words") else { return [:] }
    guard let members = item.members else {
      throw problem(item, "words", "a table, such as { ja = \"completed\" }")
    }
    var words: [String: String] = [:]
    for member in members {
      guard let value = member.item.word else { throw problem(member.item, "words", "a table of values") }
      if let id, id == .status || id == .priority, !value.isEmpty, CSVCell.value(value, of: id) == nil {
        throw ExportMap.Problem(
          line: member.item.line, reason: "'\(value)', for the word '\(member.name)', is no \(id.rawValue)")
      }
      words[member.name.lowercased()] = value
    }
    return words
  }

  private mutating func dayTest() throws(ExportMap.Problem) -> MapSource.DayTest? {
    if let path = try path("timed") { return .flag(path, means: false) }
    guard let item = take("day") else { return nil }
    if item.isTrue == true { return .always }
    switch item.string {
    case "midnight"?: return .midnight
    case "no-seconds"?: return .noSeconds
    case let text?:
      if let path = MapPath(text) { return .flag(path, means: true) }
    case nil: break
    }
    throw problem(item, "day", "true, \"midnight\", \"no-seconds\", or the path of a flag")
  }

  private mutating func rule() throws(ExportMap.Problem) -> MapRule? {
    guard let item = take("rule") else { return nil }
    if let word = item.string {
      guard let rule = MapRule(word) else {
        throw problem(item, "rule", "\"rrule\", \"words\", \"seconds\", \"microsoft\" or a table of parts")
      }
      return rule
    }
    var table = try MapTable(item, "rule")
    guard let frequency = try table.path("frequency") else {
      throw ExportMap.Problem(
        line: item.line,
        reason: "rule needs frequency = \"…\", the path of the unit, such as \"cycle.unit\"")
    }
    var parts = MapRule.Parts(frequency: frequency)
    parts.interval = try table.path("interval")
    parts.days = try table.path("days")
    parts.monthDays = try table.path("month-days")
    parts.months = try table.path("months")
    parts.count = try table.path("count")
    parts.until = try table.path("until")
    try table.finish()
    return .parts(parts)
  }
}
