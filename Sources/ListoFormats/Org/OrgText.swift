/// Text within Org: nothing of it runs in Emacs, is taken in from another file, or is read as a part of the
/// outline.
///
/// Org has one escape for all of its syntax, the character of no width U+200B (manual, "Escape Character").
/// One more of it stands wherever what follows would complete something active, and one is taken away there
/// in reading, so that the text comes back as it was even where it had such characters of its own. What is
/// active is decided by all the other characters alone.
enum OrgText {
  /// Where a text stands.
  enum Place {
    /// The title of a headline.
    case title
    /// A line of the text below it.
    case body
    /// The value of a property, as iCalendar writes it: not exported, and `\n` in it is no command of LaTeX.
    case drawer
  }

  static func escape(_ text: String, _ place: Place) -> String { changed(text, place, by: 1) }

  static func unescape(_ text: String, _ place: Place) -> String { changed(text, place, by: -1) }

  /// A text in UTF-8 without its escapes; nil where it has none.
  static func unescaped(_ bytes: Span<UInt8>, _ text: Range<Int>, _ place: Place) -> [UInt8]? {
    guard mayBeActive(bytes, text, place) else { return nil }
    return Array(unescape(bytes.text(text, isText: false), place).utf8)
  }

  /// Some of a text in UTF-8 would be active.
  static func isActive(_ bytes: Span<UInt8>, _ text: Range<Int>, _ place: Place) -> Bool {
    mayBeActive(bytes, text, place) && isActive(bytes.text(text, isText: false), place)
  }

  /// The same of a text.
  static func isActive(_ text: String, _ place: Place) -> Bool {
    activeGaps(text.unicodeScalars.filter { $0 != escape }, place).contains(true)
  }

  private static let escape: Unicode.Scalar = "\u{200B}"

