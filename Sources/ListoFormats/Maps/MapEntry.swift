internal import ICalendar
internal import ListoModel

/// A record as a reminder, with its subtasks.
struct MapEntry: Sendable {
  /// Values of a key that are kept as text, and why.
  struct Kept: Sendable, Hashable {
    enum Reason: Sendable, Hashable {
      /// The map does not know the key.
      case unknown
      /// The map says so.
      case asked
      /// The value is none of the field.
      case bad(FieldID)
      /// No record of a join has the value, or it names nothing else that there is.
      case dangling(String)
      /// The subtasks are nested too deep.
      case deep
    }

    let key: String
    let reason: Reason
    let value: String
  }

  private(set) var fields = ReminderFields()
  private(set) var component: FinishedComponent
  /// The title and the identifier of its list.
  private(set) var list, listID: String?
  private(set) var kept: [Kept] = []
  private(set) var children: [MapEntry] = []
  /// The number of records in it that the map leaves out.
  private(set) var skipped = 0

  var line: Int { component.line }

  /// Subtasks below that level are kept as text.
  static let depthLimit = 32

  /// Nil for a record that the map leaves out.
  ///
  /// - Parameters:
  ///   - parent: the UID of the record that holds this one.
  ///   - depth: how many records hold it.
  init?(
    _ record: MapRecord, _ form: MapForm, _ context: MapContext, parent: String? = nil, depth: Int = 0
  ) {
    guard record.isWanted(form, context) else { return nil }
    var reading = FieldReading(record: record, context: context)
    reading.read(form)
    (fields, kept) = (reading.fields, reading.kept)
    if let parent, !fields.has(.parent) { fields[.parent] = .text(parent) }
    if !context.map.listsAreTags {
      list = record.firstText(form.list, context)
      listID = record.firstText(form.listID, context)
    }
    kept += record.dangling(form.list, form, context) + form.used.unknown(in: record.node)
    if depth == Self.depthLimit { kept += Self.tooDeep(record, form, context) }
    component = Self.component(fields, kept, line: record.line)
    guard depth < Self.depthLimit, !form.children.isEmpty else { return }
    addChildren(of: record, form, context, parent: component.uid, depth: depth + 1)
  }

  /// - Parameters:
  ///   - parent: the UID of the reminder that the subtasks belong to.
  ///   - depth: how many records hold them.
  private mutating func addChildren(
    of record: MapRecord, _ form: MapForm, _ context: MapContext, parent: String, depth: Int
  ) {
    for kind in form.children {
      let own = kind.form ?? form
      for child in Self.records(kind, of: record, context) {
        if let text = child.text {
          children.append(MapEntry(text.title, text.status, line: record.line, parent: parent))
        } else if child.record.isPassedThrough(own, context), depth < Self.depthLimit {
          addChildren(of: child.record, own, context, parent: parent, depth: depth + 1)
        } else if let entry = MapEntry(child.record, own, context, parent: parent, depth: depth) {
          children.append(entry)
        } else {
          skipped += 1
        }
      }
    }
  }

  /// A subtask that is a text.
  private init(_ title: String, _ status: Status, line: Int, parent: String) {
    fields[.title] = .text(title)
    fields[.status] = .text(status.word)
    fields[.parent] = .text(parent)
    component = Self.component(fields, [], line: line)
  }

  /// The same subtask of a reminder with another UID.
  mutating func setParent(_ uid: String) {
    fields[.parent] = .text(uid)
    component = Self.component(fields, kept, line: line)
  }

  private static func component(_ fields: ReminderFields, _ kept: [Kept], line: Int) -> FinishedComponent {
    var component = fields.component(line: line)
    for kept in kept { component.keep(cell: Array(kept.value.utf8)[...], named: kept.key) }
    return FinishedComponent(taking: &component)
  }

  // MARK: Subtasks

  /// The subtasks of a record that is as deep as records are read.
  private static func tooDeep(_ record: MapRecord, _ form: MapForm, _ context: MapContext) -> [Kept] {
    form.children.flatMap { kind -> [Kept] in
      guard let (source, nodes) = record.firstNodes(kind.sources, context) else { return [] }
      let key = source.keys.first?.text ?? "children"
      return nodes.map { Kept(key: key, reason: .deep, value: MapRecord.whole($0)) }
    }
  }

  private struct Child {
    let record: MapRecord
    /// Of a text its title and status.
    var text: (title: String, status: Status)?
  }

