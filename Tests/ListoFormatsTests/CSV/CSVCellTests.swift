import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// A cell that is taken by its place says what it means.
@Suite struct CSVCellTests {
  @Test func placesSayWhatCellsMean() throws {
    var random = SplitMix64(seed: Seed.current)
    let columns = CSVColumn.all
    let writer = CSVRowWriter(columns, CSVQuoting(delimiter: 0x2C))
    var count = 0
    for round in 0..<1500 {
      let isOdd = round % 3 == 0
      let fields = try isOdd ? GeneratedFields.oddFields(&random) : GeneratedFields.fields(&random)
      let bytes = Array(WrittenFields.text(fields, with: writer).utf8)
      var records = CSVRecords(delimiter: 0x2C)
      var found: [CSVRecords.Record] = []
      for line in bytes.dropLast(2).split(separator: 0x0A, omittingEmptySubsequences: false) {
        records.take(line + [], line: 1) { found.append($0) }
      }
      let record = try #require(found.first)
      for (index, column) in columns.enumerated() where !record[index].isEmpty {
        guard case .field(let id) = column else { continue }
        if compare(Array(record[index]), id, "LISTO_SEED=\(random.seed)") { count += 1 }
        // The cell as people write it, with white space around it.
        let spaced = [0x20] + record[index] + [[0x20], [0xC2, 0xA0], [0x09]].pick(using: &random)
        _ = compare(spaced, id, "LISTO_SEED=\(random.seed)")
      }
    }
    #expect(count > 1500, "LISTO_SEED=\(random.seed)")
  }

  /// - Returns: it is taken by its place.
  private func compare(_ cell: [UInt8], _ id: FieldID, _ comment: Comment) -> Bool {
    var (places, values) = (FieldPlaces(), FieldPlaces())
    guard CSVCell.take(id, cell.span, 0..<cell.count, into: &places) else { return false }
    guard let value = CSVCell.value(String(decoding: cell, as: UTF8.self), of: id) else {
      Issue.record("\(id) \(String(decoding: cell, as: UTF8.self))")
      return true
    }
    values.set(id, value) { $0.keep($1) }
    let left = places.component(cell.span, line: 1).bytes
    #expect(left == values.component(values.own.span, line: 1).bytes, comment)
    return true
  }

  @Test(arguments: [
    "2026-12-01T10:15:00 Europe/Berlin\t", "2026-12-01T10:15:00 \u{301}x", "2026-12-01T10:15:00 a b",
    "2026-12-01T10:15:00  a", "2026-12-01T10:15:00Z Europe/Berlin", "2026-12-01T10:15:00 +0500",
    "2026-12-01T10:15:00 PM",
    "2026-12-01T10:15:00 [+05]", "2026-12-01T10:15:00 Zone\u{A0}",
  ])
  func zonesBehindTimesAreLookedAt(_ cell: String) {
    let bytes = Array(cell.utf8)
    #expect(CSVCell.moment(bytes.span, 0..<bytes.count) == nil)
  }
}
