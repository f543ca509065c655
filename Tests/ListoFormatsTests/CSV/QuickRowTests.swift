import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// What ``QuickRow`` makes of a row is what ``CSVRow`` makes of it.
@Suite struct QuickRowTests {
  @Test func rowsAreReadTheSame() throws {
    var random = SplitMix64(seed: Seed.fresh())
    let columns: [CSVColumn?] = CSVColumn.all + [nil]
    let row = QuickRow(columns)
    let writer = CSVRowWriter(CSVColumn.all, CSVQuoting(delimiter: 0x2C))
    var quick = 0
    for round in 0..<3000 {
      let isOdd = round % 3 == 0
      let fields = try isOdd ? GeneratedFields.oddFields(&random) : GeneratedFields.fields(&random)
      let bytes = Array(WrittenFields.text(fields, with: writer).utf8)
      var records = CSVRecords(delimiter: 0x2C)
      var found: [CSVRecords.Record] = []
      for line in bytes.dropLast(2).split(separator: 0x0A, omittingEmptySubsequences: false) {
        records.take(line + [], line: 1) { found.append($0) }
      }
      let read = try #require(found.first)
      let record = CSVRecords.Record(cells: read.cells + [[]], line: read.line)
      guard let component = row.component(record) else { continue }
      quick += 1
      var unread: [Int] = []
      let complete = CSVRow(record.cells, columns: columns, unread: &unread).fields.component(line: 1)
      #expect(component.bytes == complete.bytes && unread.isEmpty, "LISTO_SEED=\(random.seed)")
    }
    #expect(quick > 0, "LISTO_SEED=\(random.seed)")
  }
}