  private static func records(
    _ kind: MapForm.Children, of record: MapRecord, _ context: MapContext
  ) -> [Child] {
    guard let (source, nodes) = record.firstNodes(kind.sources, context) else { return [] }
    return nodes.flatMap { node -> [Child] in
      let child = MapRecord(node, in: record.outer + [record.node])
      guard let text = node.string, !node.isObject else { return [Child(record: child)] }
      guard kind.items.isEmpty else {
        return items(text, kind.items).map { Child(record: child, text: $0) }
      }
      let parts = source.split.map { text.split(separator: $0).map(String.init) } ?? [text]
      return parts.map(CSVCell.trimmed).filter { !$0.isEmpty }
        .map { Child(record: child, text: ($0, .needsAction)) }
    }
  }

  /// The parts of a text that begin with marks.
  private static func items(
    _ text: String, _ marks: [(mark: String, status: Status)]
  ) -> [(title: String, status: Status)] {
    var items: [(String, Status)] = []
    var rest = text[...]
    func next(_ text: Substring) -> (range: Range<Substring.Index>, status: Status)? {
      marks.compactMap { mark in text.firstRange(of: mark.mark).map { ($0, mark.status) } }
        .min { $0.range.lowerBound < $1.range.lowerBound }
    }
    while let found = next(rest) {
      rest = rest[found.range.upperBound...]
      let title = CSVCell.trimmed(String(rest[..<(next(rest)?.range.lowerBound ?? rest.endIndex)]))
      if !title.isEmpty { items.append((title, found.status)) }
    }
    return items
  }
}

