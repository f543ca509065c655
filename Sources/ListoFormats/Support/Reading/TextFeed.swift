package import ICalendar

/// The text of an input, front to back: line by line, or byte by byte. In constant memory.
///
/// Bytes that are not UTF-8 become U+FFFD, and are reported with their line, unless ``encoding`` says
/// otherwise; a byte order mark at the beginning is passed over. UTF-16 is read once ``decode()`` was asked.
package struct TextFeed {
  /// A line without its end.
  package struct Line: Sendable, Hashable {
    /// Counted from 1.
    package let number: Int
    /// In UTF-8; most lines share the bytes of the block that they were read with.
    package let bytes: ArraySlice<UInt8>
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    init(number: Int, bytes: ArraySlice<UInt8>) { (self.number, self.bytes) = (number, bytes) }
  }

  private var source: any ByteSource
  private let blockBytes: Int
  /// The bytes that were read, and how far they are used up.
  private(set) var buffer: [UInt8] = []
  private(set) var position = 0
  /// The bytes of buffers before.
  private var passed = 0
  private var isEnded = false
  private var hasStarted = false
  /// The line that the next byte stands in.
  package private(set) var lineNumber = 1
  /// The byte before the next one is a carriage return, which a line feed may follow.
  private var isBehindReturn = false
  /// The problems in reading text, without a file.
  package var problems: [Diagnostic] { log.problems }
  private(set) var log: ProblemLog

  /// The encoding of lines; nil reads each line that is not UTF-8 as Windows-1252, and notes it in
  /// ``foreign``.
  var encoding: ByteEncoding? = .utf8
  /// The lines that were read as Windows-1252: how many, and the first.
  private(set) var foreign: (count: Int, line: Int)?
  /// The first line in UTF-8 that is not ASCII, where ``encoding`` is nil.
  private(set) var firstUTF8Line: Int?

  /// ``Limit/lineLength``, ``Limit/itemSize``, ``Limit/valueNesting`` and ``Limit/diagnostics`` of them
  /// count.
  let limits: ReadingLimits

  package init(
    _ source: any ByteSource, blockBytes: Int = 1 << 18, limits: ReadingLimits = ReadingLimits()
  ) {
    (self.source, self.blockBytes) = (source, max(1, blockBytes))
    self.limits = limits
    log = ProblemLog(limits: limits)
  }

  /// Bytes that are in memory already.
  package init(_ bytes: [UInt8]) { self.init(MemorySource(bytes)) }

  /// The next line; nil behind the last. LF, CR LF and CR end one.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  /// - Complexity: linear in its bytes.
  package mutating func nextLine() throws(ICalendarError) -> Line? {
    guard try fill() else { return nil }
    let (number, start) = (lineNumber, position)
    let end = buffer.span.endOfUnbrokenRun(from: start)
    // Nearly all lines stand in one block, and share its bytes.
    guard end < buffer.count, end - start <= limits[.lineLength] else { return try longLine() }
    let line = buffer[start..<end]
    position = end
    try passLineEnd()
    return Line(number: number, bytes: inUTF8(line, line: number))
  }

  /// The whole lines that come next and are in memory, with their ends: up to one that begins with a byte, is
  /// no UTF-8, or goes beyond a limit.
  ///
  /// - Returns: nil where ``nextLine()`` must give the next one.
  mutating func nextLines(until byte: UInt8) -> (lines: ArraySlice<UInt8>, count: Int)? {
    guard hasStarted else { return nil }
    let start = position
    let (end, count) = Self.wholeLines(buffer.span, from: start, until: byte, limits[.lineLength])
    guard count > 0 else { return nil }
    position = end
    lineNumber += count
    return (buffer[start..<end], count)
  }

  /// Where they end, and how many they are.
  private static func wholeLines(
    _ bytes: Span<UInt8>, from start: Int, until byte: UInt8, _ longest: Int
  ) -> (end: Int, count: Int) {
    var (next, count) = (start, 0)
    while next < bytes.count, bytes[next] != byte {
      let end = bytes.endOfUnbrokenRun(from: next)
      // Behind a carriage return a line feed may follow.
      guard end + 1 < bytes.count, end - next <= longest, bytes.extracting(next..<end).isUTF8 else { break }
      next = bytes[end] == 0x0D && bytes[end + 1] == 0x0A ? end + 2 : end + 1
      count += 1
    }
    return (next, count)
  }

  /// A line that may stand in several blocks, or go beyond a limit.
  private mutating func longLine() throws(ICalendarError) -> Line {
    let number = lineNumber
    var line: [UInt8] = []
    var isTooLong = false
    while try fill() {
      let start = position
      let end = buffer.span.endOfUnbrokenRun(from: start)
      let room = limits[.lineLength] - line.count
      line += buffer[start..<min(end, start + room)]
      if end - start > room { isTooLong = true }
      position = end
      if end < buffer.count {
        try passLineEnd()
        break
      }
    }
    if isTooLong {
      report(.lineLength, line: number, "the rest of this line is left out")
      while let last = line.last, last & 0xC0 == 0x80 { line.removeLast() }
      if let last = line.last, last >= 0xC0 { line.removeLast() }
    }
    return Line(number: number, bytes: inUTF8(line[...], line: number))
  }

  private mutating func inUTF8(_ bytes: ArraySlice<UInt8>, line: Int) -> ArraySlice<UInt8> {
    switch encoding {
    case .utf8?: bytes.span.isUTF8 ? bytes : Array(text(of: bytes, line: line).utf8)[...]
    case let encoding?: encoding.inUTF8(bytes)
    case nil: inLikelyEncoding(bytes, line: line)
    }
  }

  /// Each line for itself: whole files would have to be read twice, and a file may be put together from both.
  private mutating func inLikelyEncoding(_ bytes: ArraySlice<UInt8>, line: Int) -> ArraySlice<UInt8> {
    if bytes.span.isASCII { return bytes }
    if bytes.span.isUTF8 {
      if firstUTF8Line == nil { firstUTF8Line = line }
      return bytes
    }
    if Self.hasHalfPair(bytes) { return Array(text(of: bytes, line: line).utf8)[...] }
    foreign = ((foreign?.count ?? 0) + 1, foreign?.line ?? line)
    return ByteEncoding.windows1252.inUTF8(bytes)
  }

  /// Half of a surrogate pair, as ``UTF16Decoder`` writes it: the text was UTF-16 and is damaged.
  private static func hasHalfPair(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.dropLast(2).contains { index in
      bytes[index] == 0xED && bytes[index + 1] >= 0xA0 && bytes[index + 1] < 0xC0
        && bytes[index + 2] & 0xC0 == 0x80
    }
  }

  /// Reports lines that were read as Windows-1252; a warning where others are UTF-8, since such a text is put
  /// together from both.
  ///
  /// - Parameter format: the format whose option names another encoding; nil for one without that.
  func encodingNote(_ format: String?) -> Diagnostic? {
    guard let foreign else { return nil }
    let lines = foreign.count == 1 ? "this line is" : "\(foreign.count) lines are"
    let others = firstUTF8Line.map { ", while others, such as line \($0), are UTF-8" } ?? ""
    let option = format.map { "; to read all of it otherwise: -f \($0)+encoding=iso-8859-1 or utf-8" } ?? ""
    return Diagnostic(
      others.isEmpty ? .note : .warning, .encoding, line: foreign.line,
      "\(lines) not UTF-8 and read as Windows-1252\(others)\(option)")
  }

  /// Passes over one line end, of one byte or two.
  private mutating func passLineEnd() throws(ICalendarError) {
    let isReturn = buffer[position] == 0x0D
    position += 1
    lineNumber += 1
    if isReturn, try fill(), buffer[position] == 0x0A { position += 1 }
  }

  /// Text of bytes that were read on this line.
  mutating func text(of bytes: ArraySlice<UInt8>, line: Int) -> String {
    // Nearly all text is ASCII; validating took a tenth of the time of reading JSON lines.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    log.append(
      Diagnostic(
        .warning, .invalidUTF8, line: line, "bytes that are not UTF-8 are read as \u{FFFD}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Bytes

  /// How many bytes are used up.
  var offset: Int { passed + position }

  /// The next byte, which stays the next one; nil at the end.
  @inline(__always)
  mutating func peek() throws(ICalendarError) -> UInt8? {
    if position < buffer.count { return buffer[position] }
    return try fill() ? buffer[position] : nil
  }

  /// Passes over the byte that ``peek()`` told.
  @inline(__always)
  mutating func advance() {
    let byte = buffer[position]
    position += 1
    if byte == 0x0A { if !isBehindReturn { lineNumber += 1 } } else if byte == 0x0D { lineNumber += 1 }
    isBehindReturn = byte == 0x0D
  }

  /// Passes over bytes of the buffer among which is no line end.
  @inline(__always)
  mutating func advance(to place: Int) {
    isBehindReturn = false
    position = place
  }

  /// Reads more behind the bytes that were not used up; false at the end.
  mutating func extend() throws(ICalendarError) -> Bool {
    guard hasStarted, !isEnded else { return false }
    if position > 0 {
      buffer.removeSubrange(..<position)
      passed += position
      position = 0
    }
    let before = buffer.count
    try source.read(blockBytes, into: &buffer)
    if buffer.count == before { isEnded = true }
    return buffer.count > before
  }

  /// Hands out the bytes of the buffer up to a place, which are used up then.
  ///
  /// - Parameter lineFeeds: how many are among them, outside of JSON texts.
  /// - Returns: bytes, and where in them those stand.
  mutating func take(to end: Int, lineFeeds: Int) -> (bytes: [UInt8], range: Range<Int>) {
    defer {
      lineNumber += lineFeeds
      isBehindReturn = false
    }
    // A small part is copied, so that no byte is copied again and again.
    guard 2 * (end - position) > buffer.count else {
      let bytes = Array(buffer[position..<end])
      position = end
      return (bytes, bytes.indices)
    }
    var rest: [UInt8] = []
    rest.reserveCapacity(buffer.count - end + blockBytes)
    rest += buffer[end...]
    let range = position..<end
    passed += end
    position = 0
    swap(&rest, &buffer)
    return (rest, range)
  }

  /// Gives back what was handed out last: the next byte is the first of these.
  ///
  /// - Parameters:
  ///   - bytes: all that was handed out since the offset.
  ///   - offset: what ``offset`` was.
  ///   - line: what ``lineNumber`` was.
  mutating func restore(_ bytes: [UInt8], offset: Int, line: Int) {
    buffer = bytes + buffer[position...]
    (passed, position, lineNumber, isBehindReturn) = (offset, 0, line, false)
  }

  /// Passes over the rest of the line, and its end.
  mutating func passLine() throws(ICalendarError) {
    while let byte = try peek() {
      advance()
      if byte == 0x0A { return }
      if byte == 0x0D {
        if try peek() == 0x0A { advance() }
        return
      }
    }
  }

  /// The bytes that were read and not used up, else the next ones; they are used up. Nil at the end. Lines
  /// are not counted.
  mutating func nextBlock() throws(ICalendarError) -> ArraySlice<UInt8>? {
    guard try fill() else { return nil }
    defer { position = buffer.count }
    return buffer[position...]
  }

  mutating func report(_ problem: Diagnostic) { log.append(problem) }

  /// Something goes beyond a limit.
  mutating func report(_ limit: Limit, line: Int, _ consequence: String) {
    log.append(Diagnostic(beyond: limit, limits, line: line, consequence))
  }

  /// The bytes that the input begins with, at most `count` of them; nothing is used up.
  mutating func beginning(_ count: Int) throws(ICalendarError) -> ArraySlice<UInt8> {
    while buffer.count - position < count, !isEnded {
      let before = buffer.count
      try source.read(blockBytes, into: &buffer)
      if buffer.count == before { isEnded = true }
    }
    return buffer[position...].prefix(count)
  }

  /// Sees to it that there is a next byte; false at the end.
  private mutating func fill() throws(ICalendarError) -> Bool {
    if position < buffer.count, hasStarted { return true }
    if position == buffer.count {
      guard !isEnded else { return false }
      passed += buffer.count
      buffer.removeAll(keepingCapacity: true)
      position = 0
      try source.read(blockBytes, into: &buffer)
      if buffer.isEmpty {
        isEnded = true
        return false
      }
    }
    guard !hasStarted else { return true }
    try start()
    return position < buffer.count ? true : try fill()
  }

  /// Passes over the mark of the byte order.
  private mutating func start() throws(ICalendarError) {
    hasStarted = true
    if try beginning(3).starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
  }
}

extension TextFeed {
  /// Goes on in UTF-8 where the text is UTF-16; asked before anything of it is used up.
  ///
  /// - Returns: false for UTF-32, which is not read.
  mutating func decode() throws(ICalendarError) -> Bool {
    switch TextEncoding(beginning: try beginning(TextEncoding.window)) {
    case .utf8:
      // The bytes that were looked at are in the buffer, where the next byte is taken as it stands.
      try start()
      return true
    case .utf32: return false
    case .utf16(let isLittleEndian):
      source = UTF16Source(source, beginning: buffer[position...], isLittleEndian: isLittleEndian)
      (buffer, position, isEnded) = ([], 0, false)
      return true
    }
  }
}
