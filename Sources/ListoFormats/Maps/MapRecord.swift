internal import ICalendar
internal import ListoModel

/// A record of an export, with the objects that hold it.
struct MapRecord: Sendable {
  let node: JSONNode
  /// From the outermost one on.
  let outer: [JSONNode]

  init(_ node: JSONNode, in outer: [JSONNode] = []) { (self.node, self.outer) = (node, outer) }

  var line: Int { node.line }

  // MARK: Values

  /// The values at a path.
  func values(_ path: MapPath) -> [JSONNode] {
    switch path.origin {
    case .record: MapPath.values(of: path.steps[...], in: node)
    case .outer(let depth):
      outer.count >= depth ? MapPath.values(of: path.steps[...], in: outer[outer.count - depth]) : []
    case .document: outer.first.map { MapPath.values(of: path.steps[...], in: $0) } ?? []
    }
  }

  /// The values of a source: those of the first of its keys that has any.
  func nodes(_ source: MapSource, _ context: MapContext) -> [JSONNode] {
    guard source.conditions.allSatisfy({ holds($0, context) }) else { return [] }
    for key in source.keys {
      let found = values(key).filter { !isNone($0, source.none, context) }
      guard !found.isEmpty else { continue }
      let records =
        source.join.map { join in found.compactMap(Self.text).flatMap { context.records(join, $0) } } ?? found
      let wanted =
        source.filter.isEmpty
        ? records
        : records.filter { node in source.filter.allSatisfy { MapRecord(node).holds($0, context) } }
      guard !source.take.isEmpty else { return wanted }
      return wanted.flatMap { record in
        source.take.lazy.map { path in
          MapPath.values(of: path.steps[...], in: record).filter { !isNone($0, source.none, context) }
        }.first { !$0.isEmpty } ?? []
      }
    }
    return []
  }

  /// Nothing, an empty text, or a text that means nothing.
  private func isNone(_ node: JSONNode, _ none: Set<String>, _ context: MapContext) -> Bool {
    if Self.isEmpty(node) { return true }
    guard !none.isEmpty || !context.map.none.isEmpty, let text = Self.text(node)?.lowercased() else {
      return false
    }
    return none.contains(text) || context.map.none.contains(text)
  }

  static func isEmpty(_ node: JSONNode) -> Bool {
    if node.isNull || node.isOmitted { return true }
    if let text = node.bytes { return text.isEmpty }
    return node.elements?.isEmpty ?? node.members?.isEmpty ?? false
  }

  /// A text, a number, or true and false, as text; nil for an object or array.
  static func text(_ node: JSONNode) -> String? {
    switch node.content {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .object, .array, .null, .omitted: nil
    }
  }

  /// The words of a flag that is set, in small letters.
  static let yes: Set<String> = ["true", "yes", "1", "on", "y", "t"]

  /// The record is no reminder, and its subtasks belong to what holds it.
  func isPassedThrough(_ form: MapForm, _ context: MapContext) -> Bool {
    form.through.contains { holds($0, context) }
  }

  /// The values of the first of some sources that leads to any.
  func firstNodes(_ sources: [MapSource], _ context: MapContext) -> (source: MapSource, nodes: [JSONNode])? {
    for source in sources {
      let nodes = nodes(source, context)
      if !nodes.isEmpty { return (source, nodes) }
    }
    return nil
  }

  /// The record is one that the form describes.
  func isWanted(_ form: MapForm, _ context: MapContext) -> Bool {
    form.only.allSatisfy { holds($0, context) }
      && !(form.skip + context.map.skip).contains { holds($0, context) }
  }

  private func holds(_ condition: MapForm.Condition, _ context: MapContext) -> Bool {
    values(condition.path).contains { node in
      if condition.values.contains("*"), !isNone(node, [], context) { return true }
      guard let text = Self.text(node)?.lowercased() else { return false }
      return condition.values.contains(text) || condition.inner.contains { text.contains($0) }
    }
  }

  /// The values by which some sources look others up, and which none of them finds.
  ///
  /// Records of others that name this one by its identifier need not be there.
  func dangling(_ sources: [MapSource], _ form: MapForm, _ context: MapContext) -> [MapEntry.Kept] {
    var missed: [MapEntry.Kept] = []
    var (seen, found) = (Set<[String]>(), Set<[String]>())
    for source in sources {
      guard let join = source.join, source.conditions.allSatisfy({ holds($0, context) }) else { continue }
      for key in source.keys where !form.identifiers.contains(key) {
        for node in values(key) where !isNone(node, source.none, context) {
          guard let text = Self.text(node) else { continue }
          if !context.records(join, text).isEmpty {
            found.insert([key.text, text])
          } else if seen.insert([key.text, text]).inserted {
            let reason = "which no record at \(join.records.text) has as \(join.on.text)"
            missed.append(MapEntry.Kept(key: key.text, reason: .dangling(reason), value: text))
          }
        }
      }
    }
    return missed.filter { !found.contains([$0.key, $0.value]) }
  }

