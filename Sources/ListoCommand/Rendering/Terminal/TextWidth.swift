internal import Listo

/// How many cells of a terminal a text takes.
///
/// By grapheme cluster, as current terminals count: combining marks none, wide characters and emoji two,
/// ambiguous ones one. Spacing marks (Mc) count as one, as wcwidth(3), xterm and VTE have it.
enum TextWidth {
  /// - Complexity: linear in the text.
  static func cells(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    let scalars = text.unicodeScalars
    var cells = 0
    // Where the last cluster begins, and how wide it is.
    var (last, more) = (scalars.startIndex, 0)
    var next = scalars.startIndex
    while next < scalars.endIndex {
      if let own = unjoinedCells(scalars[next]) {
        (last, more) = (next, own)
        next = scalars.index(after: next)
        cells += own
      } else {
        // It may join what stands before it, and other such ones it: clusters, up to the next that joins
        // nothing.
        cells -= more
        next = last
        repeat {
          cells += self.cells(text[next])
          next = text.index(after: next)
        } while next < scalars.endIndex && unjoinedCells(scalars[next]) == nil
        (last, more) = (next, 0)
      }
    }
    return cells
  }

  /// The cells of a character that joins none of its kind (UAX #29: Grapheme_Cluster_Break is Other, or LV
  /// and LVT of Hangul): of the printable ones of Latin, Greek and Cyrillic, quotation marks and dashes,
  /// arrows and geometric signs, kana, Han, Hangul. Nil for others.
  static func unjoinedCells(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F: 1
    case 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25FC, 0x25FF: 1
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60:
      2
    default: nil
    }
  }

  /// Most texts are, and take a cell a byte.
  static func isPrintableASCII(_ text: String) -> Bool { isPrintableASCII(text.utf8Span.span) }

  static func isPrintableASCII(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while true {
      index = bytes.endOfPlainRun(from: index, to: bytes.count)
      guard index < bytes.count else { return true }
      // Quotation marks and backslashes are plain enough here.
      guard bytes[index] == 0x22 || bytes[index] == 0x5C else { return false }
      index += 1
    }
  }

  static func cells(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7F, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      return first.value >= 0x20 ? 1 : 0
    }
    if isEmojiSequence(scalars) { return 2 }
    return scalars.reduce(0) { $0 + cells($1) }
  }

  /// Terminals disagree about its width: an emoji of several scalars.
  static func isUncertain(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    return scalars.count > 1 && isEmojiSequence(scalars)
  }

  /// Whether a text may have characters for which ``isUncertain(_:)`` holds: it has a variation selector, a
  /// joiner, a keycap, a skin tone or a letter of a flag.
  static func mayBeUncertain(_ text: some Sequence<UInt8>) -> Bool {
    var (first, second, third): (UInt8, UInt8, UInt8) = (0, 0, 0)
    for byte in text {
      switch (first, second, third, byte) {
      case (_, 0xEF, 0xB8, 0x8F), (_, 0xE2, 0x80, 0x8D), (_, 0xE2, 0x83, 0xA3),
        (0xF0, 0x9F, 0x8F, 0xBB...0xBF),
        (0xF0, 0x9F, 0x87, 0xA6...0xBF):
        return true
      default: (first, second, third) = (second, third, byte)
      }
    }
    return false
  }

  /// A flag, or an emoji that a variation selector, a modifier, a joiner or a keycap made one.
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    let rest = scalars.dropFirst()
    if isRegionalIndicator(first) { return rest.first.map(isRegionalIndicator) ?? false }
    guard first.properties.isEmoji else { return false }
    return rest.contains { scalar in
      scalar.value == 0xFE0F || scalar.value == 0x20E3 || scalar.properties.isEmojiModifier
        || (scalar.value == 0x200D && first.value > 0x7F)
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
    // Vowels and finals of Hangul join the syllable before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    if isWide(value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    let ranges = WideCharacters.ranges
    let place = ranges.partitionPoint { $0.upperBound < value }
    return place < ranges.count && ranges[place].contains(value)
  }
}

extension String {
  /// The beginning that fits into `width` cells, with `ellipsis` as its end if something was left out.
  func truncated(toCells width: Int, ellipsis: String) -> String {
    guard TextWidth.cells(self) > width else { return self }
    let room = width - TextWidth.cells(ellipsis)
    guard room >= 0 else { return String(prefix(0)) }
    var used = 0
    var end = startIndex
    while end < endIndex {
      let cells = TextWidth.cells(self[end])
      guard used + cells <= room else { break }
      used += cells
      end = index(after: end)
    }
    return self[..<end] + ellipsis
  }

  /// With blanks up to `width` cells: behind it, or before it.
  func padded(toCells width: Int, alignedRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - TextWidth.cells(self)))
    return alignedRight ? blanks + self : self + blanks
  }
}
