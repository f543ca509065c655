internal import ICalendar

/// Appends XML to bytes.
struct XMLText: Sendable {
  var bytes: [UInt8] = []
  /// How many characters were met that XML 1.0 cannot hold, and are written as U+FFFD.
  private(set) var replacements = 0

  mutating func open(_ name: [UInt8]) {
    bytes.append(addingCapacity: name.count + 2) { output in
      output.append(0x3C)
      output.append(name.span, 0..<name.count)
      output.append(0x3E)
    }
  }

  mutating func close(_ name: [UInt8]) {
    bytes.append(addingCapacity: name.count + 3) { output in
      output.append(0x3C)
      output.append(0x2F)
      output.append(name.span, 0..<name.count)
      output.append(0x3E)
    }
  }

  /// Takes out what was written last, and what was counted in it.
  mutating func removeLast(_ count: Int, replacements: Int) {
    bytes.removeLast(count)
    self.replacements = replacements
  }

  /// Character data. A carriage return is written as a reference: XML would read it as a line feed.
  ///
  /// - Parameter text: UTF-8 without a fault.
  /// - Complexity: linear; runs of bytes that stand for themselves are copied whole.
  mutating func text(_ text: ArraySlice<UInt8>) {
    var (index, run) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      // Letters and what most text is made of.
      if byte >= 0x3F && byte != 0xEF || byte == 0x20 || byte == 0x0A { continue }
      let reference: StaticString
      var length = 1
      switch byte {
      case 0x26: reference = "&amp;"
      case 0x3C: reference = "&lt;"
      case 0x3E: reference = "&gt;"
      case 0x0D: reference = "&#13;"
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: reference = "\u{FFFD}"
      // U+FFFE and U+FFFF.
      case 0xEF where index + 1 < text.endIndex && text[index] == 0xBF && text[index + 1] >= 0xBE:
        (reference, length) = ("\u{FFFD}", 3)
      default: continue
      }
      if reference.utf8CodeUnitCount == 3 { replacements += 1 }
      bytes += text[run..<index - 1]
      bytes += "\(reference)".utf8
      index += length - 1
      run = index
    }
    bytes += text[run...]
  }

  /// Letters, digits, hyphen, full stop and underscore, the first a letter or underscore: the names that XML and
  /// iCalendar have in common.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first | 0x20 >= 0x61 && first | 0x20 <= 0x7A || first == 0x5F else {
      return false
    }
    return ComponentText.isName(name)
  }
}
