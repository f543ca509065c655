internal import ICalendar

/// The harmless markup of a line of Markdown: emphasis, links, short code, comments, lists and tags. Text
/// that came from Markdown keeps it. All else that is active stays escaped, since a calendar of a stranger
/// may say that its text is Markdown.
struct MarkdownMarkup {
  static let parameters = [Parameter(name: OriginParameter.markup, values: ["MARKDOWN"])]

  /// A property's text is Markdown as it was written.
  static func isText(of property: Property) -> Bool {
    property.parameter(OriginParameter.markup)?.value.uppercased() == "MARKDOWN"
  }

  /// For each character whether it is part of markup, and needs no backslash.
  private(set) var isLive: [Bool]
  /// The tags, with their signs.
  private(set) var tags: [Range<Int>] = []
  /// There is markup other than escapes, references and tags.
  private(set) var isFound = false
  private let scalars: [Unicode.Scalar]
  private let isNote: Bool

  /// - Parameter isNote: the line is one of notes, where lists and quotes are markup.
  init(_ text: some Collection<Unicode.Scalar>, isNote: Bool = false) {
    (scalars, self.isNote) = (Array(text), isNote)
    isLive = [Bool](repeating: false, count: scalars.count)
    var index = isNote ? markBeginning() : 0
    while index < scalars.count { index = max(index + 1, step(index)) }
  }

  /// The tags that stand before other words, and so belong to the text.
  var innerTags: ArraySlice<Range<Int>> {
    var count = tags.count
    var end = scalars.count
    while count > 0, scalars[tags[count - 1].upperBound..<end].allSatisfy(MarkdownText.isBlank) {
      count -= 1
      end = tags[count].lowerBound
    }
    return tags.prefix(count)
  }

  /// Keeps the tags inside the text that have one of these names.
  ///
  /// - Returns: the names of those that are kept.
  mutating func keepTags(_ names: [String]) -> Set<String> {
    let kept = innerTags.filter { names.contains(name(of: $0)) }
    for tag in kept { mark(tag, isMarkup: false) }
    return Set(kept.map(name))
  }

  /// Nothing is markup.
  mutating func forget() { isLive = isLive.map { _ in false } }

  /// A tag without its sign.
  func name(of tag: Range<Int>) -> String { text(tag.dropFirst()) }

  /// A text in UTF-8 may have markup or tags: false for most, by its bytes alone. A colon is markup only in
  /// writing.
  static func mayBe(in bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    for index in text where isSign[Int(bytes[index])] { return true }
    return false
  }

  private static let isSign: [Bool] = (0..<256).map { "#*_~=[`<%^".utf8.contains(UInt8($0)) }

  // MARK: Pieces

  /// Marks what begins at a character.
  ///
  /// - Returns: where to go on.
  private mutating func step(_ index: Int) -> Int {
    // Before it may stand a blank or the reference of one.
    if scalars[index] == "h",
      index == 0 || scalars[index - 1] == ";" || MarkdownText.isBlank(scalars[index - 1]),
      MarkdownText.startsAddress(scalars[index...])
    {
      return scalars[index...].firstIndex(where: MarkdownText.isBlank) ?? scalars.count
    }
    switch scalars[index] {
    case "\\":
      guard index + 1 < scalars.count, MarkdownText.isPunctuation(scalars[index + 1]) else { return index }
      return mark(index..<index + 2, isMarkup: false)
    case "`": return code(index)
    case "[": return link(index)
    case "<": return address(index)
    case "%": return comment(index)
    case "#": return tag(index)
    case "*", "_", "~", "=": return emphasis(index)
    case "&":
      if MarkdownText.isReference(scalars[index...]) { isLive[index] = true }
      return index
    case "^", ":":
      let isInside = index > 0 && !MarkdownText.isBlank(scalars[index - 1]) && scalars[index - 1] != ":"
      let isLast = index + 1 == scalars.count
      if isInside, !isLast, scalars[index + 1] != ":" {
        isLive[index] = scalars[index] == "^" || !EditorSetting.ends(scalars[..<index])
        if scalars[index] == "^" { isFound = true }
      }
      return index
    default: return index
    }
  }

  @discardableResult
  private mutating func mark(_ range: Range<Int>, isMarkup: Bool = true) -> Int {
    for index in range { isLive[index] = true }
    if isMarkup { isFound = true }
    return range.upperBound
  }

  /// Blanks before the marker of a list or a quote, and the marker.
  private mutating func markBeginning() -> Int {
    let first = scalars.firstIndex { $0 != " " } ?? scalars.count
    guard first < scalars.count else { return 0 }
    var end = first + 1
    if scalars[first].value &- 0x30 < 10 {
      while end < scalars.count, scalars[end].value &- 0x30 < 10 { end += 1 }
      guard end < scalars.count, end - first < 10, scalars[end] == "." || scalars[end] == ")" else {
        return 0
      }
      end += 1
    } else {
      guard "-*+>".unicodeScalars.contains(scalars[first]) else { return 0 }
    }
    guard end < scalars.count, scalars[end] == " " else { return 0 }
    return mark(0..<end)
  }

