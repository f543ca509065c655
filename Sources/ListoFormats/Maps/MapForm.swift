internal import ListoModel

/// The form of a kind of record: which of its values are which fields, and which records it holds.
final class MapForm: Sendable {
  /// A key, and the values that it may have, in small letters; `*` stands for any, and `*-*` for those with a
  /// hyphen.
  struct Condition: Sendable {
    let path: MapPath
    let values: Set<String>
    /// The texts of which a value may hold one.
    let inner: [String]

    init(path: MapPath, values: Set<String>) {
      (self.path, self.values) = (path, values)
      inner = values.filter { $0.count > 2 && $0.hasPrefix("*") && $0.hasSuffix("*") }
        .map { String($0.dropFirst().dropLast()) }
    }
  }

  /// The records within a record: its subtasks.
  struct Children: Sendable {
    /// In order of preference: the first that leads to any counts.
    let sources: [MapSource]
    /// Nil where they have the form of the record that holds them.
    let form: MapForm?
    /// Of a text the marks before each subtask, and the status that each of them means.
    let items: [(mark: String, status: Status)]
  }

  /// The fields, each with its sources in order of preference.
  let fields: [(id: FieldID, sources: [MapSource])]
  /// The title of the record's list, and an identifier that tells lists of one title apart.
  let list, listID: [MapSource]
  /// An identifier that only counts within the file.
  let localID: [MapSource]
  /// Each of these must hold.
  let only: [Condition]
  /// None of these may hold.
  let skip: [Condition]
  /// The records that are no reminders, such as headings: their subtasks belong to what holds them.
  let through: [Condition]
  let children: [Children]
  /// The keys that identify a record.
  let identifiers: Set<MapPath>
  /// The members of a record that the map names.
  let known: Set<String>
  /// The values that the map uses, keeps or ignores: all others are kept as text, and reported.
  let used: MapUsage

  init(
    fields: [(id: FieldID, sources: [MapSource])], list: [MapSource] = [], listID: [MapSource] = [],
    localID: [MapSource] = [], only: [Condition] = [], skip: [Condition] = [], through: [Condition] = [],
    children: [Children] = [],
    keep: [MapPath] = [], ignore: [MapPath] = []
  ) {
    (self.fields, self.list, self.listID, self.localID) = (fields, list, listID, localID)
    (self.only, self.skip, self.through, self.children) = (only, skip, through, children)
    identifiers = Set((localID + (fields.first { $0.id == .uid }?.sources ?? [])).flatMap(\.keys))
    let sources = fields.flatMap(\.sources) + list + listID + localID
    let conditions = (only + skip + through).map(\.path)
    let whole = children.flatMap(\.sources).flatMap(\.paths) + conditions + ignore
    used = MapUsage(
      sources.flatMap(\.usedPaths) + whole.filter { $0.origin == .record }.map(\.steps),
      keeping: keep.map(\.steps))
    known = Set((sources.flatMap(\.paths) + whole + keep).compactMap(\.firstKey))
  }

  /// The paths of conditions, of this form and of the forms of its subtasks.
  var allConditions: [MapPath] {
    (only + skip + through).map(\.path) + children.flatMap { $0.form?.allConditions ?? [] }
  }

  /// The sources of this form and of the forms of its subtasks.
  var allSources: [MapSource] {
    fields.flatMap(\.sources) + list + listID + localID + children.flatMap(\.sources)
      + children.flatMap { $0.form?.allSources ?? [] }
  }
}
