/// The text in a line for a title: the title itself where it is read back as it is, else words that read much
/// like it.
///
/// `+word` and `@word` among other words belong to the text and are list or tag as well; at either end they
/// are list or tag alone. So a title may keep those that its reminder has anyway.
struct TodoTxtTitle: Hashable {
  /// The text of the line.
  let text: String
  /// The text is the title, and read as such.
  let isExact: Bool
  /// How many tags, the last ones, the text has, so that they are not written behind it.
  private(set) var tagCount = 0
  /// The text has the list.
  private(set) var hasProject = false

  init(_ title: String, tags: [String] = [], project: String? = nil) {
    self = Self.isPlain(title) ? Self(plain: title) : Self(words: title, tags: tags, project: project)
  }

  private init(plain title: String) { (text, isExact) = (title, true) }

  static func isPlain(_ title: String) -> Bool { isPlain(Array(title.utf8).span, from: 0) }

  /// Nothing in it can be anything but a word of the text, by its bytes alone, to their end: true for most
  /// titles.
  static func isPlain(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    guard start < bytes.count else { return true }
    // The first byte of a possible mark or date.
    let first = bytes[start]
    if first == 0x78 || first == 0x28 || first &- 0x30 < 10 { return false }
    var before: UInt8 = 0x20
    for index in start..<bytes.count {
      let byte = bytes[index]
      if before == 0x20, byte == 0x2B || byte == 0x40 || byte == 0x20 { return false }
      // Of a key, a value follows.
      if before == 0x3A, byte != 0x20 { return false }
      // C2 and E2 80 begin those of other scripts that end a line or control something.
      if byte < 0x20 || byte == 0x7F || byte == 0xC2 || (before == 0xE2 && byte == 0x80) { return false }
      before = byte
    }
    return before != 0x20
  }

  /// By its words.
  init(words title: String, tags: [String] = [], project: String? = nil) {
    let words = Self.words(title)
    let isSign = words.map { Self.sign($0) != nil }
    let first = isSign.firstIndex(of: false) ?? 0
    let last = isSign.lastIndex(of: false) ?? -1
    let known = Set(tags)
    var found: [String] = []
    var seen: Set<String> = []
    for index in words.indices where isSign[index] && first < index && index < last {
      guard let name = Self.sign(words[index]) else { continue }
      if Self.namesList(words[index]) {
        if name == project { hasProject = true }
      } else if known.contains(name) && seen.insert(name).inserted {
        found.append(name)
      }
    }
    // A tag that is a further `+word` behind the text would be taken for the list.
    if tags.contains(where: Self.namesList) { hasProject = false }
    let keepsTags = Array(tags.suffix(found.count)) == found
    tagCount = keepsTags ? found.count : 0
    var result: [String] = []
    for (index, word) in words.enumerated() {
      let name = Self.sign(word)
      let isKept =
        isSign[index] && first < index && index < last
        && (Self.namesList(word) ? hasProject && name == project : keepsTags && seen.contains(name ?? ""))
      result.append(isKept ? word : Self.plain(word))
    }
    if let first = result.first, TodoTxtLine.isMark(Array(first.utf8)[...]) { result.insert("-", at: 0) }
    text = result.joined(separator: " ")
    isExact = text.utf8.elementsEqual(title.utf8)
  }

  /// The name in `+name` or `@name`; nil for any other word.
  static func sign(_ word: String) -> String? {
    guard let first = word.utf8.first, isSign(first) else { return nil }
    return sign(Array(word.utf8)[...])
  }

  /// The same of a word in UTF-8.
  static func sign(_ word: ArraySlice<UInt8>) -> String? {
    guard let first = word.first, isSign(first), word.count > 1 else { return nil }
    return PercentEncoding.decode(word.dropFirst())
  }

  private static func isSign(_ byte: UInt8) -> Bool { byte == 0x2B || byte == 0x40 }

  /// It begins with a plus sign, whatever joins that into one character.
  static func namesList(_ word: String) -> Bool { word.utf8.first == 0x2B }

  /// The word, so that it is read as a word.
  private static func plain(_ word: String) -> String {
    guard word.utf8.first == 0x2B || word.utf8.first == 0x40 || word.utf8.contains(0x3A) else { return word }
    var rest = word.unicodeScalars[...]
    while rest.count > 1, let first = rest.first, first == "+" || first == "@" { rest.removeFirst() }
    var bytes = Array(String(String.UnicodeScalarView(rest)).utf8)
    if let (key, value) = TodoTxtKey.parse(bytes[...]), key.accepts(value),
      let colon = bytes.firstIndex(of: 0x3A)
    {
      bytes[colon] = 0x3D
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Split where a line of todo.txt is, and where it would end. White space of other kinds is part of a word.
  private static func words(_ title: String) -> [String] {
    title.unicodeScalars.split { scalar in
      scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{2028}"
        || scalar == "\u{2029}"
    }.map(String.init)
  }
}
