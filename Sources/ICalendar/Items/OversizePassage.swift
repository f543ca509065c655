/// The state of an item that is too large to be held: its bytes pass by unread until the component that holds
/// it ends.
///
/// A line that alone is too large passes in parts. Nesting is still counted, and the rules of ``Framer``
/// hold, so that the item ends where it would have if it had been read.
struct OversizePassage {
  /// The line at which the oversize item begins, counted from 1.
  let firstNumber: UInt32
  private(set) var number: UInt32
  private(set) var inCalendar: Bool
  var isAnnounced = false
  /// Names of the open components, outermost first.
  private var names: [[UInt8]] = []
  /// Components opened beyond the nesting limit.
  private var tooDeep = 0
  private var midLine = false
  private var lastByte: UInt8 = 0
  private let returnsEndLines: Bool
  private static let nesting = 200

  init(_ framer: Framer) {
    number = framer.boundary.number
    firstNumber = number
    inCalendar = framer.boundary.inCalendar
    returnsEndLines = framer.lineEnd == .carriageReturn
  }

  func diagnostic(limit: Int) -> Diagnostic {
    Diagnostic(
      .warning, .tooLarge, line: Int(firstNumber),
      "an item larger than \(limit) bytes begins here; it is kept but not parsed")
  }

  /// How many bytes of the buffer pass now, and whether the item ends with them.
  mutating func take(_ bytes: Span<UInt8>, final: Bool) -> (bytes: Int, done: Bool) {
    var position = 0
    while position < bytes.count {
      guard let end = endOfLine(bytes, position, final) else {
        // An unfinished line: if nothing whole precedes it, let it pass in parts, but for its last byte,
        // which may be a CR.
        if position > 0 { return (position, false) }
        let part = bytes.count - 1
        guard part > 0 && (midLine || part > 4096) else { return (final ? bytes.count : 0, final) }
        midLine = true
        count(bytes, 0, part)
        return (part, false)
      }
      let wasMidLine = midLine
      midLine = false
      if !wasMidLine && see(bytes, position, end) == .endsBefore { return (position, true) }
      count(bytes, position, end)
      position = end
      if names.isEmpty { return (position, true) }
    }
    return (position, final)
  }

  private enum Step { case goesOn, endsBefore }

  /// Takes note of BEGIN and END; tells whether the oversize item has ended before this line.
  private mutating func see(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Step {
    guard end - start <= 300 else { return .goesOn }
    var name: [UInt8] = []
    for index in start..<end { ComponentKind.append(bytes[index], toName: &name) }
    var line = name[...]
    if line.starts(with: NameReading.byteOrderMark) { line = line.dropFirst(3) }
    if line.starts(with: "BEGIN:".utf8) { return open(Array(line.dropFirst(6))) }
    if line.starts(with: "END:".utf8) { return close(Array(line.dropFirst(4))) }
    return .goesOn
  }

  private mutating func open(_ name: [UInt8]) -> Step {
    let kind = ComponentKind(nameBytes: name)
    if kind == .vcalendar {
      if !names.isEmpty { return .endsBefore }
      inCalendar = true
      return .goesOn
    }
    if let group = kind.group,
      let other = names.firstIndex(where: { ComponentKind(nameBytes: $0).group == group })
    {
      if other == 0 { return .endsBefore }
      names.removeSubrange(other...)
      tooDeep = 0
    }
    if names.count < Self.nesting && tooDeep == 0 { names.append(name) } else { tooDeep += 1 }
    return .goesOn
  }

  private mutating func close(_ name: [UInt8]) -> Step {
    let kind = ComponentKind(nameBytes: name)
    if kind == .vcalendar {
      if !names.isEmpty { return .endsBefore }
      inCalendar = false
      return .goesOn
    }
    if tooDeep > 0 && !(kind.group == .top && names.contains(name)) {
      tooDeep -= 1
      return .goesOn
    }
    tooDeep = 0
    if let match = names.lastIndex(of: name) { names.removeSubrange(match...) }
    return .goesOn
  }

  private func endOfLine(_ bytes: Span<UInt8>, _ start: Int, _ final: Bool) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || (byte == 0x0D && returnsEndLines) else { continue }
      guard index < bytes.count else { return final ? bytes.count : nil }
      if byte == 0x0D && bytes[index] == 0x0A { continue }
      if bytes[index] != 0x20 && bytes[index] != 0x09 { return index }
    }
    return final ? bytes.count : nil
  }

  /// Counts the physical lines that end in these bytes.
  private mutating func count(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    for index in start..<end {
      let byte = bytes[index]
      let isSecondHalf = byte == 0x0A && lastByte == 0x0D && returnsEndLines
      if (byte == 0x0A && !isSecondHalf) || (byte == 0x0D && returnsEndLines) { number &+= 1 }
      lastByte = byte
    }
  }
}
