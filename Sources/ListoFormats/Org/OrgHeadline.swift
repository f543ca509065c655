internal import ICalendar

/// The parts of a headline of Org behind its keyword, by their places: `[#A] Title :home:errand:`.
struct OrgHeadline {
  /// 1 to 9.
  private(set) var priority: Int?
  /// The letter or number that says it.
  private(set) var cookie: String?
  private(set) var title: Range<Int>
  let tags: [Range<Int>]

  init(_ bytes: Span<UInt8>, _ text: Range<Int>, _ priorities: OrgPriorities) {
    var rest = bytes.trimmed(text)
    if rest.count > 2, bytes[rest.lowerBound] == 0x5B, bytes[rest.lowerBound + 1] == 0x23,
      let end = bytes.first(0x5D, in: rest.prefix(6)),
      let known = priorities.priority(bytes.text(rest.lowerBound + 2..<end, isText: false))
    {
      (priority, cookie) = (known, bytes.text(rest.lowerBound + 2..<end, isText: false))
      rest = bytes.trimmed(end + 1..<rest.upperBound)
    }
    tags = Self.takeTags(bytes, &rest)
    title = bytes.trimmed(rest)
  }

  /// How many stars a line that is a headline begins with; nil for another line.
  static func level(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Int? {
    var index = line.lowerBound
    while index < line.upperBound, bytes[index] == 0x2A { index += 1 }
    let stars = index - line.lowerBound
    guard stars > 0, index < line.upperBound else { return stars > 1 ? stars : nil }
    return bytes[index] == 0x20 || bytes[index] == 0x09 ? stars : nil
  }

  /// Takes `:home:errand:` from the end of a title.
  static func takeTags(_ bytes: Span<UInt8>, _ title: inout Range<Int>) -> [Range<Int>] {
    guard let last = title.last, bytes[last] == 0x3A else { return [] }
    var start = last
    while start > title.lowerBound, bytes[start - 1] != 0x20, bytes[start - 1] != 0x09 { start -= 1 }
    guard last - start > 1, bytes[start] == 0x3A else { return [] }
    var tags: [Range<Int>] = []
    var begin = start + 1
    for index in start + 1...last where bytes[index] == 0x3A {
      guard isTag(bytes, begin..<index) else { return [] }
      tags.append(begin..<index)
      begin = index + 1
    }
    title = title.lowerBound..<start
    return tags
  }

  private static func isTag(_ bytes: Span<UInt8>, _ tag: Range<Int>) -> Bool {
    var isASCII = true
    for index in tag {
      let byte = bytes[index]
      if byte >= 0x80 {
        isASCII = false
      } else if !OrgEntry.isTagCharacter(Unicode.Scalar(byte)) {
        return false
      }
    }
    guard !isASCII else { return !tag.isEmpty }
    return bytes.text(tag, isText: false).unicodeScalars.allSatisfy(OrgEntry.isTagCharacter)
  }
}
