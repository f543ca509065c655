internal import ICalendar

/// Finds the lines that begin and end components (RFC 5545 §3.6) in text that must have none.
enum LineFrames {
  /// Whether a line of the text is `BEGIN` or `END`, by what any reader may take for a line: one that ends
  /// with CR, LF or both, its name folded or behind a byte order mark.
  ///
  /// - Complexity: linear in the text.
  static func stand(in text: [UInt8], ends: Bool = true) -> Bool {
    // White space in front is left out where the text is written.
    var start = text.firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } ?? text.count
    var name: [UInt8] = []
    // The longest name, and a byte order mark.
    let reach = 9
    while start < text.count {
      guard mayBegin(text[start]) else {
        start = behindLine(text, start)
        continue
      }
      name.removeAll(keepingCapacity: true)
      var index = start
      while index < text.count, let next = character(text, &index) {
        if next == 0x3A || next == 0x3B {
          if isFrame(name[...], ends) { return true }
          break
        }
        guard name.count < reach else { break }
        name.append(next)
      }
      start = behindLine(text, index)
    }
    return false
  }

  /// The character at an index, folds passed over; nil at the end of its line.
  private static func character(_ text: [UInt8], _ index: inout Int) -> UInt8? {
    while index < text.count {
      let byte = text[index]
      guard byte == 0x0A || byte == 0x0D else {
        index += 1
        return byte
      }
      let next = index + (byte == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A ? 2 : 1)
      guard next < text.count, text[next] == 0x20 || text[next] == 0x09 else { return nil }
      index = next + 1
    }
    return nil
  }

  /// The first byte of a frame: of its name, or of a byte order mark.
  @inline(__always)
  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte & 0xDF == 0x42 || byte & 0xDF == 0x45 || byte == 0xEF
  }

  /// The start of the next line.
  private static func behindLine(_ text: [UInt8], _ start: Int) -> Int {
    var index = start
    let bytes = text.span
    repeat {
      index = bytes.first(of: lineEnds, from: index, to: text.count)
    } while character(text, &index) != nil
    while index < text.count, text[index] == 0x0A || text[index] == 0x0D { index += 1 }
    return index
  }

  private static let lineEnds = SoughtBytes(0x0A, 0x0D, 0x0A, 0x0D, 0x0A)

  private static func isFrame(_ name: ArraySlice<UInt8>, _ ends: Bool) -> Bool {
    let bare = name.starts(with: [0xEF, 0xBB, 0xBF]) ? name.dropFirst(3) : name
    let word = bare.map { $0 & 0xDF }
    return word == Array("BEGIN".utf8) || ends && word == Array("END".utf8)
  }
}
