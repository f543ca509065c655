/// Text within Org: nothing of it runs in Emacs, is taken in from another file, or is read as a part of the outline.
///
/// Org has one escape for all of its syntax, the character of no width U+200B (manual, "Escape Character"). One more of it stands
/// wherever what follows would complete something active, and one is taken away there in reading, so that the text comes back as it was
/// even where it had such characters of its own. What is active is decided by all the other characters alone.
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

  static func escape(_ text: some StringProtocol, _ place: Place) -> String { changed(text, place, by: 1) }

  static func unescape(_ text: some StringProtocol, _ place: Place) -> String { changed(text, place, by: -1) }

  /// Some of it would be active.
  static func isActive(_ text: String, _ place: Place) -> Bool {
    mayBeActive(text, place) && activeGaps(text.unicodeScalars.filter { $0 != escape }, place).contains(true)
  }

  private static let escape: Unicode.Scalar = "\u{200B}"

  /// - Complexity: O(n).
  private static func changed(_ text: some StringProtocol, _ place: Place, by step: Int) -> String {
    guard mayBeActive(text, place) else { return String(text) }
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

  /// Something in it may be active, or an escape: false for nearly all text, by its bytes alone.
  private static func mayBeActive(_ text: some StringProtocol, _ place: Place) -> Bool {
    var before: UInt8 = 0
    for byte in text.utf8 {
      let isCandidate =
        switch byte {
        case 0x2B: before == 0x23  // #+
        case 0x28: before == 0x25  // %(
        case 0x7B, 0x5B, 0x40, 0x5E: before == byte  // {{ [[ @@ ^^
        case 0x2D: before == 0x2A  // *-
        case 0x27: before == 0x3D  // ='
        case 0x5F: true
        case 0x3A: !(0x30...0x39).contains(before)
        case 0x41...0x5A, 0x61...0x7A: before == 0x5C && place != .drawer
        // What a code of ISO 2022 begins with, and U+200B.
        case 0x1B, 0x0E, 0x0F, 0xE2: true
        default: false
        }
      if isCandidate { return true }
      before = byte
    }
    guard place == .title else { return false }
    return before == 0x3A || text.utf8.first.map(titleStarts.contains) ?? false
  }

  /// What a keyword, COMMENT or a priority begins with.
  private static let titleStarts = Set((OrgEntry.words + ["COMMENT", "["]).compactMap(\.utf8.first))

  /// For each place between two characters, and both ends: whether something active would be complete with what follows.
  private static func activeGaps(_ scalars: [Unicode.Scalar], _ place: Place) -> [Bool] {
    var gaps = [Bool](repeating: false, count: scalars.count + 1)
    let first = scalars.firstIndex { !isBlank($0) } ?? 0
    // A bracket opens later in the same word.
    var opens = false
    for index in scalars.indices.reversed() {
      let before = scalars[..<index].suffix(longestName)
      switch scalars[index] {
      case "+": gaps[index] = before.last == "#" && index == first + 1
      // Lisp in place of a date, wherever it stands.
      case "(": gaps[index] = EditorSetting.ends(before, with: "%%")
      // Macros, links, what an export hands on as it is, characters by their codes in LaTeX.
      case "{", "[", "@", "^": gaps[index] = before.last == scalars[index]
      // Variables in the first line.
      case "-": gaps[index] = EditorSetting.ends(before, with: "-*")
      // A formula of Lisp in a table.
      case "'": gaps[index] = before.last == "=" && index + 1 < scalars.count && scalars[index + 1] == "("
      case "_": gaps[index] = opens && ["src", "call"].contains { EditorSetting.ends(before, with: $0) }
      case ":":
        gaps[index] =
          EditorSetting.ends(before)
          || (index + 1 < scalars.count && !isBlank(scalars[index + 1])
            && linkTypes.contains { EditorSetting.ends(before, withWord: $0) })
      case "A"..."Z", "a"..."z": gaps[index] = place != .drawer && before.last == "\\"
      default: break
      }
      // Emacs would read escape sequences of ISO 2022 in the file, and not see them where other characters are looked for.
      if let last = before.last, last == "\u{1B}" || last == "\u{E}" || last == "\u{F}" { gaps[index] = true }
      if isBlank(scalars[index]) { opens = false }
      if "{[(".unicodeScalars.contains(scalars[index]) { opens = true }
    }
    if place == .title { markTitle(scalars, &gaps) }
    return gaps
  }

  /// A title that begins as if it had a keyword or a priority, or ends as if it had tags.
  private static func markTitle(_ scalars: [Unicode.Scalar], _ gaps: inout [Bool]) {
    let word = String(String.UnicodeScalarView(scalars.prefix { !isBlank($0) }))
    if OrgEntry.words.contains(word) || word == "COMMENT" || word.hasPrefix("[#") { gaps[0] = true }
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
