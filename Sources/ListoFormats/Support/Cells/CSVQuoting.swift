internal import ICalendar

/// Writes records of CSV (RFC 4180): quotation marks where they are needed, CR LF at the end.
struct CSVQuoting: Sendable {
  let delimiter: UInt8
  /// Nothing runs in a spreadsheet, and no number changes there: ``guarded(_:)``.
  private let isSafe: Bool
  /// With which a cell stands in quotation marks.
  private let sought: SoughtBytes

  init(delimiter: UInt8, isSafe: Bool = false) {
    (self.delimiter, self.isSafe) = (delimiter, isSafe)
    sought = SoughtBytes(delimiter, 0x22, 0x0A, 0x0D, 0x0D)
  }

  func append(_ cells: [String], to output: inout [UInt8]) {
    append(cells[...], to: &output)
    endRecord(&output)
  }

  /// Appends cells, with what lies between them.
  func append(_ cells: ArraySlice<String>, to output: inout [UInt8]) {
    // Of a byte there may be two, by an apostrophe or a second quotation mark.
    output.append(addingCapacity: cells.reduce(0) { $0 + $1.utf8.count * 2 + 8 }) { output in
      for (index, cell) in cells.enumerated() {
        if index > 0 { output.put(delimiter) }
        let start = output.count
        output.put(Array(cell.utf8))
        endCell(from: start, of: &output)
      }
    }
  }

  /// The line end behind a record.
  static let end: [UInt8] = [0x0D, 0x0A]

  func endRecord(_ output: inout [UInt8]) { output += Self.end }

  /// Makes a cell of what was appended from an offset on: most of it may stand as it is.
  func endCell(from start: Int, of output: inout OutputSpan<UInt8>) {
    // Of what is cut off no cell is made.
    guard start < output.count, !output.isFull else { return }
    if isSafe { guardCell(from: start, of: &output) }
    if needsQuotes(output.span, from: start) { quoteCell(from: start, of: &output) }
  }

  private func guardCell(from start: Int, of output: inout OutputSpan<UInt8>) {
    var cell: [UInt8] = []
    for index in start..<output.count { cell.append(output.span[index]) }
    let guarded = Self.guarded(cell)
    guard guarded.count > cell.count else { return }
    output.removeLast(cell.count)
    output.put(guarded)
  }

  private func needsQuotes(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    if bytes[start] == 0x20 || bytes[bytes.count - 1] == 0x20 { return true }
    if bytes.first(of: sought, from: start, to: bytes.count) < bytes.count { return true }
    guard isSafe else { return false }
    for index in start..<bytes.count where Self.separators.contains(bytes[index]) { return true }
    return false
  }

  private func quoteCell(from start: Int, of output: inout OutputSpan<UInt8>) {
    var marks = 0
    var from = start
    while let mark = output.span.first(0x22, from: from, to: output.count) {
      marks += 1
      from = mark + 1
    }
    guard output.freeCapacity > marks + 2 else {
      return output.append(repeating: 0x22, count: output.freeCapacity)
    }
    if marks > 0 { doubleMarks(marks, in: &output) }
    output.insert(0x22, at: start)
    output.put(0x22)
  }

  /// Doubles so many quotation marks, from the end on, so that nothing is written over before it is moved.
  private func doubleMarks(_ marks: Int, in output: inout OutputSpan<UInt8>) {
    var index = output.count
    output.append(repeating: 0x22, count: marks)
    var cell = output.mutableSpan
    var place = cell.count
    while place > index {
      index -= 1
      place -= 1
      cell[place] = cell[index]
      guard cell[index] == 0x22 else { continue }
      place -= 1
      cell[place] = 0x22
    }
  }
}
