internal import ICalendar

/// Text of reminders within Markdown (CommonMark 0.31, GFM): what would be markup is escaped, and comes back
/// as it was.
enum MarkdownText {
  /// A text as it stands on a line of its own, or behind the marker of an item.
  ///
  /// Backslashes stand before what GFM, pandoc or Obsidian would take for markup; white space at the ends and
  /// line ends, which Markdown drops, are character references. Within an address only what could begin other
  /// markup is escaped, so that it can still be clicked.
  ///
  /// - Parameters:
  ///   - isMathematics: the text around it has several `$`, between which mathematics would stand, line ends
  ///     or not.
  ///   - markup: what of the text is markup that stays.
  static func escape(_ text: String, isMathematics: Bool = false, keeping markup: MarkdownMarkup? = nil)
    -> String
  {
    isPlain(text) ? text : escape(byCharacters: text, isMathematics: isMathematics, keeping: markup)
  }

  /// Appends the same for a text in UTF-8.
  static func append(escaping text: ArraySlice<UInt8>, isMathematics: Bool = false, to bytes: inout [UInt8]) {
    guard !isPlain(text) else { return bytes += text }
    bytes += escape(byCharacters: String(decoding: text, as: UTF8.self), isMathematics: isMathematics).utf8
  }

  static func escape(
    byCharacters text: String, isMathematics: Bool = false, keeping markup: MarkdownMarkup? = nil
  ) -> String {
    let scalars = Array(text.unicodeScalars)
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    var (isAddress, isBehindParenthesis) = (false, false)
    // White space at the ends, which is dropped otherwise.
    let first = scalars.firstIndex { !isBlank($0) } ?? scalars.count
    let last = scalars.lastIndex { !isBlank($0) } ?? -1
    let isMathematics = isMathematics || Self.isMathematics(text)
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : nil
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      if before == "(" { isBehindParenthesis = true }
      if before.map(isBlank) ?? true { isAddress = startsAddress(scalars[index...]) }
      if let markup, markup.isLive[index], !opensTemplate(scalar, before) {
        result += scalar.utf8
        continue
      }
      if index < first || index > last || (scalar.value < 0x20 || scalar.value == 0x7F) {
        result += "&#\(scalar.value);".utf8
        continue
      }
      let escapes =
        isAddress
        ? isAlwaysActive(scalar) || (scalar == "&" && isReference(scalars[index...]))
          || opensTemplate(scalar, before) || (scalar == "$" && isMathematics)
          // A field of Dataview, which may follow without a blank.
          || (scalar == ":" && before == ":" && isBehindParenthesis)
        : isActive(scalar, before, after, scalars[first...], index) || (scalar == "$" && isMathematics)
      if escapes { result.append(0x5C) }
      result += scalar.utf8
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Nothing in it can be markup, by its bytes alone: true for most texts.
  static func isPlain(_ text: String) -> Bool { isPlain(text.utf8) }

  private static func isPlain(_ text: some Collection<UInt8>) -> Bool {
    var before: UInt8 = 0x20
    let first = text.first ?? 0x20
    for byte in text {
      // A field, an emoji by its name or an address goes on behind a colon.
      if before == 0x3A, byte != 0x20 { return false }
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: break
      case 0x20 where before != 0x20: break
      // ! " ' ( , / ; ? @ }
      case 0x21, 0x22, 0x27, 0x28, 0x2C, 0x2F, 0x3B, 0x3F, 0x40, 0x7D: break
      // + - > | at the beginning alone.
      case 0x2B, 0x2D, 0x3E, 0x7C: if byte == first, before == 0x20 { return false }
      // = % at the beginning, or twice.
      case 0x3D, 0x25: if byte == first || byte == before { return false }
      // A setting of an editor ends with one of these letters, whatever its script.
      case 0x3A: if before == 0x20 || before >= 0x80 || "simx".utf8.contains(before | 0x20) { return false }
      // . and ) behind a number.
      case 0x2E, 0x29: if first &- 0x30 < 10 { return false }
      case 0x23: if before == 0x20 { return false }
      default: return false
      }
      before = byte
    }
    return before != 0x20
  }

  /// Mathematics would stand between its signs.
  static func isMathematics(_ text: String) -> Bool { isMathematics(text.utf8) }

  /// The same of bytes.
  static func isMathematics(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.firstIndex(of: 0x24) else { return false }
    return text[text.index(after: first)...].contains(0x24)
  }

  /// The meaning of an escaped text: backslash escapes and character references are read, but not inside a
  /// code span, which stays as it is written, as all other markup does.
  ///
  /// - Returns: nil where it says what stands there, in UTF-8.
  static func decoded(_ bytes: Span<UInt8>, _ text: Range<Int>) -> [UInt8]? {
    guard hasEscapes(bytes, text) else { return nil }
    return Array(decode(bytes.text(text, isText: false)[...]).utf8)
  }

  /// A text has a backslash or the beginning of a reference.
  static func hasEscapes(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    bytes.first(of: escapes, from: text.lowerBound, to: text.upperBound) < text.upperBound
  }

  /// The bytes that escapes and references begin with.
  private static let escapes = SoughtBytes(0x5C, 0x26, 0x5C, 0x26, 0x5C)