  // MARK: Texts

  /// The texts of a source: parts of a text, cut, and by words.
  func texts(_ source: MapSource, _ context: MapContext) -> [String] {
    let isNote = context.map.kind == .note
    return nodes(source, context).compactMap(Self.text).flatMap { text -> [String] in
      let text = isNote ? FrontMatter.linked(text) : text
      let parts = source.split.map { Self.split(text, $0) } ?? [text]
      return parts.compactMap { Self.text($0, source) }
    }.filter { !$0.isEmpty }
  }

  /// The part of a text that counts, and the value that it stands for as a word.
  static func text(_ text: String, _ source: MapSource) -> String? {
    var text = text
    if let mark = source.lineBreak { text = text.replacing(mark, with: "\n") }
    if let part = source.part {
      guard let counts = Self.part(part, of: text) else { return nil }
      text = counts
    }
    guard !source.words.isEmpty else { return text }
    return source.words[CSVCell.trimmed(text).lowercased()] ?? source.words["*"] ?? text
  }

  private static func split(_ text: String, _ separator: String) -> [String] {
    guard !separator.isEmpty else { return [text] }
    return text.split(separator: separator).map { CSVCell.trimmed(String($0)) }
  }

  private static func part(_ part: MapSource.Part, of text: String) -> String? {
    switch part {
    case .before(let marks):
      let ends = marks.compactMap { text.firstRange(of: $0)?.lowerBound }
      return ends.min().map { CSVCell.trimmed(String(text[..<$0])) } ?? text
    case .firstOf(let separator):
      return text.firstRange(of: separator).map { CSVCell.trimmed(String(text[..<$0.lowerBound])) }
    case .lastOf(let separator):
      return text.ranges(of: separator).last.map { CSVCell.trimmed(String(text[$0.upperBound...])) } ?? text
    case .allButLastOf(let separator):
      return text.ranges(of: separator).last.map { String(text[..<$0.lowerBound]) }
    }
  }

  /// The first text of sources in their order.
  func firstText(_ sources: [MapSource], _ context: MapContext) -> String? {
    for source in sources {
      if let text = texts(source, context).first { return text }
    }
    return nil
  }

  // MARK: Identifiers

  func localID(_ form: MapForm, _ context: MapContext) -> String? {
    form.localID.isEmpty ? nil : firstText(form.localID, context)
  }

  /// The UID of a record with an identifier that counts only in its file: also by the time of its creation,
  /// or its title, so that records of two files differ.
  func uid(for id: String, _ form: MapForm, _ context: MapContext) -> String {
    func text(_ field: FieldID) -> String? {
      form.fields.first { $0.id == field }.flatMap { firstText($0.sources, context) }
    }
    let more = text(.created) ?? text(.title) ?? ""
    return UUIDv5.string(name: Array("\(context.map.name)\u{0}\(id)\u{0}\(more)".utf8))
  }
}

/// All that records of an export refer to: the map, and the records by which others are looked up.
final class MapContext: Sendable {
  let map: ExportMap
  /// The records of each join, by the text that they are looked up with.
  private let joined: [String: [String: [JSONNode]]]
  /// The UIDs of records with an identifier of the file, by that.
  private let uids: [String: String]

  /// - Parameters:
  ///   - records: of the whole document; empty where no record refers to another.
  ///   - tables: the records at the paths of joins.
  init(_ map: ExportMap, records: [MapRecord] = [], tables: [MapPath: [JSONNode]] = [:]) {
    self.map = map
    var joined: [String: [String: [JSONNode]]] = [:]
    for case let join? in map.form.allSources.map(\.join) where joined[Self.name(join)] == nil {
      var index: [String: [JSONNode]] = [:]
      for node in tables[join.records] ?? [] {
        for value in MapPath.values(of: join.on.steps[...], in: node) {
          if let key = MapRecord.text(value) { index[key, default: []].append(node) }
        }
      }
      joined[Self.name(join)] = index
    }
    self.joined = joined
    var uids: [String: String] = [:]
    if !map.form.localID.isEmpty, !records.isEmpty {
      let reading = MapContext(map)
      for record in records {
        guard let id = record.localID(map.form, reading), uids[id] == nil,
          record.isWanted(map.form, reading)
        else { continue }
        uids[id] = record.uid(for: id, map.form, reading)
      }
    }
    self.uids = uids
  }

  /// The UID of the record with an identifier of the file; nil for none.
  func uid(of id: String) -> String? { uids[id] }

  /// The records that a join finds for a value.
  func records(_ join: MapSource.Join, _ value: String) -> [JSONNode] {
    joined[Self.name(join)]?[value] ?? []
  }

  private static func name(_ join: MapSource.Join) -> String { "\(join.records.text)\n\(join.on.text)" }
}
