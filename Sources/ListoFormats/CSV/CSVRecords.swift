/// Reads the records of CSV (RFC 4180) line by line, in constant memory.
///
/// Our own, since SwiftCSV 0.10.0 does not serve, which was tried: it wants the whole text in memory (54 MB for a file of 6.6 MB, at
/// 16 MB/s), tells no positions, throws everything away at the first misplaced quotation mark, drops blanks at the front of a cell,
/// writes line ends in cells without quotation marks, and brings Foundation, which makes a binary of 9 MB one of 70.
struct CSVRecords {
  /// A record: its cells, and the line where it begins.
  struct Record: Hashable {
    /// Nearly all are parts of one array, the bytes of their line.
    var cells: [ArraySlice<UInt8>]
    let line: Int
    /// What was wrong with it, in words.
    var problem: String?

    /// No cell has anything in it.
    var isEmpty: Bool { cells.allSatisfy(\.isEmpty) }

    /// The bytes that it takes; an empty cell takes some too.
    var size: Int { cells.reduce(64) { $0 + $1.count + MemoryLayout<ArraySlice<UInt8>>.stride } }
  }

  let delimiter: UInt8
  /// A cell in quotation marks that is longer than this has lost its end.
  let limit: Int
  private var cells: [ArraySlice<UInt8>] = []
  private var problem: String?
  /// The lines of a record that is not at its end, so that they can be read once more.
  private var open: [(line: Int, bytes: ArraySlice<UInt8>)] = []
  private var openBytes = 0
  private var openCell: [UInt8]?
  /// How many cells the first record had.
  private var expected: Int?
  /// A cell of several lines closes in the middle of a text: the mark that opened it was none.
  private var isBroken = false

  init(delimiter: UInt8, limit: Int = 8 << 20) { (self.delimiter, self.limit) = (delimiter, limit) }

  /// Takes a line, without its end, and hands on the records that it completes: none while a cell in quotation marks goes on.
  mutating func take(_ bytes: ArraySlice<UInt8>, line: Int, _ body: (Record) -> Void) {
    if openCell != nil { openCell?.append(0x0A) }
    open.append((line, bytes))
    openBytes += bytes.count
    scan(bytes)
    if isBroken {
      recover(body)
    } else if openCell == nil {
      if expected == nil { expected = cells.count }
      body(record(line: open.first?.line ?? line, problem))
      reset()
    } else if openBytes > limit {
      recover(body)
    }
  }

  /// Hands on what is left at the end of the input.
  mutating func finish(_ body: (Record) -> Void) {
    while let cell = openCell {
      guard isCutOff else {
        recover(body)
        continue
      }
      append(cell[...])
      body(record(line: open.first?.line ?? 1, "the text ends within a cell in quotation marks"))
      reset()
    }
  }

  /// The end is missing, rather than the mark that opened the cell being wrong: few of the lines behind it look like records.
  private var isCutOff: Bool {
    guard let expected else { return false }
    let lines = open.dropFirst().filter { !$0.bytes.isEmpty }
    let alike = lines.filter { line in
      var reader = CSVRecords(delimiter: delimiter)
      reader.scan(line.bytes, closing: true)
      return reader.cells.count == expected
    }
    return alike.count * 2 <= lines.count
  }

  /// A quotation mark that never closes is one of the text: the record ends with its line, and those behind it are read anew.
  ///
  /// Between it and where that shows no line has an odd number of marks, so that none of them opens a cell again.
  private mutating func recover(_ body: (Record) -> Void) {
    let lines = open
    reset()
    guard let first = lines.first else { return }
    scan(first.bytes, closing: true)
    body(
      record(
        line: first.line, "a quotation mark opens a cell and nothing closes it; it is taken for text"))
    reset()
    for line in lines.dropFirst() { take(line.bytes, line: line.line, body) }
  }

  private func record(line: Int, _ problem: String?) -> Record {
    // Those that were left out are not held by the others.
    let isCut = cells.count == Self.cellLimit
    return Record(cells: isCut ? cells.map { Array($0)[...] } : cells, line: line, problem: problem)
  }

  private mutating func reset() {
    (cells, problem, openBytes, openCell, isBroken) = ([], nil, 0, nil, false)
    open.removeAll(keepingCapacity: open.count <= 100)
    if let expected { cells.reserveCapacity(min(expected, 100)) }
  }

  /// - Parameter closing: a cell that is open at the end of the line is text, its quotation mark too.
  private mutating func scan(_ line: ArraySlice<UInt8>, closing: Bool = false) {
    // Of its own, so that a record that is held does not hold all that was read with it.
    let bytes = Array(line)[...]
    var index = bytes.startIndex
    let end = bytes.endIndex
    while true {
      var cell: [UInt8]
      let start = index
      let isContinued = openCell != nil
      if let rest = openCell {
        (cell, openCell) = (rest, nil)
      } else if index < end, bytes[index] == 0x22 {
        cell = []
        index += 1
      } else {
        while index < end, bytes[index] != delimiter { index += 1 }
        append(bytes[start..<index])
        guard index < end else { return }
        index += 1
        continue
      }
      guard takeQuoted(bytes, &index, &cell) else {
        guard closing else {
          openCell = cell
          return
        }
        index = start
        while index < end, bytes[index] != delimiter { index += 1 }
        append(bytes[start..<index])
        guard index < end else { return }
        index += 1
        continue
      }
      let rest = index
      while index < end, bytes[index] != delimiter { index += 1 }
      if rest < index {
        cell += bytes[rest..<index]
        if bytes[rest..<index].contains(where: { $0 != 0x20 }) {
          isBroken = isContinued
          problem = "text stands behind a closing quotation mark; it is taken for a part of the cell"
        }
      }
      append(cell[...])
      guard index < end else { return }
      index += 1
    }
  }

  /// No table has that many columns: what comes behind is left out, so that memory stays bounded.
  private static let cellLimit = 10_000

  private mutating func append(_ cell: ArraySlice<UInt8>) {
    guard cells.count < Self.cellLimit else {
      problem = "a row of more than \(Self.cellLimit) cells; what is behind them is left out"
      return
    }
    cells.append(cell)
  }

  /// Takes a cell up to and with its closing quotation mark; false where the line has none.
  private func takeQuoted(_ bytes: ArraySlice<UInt8>, _ index: inout Int, _ cell: inout [UInt8]) -> Bool {
    while index < bytes.endIndex {
      guard let quote = bytes[index...].firstIndex(of: 0x22) else { break }
      cell += bytes[index..<quote]
      index = quote + 1
      guard index < bytes.endIndex, bytes[index] == 0x22 else { return true }
      cell.append(0x22)
      index += 1
    }
    cell += bytes[index...]
    index = bytes.endIndex
    return false
  }
}