  /// The same of a text.
  static func decode(_ text: Substring) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    // By length, from where on no run of that many backticks follows: so that many openers cost one search.
    var unclosed: Set<Int> = []
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "`" {
        let length = run(scalars, index)
        let end = unclosed.contains(length) ? nil : closing(scalars, from: index + length, length)
        if end == nil { unclosed.insert(length) }
        let stop = end ?? index + length
        result.append(contentsOf: scalars[index..<stop])
        index = stop
      } else if scalar == "\\", index + 1 < scalars.count, isPunctuation(scalars[index + 1]) {
        result.append(scalars[index + 1])
        index += 2
      } else if scalar == "&", let (character, length) = reference(scalars[index...]) {
        result.append(character)
        index += length
      } else {
        result.append(scalar)
        index += 1
      }
    }
    return String(result)
  }

  // MARK: What is active

  private static func isAlwaysActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "`", "*", "[", "]", "<": true
    default: false
    }
  }

  private static func isActive(
    _ scalar: Unicode.Scalar, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?,
    _ scalars: ArraySlice<Unicode.Scalar>, _ index: Int
  ) -> Bool {
    if isAlwaysActive(scalar) || opensTemplate(scalar, before) { return true }
    let isFirst = index == scalars.startIndex
    switch scalar {
    case "~", "^": return true
    case "_": return !(before.map(isWord) ?? false) || !(after.map(isWord) ?? false)
    case "&": return isReference(scalars[index...])
    // A heading, or a tag of Obsidian.
    case "#":
      return isFirst || ((before.map(isBlank) ?? true) && MarkdownMarkup.tag(scalars, at: index) != nil)
    case ">", "+", "|", "-": return isFirst
    // Marked text of Obsidian, its comments; the underline of a heading.
    case "=", "%": return isFirst || before == scalar
    // A definition, an emoji by name, a field of Dataview.
    case ":":
      return isFirst || before == ":" || isShortcode(scalars[index...])
        || EditorSetting.ends(scalars[..<index])
    // The number of an item.
    case ".", ")":
      let number = scalars[..<index]
      return !number.isEmpty && number.count < 10 && number.allSatisfy { ("0"..."9").contains($0) }
        && (after.map(isBlank) ?? true)
    default: return false
    }
  }

  /// `<%`, `{{` and `{%`, within which Templater, Liquid and Hugo run what they find in the text, whatever
  /// stands around it in Markdown.
  private static func opensTemplate(_ scalar: Unicode.Scalar, _ before: Unicode.Scalar?) -> Bool {
    switch scalar {
    case "%": before == "<" || before == "{"
    case "{": before == "{"
    default: false
    }
  }

  /// `&amp;` or `&#38;`: what a reader would replace.
  static func isReference(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    var index = rest.startIndex + 1
    if index < rest.endIndex, rest[index] == "#" { index += 1 }
    let start = index
    while index < rest.endIndex, index - start < 33, isASCIIWord(rest[index]) { index += 1 }
    return index > start && index < rest.endIndex && rest[index] == ";"
  }

  /// `:smile:`.
  private static func isShortcode(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    var hasLetter = false
    for scalar in rest.dropFirst().prefix(40) {
      if scalar == ":" { return hasLetter }
      guard isASCIIWord(scalar) || scalar == "_" || scalar == "+" || scalar == "-" else { return false }
      if !("0"..."9").contains(scalar) { hasLetter = true }
    }
    return false
  }

  static func startsAddress(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    ["http://", "https://"].contains { rest.starts(with: $0.unicodeScalars) }
  }

  // MARK: Reading

  /// The run of backticks at `index`.
  private static func run(_ scalars: [Unicode.Scalar], _ index: Int) -> Int {
    scalars[index...].prefix { $0 == "`" }.count
  }

  /// Behind the next run of exactly that many backticks.
  static func closing(_ scalars: [Unicode.Scalar], from start: Int, _ length: Int) -> Int? {
    var index = start
    while index < scalars.count {
      guard scalars[index] == "`" else {
        index += 1
        continue
      }
      let found = run(scalars, index)
      index += found
      if found == length { return index }
    }
    return nil
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// The character that a reference at the beginning stands for, and the reference's length.
  private static func reference(_ rest: ArraySlice<Unicode.Scalar>) -> (Unicode.Scalar, Int)? {
    guard let end = rest.prefix(34).firstIndex(of: ";") else { return nil }
    var word = String(String.UnicodeScalarView(rest[(rest.startIndex + 1)..<end]))
    let length = end - rest.startIndex + 1
    if let character = named[word] { return (character, length) }
    guard word.hasPrefix("#") else { return nil }
    word.removeFirst()
    let isHex = word.hasPrefix("x") || word.hasPrefix("X")
    if isHex { word.removeFirst() }
    guard !word.isEmpty, word.count <= (isHex ? 6 : 7), word.first != "+", word.first != "-",
      let value = UInt32(word, radix: isHex ? 16 : 10)
    else { return nil }
    // CommonMark §2.5: what is no character, and NUL, become U+FFFD.
    return (value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  // MARK: Characters

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
