internal import ICalendar
internal import ListoModel

/// The notes on an export: one for each key, however many records have it.
struct MapReport: Sendable {
  private struct Trouble: Sendable {
    var count = 0
    let line: Int
    let example: String
  }

  private struct Key: Hashable, Sendable {
    let key: String
    let reason: MapEntry.Kept.Reason
  }

  private let map: ExportMap
  private var troubles: [Key: Trouble] = [:]
  private var records = 0
  private var titles = 0
  private var skipped = 0

  init(map: ExportMap) { self.map = map }

  /// - Parameter entry: nil for a record that the map leaves out.
  mutating func see(_ entry: MapEntry?) {
    records += 1
    guard let entry else { return skipped += 1 }
    if entry.fields.has(.title) { titles += 1 }
    skipped += entry.skipped
    for kept in entry.kept where kept.reason != .asked {
      troubles[
        Key(key: kept.key, reason: kept.reason),
        default: Trouble(line: entry.line, example: ComponentText.shown(kept.value.utf8))
      ].count += 1
    }
  }

  func tell(_ output: inout ICalendarOutput) {
    let ordered = troubles.sorted { ($0.value.line, $0.key.key) < ($1.value.line, $1.key.key) }
    output.tell(ofRecord: ordered.map { diagnostic($0.key, $0.value) })
    if records == 0 {
      let places = map.records.map(\.text).joined(separator: " or ")
      output.diagnose(
        .badSyntax,
        map.kind == .csv
          ? "no row with the columns of an export of \(map.title): \(map.marks.map(\.text).joined(separator: ", "))"
          : "no record at \(places), where an export of \(map.title) has them")
    } else if titles == 0, skipped < records {
      output.diagnose(

        .badSyntax, "no record has a title; this may be no export of \(map.title)")
    }
    if skipped > 0 {
      output.tell(ofRecord: [
        Diagnostic(
          .note, .notATask, line: nil,
          "\(skipped) record\(skipped == 1 ? " is" : "s are") left out, as the map or an option says")
      ])
    }
  }

  private func diagnostic(_ key: Key, _ trouble: Trouble) -> Diagnostic {
    let isOne = trouble.count == 1
    switch key.reason {
    case .unknown, .asked:
      let kept = isOne ? "its value is kept unchanged" : "its \(trouble.count) values are kept unchanged"
      return Diagnostic(
        .note, .unknownKey, line: trouble.line, "the map \(map.name) does not know \"\(key.key)\"; \(kept)")
    case .deep:
      return Diagnostic(
        .warning, .nestedTooDeep, line: trouble.line,
        "subtasks nested deeper than \(MapEntry.depthLimit) levels are kept unchanged, as \"\(key.key)\"")
    case .dangling(let reason): return badValue(key, trouble, reason)
    case .bad(let field): return badValue(key, trouble, "which is not a value of \(field.rawValue)")
    }
  }
  private func badValue(_ key: Key, _ trouble: Trouble, _ reason: String) -> Diagnostic {
    let kept =
      trouble.count == 1 ? "it is kept unchanged" : "\(trouble.count) such values are kept unchanged"
    return Diagnostic(
      .warning, .badValue, line: trouble.line, "\"\(key.key)\" is '\(trouble.example)', \(reason); \(kept)")
  }
}
