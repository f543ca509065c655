internal import ICalendar

/// Reads the records of CSV (RFC 4180) line by line, in constant memory.
///
/// Our own, since SwiftCSV 0.10.0 does not serve, which was tried: it wants the whole text in memory (54 MB
/// for a file of 6.6 MB, at 16 MB/s), tells no positions, throws everything away at the first misplaced
/// quotation mark, drops blanks at the front of a cell, writes line ends in cells without quotation marks,
/// and brings Foundation, which makes a binary of 9 MB one of 70.
struct CSVRecords {
  /// A record: its cells, and the line where it begins.
  struct Record: Hashable {
    /// Where a cell stands among the bytes.
    struct Place: Hashable {
      let start, end: UInt32

      init(_ range: Range<Int>) {
        (start, end) = (UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
      }

      @inline(__always)
      var isEmpty: Bool { start == end }
      @inline(__always)
      var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// Its lines, and behind them the cells that do not stand there as they are, since they have quotation
    /// marks or line ends in them.
    let bytes: [UInt8]
    /// Of each cell.
    let places: [Place]
    let line: Int
    /// The problem with the record, in words; nil for none.
    var problem: String?

    init(bytes: [UInt8], places: [Place], line: Int, problem: String?) {
      (self.bytes, self.places, self.line, self.problem) = (bytes, places, line, problem)
    }

    /// One of cells from anywhere.
    init(cells: [ArraySlice<UInt8>], line: Int, problem: String? = nil) {
      var (bytes, places): ([UInt8], [Place]) = ([], [])
      for cell in cells {
        places.append(Place(bytes.count..<bytes.count + cell.count))
        bytes += cell
      }
      self.init(bytes: bytes, places: places, line: line, problem: problem)
    }

    /// How many cells it has.
    var count: Int { places.count }

    /// The cell of a column.
    subscript(index: Int) -> ArraySlice<UInt8> { bytes[places[index].range] }

    /// All of its cells.
    var cells: [ArraySlice<UInt8>] { places.map { bytes[$0.range] } }

    /// No cell has anything in it.
    var isEmpty: Bool { places.allSatisfy(\.isEmpty) }

    /// The bytes that it takes; an empty cell takes some too.
    var size: Int { 96 + bytes.count + places.count * MemoryLayout<Place>.stride }
  }

  let delimiter: UInt8
  /// A cell in quotation marks that is longer than this has lost its end.
  let limit: Int
  /// The cells so far, as ``Record`` has them.
  private var bytes: [UInt8] = []
  private var places: [Record.Place] = []
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

  /// Takes a line, without its end, and hands on the records that it completes: none while a cell in
  /// quotation marks goes on.
  mutating func take(_ bytes: ArraySlice<UInt8>, line: Int, _ body: (Record) -> Void) {
    openCell?.append(0x0A)
    scan(bytes)
    if openCell == nil, open.isEmpty {
      // Nearly all stand on one line.
      finish(line: line, body)
      return
    }
    open.append((line, bytes))
    openBytes += bytes.count
    if isBroken {
      recover(body)
    } else if openCell == nil {
      finish(line: open.first?.line ?? line, body)
    } else if openBytes > limit {
      recover(body)
    }
  }

  /// Hands on a record that is complete.
  private mutating func finish(line: Int, _ body: (Record) -> Void) {
    if expected == nil { expected = places.count }
    body(record(line: line, problem))
    reset()
  }

  /// Hands on what is left at the end of the input.
  mutating func finish(_ body: (Record) -> Void) {
    while let cell = openCell {
      guard isCutOff else {
        recover(body)
        continue
      }
      append(cell)
      body(record(line: open.first?.line ?? 1, "the text ends within a cell in quotation marks"))
      reset()
    }
  }

  /// The end is missing, rather than the mark that opened the cell being wrong: few of the lines behind it
  /// look like records.
  private var isCutOff: Bool {
    guard let expected else { return false }
    let lines = open.dropFirst().filter { !$0.bytes.isEmpty }
    let alike = lines.filter { line in
      var reader = CSVRecords(delimiter: delimiter)
      reader.scan(line.bytes, closing: true)
      return reader.places.count == expected
    }
    return alike.count * 2 <= lines.count
  }

