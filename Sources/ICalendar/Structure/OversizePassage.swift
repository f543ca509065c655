/// The state of an item that is too large to be held: its bytes pass by unread until the component that holds it ends.
///
/// A line that alone is too large passes in parts. Nesting is still counted, so that the `END` that ends the item is its own.
struct OversizePassage {
  /// The line at which the oversize item begins, counted from 1.
  let firstNumber: UInt32
  private(set) var number: UInt32
  private(set) var inCalendar: Bool
  var isAnnounced = false
  /// Names of the open components, outermost first.
  private var open: [[UInt8]] = []
  private var midLine = false

  init(_ framer: Framer) {
    number = framer.boundary.number
    firstNumber = number
    inCalendar = framer.boundary.inCalendar
  }

  func diagnostic(limit: Int) -> Diagnostic {
    Diagnostic(
      .warning, .tooLarge, line: Int(firstNumber),
      "an item larger than \(limit) bytes begins here; it is carried along unread")
  }

  /// How many bytes of the buffer pass now, and whether the item ends with them.
  mutating func take(_ bytes: Span<UInt8>, final: Bool) -> (bytes: Int, done: Bool) {
    var position = 0
    while position < bytes.count {
      guard let end = endOfLine(bytes, position, final) else {
        // An unfinished line: if nothing whole precedes it, let it pass in parts, but for its last byte, which may be a CR.
        if position > 0 { return (position, false) }
        let part = bytes.count - 1
        if part > 0 && (midLine || part > 4096) {
          midLine = true
          number &+= UInt32(truncatingIfNeeded: lineFeeds(bytes, 0, part))
          return (part, false)
        }
        return (final ? bytes.count : 0, final)
      }
      let wasMidLine = midLine
      midLine = false
      number &+= UInt32(truncatingIfNeeded: lineFeeds(bytes, position, end))
      let start = position
      position = end
      if wasMidLine ? open.isEmpty : see(bytes, start, end) { return (position, true) }
    }
    return (position, final)
  }

  /// Takes note of BEGIN and END; true where the oversize item ends.
  private mutating func see(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard end - start <= 300 else { return open.isEmpty }
    var line: [UInt8] = []
    for index in start..<end where bytes[index] > 0x20 {
      line.append(bytes[index] >= 0x61 && bytes[index] <= 0x7A ? bytes[index] & 0xDF : bytes[index])
    }
    if line.starts(with: "BEGIN:".utf8) {
      let name = Array(line.dropFirst(6))
      if name.elementsEqual("VCALENDAR".utf8) && open.isEmpty { inCalendar = true } else { open.append(name) }
    } else if line.starts(with: "END:".utf8) {
      let name = Array(line.dropFirst(4))
      guard let match = open.lastIndex(of: name) else {
        if name.elementsEqual("VCALENDAR".utf8) { inCalendar = false }
        return name.elementsEqual("VCALENDAR".utf8)
      }
      open.removeSubrange(match...)
    }
    return open.isEmpty
  }

  private func endOfLine(_ bytes: Span<UInt8>, _ start: Int, _ final: Bool) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x0A {
        guard index + 1 < bytes.count else { return final ? bytes.count : nil }
        if bytes[index + 1] != 0x20 && bytes[index + 1] != 0x09 { return index + 1 }
      }
      index += 1
    }
    return final ? bytes.count : nil
  }

  private func lineFeeds(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var count = 0
    for index in start..<end where bytes[index] == 0x0A { count += 1 }
    return count
  }
}