  /// - Complexity: O(n).
  private static func changed(_ text: String, _ place: Place, by step: Int) -> String {
    guard mayBeActive(text.utf8Span.span, 0..<text.utf8.count, place) else { return text }
    // Before each character, and at the end.
    var escapes = [0]
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalar == escape {
        escapes[scalars.count] += 1
      } else {
        scalars.append(scalar)
        escapes.append(0)
      }
    }
    for (gap, isActive) in activeGaps(scalars, place).enumerated() where isActive {
      escapes[gap] = max(0, escapes[gap] + step)
    }
    var result = String.UnicodeScalarView()
    for (gap, count) in escapes.enumerated() {
      for _ in 0..<count { result.append(escape) }
      if gap < scalars.count { result.append(scalars[gap]) }
    }
    return String(result)
  }

  // MARK: What is active

  /// Something in a text in UTF-8 may be active, or an escape: false for nearly all text, by its bytes alone.
  static func mayBeActive(_ bytes: Span<UInt8>, _ text: Range<Int>, _ place: Place) -> Bool {
    let all = bytes.extracting(text)
    for index in all.indices {
      let byte = all[index]
      if isCandidate[Int(byte)], mayComplete(byte, in: all, at: index, place) { return true }
    }
    guard place == .title, let last = text.last else { return false }
    return bytes[last] == 0x3A || titleStarts.contains(all[0])
  }

  /// The byte may complete something active where it stands behind the right one.
  private static let isCandidate: [Bool] = (0..<256).map { byte in
    switch UInt8(byte) {
    // The first bytes of codes of ISO 2022, and of U+200B.
    case 0x1B, 0x0E, 0x0F, 0xE2: true
    default: "+({[@^-'_:\\".utf8.contains(UInt8(byte))
    }
  }

  private static func mayComplete(
    _ byte: UInt8, in bytes: Span<UInt8>, at index: Int, _ place: Place
  ) -> Bool {
    let before = index > 0 ? bytes[index - 1] : 0
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
    return switch byte {
    case 0x2B: before == 0x23  // #+
    case 0x28: before == 0x25  // %(
    case 0x7B, 0x5B, 0x40, 0x5E: before == byte  // {{ [[ @@ ^^
    case 0x2D: before == 0x2A  // *-
    case 0x27: before == 0x3D  // ='
    // src_ call_
    case 0x5F: before >= 0x80 || before | 0x20 == 0x63 || before | 0x20 == 0x6C
    // A setting of an editor ends with its name; a link goes on behind its type.
    case 0x3A:
      ends(bytes, index, settingEnds) || (next != 0x20 && next != 0x09 && ends(bytes, index, linkEnds))
    case 0x5C: place != .drawer && (next | 0x20) &- 0x61 < 26
    case 0xE2: next == 0x80 && index + 2 < bytes.count && bytes[index + 2] == 0x8B
    default: true
    }
  }

  /// The text before an index may end with one of these words, whatever the case, as ``EditorSetting`` has
  /// it.
  private static func ends(_ bytes: Span<UInt8>, _ end: Int, _ words: [[UInt8]]) -> Bool {
    for word in words {
      var (index, rest) = (end, word.count)
      while rest > 0, index > 0 {
        let byte = bytes[index - 1]
        // U+017F and U+0131, the only others that have an S or an I in upper case.
        if byte == 0xBF || byte == 0xB1, index > 1, bytes[index - 2] == 0xC5 || bytes[index - 2] == 0xC4 {
          return true
        }
        guard byte | 0x20 == word[rest - 1] else { break }
        (index, rest) = (index - 1, rest - 1)
      }
      if rest == 0 { return true }
    }
    return false
  }

  private static let settingEnds = ["local variables", "vi", "vim", "ex"].map { Array($0.utf8) }
  private static let linkEnds = linkTypes.map { Array($0.utf8) }

  /// The bytes that a keyword, COMMENT or a priority begins with.
  private static let titleStarts =
    (OrgKeyword.allCases.map(\.rawValue) + OrgKeywords.written.keys
    + ["COMMENT", "["]).compactMap(\.utf8.first)

  /// For each place between two characters, and both ends: whether something active would be complete with
  /// what follows.
  private static func activeGaps(_ scalars: [Unicode.Scalar], _ place: Place) -> [Bool] {
    var gaps = [Bool](repeating: false, count: scalars.count + 1)
    let first = scalars.firstIndex { !isBlank($0) } ?? 0
    // A bracket opens later in the same word.
    var opens = false
    for index in scalars.indices.reversed() {
      // Made only where it is asked for.
      var before: ArraySlice<Unicode.Scalar> { scalars[max(0, index - longestName)..<index] }
      let last = index > 0 ? scalars[index - 1] : nil
      switch scalars[index] {
      case "+": gaps[index] = last == "#" && index == first + 1
      // Lisp in place of a date, wherever it stands.
      case "(": gaps[index] = EditorSetting.ends(before, with: "%%")
      // Macros, links, what an export hands on as it is, characters by their codes in LaTeX.
      case "{", "[", "@", "^": gaps[index] = last == scalars[index]
      // Variables in the first line.
      case "-": gaps[index] = EditorSetting.ends(before, with: "-*")
      // A formula of Lisp in a table.
      case "'": gaps[index] = last == "=" && index + 1 < scalars.count && scalars[index + 1] == "("
      case "_": gaps[index] = opens && ["src", "call"].contains { EditorSetting.ends(before, with: $0) }
      case ":":
        gaps[index] =
          EditorSetting.ends(before)
          || (index + 1 < scalars.count && !isBlank(scalars[index + 1])
            && linkTypes.contains { EditorSetting.ends(before, withWord: $0) })
      case "A"..."Z", "a"..."z": gaps[index] = place != .drawer && last == "\\"
      default: break
      }
      // Emacs would read escape sequences of ISO 2022 in the file, and not see them where other characters
      // are looked for.
      if let last, last == "\u{1B}" || last == "\u{E}" || last == "\u{F}" { gaps[index] = true }
      if isBlank(scalars[index]) { opens = false }
      if "{[(".unicodeScalars.contains(scalars[index]) { opens = true }
    }
    if place == .title { markTitle(scalars, &gaps) }
    return gaps
  }

  /// A title that begins as if it had a keyword or a priority, or ends as if it had tags.
  private static func markTitle(_ scalars: [Unicode.Scalar], _ gaps: inout [Bool]) {
    let word = String(String.UnicodeScalarView(scalars.prefix { !isBlank($0) }))
    if OrgKeyword(rawValue: word) != nil || OrgKeywords.written[word] != nil || word == "COMMENT"
      || word.hasPrefix("[#")
    {
      gaps[0] = true
    }
    if scalars.last == ":" { gaps[scalars.count] = true }
  }

  /// Links that run something, connect or open a file when they are followed.
  private static let linkTypes = [
    "elisp", "shell", "eshell", "man", "file", "file+sys", "file+emacs", "docview", "irc", "eww", "gnus",
    "attachment",
  ]

  /// Of what stands before a colon.
  private static let longestName = 15

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}

extension OutputSpan where Element == UInt8 {
  /// Escapes the text in UTF-8 that was appended from an offset on.
  mutating func escape(from start: Int, _ place: OrgText.Place) {
    guard OrgText.mayBeActive(span, start..<count, place) else { return }
    let text = OrgText.escape(span.text(start..<count, isText: false), place)
    removeLast(count - start)
    put(Array(text.utf8))
  }
}
