/// The content lines of some bytes, by a reading of its own: parts that begin with a blank belong to the line
/// before.
struct ContentLines: Equatable {
  struct Line: Equatable {
    /// In upper case, up to the first `:` or `;`.
    let name: String
    var bytes: [UInt8]
  }

  private(set) var lines: [Line] = []

  /// - Parameter returnsEndLines: a carriage return alone ends a line.
  init(_ bytes: ArraySlice<UInt8>, returnsEndLines: Bool) {
    var parts: [[UInt8]] = []
    var part: [UInt8] = []
    for byte in bytes {
      part.append(byte)
      if byte == (returnsEndLines ? 0x0D : 0x0A) {
        parts.append(part)
        part = []
      }
    }
    if !part.isEmpty { parts.append(part) }
    for part in parts {
      if let first = part.first, first == 0x20 || first == 0x09, !lines.isEmpty {
        lines[lines.count - 1].bytes += part
      } else {
        lines.append(Line(name: "", bytes: part))
      }
    }
    lines = lines.map { line in
      // A name may be folded too.
      var text: [UInt8] = []
      var isAfterEnd = false
      for byte in line.bytes {
        if byte == 0x0A || byte == 0x0D {
          isAfterEnd = true
        } else if isAfterEnd, byte == 0x20 || byte == 0x09 {
          isAfterEnd = false
        } else {
          isAfterEnd = false
          text.append(byte)
        }
      }
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
      let name = text.prefix { $0 != 0x3A && $0 != 0x3B }
      return Line(name: String(decoding: name, as: UTF8.self).uppercased(), bytes: line.bytes)
    }
  }

  /// The first place at which lines differ that have none of these names. A line that had no end, since the
  /// file ended there, may get one.
  func difference(to other: ContentLines, without names: Set<String>) -> String? {
    var old = lines.filter { !names.contains($0.name) }.map(\.bytes)
    var new = other.lines.filter { !names.contains($0.name) }.map(\.bytes)
    if let last = lines.last, last.bytes.last != 0x0A, last.bytes.last != 0x0D, !names.contains(last.name) {
      let place = old.count - 1
      if new.indices.contains(place), new[place].starts(with: last.bytes),
        new[place].dropFirst(last.bytes.count).allSatisfy({ $0 == 0x0A || $0 == 0x0D })
      {
        new[place] = last.bytes
      }
    }
    guard old != new else { return nil }
    while let first = old.first, first == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    return "\(old.prefix(2).map(Self.text)) became \(new.prefix(2).map(Self.text))"
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Without the first stretch from a line to another that these begin with.
  func withoutBlocks(_ kind: String, keeping count: Int) -> ContentLines {
    var copy = self
    var blocks: [Range<Int>] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line.bytes, as: UTF8.self).uppercased()
      if start == nil, text.hasPrefix("BEGIN:\(kind)") { start = index }
      if let first = start, text.hasPrefix("END:\(kind)") {
        blocks.append(first..<index + 1)
        start = nil
      }
    }
    for block in blocks.dropFirst(count).reversed() { copy.lines.removeSubrange(block) }
    return copy
  }
}
