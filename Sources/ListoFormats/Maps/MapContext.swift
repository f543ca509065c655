internal import ICalendar
internal import ListoModel

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