  private mutating func code(_ start: Int) -> Int {
    let length = scalars[start...].prefix { $0 == "`" }.count
    guard let end = MarkdownText.closing(scalars, from: start + length, length) else { return start + length }
    let content = text(start + length..<end - length)
    // Programs run code that begins with one of these.
    let isRun = ["r ", "python ", "julia ", "js ", "dv", "=", "$", "<", "{"].contains {
      content.hasPrefix($0)
    }
    guard !isRun, content.first != " ", !["<%", "{{", "{%", "-*-"].contains(where: content.contains),
      !scalars[start..<end].indices.contains(where: isSetting)
    else { return end }
    return mark(start..<end)
  }

  private func isSetting(_ index: Int) -> Bool {
    scalars[index] == ":" && EditorSetting.ends(scalars[..<index])
  }

  /// `[[Note]]`, `[text](address)` and `[^note]`; none that embeds.
  private mutating func link(_ start: Int) -> Int {
    guard start == 0 || scalars[start - 1] != "!" else { return start }
    if scalars[start...].starts(with: "[[".unicodeScalars) {
      guard let end = end(of: "]", from: start + 2), end > start + 2, end + 1 < scalars.count,
        scalars[end + 1] == "]"
      else { return start + 2 }
      return mark(start..<end + 2)
    }
    guard let end = end(of: "]", from: start + 1) else { return start }
    if scalars[start + 1] == "^", end > start + 2, !scalars[start..<end].contains(" ") {
      return mark(start..<end + 1)
    }
    guard end + 1 < scalars.count, scalars[end + 1] == "(", let close = self.end(of: ")", from: end + 2),
      isAddress(text(end + 2..<close))
    else { return start }
    return mark(start..<close + 1)
  }

  /// Where a character stands behind others that neither open anything nor are active.
  private func end(of sign: Unicode.Scalar, from start: Int) -> Int? {
    for index in scalars[start...].indices {
      if scalars[index] == sign { return index }
      if "[]<{`$\\".unicodeScalars.contains(scalars[index]) || isSetting(index) { return nil }
      if scalars[index] == ":", index + 1 < scalars.count, scalars[index + 1] == ":" { return nil }
    }
    return nil
  }

  private func isAddress(_ address: String) -> Bool {
    guard !address.isEmpty, !address.contains(where: { $0 == " " || $0 == "(" }) else { return false }
    return !address.contains(":")
      || ["http://", "https://", "mailto:", "obsidian://"].contains { address.lowercased().hasPrefix($0) }
  }

  /// `<https://example.org>`.
  private mutating func address(_ start: Int) -> Int {
    guard let end = end(of: ">", from: start + 1), text(start + 1..<end).contains(":"),
      isAddress(text(start + 1..<end))
    else { return start }
    return mark(start..<end + 1)
  }

  /// `%%comment%%`.
  private mutating func comment(_ start: Int) -> Int {
    guard start + 1 < scalars.count, scalars[start + 1] == "%", start == 0 || scalars[start - 1] != "<",
      let end = end(of: "%", from: start + 2), end + 1 < scalars.count, scalars[end + 1] == "%"
    else { return start }
    mark(start..<start + 2)
    mark(end..<end + 2)
    return end + 2
  }

  private mutating func tag(_ start: Int) -> Int {
    guard start == 0 || MarkdownText.isBlank(scalars[start - 1]),
      let tag = Self.tag(scalars[...], at: start)
    else { return start }
    tags.append(tag)
    // Those of a title are kept where they are tags of the reminder.
    if isNote { mark(tag) }
    return tag.upperBound
  }

  /// The tag whose sign is there; nil for another sign, such as that of `#12`.
  static func tag(_ scalars: ArraySlice<Unicode.Scalar>, at start: Int) -> Range<Int>? {
    let name = scalars[(start + 1)...].prefix(while: TaskFields.isOfTag)
    let text = String(String.UnicodeScalarView(name))
    return TaskFields.isTag(text[...]) ? start..<name.endIndex : nil
  }

  /// A run of signs of emphasis, but none that is a line of its own or begins a block of code.
  private mutating func emphasis(_ start: Int) -> Int {
    let sign = scalars[start]
    let end = start + scalars[start...].prefix { $0 == sign }.count
    let before = start > 0 ? scalars[start - 1] : " "
    let after = end < scalars.count ? scalars[end] : " "
    // Signs within a word are not active; `-*-` begins the variables of Emacs.
    guard before != "-", after != "-", start > 0 || end - start < 3, end - start < scalars.count else {
      return end
    }
    if sign == "=", end - start != 2 { return end }
    if sign == "_", MarkdownText.isWord(before), MarkdownText.isWord(after) { return end }
    return mark(start..<end)
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }
}
