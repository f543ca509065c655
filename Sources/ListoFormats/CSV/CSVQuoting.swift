/// Writes records of CSV (RFC 4180): quotation marks where they are needed, CR LF at the end.
struct CSVQuoting: Sendable {
  let delimiter: UInt8
  /// Nothing runs in a spreadsheet, and no number changes there: ``guarded(_:)``.
  var isSafe = false

  func append(_ cells: [String], to output: inout [UInt8]) {
    append(cells[...], to: &output)
    endRecord(&output)
  }

  /// Appends cells, with what lies between them.
  func append(_ cells: ArraySlice<String>, to output: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(delimiter) }
      let start = output.count
      output += cell.utf8
      endCell(from: start, of: &output)
    }
  }

  func endRecord(_ output: inout [UInt8]) {
    output.append(0x0D)
    output.append(0x0A)
  }

  /// Makes a cell of what was appended from an offset on: most of it may stand as it is.
  func endCell(from start: Int, of output: inout [UInt8]) {
    guard output.count > start else { return }
    if isSafe { output.replaceSubrange(start..., with: Self.guarded(Array(output[start...]))) }
    guard needsQuotes(output.span, from: start) else { return }
    let cell = Array(output[start...])
    output.removeSubrange(start...)
    output.append(0x22)
    for byte in cell {
      if byte == 0x22 { output.append(0x22) }
      output.append(byte)
    }
    output.append(0x22)
  }

  private func needsQuotes(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    if bytes[start] == 0x20 || bytes[bytes.count - 1] == 0x20 { return true }
    for index in start..<bytes.count {
      let byte = bytes[index]
      if byte == delimiter || byte == 0x22 || byte == 0x0A || byte == 0x0D { return true }
      if isSafe, Self.separators.contains(byte) { return true }
    }
    return false
  }
}