extension MapRecord {
  /// A value as text: an object or an array as JSON.
  static func whole(_ node: JSONNode) -> String {
    if let text = text(node) { return text }
    var json = JSONText()
    json.node(node)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// The fields of one record as they are read.
private struct FieldReading {
  let record: MapRecord
  let context: MapContext
  var fields = ReminderFields()
  var kept: [MapEntry.Kept] = []

  mutating func read(_ form: MapForm) {
    // Alarms and rules depend on dates.
    let late: Set<FieldID> = [.alarms, .recurrence]
    for field in form.fields where !late.contains(field.id) { read(field.id, field.sources, form) }
    for field in form.fields where late.contains(field.id) { read(field.id, field.sources, form) }
    if !form.localID.isEmpty, !fields.has(.uid), let id = record.localID(form, context) {
      fields[.uid] = .text(record.uid(for: id, form, context))
    }
    if context.map.listsAreTags, let list = record.firstText(form.list, context) {
      fields.set(.tags, texts: fields.texts(.tags) + [list])
    }
    if !fields.has(.status), fields.impliedStatus == .completed {
      fields[.status] = .text(Status.completed.word)
    }
    if !fields.has(.stamp), let stamp = fields.impliedStamp { fields[.stamp] = .moment(stamp) }
  }

  private mutating func read(_ id: FieldID, _ sources: [MapSource], _ form: MapForm) {
    if id == .tags || id == .alarms {
      var values: [String] = []
      for source in sources { values += id == .tags ? tags(source) : alarms(source) }
      if id == .tags { kept += record.dangling(sources, form, context) }
      return fields.set(id, texts: values)
    }
    for source in sources {
      if let value = value(id, source, form) {
        fields[id] = value
        return
      }
    }
    if id == .parent { kept += record.dangling(sources, form, context) }
  }

  /// A cell of a table may have several tags in one text.
  private func tags(_ source: MapSource) -> [String] {
    let texts = record.texts(source, context)
    guard context.map.kind == .csv, source.split == nil else { return texts }
    return texts.flatMap { text -> [String] in
      guard case .texts(let tags)? = CSVCell.value(text, of: .tags) else { return [] }
      return tags
    }
  }

  private mutating func alarms(_ source: MapSource) -> [String] {
    let nodes = record.nodes(source, context)
    return nodes.flatMap { node -> [String] in
      let parts = source.split.flatMap { split in
        node.string.map {
          $0.split(separator: split).map {
            JSONNode(content: .string(CSVCell.trimmed(String($0))), line: node.line)
          }
        }
      }
      return (parts ?? [node]).compactMap { given in
        guard let text = MapRecord.text(given).flatMap({ MapRecord.text($0, source) }), !text.isEmpty else {
          return nil
        }
        let part = JSONNode(content: .string(text), line: given.line)
        let word = record.alarm(
          part, source, context, start: fields.moment(.start), due: fields.moment(.due))
        if word == nil { keep(part, .alarms, source) }
        return word
      }
    }
  }

  /// The value that the first value of a source is.
  private mutating func value(_ id: FieldID, _ source: MapSource, _ form: MapForm) -> FieldValue? {
    if id == .recurrence { return rule(source) }
    guard let node = record.nodes(source, context).first else { return nil }
    if id.type == .moment {
      guard let text = MapRecord.text(node) else { return keep(node, id, source) }
      guard let counts = MapRecord.text(text, source), !counts.isEmpty else { return nil }
      guard let moment = record.moment(node, source, context) else { return keep(node, id, source) }
      if case .utc = moment, let (path, name) = record.unknownZone(source) {
        kept.append(
          MapEntry.Kept(key: path.text, reason: .dangling("which is not a time zone"), value: name))
      }
      return .moment(moment)
    }
    guard let text = record.texts(source, context).first else {
      // Words may mean nothing.
      return MapRecord.text(node) == nil ? keep(node, id, source) : nil
    }
    if id == .parent, !form.localID.isEmpty {
      guard let uid = context.uid(of: text) else {
        kept.append(
          MapEntry.Kept(
            key: source.keys.first?.text ?? id.rawValue,
            reason: .dangling("which is the id of no record that is read"), value: text))
        return nil
      }
      return .text(uid)
    }
    if id == .notes, case let notes = record.texts(source, context), notes.count > 1 {
      return .text(notes.joined(separator: "\n"))
    }
    if let factor = source.factor, let number = Double(text), abs(number * Double(factor)) < 1e15 {
      return CSVCell.value("\(Int((number * Double(factor)).rounded()))", of: id) ?? keep(node, id, source)
    }
    if id.type == .text, id != .status { return CSVCell.value(text, of: id) ?? keep(node, id, source) }
    return CSVCell.value(text, of: id) ?? keep(node, id, source)
  }

  @discardableResult
  private mutating func keep(_ node: JSONNode, _ id: FieldID, _ source: MapSource) -> FieldValue? {
    kept.append(
      MapEntry.Kept(
        key: source.keys.first?.text ?? id.rawValue, reason: .bad(id), value: MapRecord.whole(node)))
    return nil
  }

  // MARK: Rules

  private mutating func rule(_ source: MapSource) -> FieldValue? {
    if case .parts(let parts)? = source.rule, source.keys.isEmpty { return rule(parts, source, of: record) }
    guard let node = record.nodes(source, context).first else { return nil }
    if case .parts(let parts)? = source.rule { return rule(parts, source, of: MapRecord(node)) }
    let text = MapRecord.text(node)
    if let word = text.flatMap({ source.words[$0.lowercased()] ?? source.words["*"] }) {
      guard !word.isEmpty else { return nil }
      return CSVCell.value(word, of: .recurrence) ?? keep(node, .recurrence, source)
    }
    guard let value = (source.rule ?? .rrule).value(node) else { return keep(node, .recurrence, source) }
    return .text(value)
  }

  private mutating func rule(
    _ parts: MapRule.Parts, _ source: MapSource, of record: MapRecord
  ) -> FieldValue? {
    func texts(_ path: MapPath?) -> [String] {
      guard let path else { return [] }
      return record.values(path).flatMap { $0.elements ?? [$0] }.compactMap(MapRecord.text)
        .flatMap { $0.split(separator: ",").map { CSVCell.trimmed(String($0)) } }
        .filter { text in !text.isEmpty && text.lowercased() != "null" }
    }
    /// Weekdays, or the names of those members that are true.
    func days() -> [String] {
      let flags = parts.days.map { record.values($0).flatMap { $0.members ?? [] } } ?? []
      return (flags.isEmpty ? texts(parts.days) : flags.filter { $0.value.bool == true }.map(\.key))
        .compactMap(MapRule.weekday)
    }
    guard let node = record.values(parts.frequency).first, let word = MapRecord.text(node), !word.isEmpty
    else {
      return nil
    }
    let meant = source.words[word.lowercased()] ?? source.words["*"] ?? word
    guard !meant.isEmpty else { return nil }
    guard let frequency = MapRule.frequency(meant) else {
      kept.append(
        MapEntry.Kept(key: parts.frequency.text, reason: .bad(.recurrence), value: MapRecord.whole(node)))
      return nil
    }
    func list(_ name: String, _ values: [String]) -> String {
      values.isEmpty ? "" : name + values.joined(separator: ",")
    }
    let count = texts(parts.count).first.flatMap(Int.init).flatMap { $0 > 0 ? "COUNT=\($0)" : nil } ?? ""
    let until = texts(parts.until).first.flatMap { Day(iso: String($0.prefix(10))) }
    let rule = MapRule.rule(
      frequency, interval: texts(parts.interval).first.flatMap(Int.init) ?? 1,
      [
        list("BYDAY=", frequency == "WEEKLY" ? days() : []),
        list("BYMONTHDAY=", texts(parts.monthDays)), list("BYMONTH=", texts(parts.months)),
        count, count.isEmpty ? until.map { "UNTIL=\($0.iCalendarText)" } ?? "" : "",
      ])
    return CSVCell.value(rule, of: .recurrence)
  }
}
