internal import ICalendar

/// Appends XML to bytes.
struct XMLText: Sendable {
  var bytes: [UInt8] = []
  /// How many characters were met that XML 1.0 cannot hold, and are written as U+FFFD.
  private(set) var replacements = 0

  mutating func open(_ name: [UInt8]) { tag(name.span, isEnd: false) }
  mutating func open(_ name: String) { tag(name.utf8.span, isEnd: false) }
  mutating func close(_ name: [UInt8]) { tag(name.span, isEnd: true) }
  mutating func close(_ name: String) { tag(name.utf8.span, isEnd: true) }

  @inline(__always)
  private mutating func tag(_ name: Span<UInt8>, isEnd: Bool) {
    bytes.append(addingCapacity: name.count + 3) { output in
      output.append(0x3C)
      if isEnd { output.append(0x2F) }
      output.append(name, 0..<name.count)
      output.append(0x3E)
    }
  }

  /// Appends what was written apart, and counts what was counted in it.
  mutating func append(_ other: XMLText) {
    bytes += other.bytes
    replacements += other.replacements
  }

  /// Takes out what was written last, and what was counted in it.
  mutating func removeLast(_ count: Int, replacements: Int) {
    bytes.removeLast(count)
    self.replacements = replacements
  }

  /// Character data. A carriage return is written as a reference: XML would read it as a line feed.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without a fault in the range.
  ///   - range: where it begins and ends.
  /// - Complexity: linear; runs of bytes that stand for themselves are copied whole.
  mutating func text(_ text: Span<UInt8>, _ range: Range<Int>) {
    var count = 0
    // Few bytes grow in most texts.
    bytes.append(inRoomOf: range.count + range.count / 8 + 16) {
      count = $0.putCharacterData(text, range)
    }
    replacements += count
  }

  /// Letters, digits, hyphen, full stop and underscore, the first a letter or underscore: the names that XML
  /// and iCalendar have in common.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first | 0x20 >= 0x61 && first | 0x20 <= 0x7A || first == 0x5F else {
      return false
    }
    return ComponentText.isName(name)
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends character data of XML.
  ///
  /// - Returns: how many characters were replaced.
  fileprivate mutating func putCharacterData(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
    var (index, run, count) = (range.lowerBound, range.lowerBound, 0)
    // The first byte from the index on that does not stand for itself, so that it is looked for once.
    var mark = -1
    while index < range.upperBound {
      if mark < index { mark = text.endOfCharacterData(from: index, to: range.upperBound) }
      index = text.firstNoncharacter(from: index, to: mark, endingBefore: range.upperBound) ?? mark
      guard index < range.upperBound else { break }
      let reference: String
      switch text[index] {
      case 0x26: reference = "&amp;"
      case 0x3C: reference = "&lt;"
      case 0x3E: reference = "&gt;"
      case 0x0D: reference = "&#13;"
      case 0x09, 0x0A:
        index += 1
        continue
      default:
        reference = "\u{FFFD}"
        count += 1
      }
      append(text, run..<index)
      put(reference)
      index += text[index] == 0xEF ? 3 : 1
      run = index
    }
    append(text, run..<range.upperBound)
    return count
  }
}

extension Span where Element == UInt8 {
  /// The first index from `start` to `limit` at which U+FFFE or U+FFFF begins, which XML 1.0 has not; nil
  /// where none does.
  ///
  /// - Parameter end: where the bytes end.
  fileprivate func firstNoncharacter(from start: Int, to limit: Int, endingBefore end: Int) -> Int? {
    var index = start
    while let lead = first(0xEF, from: index, to: limit) {
      if lead + 2 < end, self[lead + 1] == 0xBF, self[lead + 2] >= 0xBE { return lead }
      index = lead + 1
    }
    return nil
  }
}
