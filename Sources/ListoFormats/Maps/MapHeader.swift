internal import ICalendar
internal import ListoModel

/// The line of a table that names its columns, in a table that a map describes.
struct MapHeader: Sendable {
  let delimiter: UInt8
  private let names: [String]

  /// Nil for a line that has not all columns that mark the export.
  init?(_ line: ArraySlice<UInt8>, _ map: ExportMap) {
    let marks = map.marks.compactMap(\.firstKey)
    for delimiter: UInt8 in [0x2C, 0x3B, 0x09] {
      var names: [String] = []
      var records = CSVRecords(delimiter: delimiter)
      func see(_ record: CSVRecords.Record) {
        names = record.cells.map { CSVCell.trimmed(String(decoding: $0, as: UTF8.self)) }
      }
      records.take(line, line: 1, see)
      records.finish(see)
      guard names.count > 1, marks.allSatisfy(names.contains) else { continue }
      (self.delimiter, self.names) = (delimiter, names)
      return
    }
    return nil
  }

  /// The columns that the map uses are most of them.
  func isMostlyKnown(by map: ExportMap) -> Bool {
    JSONOutline.areMostKnown(names.filter { !$0.isEmpty }, map.form.known.contains)
  }

  /// A row as an object of texts.
  func node(_ record: CSVRecords.Record) -> JSONNode {
    var members: [JSONNode.Member] = []
    members.reserveCapacity(record.count)
    for index in 0..<record.count where !record.places[index].isEmpty {
      let text = String(decoding: record[index], as: UTF8.self)
      let name = index < names.count && !names[index].isEmpty ? names[index] : "\(index + 1)"
      members.append(
        JSONNode.Member(key: name, value: JSONNode(content: .string(text), line: record.line)))
    }
    return JSONNode(content: .object(members), line: record.line)
  }
}