  /// A quotation mark that never closes is one of the text: the record ends with its line, and those behind
  /// it are read anew.
  ///
  /// Between it and where that shows no line has an odd number of marks, so that none of them opens a cell
  /// again.
  private mutating func recover(_ body: (Record) -> Void) {
    let lines = open
    reset()
    guard let first = lines.first else { return }
    scan(first.bytes, closing: true)
    body(
      record(
        line: first.line, "an opening quotation mark without a closing one; it is read as text"))
    reset()
    for line in lines.dropFirst() { take(line.bytes, line: line.line, body) }
  }

  private mutating func record(line: Int, _ problem: String?) -> Record {
    // Those that were left out are not held by the others.
    guard places.count < Self.cellLimit else {
      let cells = places.map { bytes[$0.range] }
      return Record(cells: cells, line: line, problem: problem)
    }
    defer { (bytes, places) = ([], []) }
    return Record(bytes: bytes, places: places, line: line, problem: problem)
  }

  private mutating func reset() {
    (bytes, places, problem, openBytes, openCell, isBroken) = ([], [], nil, 0, nil, false)
    if !open.isEmpty { open.removeAll(keepingCapacity: open.count <= 100) }
  }

  /// - Parameter closing: a cell that is open at the end of the line is text, its quotation mark too.
  private mutating func scan(_ line: ArraySlice<UInt8>, closing: Bool = false) {
    // Of its own, so that a record that is held does not hold all that was read with it.
    let base = bytes.count
    bytes += line
    if places.isEmpty, let expected { places.reserveCapacity(min(expected, 100)) }
    let (line, end) = (line.span, line.count)
    var index = 0
    while true {
      let start = index
      let isContinued = openCell != nil
      guard isContinued || index < end && line[index] == 0x22 else {
        index = endOfCell(line, from: index)
        append(base + start..<base + index)
        guard index < end else { return }
        index += 1
        continue
      }
      // Up to and with its closing quotation mark.
      var cell = openCell ?? []
      openCell = nil
      if !isContinued { index += 1 }
      var run = index
      var isClosed = false
      while !isClosed, let quote = line.first(0x22, from: index, to: end) {
        index = quote + 1
        if index < end, line[index] == 0x22 {
          cell.append(line, run..<index)
          index += 1
          run = index
        } else {
          isClosed = true
        }
      }
      guard isClosed else {
        guard closing else {
          cell.append(line, run..<end)
          openCell = cell
          return
        }
        index = endOfCell(line, from: start)
        append(base + start..<base + index)
        guard index < end else { return }
        index += 1
        continue
      }
      let behind = index
      index = endOfCell(line, from: index)
      if cell.isEmpty, !isContinued, behind == index {
        append(base + run..<base + behind - 1)
      } else {
        cell.append(line, run..<behind - 1)
        cell.append(line, behind..<index)
        if (behind..<index).contains(where: { line[$0] != 0x20 }) {
          isBroken = isContinued
          problem = "text after a closing quotation mark; it is read as part of the cell"
        }
        append(cell)
      }
      guard index < end else { return }
      index += 1
    }
  }

  /// Where the next delimiter stands, or the line ends.
  @inline(__always)
  private func endOfCell(_ line: Span<UInt8>, from start: Int) -> Int {
    if start < line.count, line[start] == delimiter { return start }
    return line.first(delimiter, from: start, to: line.count) ?? line.count
  }

  /// No table has that many columns: what comes behind is left out, so that memory stays bounded.
  private static let cellLimit = 10_000

  /// A cell that does not stand in its line as it is.
  private mutating func append(_ cell: [UInt8]) {
    let start = bytes.count
    guard append(start..<start + cell.count) else { return }
    bytes += cell
  }

  @discardableResult
  private mutating func append(_ cell: Range<Int>) -> Bool {
    guard places.count < Self.cellLimit else {
      problem = "a row of more than \(Self.cellLimit) cells; the rest is left out"
      return false
    }
    places.append(Record.Place(cell))
    return true
  }
}

extension [UInt8] {
  /// Appends the bytes in a range.
  fileprivate mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    append(addingCapacity: range.count) { $0.append(bytes, range) }
  }
}
