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

/// Cells that spreadsheets would run as formulas, or change as numbers.
extension CSVQuoting {
  /// At which programs divide cells, by their settings or their country.
  static let separators: Set<UInt8> = [0x2C, 0x3B, 0x09]

  /// A cell with an apostrophe before what a spreadsheet would run, and before a number that would not come
  /// back as it was.
  ///
  /// A spreadsheet runs a cell that begins with `=`, `+`, `-`, `@`, one of these in full width, a tab or a
  /// carriage return (owasp.org/www-community/attacks/CSV_Injection); it drops a NUL at the beginning. A
  /// program that divides cells at commas, semicolons, tabs or line ends sees a beginning behind each of
  /// them. Before apostrophes at such a place another one is written, so that one can be taken away again.
  static func guarded(_ cell: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, part) in parts(cell).enumerated() {
      if needsGuard(part, isCell: index == 0 && part.count == cell.count) { result.append(apostrophe) }
      result += part
    }
    return result
  }

  /// The cell without the apostrophes that made it safe.
  static func unguarded(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: ArraySlice<UInt8> = []
    for (index, part) in parts(Array(cell)).enumerated() {
      let isGuarded =
        part.first == apostrophe && needsGuard(part, isCell: index == 0 && part.count == cell.count)
      result += isGuarded ? part.dropFirst() : part
    }
    return result
  }

  private static let apostrophe: UInt8 = 0x27

  /// A cell in front of each place where a program may see another begin.
  private static func parts(_ cell: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in cell.enumerated() where separators.contains(byte) || byte == 0x0A || byte == 0x0D {
      // A tab or a return that begins a part is what makes it one that runs.
      if index + 1 < cell.count {
        parts.append(cell[start...index])
        start = index + 1
      }
    }
    parts.append(cell[start...])
    return parts
  }

  private static let fullWidthSigns = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }

  /// The part needs a guard, regardless of the apostrophes before it.
  private static func needsGuard(_ part: ArraySlice<UInt8>, isCell: Bool) -> Bool {
    let rest = part.drop { $0 == apostrophe }
    guard let first = rest.first else { return false }
    switch first {
    case 0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D, 0x00: return true
    case 0xEF: return fullWidthSigns.contains { rest.starts(with: $0) }
    case 0x30...0x39, 0x2E: return isCell && isNumberThatChanges(rest)
    default: return false
    }
  }

  /// Spreadsheets keep fifteen digits of a number, and drop zeros at its ends.
  private static func isNumberThatChanges(_ text: ArraySlice<UInt8>) -> Bool {
    let mantissa = text.prefix { $0 | 0x20 != 0x65 }
    let exponent = text.dropFirst(mantissa.count)
    guard mantissa.allSatisfy({ isDigit($0) || $0 == 0x2E }), mantissa.contains(where: isDigit),
      mantissa.count(where: { $0 == 0x2E }) <= 1
    else { return false }
    if !exponent.isEmpty {
      var digits = exponent.dropFirst()
      if digits.first == 0x2B || digits.first == 0x2D { digits.removeFirst() }
      return !digits.isEmpty && digits.allSatisfy(isDigit)
    }
    let isFraction = mantissa.contains(0x2E)
    return mantissa.count(where: isDigit) > 15
      || (mantissa.count > 1 && mantissa.first == 0x30 && mantissa.dropFirst().first != 0x2E)
      || mantissa.first == 0x2E || (isFraction && (mantissa.last == 0x30 || mantissa.last == 0x2E))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
